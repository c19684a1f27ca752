import type { LeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before typed text is left. */
export function LeaveQuestion({ guard }: { guard: Pick<LeaveGuard, 'asks' | 'stay' | 'leave'> }) {
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
