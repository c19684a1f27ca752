import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import {
  createServiceToken,
  listServiceTokens,
  removeServiceToken,
} from '#server/features/access-tokens/service-tokens.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

/** The routes with which admins create tokens for a client's programs. */
export function serviceTokenRoutes(server: Server): void {
  serve(server, serviceTokens.list, async ({ scope, query }) => await listServiceTokens(scope, query));

  serveIdempotent(server, serviceTokens.create, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'service token');
    const data = await createServiceToken(scope, inside, body);
    const details = { scope: body.scope };
    await audit('service_token_created', { clientId: inside.client.id, objectId: data.id, details });
    return { data, message: 'Copy the service token now. It is shown only once.' };
  });

  serve(server, serviceTokens.remove, async ({ scope, params: { id }, audit }) => {
    const { clientId } = await removeServiceToken(scope, id);
    await audit('service_token_removed', { clientId, objectId: id });
    return { data: {}, message: 'The service token is no longer valid.' };
  });
}
