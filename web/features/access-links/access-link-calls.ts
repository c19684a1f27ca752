import { DEAD_INVITATION, DEAD_RESET_LINK, accessLinks } from '#shared/accounts/access-links.ts';
import { profile } from '#shared/accounts/profile.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { paths } from '#web/paths.ts';
import { send } from '#web/api/send.ts';

/** Requests a link to choose a new password. Returns the message to show, the same for every address. */
export async function askForReset(email: string): Promise<string | undefined> {
  return (await send(accessLinks.forgotPassword, { body: { email } })).message;
}

/** The invitation of a link, or why the link no longer works. */
export type CheckedLink = { why?: string; invitation?: DataOf<typeof accessLinks.check>['invitation'] };

export async function checkLink(token: string): Promise<CheckedLink> {
  const { works, invitation } = (await send(accessLinks.check, { body: { token } })).data;
  if (works) return { invitation };
  return { why: location.pathname === paths.register ? DEAD_INVITATION : DEAD_RESET_LINK };
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await send(accessLinks.resetPassword, { body: { token, password } });
}

/** Confirms the email that the link was sent to. Returns the message to show. */
export async function confirmEmail(token: string): Promise<string | undefined> {
  return (await send(profile.confirmEmail, { body: { token } })).message;
}

export type Registrant = { token: string; firstName: string; lastName: string; password: string };

/** Accepts an invitation. Returns the email address of the new account. */
export async function register(body: Registrant): Promise<string> {
  return (await send(accessLinks.register, { body })).data.email;
}
