import type { FastifyReply, FastifyRequest } from 'fastify';
import type { auth } from '#shared/auth.ts';
import type { DataOf } from '#shared/endpoint.ts';
import type { Account } from '#server/accounts/account.ts';
import { Unauthenticated } from '#server/errors.ts';
import { findAccount, mayAct, sessionUser } from '#server/features/auth/auth.queries.ts';
import { MARK_DAYS, markedDevice, newDeviceMark } from '#server/features/auth/device-mark.ts';
import { proveSecondFactor } from '#server/features/auth/second-step.ts';
import { createSession, findSession, removeSession } from '#server/features/auth/sessions.queries.ts';
import type { AtProvider, Device } from '#server/features/auth/sessions.queries.ts';
import { moveTrust, trustDevice } from '#server/features/second-factor/second-factor.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import { deviceWords } from '#server/http/device-words.ts';
import {
  readDeviceCookie,
  readRefreshCookie,
  setDeviceCookie,
  setRefreshCookie,
} from '#server/http/session-cookies.ts';
import type { Audit, Server } from '#server/http/serve.ts';

/** Somebody who has proved who they are, with a password or at a provider. */
type Proven = {
  account: Account;
  code: string | undefined;
  rememberDevice: boolean | undefined;
  /** Undefined after a password. */
  provider?: AtProvider;
  /** Runs between the second step and the session. Throws if there must be none. */
  before?: () => Promise<void>;
};
type Call = { request: FastifyRequest; reply: FastifyReply; audit: Audit };
export type CompleteSignIn = (proven: Proven, call: Call) => Promise<DataOf<typeof auth.login>>;

export const deviceOf = (request: FastifyRequest): Device => ({
  device: deviceWords(request),
  address: request.ip,
});

/** The valid session of the cookie in the request. */
export async function presentedSession(request: FastifyRequest, { database, config }: Server) {
  const cookie = readRefreshCookie(request, config);
  return cookie === undefined ? undefined : await findSession(database, cookie);
}

/** The browser by its mark, if the user has signed in there before. */
export function markedBrowser(request: FastifyRequest, { database, config }: Server, userId: string) {
  const mark = readDeviceCookie(request, config);
  return mark ? markedDevice(database.installation.tokenKey, userId, mark) : undefined;
}

/**
 * The rest of every sign-in: the second step, unless the provider has asked for one, then session, cookies and
 * the mark of the browser.
 */
export function completeSignIn(server: Server): CompleteSignIn {
  const { app, database, tokens, config } = server;
  const later = afterAnswers(app);

  return async ({ account, code, rememberDevice, provider, before }, { request, reply, audit }) => {
    const marked = markedBrowser(request, server, account.id);
    const signIn = { account, code, device: marked, request, audit, later };
    const { isTrusted, recoveryCodes } = provider?.hasFactor
      ? { isTrusted: false, recoveryCodes: undefined }
      : await proveSecondFactor(server, signIn);
    await before?.();
    const proved = recoveryCodes ? await changedAccount(database, account) : account;
    const previous = await presentedSession(request, server);
    const pair = await createSession(database, tokens, proved, deviceOf(request), provider);
    // The browser drops the cookie of the previous session, which must not remain usable.
    if (previous) await removeSession(database, previous.id);
    await audit(provider ? 'signed_in_by_provider' : 'sign_in', {
      actor: { id: account.id, role: account.role.name },
      ...(provider && { clientId: provider.clientId }),
      address: request.ip,
    });
    server.door.remember(pair.access);
    setRefreshCookie(reply, pair.refresh, config);
    const { mark, device } = newDeviceMark(database.installation.tokenKey, account.id);
    if (isTrusted && marked) await moveTrust(database, account.id, marked, device);
    else if (rememberDevice && proved.secondFactor.isSet && !provider?.hasFactor)
      await trustDevice(database, account.id, device);
    setDeviceCookie(reply, mark, MARK_DAYS, config);
    return {
      user: sessionUser(proved, config),
      accessToken: pair.access,
      ...(recoveryCodes && { recoveryCodes }),
    };
  };
}

/** The account after its second factor was set up. Throws 401 if it may not be used any more. */
async function changedAccount(database: Server['database'], { id }: Account): Promise<Account> {
  const account = await findAccount(database, id);
  if (!account || !mayAct(account)) throw new Unauthenticated();
  return account;
}
