import { EMAIL_LINK_MINUTES } from '#shared/profile.ts';
import { line } from '#server/mail.ts';
import type { Mail } from '#server/mail.ts';

type Recipient = { email: string; firstName: string };

const paragraphs = (...all: string[]) => all.join('\n\n');

/** To the new address: whoever reads it there may give it to the account. */
export function confirmEmailMail({ firstName }: Recipient, email: string, link: string): Mail {
  return {
    to: email,
    subject: 'Confirm your new e-mail for LMS',
    text: paragraphs(
      `Hello ${line(firstName)},`,
      'you have asked to sign in to LMS with this address from now on. Confirm it here:',
      link,
      `The link works once, within ${EMAIL_LINK_MINUTES} minutes. If it was not you, there is nothing to do: nothing changes.`,
    ),
  };
}

/** To the old address, while the change can still be stopped there. */
export function emailAskedMail({ email, firstName }: Recipient, wanted: string): Mail {
  return {
    to: email,
    subject: 'Your LMS e-mail is about to change',
    text: paragraphs(
      `Hello ${line(firstName)},`,
      `somebody who knows your LMS password, hopefully you, has asked to change the e-mail of your account to ${wanted}. It changes when a link that we have sent there is opened.`,
      'If it was not you, change your password now: the link stops working, and every other device is signed out.',
    ),
  };
}

/** To the old address, which is told last. */
export function emailChangedMail({ email, firstName }: Recipient, changed: string): Mail {
  return {
    to: email,
    subject: 'Your LMS e-mail was changed',
    text: paragraphs(
      `Hello ${line(firstName)},`,
      `your e-mail for LMS was changed to ${changed}. You sign in with that address from now on; other devices have been signed out.`,
      'If it was not you, tell your administrator at once: somebody else has your account.',
    ),
  };
}
