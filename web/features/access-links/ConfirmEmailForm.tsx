import { useNavigate } from 'react-router';
import { BackToSignIn } from '#web/features/access-links/BackToSignIn.tsx';
import { DeadLink } from '#web/features/access-links/DeadLink.tsx';
import { useLinkToken } from '#web/features/access-links/useLinkToken.ts';
import { paths } from '#web/paths.ts';
import { currentSession } from '#web/session/session-store.ts';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const TITLE = 'Confirm your new email';

/**
 * Confirms a new email with the link that was sent there. Needs a click, since mail programs open links
 * automatically.
 */
export function ConfirmEmailForm() {
  const token = useLinkToken();
  const navigate = useNavigate();
  if (!token) return <DeadLink title={TITLE} />;
  return (
    <PlainForm
      title={TITLE}
      text="You’ll sign in with the address this link was sent to. Your other devices are signed out."
      fields={[]}
      check={() => ({})}
      send={async () => {
        const { confirmEmail } = await import('#web/features/access-links/access-link-calls.ts');
        const notice = await confirmEmail(token);
        // A user who is already signed in goes on to their first page, which shows no notice of its own.
        if (currentSession().user && notice) showSuccess(notice);
        await navigate(paths.login, { replace: true, state: { notice } });
      }}
      action="Confirm"
      fallback="Failed to change the email."
    >
      <BackToSignIn />
    </PlainForm>
  );
}
