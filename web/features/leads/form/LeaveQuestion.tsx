import type { Guard } from '#web/features/leads/form/useLeaveGuard.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  guard: Guard;
  /** What was typed is given up; told before the page is left. */
  onDiscard?: () => void;
};

/** Asks before typed text is lost. */
export function LeaveQuestion({ guard, onDiscard }: Props) {
  if (!guard.asks) return null;
  return (
    <ConfirmDialog
      title="Discard what you typed?"
      text="It has not been saved."
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      isDangerous
      onCancel={guard.stay}
      onConfirm={() => {
        onDiscard?.();
        guard.leave();
      }}
    />
  );
}
