import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';

/** The specification's confirmation before signing out. */
export function SignOutDialog({ onCancel, onConfirm }: { onCancel: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      title="Confirm Logout"
      text="Are you sure you want to sign out? You will need to log in again to access your account."
      confirmLabel="Sign Out"
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
