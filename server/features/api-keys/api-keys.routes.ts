import { apiKeys } from '#shared/api-keys.ts';
import type { AuditAction } from '#shared/audit.ts';
import type { Scope } from '#server/db/scope.ts';
import { audit } from '#server/db/audit.ts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#server/features/api-keys/api-keys.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function apiKeyRoutes(server: Server): void {
  const noted = async (
    scope: Scope,
    action: AuditAction,
    { clientId, id, requestId }: { clientId: string; id: string; requestId: string },
  ) => await audit(scope.core, { action, actor: scope.user, clientId, objectId: id, requestId });

  serve(server, apiKeys.list, async ({ scope, query }) => {
    const { pagination, ...data } = await listApiKeys(scope, query);
    return { data, pagination };
  });

  serve(server, apiKeys.create, async ({ scope, body, request }) => {
    const { id, key } = await createApiKey(scope, body);
    await noted(scope, 'api_key_created', { clientId: body.client_id, id, requestId: request.id });
    return {
      data: { api_key: key },
      message: 'Please copy your API key now. It is shown only once.',
    };
  });

  serve(server, apiKeys.rotate, async ({ scope, body: { api_key_id: id }, request }) => {
    const { key, clientId } = await rotateApiKey(scope, id);
    await noted(scope, 'api_key_rotated', { clientId, id, requestId: request.id });
    return { data: { new_api_key: key }, message: 'The old API key is no longer valid.' };
  });

  serve(server, apiKeys.revoke, async ({ scope, body: { api_key_id: id }, request }) => {
    const { clientId } = await revokeApiKey(scope, id);
    await noted(scope, 'api_key_deactivated', { clientId, id, requestId: request.id });
    return { data: { id }, message: 'The API key has been deactivated.' };
  });
}
