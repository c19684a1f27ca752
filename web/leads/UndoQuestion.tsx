import { useState } from 'react';
import { counted, inNumbers } from '#shared/values/numbers.ts';
import type { JobProgress } from '#web/api/job.ts';
import type { ProgressOfUndo } from '#web/leads/useUndoOperations.ts';
import { installation } from '#web/lib/installation.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';

/** Operations with more leads are undone only after a question. */
export const UNDONE_AT_ONCE = 100;

type Props = {
  /** The kind of operation, as in 'import of 20,000 leads'. */
  kind: string;
  leads: number;
  undo: (listen: ProgressOfUndo) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before an undo that takes a while, and shows how far it is. */
export function UndoQuestion({ kind, leads, undo, onClose }: Props) {
  const [progress, setProgress] = useState<JobProgress>();
  return (
    <ConfirmDialog
      title={`Undo ${kind} of ${counted(leads, 'lead')}?`}
      text={`Leads that it created move to the trash for ${installation.trashDays} days, the others are as before. Leads that were changed since stay as they are.`}
      confirmLabel="Undo"
      isDangerous
      onCancel={onClose}
      onConfirm={async () => {
        setProgress({ done: 0, total: leads });
        await undo(setProgress);
        onClose();
      }}
    >
      {progress && (
        <ProgressBar
          label="Undoing"
          percent={(100 * progress.done) / progress.total}
          detail={`${inNumbers(progress.done)} of ${inNumbers(progress.total)}`}
        />
      )}
    </ConfirmDialog>
  );
}
