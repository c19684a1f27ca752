import type { FastifyReply, FastifyRequest } from 'fastify';
import { auth } from '#shared/accounts/auth.ts';
import { ownAction } from '#server/accounts/account.ts';
import { Unauthenticated } from '#server/errors.ts';
import { findAccountByEmail, mayAct, sessionUser } from '#server/features/auth/auth.queries.ts';
import { deviceOf, markOf, onlyBy, presentedSession } from '#server/features/auth/open-session.ts';
import type { CompleteSignIn } from '#server/features/auth/complete-sign-in.ts';
import { signOutEverywhere } from '#server/features/auth/open-access.queries.ts';
import { verifyPassword } from '#server/secrets/passwords.ts';
import {
  listSessions,
  removeOwnSession,
  removeSession,
  rotateSession,
} from '#server/features/auth/sessions.queries.ts';
import {
  beginAttempt,
  deviceTries,
  endAttempt,
  signInTries,
} from '#server/features/auth/sign-in-limits.queries.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import { refuseCrossSite } from '#server/http/sessions/same-origin.ts';
import {
  clearRefreshCookie,
  readRefreshCookie,
  setRefreshCookie,
} from '#server/http/sessions/session-cookies.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const WRONG = 'Invalid email or password';

export function authRoutes(server: Server, complete: CompleteSignIn): void {
  const { database, tokens, config } = server;

  serve(server, auth.login, async ({ body, request, reply, audit }) => {
    const account = await findAccountByEmail(database, body.email);
    const before = await presentedSession(request, server);
    const marked = account && markOf(request, server, account.id);
    const device = (before && before.userId === account?.id ? before.id : undefined) ?? marked;
    const attempt = await beginAttempt(
      database,
      device ? deviceTries(device) : signInTries(body.email, callerAddress(request)),
    );
    const usable = account && mayAct(account) ? account : undefined;
    const right = await verifyPassword(body.password, usable?.passwordHash);
    if (!usable || !right) {
      await audit('sign_in_failed', { objectId: account?.id, address: request.ip });
      throw new Unauthenticated(WRONG);
    }
    await endAttempt(database, attempt);
    // Said only to somebody who knows the password.
    if (usable.onlyBy !== null) throw new Unauthenticated(onlyBy(usable.onlyBy));
    const { code, passkey, rememberDevice } = body;
    const call = { request, reply, audit, before };
    return { data: await complete({ account: usable, code, passkey, rememberDevice }, call) };
  });

  serve(server, auth.refresh, async ({ request, reply }) => {
    refuseCrossSite(request);
    const cookie = readRefreshCookie(request, config);
    if (!cookie) throw new Unauthenticated();
    const pair = await rotateSession(database, tokens, cookie, deviceOf(request)).catch((error: unknown) => {
      if (error instanceof Unauthenticated) clearRefreshCookie(reply, config);
      throw error;
    });
    server.door.remember(pair.access);
    setRefreshCookie(reply, pair.refresh, config);
    return { data: { accessToken: pair.access } };
  });

  serve(server, auth.logout, async ({ request, reply }) => {
    refuseCrossSite(request);
    await endPresentedSessions(request, reply, server);
    return { data: {} };
  });

  serve(server, auth.me, async ({ account }) => ({
    data: { user: sessionUser(account, config) },
  }));
}

/** Lists the user's own sessions and ends them. */
export function ownSessionRoutes(server: Server): void {
  const { database, config } = server;

  serve(server, auth.sessions, async ({ account, sessionId }) => ({
    data: { sessions: await listSessions(database, account.id, sessionId) },
  }));

  serve(server, auth.endSession, async ({ account, params, request, audit }) => {
    await removeOwnSession(database, account.id, params.id);
    await audit('session_ended', ownAction(account, request));
    return { data: {}, message: 'Signed out there.' };
  });

  serve(server, auth.endSessions, async ({ account, request, reply, audit }) => {
    await signOutEverywhere(database, account.id);
    await audit('signed_out_everywhere', ownAction(account, request));
    clearRefreshCookie(reply, config);
    return { data: {}, message: 'You are signed out everywhere.' };
  });
}

/** Signing out needs no valid token: it ends the sessions of both the bearer token and the cookie. */
async function endPresentedSessions(
  request: FastifyRequest,
  reply: FastifyReply,
  server: Server,
): Promise<void> {
  const { database, config } = server;
  // While a client is being removed, the cookie alone names the session.
  const actor = await server.door.find(request).catch(() => undefined);
  if (actor) await removeSession(database, actor.sessionId);
  const presented = await presentedSession(request, server);
  if (presented) await removeSession(database, presented.id);
  clearRefreshCookie(reply, config);
}
