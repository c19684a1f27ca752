import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { User } from '#shared/accounts/users.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

/** Removes the second factors of a user who has lost them. */
export function ResetFactorDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useSend(secondFactor.reset);
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <AskDialog
      title="Reset two-step sign-in?"
      text={`Removes ${name}’s authenticator apps, passkeys and recovery codes, and signs ${name} out. Make sure the request really comes from ${name}.`}
      confirmLabel="Reset"
      isDangerous
      call={async () => await reset.mutateAsync({ params: { id: user.id }, body: {} })}
      done={() => showSuccess(`${name} can now sign in with only a password`)}
      failed="Failed to reset two-step sign-in"
      onClose={onClose}
    />
  );
}
