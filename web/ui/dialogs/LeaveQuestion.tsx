import type { LeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before a page with typed text is left. */
export function LeaveQuestion({ guard }: { guard: LeaveGuard }) {
  if (!guard.asks) return null;
  return (
    <ConfirmDialog
      title="Discard what you typed?"
      text="It has not been saved."
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      isDangerous
      onCancel={guard.stay}
      onConfirm={guard.leave}
    />
  );
}
