import { accessTokens } from '#shared/accounts/access-tokens.ts';
import type { AccessToken } from '#shared/accounts/access-tokens.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = { token: Pick<AccessToken, 'id' | 'name'>; isService?: boolean; onClose: () => void };

/** Asks before a token is removed. */
export function RemoveTokenQuestion({ token: { id, name }, isService = false, onClose }: Props) {
  const remove = useSend(isService ? serviceTokens.remove : accessTokens.remove);
  const what = isService ? 'service token' : 'access token';
  return (
    <AskDialog
      title={`Remove “${name}”?`}
      text="Programs that use this token stop working at once. This can’t be undone."
      confirmLabel="Remove token"
      isDangerous
      call={() => remove.mutateAsync({ params: { id } })}
      done={() => showSuccess(`The ${what} “${name}” is removed`)}
      failed={`Failed to remove the ${what}`}
      onClose={onClose}
    />
  );
}
