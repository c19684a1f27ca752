import type { FastifyRequest } from 'fastify';
import type { auth } from '#shared/accounts/auth.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { Account } from '#server/accounts/account.ts';
import { userActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { Conflict, HttpError, NotFound, Unauthenticated } from '#server/errors.ts';
import { findAccount, mayAct } from '#server/features/auth/auth.queries.ts';
import { EXPIRED, ProviderFailure, sentenceOf } from '#server/features/company-sign-in/failures.ts';
import { accountOf } from '#server/features/company-sign-in/people.queries.ts';
import {
  LOGOUT_MINUTES,
  addressToGo,
  logoutIn,
  personIn,
} from '#server/features/company-sign-in/provider-answers.ts';
import type { Connection } from '#server/features/company-sign-in/provider-calls.ts';
import {
  addressesOf,
  providerSettingRoutes,
} from '#server/features/company-sign-in/provider-settings.routes.ts';
import {
  findProvider,
  findProviderOfDomain,
  secretOf,
} from '#server/features/company-sign-in/providers.queries.ts';
import type { Provider } from '#server/features/company-sign-in/providers.queries.ts';
import {
  SIGN_IN_MINUTES,
  beginSignIn,
  endSignIn,
  findAnswered,
  newBrowserSecret,
  noteOutcome,
  proofsOf,
  signOutByProvider,
  takeAnswer,
} from '#server/features/company-sign-in/sign-ins.queries.ts';
import type { Outcome } from '#server/features/company-sign-in/sign-ins.queries.ts';
import { refuseCrossSite } from '#server/http/sessions/same-origin.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Audit, Context, Server } from '#server/http/serve.ts';
import {
  clearProviderCookie,
  readProviderCookie,
  setProviderCookie,
} from '#server/http/sessions/session-cookies.ts';

/** The rest of every sign-in: second step, session and cookies. */
type Complete = (
  proven: {
    account: Account;
    code: string | undefined;
    passkey: UsedPasskey | undefined;
    rememberDevice: boolean | undefined;
    provider: { clientId: string; session: string | null; hasFactor: boolean };
    before: () => Promise<void>;
  },
  call: Pick<Context<typeof companySignIn.finish>, 'request' | 'reply' | 'audit'>,
) => Promise<DataOf<typeof auth.login>>;

/** The constant place to which every provider's answer leads. */
const BACK_ON_PAGE = '/login#provider';
const NO_PROVIDER = 'No company signs in with this email domain.';
const BAD_LOGOUT = new HttpError(400, 'bad_request', 'This logout token is not valid.');

/** Signing in at the provider of a client, and its settings (decision 54). */
export function companySignInRoutes(server: Server, complete: Complete): void {
  beginRoutes(server);
  callbackRoute(server);
  finishRoute(server, complete);
  logoutRoute(server);
  providerSettingRoutes(server);
}

/** Throws ProviderFailure when the secret was sealed by another installation. */
function connectionOf({ database }: Server, provider: Provider): Connection {
  const secret = secretOf(database, provider);
  if (secret === undefined) throw new ProviderFailure('no_secret');
  return { issuer: provider.issuer, appId: provider.app_id, secret };
}

function beginRoutes(server: Server): void {
  const { database, config } = server;

  serve(server, companySignIn.find, async ({ query }) => {
    const found = await findProviderOfDomain(database, query.domain.toLowerCase());
    return { data: { provider: found ? { name: found.name } : null } };
  });

  serve(server, companySignIn.begin, async ({ body: { email }, request, reply }) => {
    refuseCrossSite(request);
    const provider = await findProviderOfDomain(database, normaliseEmail(email).split('@')[1] ?? '');
    if (!provider) throw new NotFound(NO_PROVIDER);
    const clientId = provider.client_id;
    const browser = newBrowserSecret();
    const { redirectUri } = addressesOf(server, clientId);
    try {
      const proofs = proofsOf(database.installation.tokenKey, browser);
      const asked = { ...proofs, redirectUri, email };
      const url = await addressToGo(config, connectionOf(server, provider), asked);
      await beginSignIn(database, browser, { clientId, issuer: provider.issuer });
      setProviderCookie(reply, browser, SIGN_IN_MINUTES, config);
      return { data: { url } };
    } catch (error) {
      throw refusalOf(error, provider, request);
    }
  });
}

/** The refusal that the user reads; anything but a failure of the provider is thrown on. */
function refusalOf(error: unknown, { name }: Provider, request: FastifyRequest): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  request.log.warn({ err: error, failure: error.failure }, 'a sign-in provider failed');
  return new Unauthenticated(sentenceOf(error.failure, name));
}

/**
 * The browser comes back from the provider. Whatever has happened, the page shows it: there is no other place to
 * lead to. An answer for another sign-in than this browser's uses nothing up.
 */
