import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FieldCollision } from '#web/leads/in-place/edits.ts';
import { conflictTitle } from '#web/lib/forms/edit-conflict.ts';
import type { Side } from '#web/lib/forms/edit-conflict.ts';
import { useUser } from '#web/session/useSession.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = { collision: FieldCollision; onSettle: (side: Side) => void };

/** Two people have changed the same field of a lead: offers the choice between mine and theirs. */
export function CollisionDialog({ collision: { edit, theirs }, onSettle }: Props) {
  const me = useUser();
  const by = { id: theirs.updated_by, name: theirs.updated_user_name };
  const [side, setSide] = useState<Side>('mine');
  return (
    <Dialog title={edit.lead.name} onClose={() => onSettle('theirs')}>
      <ConflictNotice
        title={conflictTitle('this lead', by, me.id)}
        version={theirs.version}
        questions={[
          {
            field: edit.field,
            title: edit.title,
            mine: edit.words({ ...edit.lead, ...edit.shown }),
            theirs: edit.words(theirs),
            side,
          },
        ]}
        others={[]}
        onChoose={(_, chosen) => setSide(chosen)}
      />
      <div className={classes.actions}>
        <Button onClick={() => onSettle(side)}>Save</Button>
      </div>
    </Dialog>
  );
}
