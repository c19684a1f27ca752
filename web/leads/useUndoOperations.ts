import { inNumbers } from '#shared/numbers.ts';
import { operations } from '#shared/operations.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

/**
 * Takes operations back, one per client, and says in a toast what came of it; leads that somebody has changed since stay
 * as they are. True when all of them were taken back.
 */
export function useUndoOperations(): (operationIds: readonly string[]) => Promise<boolean> {
  const undo = useSend(operations.undo);
  return async (operationIds) => {
    let restored = 0;
    const changed: string[] = [];
    try {
      for (const id of operationIds) {
        const { data } = await undo.mutateAsync({ params: { id } });
        restored += data.restored;
        changed.push(...data.changed_since.map(({ name }) => name));
      }
    } catch (error) {
      showFailure(messageOf(error, 'An error occurred'), 'This could not be undone.');
      return false;
    }
    const message = `Undone: ${inNumbers(restored)} ${restored === 1 ? 'lead is as it was' : 'leads are as they were'}`;
    if (changed.length > 0) showFailure(changedSince(changed), message);
    else showSuccess(message);
    return true;
  };
}

const MOST_NAMES = 5;

function changedSince(names: readonly string[]): string {
  const listed = names.slice(0, MOST_NAMES).join(', ');
  const rest = names.length - MOST_NAMES;
  return `Changed since and left alone: ${listed}${rest > 0 ? ` and ${inNumbers(rest)} more` : ''}`;
}
