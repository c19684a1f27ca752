import { INVITATION_DAYS, RESET_LINK_MINUTES } from '#shared/access-links.ts';
import { line } from '#server/mail.ts';
import type { Mail } from '#server/mail.ts';

type Recipient = { email: string };

const paragraphs = (...all: string[]) => all.join('\n\n');

/** The mail to somebody who has asked for a new password, or for whom somebody else has. */
export function askedForMail({ email }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password for LMS',
    text: paragraphs(
      'Hello,',
      'somebody, hopefully you, has asked for a new password for your LMS account. Choose it here:',
      link,
      `The link works once, within ${RESET_LINK_MINUTES} minutes. If it was not you, there is nothing to do: your password stays as it is.`,
    ),
  };
}

/** The mail to somebody for whom an administrator has made a link. */
export function newPasswordMail({ email }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password for LMS',
    text: paragraphs(
      'Hello,',
      'your administrator has made a link with which you choose a new password for your LMS account:',
      link,
      `The link works once, within ${RESET_LINK_MINUTES} minutes. Until then your password stays as it is.`,
    ),
  };
}

/**
 * The mail to somebody who is invited to an account. A stranger may read it: it holds the email of the inviter and the name of the company,
 * which superadmins alone choose, and no words that the inviter has.
 */
export function invitationMail(
  email: string,
  by: { email: string; company: string | undefined },
  link: string,
): Mail {
  const company = by.company === undefined ? '' : ` of ${line(by.company)}`;
  return {
    to: email,
    subject: 'Your invitation to LMS',
    text: paragraphs(
      'Hello,',
      `${by.email} has invited you to the LMS${company}. Make your account here:`,
      link,
      `The link works once, within ${INVITATION_DAYS} days.`,
    ),
  };
}
