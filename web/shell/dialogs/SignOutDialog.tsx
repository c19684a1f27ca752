import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { counted } from '#shared/values/numbers.ts';
import { outboxOf } from '#web/api/outbox.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';

/** The specification's confirmation before signing out. */
export function SignOutDialog({ onCancel, onConfirm }: { onCancel: () => void; onConfirm: () => void }) {
  const outbox = outboxOf(useQueryClient());
  const { waiting } = useSyncExternalStore(outbox.subscribe, outbox.shown);
  const lost =
    waiting > 0
      ? `${counted(waiting, 'change')} ${waiting === 1 ? 'has' : 'have'} not been sent yet and will be lost. `
      : '';
  return (
    <ConfirmDialog
      title="Confirm Logout"
      text={`${lost}Are you sure you want to sign out? You will need to log in again to access your account.`}
      confirmLabel="Sign Out"
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
