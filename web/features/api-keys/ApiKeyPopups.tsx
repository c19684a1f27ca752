import { apiKeys } from '#shared/accounts/api-keys.ts';
import { useSend } from '#web/api/query.ts';
import { CreateKeyDialog } from '#web/features/api-keys/CreateKeyDialog.tsx';
import { NewKeyDialog, SnippetDialog } from '#web/features/api-keys/NewKeyDialog.tsx';
import { NoticeDialog } from '#web/features/api-keys/NoticeDialog.tsx';
import type { ApiPopup, OpenApiPopup } from '#web/features/api-keys/api-popup.ts';
import { messageOf, ApiError } from '#web/lib/errors.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';

const PERHAPS_ROTATED = 'If the key is listed as rotated, rotate the newer one above it to see a key.';

type Props = { popup: ApiPopup; onOpen: OpenApiPopup; onClose: () => void };

/** The popup that is open. */
export function ApiKeyPopups({ popup, onOpen, onClose }: Props) {
  const rotate = useSend(apiKeys.rotate);
  const revoke = useSend(apiKeys.revoke);
  switch (popup.kind) {
    case 'create':
      return <CreateKeyDialog onClose={onClose} onCreated={(key) => onOpen({ kind: 'created', key })} />;
    case 'snippet':
      return <SnippetDialog onClose={onClose} />;
    case 'created':
    case 'rotated':
      return <NewKeyDialog kind={popup.kind} apiKey={popup.key} onClose={onClose} />;
    case 'notice':
      return <NoticeDialog title={popup.title} text={popup.text} onClose={onClose} />;
    case 'rotate':
      return (
        <AskDialog
          title="Rotate API key?"
          text={`A new key of ${popup.apiKey.client_name} replaces ${popup.apiKey.masked_api_key}, which stops working at once. Update your websites with the new key.`}
          confirmLabel="Rotate"
          call={() =>
            rotate.mutateAsync({ body: { api_key_id: popup.apiKey.id } }).then(
              ({ data }): ApiPopup => ({ kind: 'rotated', key: data.new_api_key }),
              (error: unknown) => failure('Rotate', 'rotating', error),
            )
          }
          done={onOpen}
          failed="Failed to Rotate API Key"
          onClose={onClose}
        />
      );
    case 'deactivate':
      return (
        <AskDialog
          title="Deactivate API key?"
          text={`${popup.apiKey.masked_api_key} of ${popup.apiKey.client_name} stops working at once. This can’t be undone.`}
          confirmLabel="Deactivate"
          isDangerous
          call={() =>
            revoke.mutateAsync({ body: { api_key_id: popup.apiKey.id } }).then(
              ({ message }): ApiPopup => ({
                kind: 'notice',
                title: 'API Key Deactivated Successfully!',
                text: message ?? 'The API key has been deactivated.',
              }),
              (error: unknown) => failure('Deactivate', 'deactivating', error),
            )
          }
          done={onOpen}
          failed="Failed to Deactivate API Key"
          onClose={onClose}
        />
      );
  }
}

function failure(what: string, doing: string, error: unknown): ApiPopup {
  const text = messageOf(error, `An error occurred while ${doing} the API key. Please try again.`);
  // The response of a rotation may have been lost: its key can no longer be shown, but it can be replaced.
  const wasSent = error instanceof ApiError && error.code !== 'offline';
  const isUnknown = what === 'Rotate' && wasSent && error.status === 0;
  return {
    kind: 'notice',
    title: `Failed to ${what} API Key`,
    text: isUnknown ? `${text} ${PERHAPS_ROTATED}` : text,
  };
}
