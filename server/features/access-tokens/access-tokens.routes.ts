import { accessTokens } from '#shared/accounts/access-tokens.ts';
import {
  createAccessToken,
  listAccessTokens,
  removeAccessToken,
} from '#server/features/access-tokens/access-tokens.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

/** The routes with which users create tokens for their programs. */
export function accessTokenRoutes(server: Server): void {
  const { database } = server;

  serve(server, accessTokens.list, async ({ account }) => ({
    data: { tokens: await listAccessTokens(database, account.id) },
  }));

  serveIdempotent(server, accessTokens.create, async ({ scope, account, body, audit }) => {
    const made = await createAccessToken(scope, body);
    await audit('access_token_created', {
      clientId: body.clientId ?? account.client?.id ?? null,
      objectId: account.id,
      details: { name: body.name, scope: body.scope },
    });
    return { data: made, message: 'Copy the access token now. It is shown only once.' };
  });

  serve(server, accessTokens.remove, async ({ account, params, audit }) => {
    await removeAccessToken(database, account.id, params.id);
    await audit('access_token_removed', { clientId: account.client?.id ?? null, objectId: account.id });
    return { data: {}, message: 'The access token is no longer valid.' };
  });
}
