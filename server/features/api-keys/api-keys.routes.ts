import { apiKeys } from '#shared/accounts/api-keys.ts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#server/features/api-keys/api-keys.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function apiKeyRoutes(server: Server): void {
  serve(server, apiKeys.list, async ({ scope, query }) => await listApiKeys(scope, query));

  serveIdempotent(server, apiKeys.create, async ({ scope, body, audit }) => {
    const { id, key } = await createApiKey(scope, body);
    await audit('api_key_created', { clientId: body.client_id, objectId: id });
    return {
      data: { api_key: key },
      message: 'Please copy your API key now. It is shown only once.',
    };
  });

  serveIdempotent(server, apiKeys.rotate, async ({ scope, body: { api_key_id: id }, audit }) => {
    const { key, clientId } = await rotateApiKey(scope, id);
    await audit('api_key_rotated', { clientId, objectId: id });
    return { data: { new_api_key: key }, message: 'The old API key is no longer valid.' };
  });

  serveIdempotent(server, apiKeys.revoke, async ({ scope, body: { api_key_id: id }, audit }) => {
    const { clientId } = await revokeApiKey(scope, id);
    await audit('api_key_deactivated', { clientId, objectId: id });
    return { data: { id }, message: 'The API key has been deactivated.' };
  });
}
