import { Button } from '@mantine/core';
import { useState } from 'react';
import { AbsenceList } from '#web/features/distribution/AbsenceList.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { useAbsences } from '#web/pickers/useAbsences.ts';
import { useUser } from '#web/session/useSession.ts';
import items from '#web/ui/lists/Items.module.css';

const AbsenceDialog = loadable(
  async () => (await import('#web/features/distribution/AbsenceDialog.tsx')).AbsenceDialog,
);

/** The days on which the user is away. */
export function OwnAbsences() {
  const { id } = useUser();
  const [isNew, setIsNew] = useState(false);
  const own = useAbsences(undefined).of(id);
  return (
    <>
      {own.length === 0 && <p className={items.about}>You are there.</p>}
      <AbsenceList absences={own} clientId={undefined} />
      <div className={items.foot}>
        <Button variant="default" onClick={() => setIsNew(true)}>
          I am away
        </Button>
      </div>
      {isNew && <AbsenceDialog clientId={undefined} onClose={() => setIsNew(false)} />}
    </>
  );
}
