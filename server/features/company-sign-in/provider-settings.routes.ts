import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { InvalidInput } from '#server/errors.ts';
import { faultOf } from '#server/features/company-sign-in/provider-answers.ts';
import { mayBeProvider } from '#server/features/company-sign-in/provider-calls.ts';
import {
  assertClient,
  getProvider,
  removeProvider,
  setProvider,
  storedSecret,
} from '#server/features/company-sign-in/providers.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

/** The addresses here that a client's provider must know. */
export const addressesOf = ({ config }: Server, clientId: string) => ({
  redirectUri: `${config.publicUrl}/api/auth/provider/${clientId}/callback`,
  logoutUri: `${config.publicUrl}/api/auth/provider/${clientId}/logout`,
});

/** The settings of a client's provider, and the test of its connection. */
export function providerSettingRoutes(server: Server): void {
  const { database, config } = server;
  const { tokenKey } = database.installation;
  const refuseAddress = (issuer: string) => {
    if (mayBeProvider(config, new URL(issuer))) return;
    const message = 'The issuer must be an address with https.';
    throw new InvalidInput([{ field: 'issuer', message }]);
  };

  serve(server, companySignIn.get, async ({ scope, params: { id } }) => ({
    data: { provider: await getProvider(scope, id), ...addressesOf(server, id) },
  }));

  serve(server, companySignIn.set, async ({ scope, sessionId, params: { id }, body, audit }) => {
    await assertClient(scope, id);
    refuseAddress(body.issuer);
    const data = await setProvider(scope, tokenKey, { clientId: id, input: body, keepSession: sessionId });
    const details = {
      issuer: data.issuer,
      domains: data.domains.join(', '),
      newcomers: data.newcomers,
      isOnly: data.isOnly,
      keepers: data.keepers.length,
      asksFactor: data.asksFactor,
      newSecret: body.secret !== undefined,
    };
    await audit('company_sign_in_changed', { clientId: id, objectId: id, details });
    return { data, message: 'Saved.' };
  });

  serve(server, companySignIn.remove, async ({ scope, params: { id }, audit }) => {
    const wasThere = await removeProvider(scope, id);
    if (wasThere) await audit('company_sign_in_removed', { clientId: id, objectId: id });
    return { data: {}, message: 'Company sign-in removed.' };
  });

  serveIdempotent(server, companySignIn.test, async ({ scope, params: { id }, body }) => {
    await assertClient(scope, id);
    refuseAddress(body.issuer);
    // The stored secret goes only where it was stored for.
    const stored = body.secret === undefined ? await storedSecret(scope, tokenKey, id, body) : body.secret;
    const connection = { issuer: body.issuer, appId: body.appId, secret: stored };
    const fault = await faultOf(config, connection, addressesOf(server, id).redirectUri);
    return {
      data: { isRight: fault === undefined, message: fault ?? 'The provider can be used for signing in.' },
    };
  });
}
