import { secondFactor } from '#shared/second-factor.ts';
import type { User } from '#shared/users.ts';
import { useSend } from '#web/api/query.ts';
import { PasswordDialog } from '#web/features/second-factor/PasswordDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

/** Removes the second factors of a user who has lost them. */
export function ResetFactorDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useSend(secondFactor.reset);
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <PasswordDialog
      title="Reset two-step sign-in?"
      description={`Removes ${name}’s authenticator apps and recovery codes, and signs ${name} out. Make sure that it is ${name} who asks for this.`}
      save="Reset"
      send={async (currentPassword) =>
        await reset.mutateAsync({ params: { id: user.id }, body: { currentPassword } })
      }
      done={() => {
        showSuccess(`${name} signs in with the password now.`);
        onClose();
      }}
      failed="Failed to reset two-step sign-in"
      onClose={onClose}
    />
  );
}
