import { EMAIL_LINK_MINUTES } from '#shared/accounts/profile.ts';
import type { Mail } from '#server/outside/mail.ts';

type Recipient = { email: string };

const paragraphs = (...all: string[]) => all.join('\n\n');

/** The email to the new address: opening its link confirms the address for the account. */
export function confirmEmailMail(email: string, link: string): Mail {
  return {
    to: email,
    subject: 'Confirm your new email for LMS',
    text: paragraphs(
      'Hello,',
      'You asked to sign in to LMS with this address from now on. Confirm it here:',
      link,
      `The link works once, within ${EMAIL_LINK_MINUTES} minutes. If this wasn’t you, ignore this email; nothing changes.`,
    ),
  };
}

/** The email to the old address, while the change can still be stopped from there. */
export function emailAskedMail({ email }: Recipient, wanted: string): Mail {
  return {
    to: email,
    subject: 'Your LMS email is about to change',
    text: paragraphs(
      'Hello,',
      `Someone who knows your LMS password (hopefully you) asked to change your account’s email to ${wanted}. It changes once the link that we sent to that address is opened.`,
      'If this wasn’t you, change your password now. That cancels the link and signs out every other device.',
    ),
  };
}

/** The final email to the old address. */
export function emailChangedMail({ email }: Recipient, changed: string): Mail {
  return {
    to: email,
    subject: 'Your LMS email was changed',
    text: paragraphs(
      'Hello,',
      `Your email for LMS is now ${changed}. Sign in with it from now on. Your other devices have been signed out.`,
      'If this wasn’t you, tell your administrator at once: someone else has access to your account.',
    ),
  };
}
