import { secondFactor } from '#shared/second-factor.ts';
import type { AuthenticatorApp } from '#shared/second-factor.ts';
import { useSend } from '#web/api/query.ts';
import { PasswordDialog } from '#web/features/second-factor/PasswordDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = { app: AuthenticatorApp; isLast: boolean; onClose: () => void };

/** Removes an authenticator app; removing the last one turns two-step sign-in off. */
export function RemoveAppDialog({ app: { id, name }, isLast, onClose }: Props) {
  const remove = useSend(secondFactor.remove);
  return (
    <PasswordDialog
      title={`Remove “${name}”?`}
      description={
        isLast
          ? 'Your password alone will sign you in, and your recovery codes stop working.'
          : 'Its codes no longer sign you in.'
      }
      save="Remove app"
      send={async (currentPassword) =>
        await remove.mutateAsync({ params: { id }, body: { currentPassword } })
      }
      done={() => {
        showSuccess(`“${name}” was removed.`);
        onClose();
      }}
      failed="Failed to remove the app"
      onClose={onClose}
    />
  );
}
