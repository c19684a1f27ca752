import { passkeys } from '#shared/accounts/passkeys.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { Factor } from '#shared/accounts/second-factor.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = { kind: 'app' | 'passkey'; factor: Factor; isLast: boolean; onClose: () => void };

const WORDS = {
  app: { says: 'Its codes no longer sign you in.', label: 'Remove app', failed: 'Failed to remove the app' },
  passkey: {
    says: 'It no longer signs you in. Your device may keep it until you delete it there.',
    label: 'Remove passkey',
    failed: 'Failed to remove the passkey',
  },
};

/** Removes an authenticator app or a passkey; removing the last one turns two-step sign-in off. */
export function RemoveFactorDialog({ kind, factor: { id, name }, isLast, onClose }: Props) {
  const removeApp = useSend(secondFactor.remove);
  const removePasskey = useSend(passkeys.remove);
  const { says, label, failed } = WORDS[kind];
  const params = { id };
  return (
    <AskDialog
      title={`Remove “${name}”?`}
      text={isLast ? 'Your password alone will sign you in, and your recovery codes stop working.' : says}
      confirmLabel={label}
      isDangerous
      call={async () => {
        if (kind === 'app') await removeApp.mutateAsync({ params, body: {} });
        else await removePasskey.mutateAsync({ params });
      }}
      done={() => showSuccess(`“${name}” was removed`)}
      failed={failed}
      onClose={onClose}
    />
  );
}
