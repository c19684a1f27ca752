import type { FastifyRequest } from 'fastify';
import { DEAD_EMAIL_LINK, EMAIL_CHANGES_PER_HOUR, profile } from '#shared/profile.ts';
import { audit } from '#server/db/audit.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import { Conflict, InvalidInput, tryAgainIn } from '#server/errors.ts';
import { secondsToAsk } from '#server/features/access-links/public-requests.queries.ts';
import { findAccount, sessionUser } from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/account.ts';
import { hashPassword, refuseWeakPassword, verifyPassword } from '#server/passwords.ts';
import { beginAttempt, endAttempt, passwordTries } from '#server/features/auth/sign-in-limits.queries.ts';
import { createEmailChange, isFree, useEmailChange } from '#server/features/profile/email-changes.queries.ts';
import {
  confirmEmailMail,
  emailAskedMail,
  emailChangedMail,
} from '#server/features/profile/profile-mails.ts';
import { changePassword, isOtherEmail, updateProfile } from '#server/features/profile/profile.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const PASSWORD_NEEDED = 'Enter your current password to change your e-mail.';
const MAIL_FAILED = 'mailing about a change of an e-mail failed';

/** Who is signed in changes the own name, e-mail, notifications and password. */
export function profileRoutes(server: Server): void {
  const { app, database, config } = server;
  const later = afterAnswers(app);

  serve(server, profile.update, async ({ body, account, sessionId, request }) => {
    const { currentPassword, email, ...changes } = body;
    if (!isOtherEmail(account, email)) {
      await updateProfile(database, account, { ...changes, email }, sessionId);
      return { data: { user: await current(server, account) }, message: 'Profile saved.' };
    }
    if (!currentPassword) throw new InvalidInput([{ field: 'currentPassword', message: PASSWORD_NEEDED }]);
    await provePassword(server, account, currentPassword);
    await countEmailChange(server, account);
    const { sendMail, publicUrl } = config;
    if (!sendMail) {
      await updateProfile(database, account, { ...changes, email }, sessionId);
      await note(server, request, account, {
        action: 'email_changed',
        details: { from: account.email, to: email },
      });
      return { data: { user: await current(server, account) }, message: 'Profile saved.' };
    }
    await updateProfile(database, account, changes, sessionId);
    const token = await createEmailChange(database, account, email, sessionId);
    await note(server, request, account, { action: 'email_change_requested', details: { to: email } });
    later(request, MAIL_FAILED, async () => {
      await sendMail(emailAskedMail(account, email));
      // An address that is taken gets nothing, and who asked is told nothing of it.
      if (await isFree(database, email))
        await sendMail(confirmEmailMail(account, email, `${publicUrl}/confirm-email#${token}`));
    });
    const message = `If ${email} can be used, a link to confirm it is on its way there. Until it is opened you sign in with ${account.email}.`;
    return { data: { user: await current(server, account), confirming: email }, message };
  });

  serve(server, profile.confirmEmail, async ({ body, request }) => {
    const dead = new InvalidInput([{ field: 'token', message: DEAD_EMAIL_LINK }]);
    const changed = await useEmailChange(database, body.token).catch((error: unknown) => {
      throw error instanceof Conflict ? dead : error;
    });
    if (!changed) throw dead;
    const { account, email } = changed;
    await note(server, request, account, {
      action: 'email_changed',
      details: { from: account.email, to: email },
    });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(emailChangedMail(account, email)));
    return { data: { email }, message: `Your e-mail has been changed. Sign in with ${email}.` };
  });

  serve(server, profile.changePassword, async ({ body, account, sessionId, request }) => {
    await provePassword(server, account, body.currentPassword);
    const words = [account.email, account.firstName, account.lastName, account.client?.name ?? '', 'lms'];
    await refuseWeakPassword(body.newPassword, words, 'newPassword');
    await changePassword(database, account.id, await hashPassword(body.newPassword), sessionId);
    await note(server, request, account, { action: 'password_changed' });
    return { data: {}, message: 'Password changed. Other devices have been signed out.' };
  });
}

/** The user as stored now. */
async function current({ database, config }: Server, { id }: Account) {
  const account = await findAccount(database, id);
  if (!account) throw new Conflict('Your account does not exist any more.');
  return sessionUser(account, config);
}

/** Throws 422 unless this is the account's password, 429 after too many wrong ones. */
async function provePassword({ database }: Server, account: Account, password: string): Promise<void> {
  const attempt = await beginAttempt(database, passwordTries(account.id));
  if (!(await verifyPassword(password, account.passwordHash)))
    throw new InvalidInput([{ field: 'currentPassword', message: 'The current password is not right.' }]);
  await endAttempt(database, attempt);
}

/** Each try may ask whether an address has an account, or send somebody a mail. Throws 429. */
async function countEmailChange({ database }: Server, { id }: Account): Promise<void> {
  const wait = await secondsToAsk(database, `e-mail change of ${id}`, EMAIL_CHANGES_PER_HOUR);
  if (wait > 0) throw tryAgainIn(wait, 'Too many changes of the e-mail.');
}

async function note(
  { database }: Server,
  request: FastifyRequest,
  { id, role, client }: Account,
  entry: Pick<AuditEntry, 'action' | 'details'>,
): Promise<void> {
  await audit(database.core, {
    actor: { id, role: role.name },
    clientId: client?.id ?? null,
    objectId: id,
    requestId: request.id,
    address: request.ip,
    ...entry,
  });
}
