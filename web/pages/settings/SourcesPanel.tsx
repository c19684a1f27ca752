import { Button } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { SourceList } from '#web/features/sources/SourceList.tsx';
import type { SourcePopup } from '#web/features/sources/source-popup.ts';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { loadable } from '#web/lib/loadable.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';

const SourcePopups = loadable(
  async () => (await import('#web/features/sources/SourcePopups.tsx')).SourcePopups,
);

/** The sources of leads, with their form, their deliveries and their fields. */
export function SourcesPanel() {
  const [params, change] = useListParams();
  const [popup, setPopup] = useState<SourcePopup>();
  return (
    <>
      <div className={classes.toolbar}>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden="true" />}
          onClick={() => setPopup({ kind: 'add' })}
          aria-haspopup="dialog"
        >
          Add Source
        </Button>
      </div>
      <SourceList page={params.page} onChange={change} onOpen={setPopup} />
      {popup && <SourcePopups popup={popup} onOpen={setPopup} onClose={() => setPopup(undefined)} />}
    </>
  );
}
