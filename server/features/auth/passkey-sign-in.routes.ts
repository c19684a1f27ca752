import { passkeys } from '#shared/accounts/passkeys.ts';
import { Unauthenticated } from '#server/errors.ts';
import { findAccount, mayAct } from '#server/features/auth/auth.queries.ts';
import { onlyBy, openSession } from '#server/features/auth/open-session.ts';
import { passkeyRequest, usePasskey } from '#server/features/second-factor/passkeys.queries.ts';
import { browserOf, nameBrowser, relyingParty } from '#server/http/sessions/relying-party.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const NOT_ACTIVE = 'This account cannot sign in at present. Ask your administrator.';

/** Signs in with a passkey alone: it is something one has, unlocked by something one is or knows. */
export function passkeySignInRoutes(server: Server): void {
  const { database, config } = server;
  const purposeOf = (browser: string | undefined) => `sign-in in ${browser}`;

  serve(server, passkeys.signInOptions, async ({ request, reply }) => {
    const purpose = purposeOf(nameBrowser(request, reply, config));
    return { data: await passkeyRequest(database, { party: relyingParty(request, config), purpose }) };
  });

  serve(server, passkeys.signIn, async ({ body, request, reply, audit }) => {
    const asked = { party: relyingParty(request, config), purpose: purposeOf(browserOf(request, config)) };
    const { userId, refusal } = await usePasskey(database, asked, body.passkey);
    const account = refusal === undefined ? await findAccount(database, userId) : undefined;
    if (!account || !mayAct(account)) {
      await audit('sign_in_failed', { objectId: userId, address: request.ip });
      throw new Unauthenticated(refusal ?? NOT_ACTIVE);
    }
    if (account.onlyBy !== null) throw new Unauthenticated(onlyBy(account.onlyBy));
    const { data } = await openSession(server, account, { request, reply, audit });
    return { data };
  });
}
