import {
  BY_INVITATION,
  DEAD_INVITATION,
  DEAD_RESET_LINK,
  RESET_REQUESTS_PER_HOUR,
  Registration,
  accessLinks,
} from '#shared/accounts/access-links.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { roleNameOf } from '#server/db/sql/role-ids.ts';
import { Scope } from '#server/db/scope.ts';
import { Conflict, Forbidden, InvalidInput, tryAgainIn } from '#server/errors.ts';
import { createReset, findReset, useReset } from '#server/features/access-links/access-links.queries.ts';
import type { Issued } from '#server/features/access-links/access-links.queries.ts';
import {
  createInvitation,
  findInvitation,
  listInvitations,
  revokeInvitation,
  useInvitation,
} from '#server/features/access-links/invitations.queries.ts';
import { askedForMail, invitationMail, newPasswordMail } from '#server/features/access-links/link-mails.ts';
import { mailLink } from '#server/features/access-links/mail-link.ts';
import { mayAsk, secondsToAsk } from '#server/features/access-links/public-requests.queries.ts';
import { userActor } from '#server/db/actors.ts';
import { onlyProviderOf } from '#server/features/company-sign-in/keepers.queries.ts';
import { findAccount, findAccountByEmail, mayAct } from '#server/features/auth/auth.queries.ts';
import { hashPassword, refuseWeakPassword } from '#server/secrets/passwords.ts';
import { forgetFailures } from '#server/features/auth/sign-in-limits.queries.ts';
import { createUser, getResettableUser } from '#server/features/users/users.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import { readDeviceCookie } from '#server/http/sessions/session-cookies.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Audit, Server } from '#server/http/serve.ts';
import { parse } from '#server/http/validate.ts';

/** Links one address may request per hour, across all accounts. */
const REQUESTS_PER_ADDRESS = 30;

const SENT_IF_KNOWN =
  'If there is an account with this email, a link to choose a new password is on its way.';
const NO_MAIL = 'Email isn’t set up. Ask your administrator for a link to choose a new password.';

export function accessLinkRoutes(server: Server): void {
  forgotPasswordRoute(server);
  resetRoutes(server);
  invitationRoutes(server);
}

/**
 * Responds before checking whether the account exists, so that neither the response nor its timing reveals
 * that.
 */
function forgotPasswordRoute(server: Server): void {
  const { app, database, config } = server;
  const later = afterAnswers(app);

  serve(server, accessLinks.forgotPassword, async ({ body, request, audit }) => {
    const wait = await secondsToAsk(
      database,
      `reset address ${callerAddress(request)}`,
      REQUESTS_PER_ADDRESS,
    );
    if (wait > 0) throw tryAgainIn(wait, 'Too many requests.');
    const email = normaliseEmail(body.email);
    if (!config.sendMail) return { data: {}, message: NO_MAIL };
    const isWithinLimit = await mayAsk(database, `reset account ${email}`, RESET_REQUESTS_PER_HOUR);
    if (isWithinLimit)
      later(request, 'sending a link to choose a new password failed', async () => {
        await sendResetLink(server, email, audit);
      });
    return { data: {}, message: SENT_IF_KNOWN };
  });
}

async function sendResetLink({ database, config }: Server, email: string, audit: Audit): Promise<void> {
  const account = await findAccountByEmail(database, email);
  if (!account || !mayAct(account) || account.onlyBy !== null) return;
  const { token } = await createReset(database, account.id);
  await audit('password_reset_requested', { clientId: account.client?.id ?? null, objectId: account.id });
  await config.sendMail?.(askedForMail(account, `${config.publicUrl}${resetPath(token)}`));
}

/** The token follows `#`: browsers send that part of a URL to no server. */
const resetPath = (token: string) => `/reset-password#${token}`;

/** The link for the administrator who requested it, shown only once. */
const shown = (path: string, { token, expiresAt }: Issued, mailed: boolean) => ({
  token,
  path,
  expiresAt,
  mailed,
});

