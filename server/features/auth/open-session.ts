import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '#shared/accounts/auth.ts';
import type { Account } from '#server/accounts/account.ts';
import { sessionUser } from '#server/features/auth/auth.queries.ts';
import { MARK_DAYS, markedDevice, newDeviceMark } from '#server/features/auth/device-mark.ts';
import { createSession, findSession, removeSession } from '#server/features/auth/sessions.queries.ts';
import type { AtProvider, Device } from '#server/features/auth/sessions.queries.ts';
import { moveTrust } from '#server/features/second-factor/second-factor.queries.ts';
import { moveDevices } from '#server/features/push-devices/push-devices.queries.ts';
import { sessionIdOf } from '#server/secrets/tokens.ts';
import { deviceWords } from '#server/http/sessions/device-words.ts';
import type { Audit, Server } from '#server/http/serve.ts';
import {
  readDeviceCookie,
  readRefreshCookie,
  setDeviceCookie,
  setRefreshCookie,
} from '#server/http/sessions/session-cookies.ts';

type Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  audit: Audit;
  /** The valid session that the browser presented, where it is known. */
  before?: { id: string } | undefined;
};

/**
 * Signs in an account that has proven who it is, at a provider if one is given: a session with its cookies,
 * instead of the one that the browser presented. Also returns the browser's new mark, to which earlier trust in
 * it is moved.
 */
export async function openSession(
  server: Server,
  account: Account,
  { request, reply, audit, ...call }: Call,
  provider?: AtProvider,
): Promise<{ data: { user: SessionUser; accessToken: string }; device: string }> {
  const { database, tokens, config } = server;
  const { tokenKey } = database.installation;
  const before = call.before ?? (await presentedSession(request, server));
  const pair = await createSession(database, tokens, account, deviceOf(request), provider);
  // The browser drops the cookie of the previous session, which must not remain usable.
  if (before) {
    const now = sessionIdOf('lat', pair.access);
    if (now) await moveDevices(database, account.id, { from: before.id, to: now });
    await removeSession(database, before.id);
  }
  await audit(provider ? 'signed_in_by_provider' : 'sign_in', {
    actor: { id: account.id, role: account.role.name },
    ...(provider && { clientId: provider.clientId }),
    address: request.ip,
  });
  server.door.remember(pair.access);
  setRefreshCookie(reply, pair.refresh, config);
  const { mark, device } = newDeviceMark(tokenKey, account.id);
  const marked = markOf(request, server, account.id);
  if (marked !== undefined && account.secondFactor.isSet)
    await moveTrust(database, account.id, marked, device);
  setDeviceCookie(reply, mark, MARK_DAYS, config);
  return { data: { user: sessionUser(account, config), accessToken: pair.access }, device };
}

/** The refusal of a password or passkey where the company signs in with its provider only. */
export const onlyBy = (provider: string): string =>
  `Your company signs in with ${provider} only. Use its button on the sign-in page.`;

/** The id of the browser, if its mark says that the user has signed in there before. */
export function markOf(request: FastifyRequest, { database, config }: Server, userId: string) {
  const mark = readDeviceCookie(request, config);
  return mark === undefined ? undefined : markedDevice(database.installation.tokenKey, userId, mark);
}

/** The valid session of the cookie in the request. */
export async function presentedSession(request: FastifyRequest, { database, config }: Server) {
  const cookie = readRefreshCookie(request, config);
  return cookie === undefined ? undefined : await findSession(database, cookie);
}

export const deviceOf = (request: FastifyRequest): Device => ({
  device: deviceWords(request),
  address: request.ip,
});
