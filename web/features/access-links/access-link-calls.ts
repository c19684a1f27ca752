import { DEAD_INVITATION, DEAD_RESET_LINK, accessLinks } from '#shared/accounts/access-links.ts';
import { profile } from '#shared/accounts/profile.ts';
import { paths } from '#web/paths.ts';
import { send } from '#web/api/send.ts';

/** Requests a link to choose a new password. Returns the message to show, the same for every address. */
export async function askForReset(email: string): Promise<string | undefined> {
  return (await send(accessLinks.forgotPassword, { body: { email } })).message;
}

/** Why the token's link no longer works; undefined if it works. */
export async function whyDead(token: string): Promise<string | undefined> {
  const { works } = (await send(accessLinks.check, { body: { token } })).data;
  if (works) return undefined;
  return location.pathname === paths.register ? DEAD_INVITATION : DEAD_RESET_LINK;
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
