import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { inNumbers } from '#shared/values/numbers.ts';
import { operations, undoneInWords } from '#shared/activities/operations.ts';
import { runJob } from '#web/api/job.ts';
import type { JobProgress } from '#web/api/job.ts';
import type { HeldKeys } from '#web/lib/random-key.ts';
import { useReadAgain } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showRunning, showSuccess } from '#web/ui/states/toast.ts';

/** Milliseconds after which an undo says that it is running. */
const SLOW = 400;
const FAILED = 'Failed to undo this';
const CHANGED = 'Someone else has changed this in the meantime.';

export type ProgressOfUndo = (progress: JobProgress) => void;

/** Undoes one operation, however many leads it has. */
export function useUndo() {
  const keys = useRef<HeldKeys>(new Map());
  const readAgain = useReadAgain(operations.undo);
  return useMutation({
    mutationKey: [operations.undo.path],
    mutationFn: ({ id, listen = () => undefined }: { id: string; listen?: ProgressOfUndo | undefined }) =>
      runJob(operations.undo, { params: { id } }, listen, keys.current),
    networkMode: 'always',
    onSuccess: readAgain,
    onError: () => void readAgain(),
  });
}

/**
 * Undoes operations, one per client, and shows the result in a toast. Leads that somebody has changed since
 * stay unchanged. Resolves to false when nothing was undone.
 */
export function useUndoOperations(): (
  operationIds: readonly string[],
  listen?: ProgressOfUndo,
) => Promise<boolean> {
  const undo = useUndo();
  return async (operationIds, listen) => {
    const slow = listen ? undefined : setTimeout(() => showRunning('Undoing…'), SLOW);
    const done = { restored: 0, removed: 0, reminders: 0 };
    const changed: string[] = [];
    try {
      for (const id of operationIds) {
        const data = await undo.mutateAsync({ id, listen });
        done.restored += data.restored;
        done.removed += data.removed;
        done.reminders += data.reminders ?? 0;
        changed.push(...data.changed_since.map(({ name }) => name));
      }
    } catch (error) {
      const title = done.restored > 0 ? `Partly undone: ${undoneInWords(done)}` : FAILED;
      showFailure(messageOf(error, 'Please try again.'), title);
      return done.restored > 0;
    } finally {
      clearTimeout(slow);
    }
    if (done.restored + done.reminders === 0) {
      // A lead that the user no longer sees is not named.
      showFailure(changed.length > 0 ? changedSince(changed) : CHANGED, FAILED);
      return false;
    }
    const message = `Undone: ${undoneInWords(done)}`;
    if (changed.length > 0) showFailure(changedSince(changed), message);
    else showSuccess(message);
    return true;
  };
}

const MOST_NAMES = 5;

function changedSince(names: readonly string[]): string {
  const listed = names.slice(0, MOST_NAMES).join(', ');
  const rest = names.length - MOST_NAMES;
  return `Skipped because they changed since: ${listed}${rest > 0 ? ` and ${inNumbers(rest)} more` : ''}`;
}
