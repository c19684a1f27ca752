import { STATUSES, UNANSWERED_STATUSES } from '#web/features/call-logs/call-words.ts';
import { usePageKeys } from '#web/lib/page-keys.ts';

type Keys = {
  onSave: () => void;
  onStatus: (status: string) => void;
  /** Saves an unanswered call at once. */
  onUnanswered: (status: string) => void;
};

/** Ctrl+Enter saves. C, N, B and V choose the status of the call; N, B and V with Shift save at once. */
export function useCallKeys({ onSave, onStatus, onUnanswered }: Keys): void {
  usePageKeys([
    { keys: 'Control+Enter', does: 'Save the call', run: onSave, inFields: true },
    ...STATUSES.map(({ shortcut, label, value }) => ({
      keys: shortcut,
      does: label,
      run: () => onStatus(value),
    })),
    ...UNANSWERED_STATUSES.map(({ shortcut, label, value }) => ({
      keys: `Shift+${shortcut}`,
      does: `Save as ${label}`,
      run: () => onUnanswered(value),
    })),
  ]);
}
