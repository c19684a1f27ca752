import { Button } from '@mantine/core';
import { inNumbers } from '#shared/numbers.ts';
import classes from '#web/features/lead-bulk/BulkDialog.module.css';
import type { BulkProblems } from '#web/features/lead-bulk/useBulk.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

/** The leads that a bulk action left unchanged, each with its reason. */
export function BulkProblemsDialog({ problems, onClose }: { problems: BulkProblems; onClose: () => void }) {
  const { verb, failed, rows } = problems;
  const rest = failed - rows.length;
  return (
    <Dialog
      title={`${inNumbers(failed)} ${failed === 1 ? 'lead was' : 'leads were'} not ${verb}`}
      description="They were not changed."
      onClose={onClose}
    >
      <ul className={classes.problems}>
        {rows.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{message}</span>
          </li>
        ))}
        {rest > 0 && <li>And {inNumbers(rest)} more.</li>}
      </ul>
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
