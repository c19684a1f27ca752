import type { Mail } from '#server/outside/mail.ts';

type Recipient = { email: string };

const IF_NOT_YOU =
  'If this wasn’t you, change your password now and tell your administrator: someone else has access to your account.';

const mail = ({ email }: Recipient, subject: string, ...paragraphs: string[]): Mail => ({
  to: email,
  subject,
  text: ['Hello,', ...paragraphs, IF_NOT_YOU].join('\n\n'),
});

export const appAddedMail = (to: Recipient, name: string): Mail =>
  mail(
    to,
    'An authenticator app was added to your LMS account',
    `“${name}” now gives codes for signing in to your account.`,
  );

export const appRemovedMail = (to: Recipient): Mail =>
  mail(
    to,
    'An authenticator app was removed from your LMS account',
    'Its codes no longer work for signing in to your account.',
  );

export const passkeyAddedMail = (to: Recipient, name: string): Mail =>
  mail(to, 'A passkey was added to your LMS account', `“${name}” can now sign in to your account.`);

export const passkeyRemovedMail = (to: Recipient): Mail =>
  mail(to, 'A passkey was removed from your LMS account', 'It no longer signs in to your account.');

export const recoveryCodeUsedMail = (to: Recipient): Mail =>
  mail(
    to,
    'A recovery code was used to sign in to LMS',
    'Someone, hopefully you, signed in to your account with a recovery code instead of an authenticator app. Each code works once; make new ones in your settings before the last is gone.',
  );

export const recoveryCodesMadeMail = (to: Recipient): Mail =>
  mail(to, 'Your LMS recovery codes were replaced', 'Your earlier recovery codes no longer work.');

export const factorsResetMail = (to: Recipient): Mail =>
  mail(
    to,
    'Two-step sign-in was reset for your LMS account',
    'An administrator has removed your authenticator apps, passkeys and recovery codes, and signed you out. Sign in with your password; you can then add them again.',
  );
