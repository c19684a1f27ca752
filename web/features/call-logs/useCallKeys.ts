import { STATUSES } from '#web/features/call-logs/call-words.ts';
import { usePageKeys } from '#web/lib/page-keys.ts';

type Keys = { onSave: () => void; onStatus: (status: string) => void };

/** Ctrl+Enter saves; C, N, B and V choose the status of the call. */
export function useCallKeys({ onSave, onStatus }: Keys): void {
  usePageKeys([
    { keys: 'Control+Enter', does: 'Save the call', run: onSave, inFields: true },
    ...STATUSES.map(({ shortcut, label, value }) => ({
      keys: shortcut,
      does: label,
      run: () => onStatus(value),
    })),
  ]);
}
