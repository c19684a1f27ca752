import { accessLinks } from '#shared/access-links.ts';
import { profile } from '#shared/profile.ts';
import { send } from '#web/api/send.ts';

/** Asks for a link to choose a new password; answers the sentence to show, which is the same for every address. */
export async function askForReset(email: string): Promise<string | undefined> {
  return (await send(accessLinks.forgotPassword, { body: { email } })).message;
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await send(accessLinks.resetPassword, { body: { token, password } });
}

/** Confirms the email that the link was sent to; answers the sentence to show. */
export async function confirmEmail(token: string): Promise<string | undefined> {
  return (await send(profile.confirmEmail, { body: { token } })).message;
}

export type Registrant = { token: string; firstName: string; lastName: string; password: string };

/** Accepts an invitation; answers the email address of the new account. */
export async function register(body: Registrant): Promise<string> {
  return (await send(accessLinks.register, { body })).data.email;
}
