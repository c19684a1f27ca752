import { useRef, useState } from 'react';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import type { BulkFailure } from '#shared/leads/lead-bulk.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { HeldKeys } from '#web/lib/random-key.ts';
import { useReadAgain } from '#web/api/query.ts';
import { runBulk } from '#web/features/lead-bulk/bulk-calls.ts';
import type { BulkAction, BulkProgress } from '#web/features/lead-bulk/bulk-calls.ts';
import type { BulkTarget } from '#web/features/lead-bulk/bulk-target.ts';
import { useUndoOperations } from '#web/leads/useUndoOperations.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

const WORDS = {
  update: {
    none: 'No leads selected for update',
    failed: 'Failed to update leads. Please try again.',
    done: (n: string) => `Successfully updated ${n} leads`,
  },
  assign: {
    none: 'No leads selected',
    failed: 'Failed to assign leads. Please try again.',
    done: (n: string) => `Successfully assigned ${n} leads`,
  },
  remove: {
    none: 'No leads selected for deletion',
    failed: 'Failed to delete leads. Please try again.',
    done: (n: string) => `Successfully deleted ${n} leads`,
  },
};

/** Leads that a bulk action left unchanged, and why. */
export type BulkProblems = {
  verb: 'updated' | 'assigned' | 'deleted';
  failed: number;
  rows: BulkFailure[];
  /** Why the action ended early, with leads that are not among the rows. */
  stopped: string | undefined;
};

/** Runs bulk actions: shows progress, then a toast with Undo. `onDone` gets the leads that failed. */
export function useBulk(onDone: (problems: BulkProblems | undefined) => void) {
  const [progress, setProgress] = useState<BulkProgress>();
  const keys = useRef<HeldKeys>(new Map());
  const readAgain = useReadAgain(leadBulk.update);
  const undoOperations = useUndoOperations();

  const run = async (target: BulkTarget, action: BulkAction) => {
    const kind = action.updates ? 'update' : action.assignTo === undefined ? 'remove' : 'assign';
    const words = WORDS[kind];
    if (!target.matching && target.ids.length === 0) return showFailure(words.none);
    setProgress({ done: 0, total: 0 });
    try {
      const outcome = await runBulk(target, action, setProgress, keys.current);
      const { done, failed, failures, operationIds, stoppedBy } = outcome;
      const message = words.done(inNumbers(done));
      if (operationIds.length > 0) void showUndoable(message, () => void undoOperations(operationIds));
      else showSuccess(message);
      const verb = ({ update: 'updated', assign: 'assigned', remove: 'deleted' } as const)[kind];
      const stopped = stoppedBy === undefined ? undefined : messageOf(stoppedBy, '');
      onDone(failed > 0 ? { verb, failed, rows: failures, stopped } : undefined);
    } catch (error) {
      showFailure(messageOf(error, ''), words.failed);
    }
    setProgress(undefined);
    // Also after a failure: some of the leads may have been changed.
    await readAgain();
    return undefined;
  };
  return { progress, run };
}