function resetRoutes(server: Server): void {
  const { database, config } = server;

  serve(server, accessLinks.check, async ({ body: { token } }) => {
    if (await findReset(database, token)) return { data: { works: true } };
    const found = await findInvitation(database, token);
    if (!found) return { data: { works: false } };
    const { email, company } = found;
    return { data: { works: true, invitation: { email, company } } };
  });

  serve(server, accessLinks.resetPassword, async ({ body, request, audit }) => {
    const dead = new InvalidInput([{ field: 'token', message: DEAD_RESET_LINK }]);
    const account = await findReset(database, body.token);
    if (!account) throw dead;
    const words = [account.email, account.firstName, account.lastName, account.client?.name ?? '', 'lms'];
    await refuseWeakPassword(body.password, words);
    if (!(await useReset(database, body.token, account, await hashPassword(body.password)))) throw dead;
    await forgetFailures(database, account, readDeviceCookie(request, config));
    await audit('password_reset', {
      actor: { id: account.id, role: account.role.name },
      clientId: account.client?.id ?? null,
      objectId: account.id,
      address: request.ip,
    });
    return { data: {}, message: 'Your password has been changed. Sign in with the new one.' };
  });

  serveIdempotent(server, accessLinks.resetLink, async ({ scope, params, request, audit }) => {
    const user = await getResettableUser(scope, params.id);
    const only = (await findAccount(database, user.id))?.onlyBy;
    if (only) throw new Conflict(`This user signs in with ${only} only, without a password.`);
    const issued = await createReset(database, user.id);
    await audit('reset_link_created', { clientId: user.clientId, objectId: user.id });
    const path = resetPath(issued.token);
    const mailed = await mailLink(server, request, path, (link) => newPasswordMail(user, link));
    return { data: shown(path, issued, mailed) };
  });
}

function invitationRoutes(server: Server): void {
  const { database, config } = server;

  serveIdempotent(server, accessLinks.invite, async ({ scope, account, body, request, audit }) => {
    const issued = await createInvitation(scope, body);
    await audit('user_invited', {
      clientId: body.clientId ?? null,
      details: { email: body.email, role: roleNameOf(body.roleId) },
    });
    const path = `/register#${issued.token}`;
    const by = { email: account.email, company: issued.company };
    const mailed = await mailLink(server, request, path, (link) => invitationMail(body.email, by, link));
    return { data: shown(path, issued, mailed) };
  });

  serve(server, accessLinks.invitations, async ({ scope, query }) => await listInvitations(scope, query));

  serve(server, accessLinks.revoke, async ({ scope, params, audit }) => {
    const { email, clientId } = await revokeInvitation(scope, params.id);
    await audit('invitation_revoked', { clientId, details: { email } });
    return { data: {}, message: 'Invitation revoked' };
  });

  serve(server, accessLinks.register, async ({ body, request, audit }) => {
    if (!body.token) throw new Forbidden(BY_INVITATION);
    const { firstName, lastName, password, token } = parse(Registration, body);
    const dead = new InvalidInput([{ field: 'token', message: DEAD_INVITATION }]);
    const invitation = await findInvitation(database, token);
    if (!invitation) throw dead;
    const { email, roleId, clientId, inviter } = invitation;
    const only = await onlyProviderOf(database, clientId);
    if (only)
      throw new Forbidden(`Your company signs in with ${only} only. Use its button on the sign-in page.`);
    await refuseWeakPassword(password, [email, firstName, lastName, 'lms']);
    const scope = new Scope(database, userActor(inviter, config.adminScope));
    const user = { firstName, lastName, email, password, roleId, clientId };
    const { id } = await createUser(scope, user, await hashPassword(password), async (trx) => {
      if (!(await useInvitation(trx, token))) throw dead;
    });
    await audit('user_registered', { actor: scope.user, clientId, objectId: id, address: request.ip });
    return { data: { email }, message: 'Your account is ready. Sign in to begin.' };
  });
}
