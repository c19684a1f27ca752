import { INVITATION_DAYS, RESET_LINK_MINUTES } from '#shared/accounts/access-links.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import type { UserPopup } from '#web/features/users/user-popup.ts';
import { installation } from '#web/lib/installation.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';

type Props = Omit<Extract<UserPopup, { kind: 'link' }>, 'kind'> & { onClose: () => void };

const WORDS = {
  password: {
    title: 'Password link for',
    use: 'They can choose a new password with it.',
    lasts: `${RESET_LINK_MINUTES} minutes`,
  },
  invitation: {
    title: 'Invitation for',
    use: 'They can create their account with it.',
    lasts: `${INVITATION_DAYS} days`,
  },
};

/** A link that works once, shown only this once: how to pass it on, and when it expires. */
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
      loss={
        mailed
          ? undefined
          : 'The link is shown only once. If you don’t copy it, you’ll have to create another.'
      }
      note={`It works once and expires on ${until} (${lasts}). Creating a newer link cancels it.`}
      onClose={onClose}
    />
  );
}

function wayOf(mailed: boolean, email: string): string {
  if (mailed) return `It has been sent to ${email}.`;
  const why = installation.sendsMail ? `The email to ${email} couldn’t be sent` : 'Email isn’t set up';
  return `${why}: share the link over a channel you trust.`;
}
