import { INVITATION_DAYS, RESET_LINK_MINUTES } from '#shared/access-links.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { UserPopup } from '#web/features/users/user-popup.ts';
import { installation } from '#web/lib/installation.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { ShowOnceDialog } from '#web/ui/ShowOnceDialog.tsx';

type Props = Omit<Extract<UserPopup, { kind: 'link' }>, 'kind'> & { onClose: () => void };

const WORDS = {
  password: {
    title: 'Password link for',
    use: 'It lets them choose a new password.',
    lasts: `${RESET_LINK_MINUTES} minutes`,
  },
  invitation: {
    title: 'Invitation for',
    use: 'It lets them make their account.',
    lasts: `${INVITATION_DAYS} days`,
  },
};

/** A link that works once, shown this once: how it reaches its reader, and when it ends. */
export function LinkDialog({ purpose, to, email, link: { path, expiresAt, mailed }, onClose }: Props) {
  const timeZone = useTimeZone();
  const { title, use, lasts } = WORDS[purpose];
  const until = formatDateTime(expiresAt, timeZone);
  return (
    <ShowOnceDialog
      title={`${title} ${to}`}
      text={`${use} ${wayOf(mailed, email)}`}
      secret={`${location.origin}${path}`}
      what="The link"
      testId="access-link"
      loss={mailed ? undefined : 'The link is shown only once. Without a copy you will have to make another.'}
      note={`It works once, within ${lasts}: until ${until}. A newer one ends it.`}
      onClose={onClose}
    />
  );
}

function wayOf(mailed: boolean, email: string): string {
  if (mailed) return `It has been sent to ${email}.`;
  const why = installation.sendsMail
    ? `The email to ${email} did not go out`
    : 'This installation does not send email';
  return `${why}: pass the link on in a way you trust.`;
}
