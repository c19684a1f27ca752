import { DEAD_EMAIL_LINK, EMAIL_CHANGES_PER_HOUR, profile } from '#shared/accounts/profile.ts';
import { Conflict, InvalidInput, tryAgainIn } from '#server/errors.ts';
import { secondsToAsk } from '#server/features/access-links/public-requests.queries.ts';
import { findAccount, sessionUser } from '#server/features/auth/auth.queries.ts';
import { ownAction } from '#server/accounts/account.ts';
import type { Account } from '#server/accounts/account.ts';
import { hashPassword, refuseWeakPassword } from '#server/secrets/passwords.ts';
import { provePassword } from '#server/features/auth/sign-in-limits.queries.ts';
import { createEmailChange, isFree, useEmailChange } from '#server/features/profile/email-changes.queries.ts';
import {
  confirmEmailMail,
  emailAskedMail,
  emailChangedMail,
} from '#server/features/profile/profile-mails.ts';
import { changePassword, isOtherEmail, updateProfile } from '#server/features/profile/profile.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const PASSWORD_NEEDED = 'Enter your current password to change your email.';
const MAIL_FAILED = 'mailing about a change of an email failed';

/** The routes with which users change their own name, email, notifications and password. */
export function profileRoutes(server: Server): void {
  const { app, database, config } = server;
  const later = afterAnswers(app);

  serve(server, profile.update, async ({ body, account, sessionId, request, audit }) => {
    const { currentPassword, email, ...changes } = body;
    if (!isOtherEmail(account, email)) {
      await updateProfile(database, account, { ...changes, email }, sessionId);
      return { data: { user: await current(server, account) }, message: 'Profile saved.' };
    }
    if (!currentPassword) throw new InvalidInput([{ field: 'currentPassword', message: PASSWORD_NEEDED }]);
    await provePassword(database, account, currentPassword);
    await countEmailChange(server, account);
    const { sendMail, publicUrl } = config;
    if (!sendMail) {
      await updateProfile(database, account, { ...changes, email }, sessionId);
      await audit('email_changed', {
        ...ownAction(account, request),
        details: { from: account.email, to: email },
      });
      return { data: { user: await current(server, account) }, message: 'Profile saved.' };
    }
    await updateProfile(database, account, changes, sessionId);
    const token = await createEmailChange(database, account, email, sessionId);
    await audit('email_change_requested', { ...ownAction(account, request), details: { to: email } });
    later(request, MAIL_FAILED, async () => {
      // The old mailbox may be gone, which is a common reason for the change.
      const told = sendMail(emailAskedMail(account, email));
      told.catch(() => {});
      // A taken address gets no email, and the user is not told that it is taken.
      if (await isFree(database, email))
        await sendMail(confirmEmailMail(email, `${publicUrl}/confirm-email#${token}`));
      await told;
    });
    const message = `If ${email} can be used, a link to confirm it is on its way there. Until you open it, sign in with ${account.email}.`;
    return { data: { user: await current(server, account), confirming: email }, message };
  });

  serve(server, profile.confirmEmail, async ({ body, request, audit }) => {
    const dead = new InvalidInput([{ field: 'token', message: DEAD_EMAIL_LINK }]);
    const changed = await useEmailChange(database, body.token).catch((error: unknown) => {
      throw error instanceof Conflict ? dead : error;
    });
    if (!changed) throw dead;
    const { account, email } = changed;
    await audit('email_changed', {
      ...ownAction(account, request),
      details: { from: account.email, to: email },
    });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(emailChangedMail(account, email)));
    return { data: { email }, message: `Your email has been changed. Sign in with ${email}.` };
  });

  serveIdempotent(server, profile.changePassword, async ({ body, account, sessionId, request, audit }) => {
    await provePassword(database, account, body.currentPassword);
    const words = [account.email, account.firstName, account.lastName, account.client?.name ?? '', 'lms'];
    await refuseWeakPassword(body.newPassword, words, 'newPassword');
    await changePassword(database, account.id, await hashPassword(body.newPassword), sessionId);
    await audit('password_changed', ownAction(account, request));
    return { data: {}, message: 'Password changed. Other devices have been signed out.' };
  });
}

/** The user as currently stored. */
async function current({ database, config }: Server, { id }: Account) {
  const account = await findAccount(database, id);
  if (!account) throw new Conflict('Your account no longer exists.');
  return sessionUser(account, config);
}

/**
 * Counts a change of email: each one can reveal whether an address has an account, or send somebody an email.
 * Throws 429.
 */
async function countEmailChange({ database }: Server, { id }: Account): Promise<void> {
  const wait = await secondsToAsk(database, `email change of ${id}`, EMAIL_CHANGES_PER_HOUR);
  if (wait > 0) throw tryAgainIn(wait, 'Too many changes of the email.');
}
