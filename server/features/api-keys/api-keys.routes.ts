import { apiKeys } from '#shared/api-keys.ts';
import type { AuditAction } from '#shared/audit.ts';
import type { Scope } from '#server/db/scope.ts';
import { audit } from '#server/db/audit.ts';
import { findClient } from '#server/db/find-client.ts';
import { Conflict } from '#server/errors.ts';
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#server/features/api-keys/api-keys.queries.ts';
import { receiveEnquiry } from '#server/features/public-leads/public-leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function apiKeyRoutes(server: Server): void {
  const { database } = server;
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

  serve(server, apiKeys.test, async ({ scope, body }) => {
    const key = await getApiKey(scope, body.api_key_id);
    const client = await findClient(database, key.client_id);
    if (key.status !== 'active' || !client?.isActive) throw new Conflict('This API key is no longer active.');
    const { leadId } = await receiveEnquiry(
      database,
      { ...key, client, allowedOrigins: key.allowed_origins },
      {
        name: 'Test enquiry',
        email: 'test.enquiry@example.com',
        message: 'Sent from the API settings to see a lead arrive.',
        source: 'website',
      },
    );
    return { data: { lead_id: leadId }, message: 'The test lead has arrived.' };
  });
}
