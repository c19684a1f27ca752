import { EMAIL_LINK_MINUTES } from '#shared/profile.ts';
import type { Mail } from '#server/mail.ts';

type Recipient = { email: string };

const paragraphs = (...all: string[]) => all.join('\n\n');

/** The mail to the new address: its reader may give the address to the account. */
export function confirmEmailMail(email: string, link: string): Mail {
  return {
    to: email,
    subject: 'Confirm your new email for LMS',
    text: paragraphs(
      'Hello,',
      'you have asked to sign in to LMS with this address from now on. Confirm it here:',
      link,
      `The link works once, within ${EMAIL_LINK_MINUTES} minutes. If it was not you, there is nothing to do: nothing changes.`,
    ),
  };
}

/** The mail to the old address, while the change can still be stopped there. */
export function emailAskedMail({ email }: Recipient, wanted: string): Mail {
  return {
    to: email,
    subject: 'Your LMS email is about to change',
    text: paragraphs(
      'Hello,',
      `somebody who knows your LMS password, hopefully you, has asked to change the email of your account to ${wanted}. It changes when a link that we have sent there is opened.`,
      'If it was not you, change your password now: the link stops working, and every other device is signed out.',
    ),
  };
}

/** The last mail to the old address. */
export function emailChangedMail({ email }: Recipient, changed: string): Mail {
  return {
    to: email,
    subject: 'Your LMS email was changed',
    text: paragraphs(
      'Hello,',
      `your email for LMS was changed to ${changed}. You sign in with that address from now on; other devices have been signed out.`,
      'If it was not you, tell your administrator at once: somebody else has your account.',
    ),
  };
}
