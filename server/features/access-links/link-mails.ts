import { INVITATION_DAYS, RESET_LINK_MINUTES } from '#shared/accounts/access-links.ts';
import { line } from '#server/outside/mail.ts';
import type { Mail } from '#server/outside/mail.ts';

type Recipient = { email: string };

const paragraphs = (...all: string[]) => all.join('\n\n');

/** The email to a user for whom a new password was requested, by them or by somebody else. */
export function askedForMail({ email }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password for LMS',
    text: paragraphs(
      'Hello,',
      'Someone (hopefully you) asked for a new password for your LMS account. Choose it here:',
      link,
      `The link works once, within ${RESET_LINK_MINUTES} minutes. If this wasn’t you, ignore this email: your password stays as it is.`,
    ),
  };
}

/** The email to a user for whom an administrator has created a link. */
export function newPasswordMail({ email }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password for LMS',
    text: paragraphs(
      'Hello,',
      'Your administrator has created a link for you to choose a new password for your LMS account:',
      link,
      `The link works once, within ${RESET_LINK_MINUTES} minutes. Until you use it, your password stays as it is.`,
    ),
  };
}

/**
 * The invitation email. A stranger may read it, so it contains only the inviter's email and the company's
 * name, which only superadmins choose, and no text by the inviter.
 */
export function invitationMail(
  email: string,
  by: { email: string; company: string | undefined },
  link: string,
): Mail {
  const what = by.company === undefined ? 'to LMS' : `to join ${line(by.company)} on LMS`;
  return {
    to: email,
    subject: 'Your invitation to LMS',
    text: paragraphs(
      'Hello,',
      `${by.email} has invited you ${what}. Create your account here:`,
      link,
      `The link works once, within ${INVITATION_DAYS} days.`,
    ),
  };
}