function callbackRoute(server: Server): void {
  const { database, config } = server;
  const { tokenKey } = database.installation;

  serve(server, companySignIn.callback, async ({ params: { id }, request, reply, audit }) => {
    const browser = readProviderCookie(request, config);
    const fits = browser !== undefined && statesIn(request).join() === proofsOf(tokenKey, browser).state;
    const taken = fits ? await takeAnswer(database, browser, id) : undefined;
    if (browser !== undefined && taken) {
      const outcome = await outcomeOf(
        server,
        { clientId: id, browser, issuer: taken.issuer },
        request,
        audit,
      );
      if ('failure' in outcome)
        await audit('provider_sign_in_failed', {
          clientId: id,
          objectId: id,
          details: { reason: outcome.failure },
          address: request.ip,
        });
      await noteOutcome(database, browser, outcome);
    }
    await reply.header('cache-control', 'no-store').redirect(BACK_ON_PAGE, 303);
    return SENT;
  });
}

const searchOf = ({ url }: FastifyRequest) => url.slice(`${url}?`.indexOf('?'));
const statesIn = (request: FastifyRequest) => new URLSearchParams(searchOf(request)).getAll('state');

type UnderWay = { clientId: string; browser: string; issuer: string };

async function outcomeOf(
  server: Server,
  { clientId, browser, issuer }: UnderWay,
  request: FastifyRequest,
  audit: Audit,
): Promise<Outcome> {
  const { database, config } = server;
  const provider = await findProvider(database, clientId);
  // The settings may have changed while the user was away.
  if (!provider || provider.issuer !== issuer) return { failure: 'refused' };
  try {
    const connection = connectionOf(server, provider);
    const { redirectUri } = addressesOf(server, clientId);
    const currentUrl = new URL(`${redirectUri}${searchOf(request)}`);
    const proofs = proofsOf(database.installation.tokenKey, browser);
    const person = await personIn(config, connection, currentUrl, proofs);
    const doors = {
      system: database,
      asInviter: (inviter: Account) => new Scope(database, userActor(inviter, config.adminScope)),
    };
    const account = await accountOf(doors, provider, person, async (action, { id }, details) => {
      const by = { clientId, objectId: id, address: request.ip };
      await audit(action, { ...by, ...(details && { details }) });
    });
    if (typeof account === 'string') return { failure: account };
    const hasFactor = person.hasFactor || provider.asks_factor;
    return { userId: account.id, session: person.session, hasFactor };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    request.log.warn({ err: error, failure: error.failure }, 'a sign-in at a provider failed');
    return { failure: error.failure };
  }
}

function finishRoute(server: Server, complete: Complete): void {
  const { database, config } = server;

  serve(server, companySignIn.finish, async ({ body, request, reply, audit }) => {
    refuseCrossSite(request);
    const browser = readProviderCookie(request, config);
    const answered = browser === undefined ? undefined : await findAnswered(database, browser);
    if (browser === undefined || !answered) throw new Conflict(EXPIRED);
    const { user_id: userId, client_id: clientId, failure, name } = answered;
    const refuse = async (why: string): Promise<never> => {
      await endSignIn(database, browser);
      clearProviderCookie(reply, config);
      throw why === EXPIRED ? new Conflict(why) : new Unauthenticated(why);
    };
    if (failure !== null) return await refuse(sentenceOf(failure, name));
    const account = userId === null ? undefined : await findAccount(database, userId);
    // The account may have been deactivated, moved or promoted since the provider answered.
    if (!account || account.client?.id !== clientId || account.role.name === 'superadmin')
      return await refuse(EXPIRED);
    if (!mayAct(account)) return await refuse(sentenceOf('inactive', name));
    const before = async () => {
      if (!(await endSignIn(database, browser))) throw new Conflict(EXPIRED);
    };
    const { provider_session: session, has_factor: hasFactor } = answered;
    const provider = { clientId, session, hasFactor };
    const { code, passkey, rememberDevice } = body;
    const proven = { account, code, passkey, rememberDevice, provider, before };
    const data = await complete(proven, { request, reply, audit });
    clearProviderCookie(reply, config);
    return { data };
  });
}

/** OpenID Connect Back-Channel Logout 1.0: a form with a signed token, answered 200 or 400. */
function logoutRoute(server: Server): void {
  const { database, config } = server;
  void server.app.register(async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 32 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    serve({ ...server, app }, companySignIn.signedOut, async ({ params: { id }, body, request, audit }) => {
      const provider = await findProvider(database, id);
      if (!provider) throw new NotFound('There is no sign-in provider at this address.');
      try {
        const logout = await logoutIn(config, connectionOf(server, provider), body.logout_token);
        const ended = await signOutByProvider(database, id, provider.issuer, {
          ...logout,
          minutes: 2 * LOGOUT_MINUTES,
        });
        if (!ended) throw BAD_LOGOUT;
        for (const userId of ended)
          await audit('signed_out_by_provider', { clientId: id, objectId: userId, address: request.ip });
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        request.log.warn({ err: error, failure: error.failure }, 'a logout token was refused');
        throw BAD_LOGOUT;
      }
      return { data: {} };
    });
  });
}
