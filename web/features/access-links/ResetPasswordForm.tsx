import { useNavigate } from 'react-router';
import { BackToSignIn } from '#web/features/access-links/BackToSignIn.tsx';
import { DeadLink } from '#web/features/access-links/DeadLink.tsx';
import { passwordErrors } from '#web/features/access-links/new-password.ts';
import { useCheckedLink, useLinkToken } from '#web/features/access-links/useLinkToken.ts';
import { PASSWORD_HINT } from '#web/lib/forms/password-hint.ts';
import { paths } from '#web/paths.ts';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';

const loadCalls = () => import('#web/features/access-links/access-link-calls.ts');

/** Sets a new password with the link from an email or an administrator. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  const { why } = useCheckedLink(token);
  const navigate = useNavigate();
  if (!token) return <DeadLink title="Choose a new password" />;
  if (why) return <DeadLink title="Choose a new password" text={why} />;
  return (
    <PlainForm
      title="Choose a new password"
      text="All devices signed in with the old password are signed out."
      fields={[
        {
          name: 'password',
          label: 'New password',
          type: 'password',
          autoComplete: 'new-password',
          hint: PASSWORD_HINT,
        },
        {
          name: 'repeated',
          label: 'Repeat the new password',
          type: 'password',
          autoComplete: 'new-password',
        },
      ]}
      check={passwordErrors}
      send={async ({ password }) => {
        const { resetPassword } = await loadCalls();
        await resetPassword(token, password);
        const notice = 'Your password has been changed. Sign in with the new one.';
        await navigate(paths.login, { replace: true, state: { notice } });
      }}
      action="Change password"
      fallback="Failed to change the password."
    >
      <BackToSignIn />
    </PlainForm>
  );
}
