import type { FastifyReply, FastifyRequest } from 'fastify';
import { auth } from '#shared/auth.ts';
import type { SessionUser } from '#shared/auth.ts';
import { ROLE_LABELS, permissionFlags, permissionsOf } from '#shared/permissions.ts';
import type { Config } from '#server/config.ts';
import { audit } from '#server/db/system-scope.ts';
import { Forbidden, InvalidInput, Unauthenticated } from '#server/errors.ts';
import {
  actorOf,
  changePassword,
  createSession,
  findAccountByEmail,
  isKnownDevice,
  mayAct,
  removeSession,
  rotateSession,
} from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/features/auth/auth.queries.ts';
import { hashPassword, refuseWeakPassword, verifyPassword } from '#server/features/auth/passwords.ts';
import { beginAttempt, endAttempt } from '#server/features/auth/sign-in-limits.queries.ts';
import { sessionIdOf } from '#server/features/auth/tokens.ts';
import { updateProfile } from '#server/features/users/users.queries.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from '#server/http/refresh-cookie.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const WRONG = 'Invalid email or password';

type Installation = Pick<Config, 'adminScope' | 'sendMail'>;

export function sessionUser(account: Account, { adminScope, sendMail }: Installation): SessionUser {
  const { client, role } = account;
  return {
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    role: { ...role, label: ROLE_LABELS[role.name] },
    clientId: client?.id ?? null,
    client: client && { id: client.id, clientName: client.name, timeZone: client.timeZone },
    permissions: permissionsOf(role.name),
    seesAllClients: actorOf(account, adminScope).seesAllClients,
    ...permissionFlags(role.name),
    notifications: account.notifications,
    sendsMail: sendMail !== undefined,
  };
}

export function authRoutes(server: Server): void {
  const { database, tokens, config } = server;

  serve(server, auth.login, async ({ body, request, reply }) => {
    const account = await findAccountByEmail(database, body.email);
    const cookie = readRefreshCookie(request);
    const known =
      account !== undefined && cookie !== undefined && (await isKnownDevice(database, cookie, account.id));
    const attempt = await beginAttempt(database, body.email, request.ip, known);
    const usable = account && mayAct(account) ? account : undefined;
    const right = await verifyPassword(body.password, usable?.passwordHash);
    if (!usable || !right) {
      await audit(database.core, { action: 'sign_in_failed', objectId: account?.id, ...from(request) });
      throw new Unauthenticated(WRONG);
    }
    await endAttempt(database, attempt);
    const pair = await createSession(database, tokens, usable.id);
    await audit(database.core, {
      action: 'sign_in',
      actor: { id: usable.id, role: usable.role.name },
      ...from(request),
    });
    setRefreshCookie(reply, pair.refresh, config);
    return { data: { user: sessionUser(usable, config), accessToken: pair.access } };
  });

  serve(server, auth.refresh, async ({ request, reply }) => {
    refuseCrossSite(request);
    const cookie = readRefreshCookie(request);
    if (!cookie) throw new Unauthenticated();
    const pair = await rotateSession(database, tokens, cookie).catch((error: unknown) => {
      if (error instanceof Unauthenticated) clearRefreshCookie(reply, config);
      throw error;
    });
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

  serve(server, auth.updateProfile, async ({ body, account }) => {
    await updateProfile(database, account, body);
    const user = {
      ...withSent(account, body),
      notifications: withSent(account.notifications, body.notifications),
    };
    return { data: { user: sessionUser(user, config) }, message: 'Profile saved.' };
  });

  serve(server, auth.changePassword, async ({ body, account, sessionId, request }) => {
    // Counted apart from sign-in: whoever holds a stolen token can neither guess on nor shut the owner out.
    const attempt = await beginAttempt(database, `password of ${account.id}`, request.ip, false);
    if (!(await verifyPassword(body.currentPassword, account.passwordHash))) {
      throw new InvalidInput([{ field: 'currentPassword', message: 'The current password is not right.' }]);
    }
    await endAttempt(database, attempt);
    const words = [account.email, account.firstName, account.lastName, account.client?.name ?? '', 'lms'];
    await refuseWeakPassword(body.newPassword, words, 'newPassword');
    await changePassword(database, account.id, await hashPassword(body.newPassword), sessionId);
    await audit(database.core, {
      action: 'password_changed',
      actor: { id: account.id, role: account.role.name },
      ...from(request),
    });
    return { data: {}, message: 'Password changed. Other devices have been signed out.' };
  });
}

/** The value with what was sent put over it. */
function withSent<Value extends object>(value: Value, sent: object = {}): Value {
  return { ...value, ...Object.fromEntries(Object.entries(sent).filter(([, each]) => each !== undefined)) };
}

const from = (request: FastifyRequest) => ({ requestId: request.id, address: request.ip });

/** The refresh cookie is honoured for the page's own origin alone. */
function refuseCrossSite(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  const sameOrigin = site === undefined || site === 'same-origin' || site === 'none';
  const sameHost = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  if (!sameOrigin || !sameHost) throw new Forbidden('This call is open to the application itself only.');
}

/** Signing out needs no living token: whatever session bearer or cookie name is ended. */
async function endPresentedSessions(
  request: FastifyRequest,
  reply: FastifyReply,
  server: Server,
): Promise<void> {
  const { database, config } = server;
  const actor = await server.door.find(request);
  if (actor) await removeSession(database, actor.sessionId);
  const cookie = readRefreshCookie(request);
  const id = cookie && sessionIdOf('lrt', cookie);
  if (cookie && id) {
    // Rotation proves that the cookie is genuine before its session ends.
    const genuine = await rotateSession(database, server.tokens, cookie).catch(() => undefined);
    if (genuine) await removeSession(database, id);
  }
  clearRefreshCookie(reply, config);
}
