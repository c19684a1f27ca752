import { Button } from '@mantine/core';
import { installation } from '#web/lib/installation.ts';
import classes from '#web/features/lead-bulk/BulkDialog.module.css';
import { BulkProgressBar } from '#web/features/lead-bulk/BulkProgressBar.tsx';
import type { BulkTarget } from '#web/features/lead-bulk/bulk-target.ts';
import { useBulk } from '#web/features/lead-bulk/useBulk.ts';
import type { BulkProblems } from '#web/features/lead-bulk/useBulk.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

type Props = {
  target: BulkTarget;
  onClose: () => void;
  onDone: (problems: BulkProblems | undefined) => void;
};

/** Asks before moving many leads to the trash. */
export function BulkDeleteDialog({ target, onClose, onDone }: Props) {
  const { progress, run } = useBulk(onDone);
  const what = target.isOne ? '1 lead' : `${target.count} leads`;
  return (
    <Dialog title={`Delete ${what}?`} size="small" onClose={onClose} isBusy={progress !== undefined}>
      <p className={classes.text}>
        {target.matching && 'These are all leads that match the search and filters. '}
        They go to the trash and can be restored for {installation.trashDays} days.
      </p>
      {progress && <BulkProgressBar label="Deleting leads" progress={progress} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={progress !== undefined} data-autofocus>
          Cancel
        </Button>
        <Button
          color="var(--lms-danger-solid)"
          loading={progress !== undefined}
          onClick={() => void run(target, {})}
        >
          Delete {target.isOne ? '1 Lead' : `${target.count} Leads`}
        </Button>
      </div>
    </Dialog>
  );
}
