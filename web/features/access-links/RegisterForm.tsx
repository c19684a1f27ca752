import { useNavigate } from 'react-router';
import { BackToSignIn } from '#web/features/access-links/BackToSignIn.tsx';
import { DeadLink } from '#web/features/access-links/DeadLink.tsx';
import { passwordErrors } from '#web/features/access-links/new-password.ts';
import { useCheckedLink, useLinkToken } from '#web/features/access-links/useLinkToken.ts';
import { PASSWORD_HINT } from '#web/lib/forms/password-hint.ts';
import { paths } from '#web/paths.ts';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';

const loadCalls = () => import('#web/features/access-links/access-link-calls.ts');

/** Creates the account of an invited person. Email, role and client come from the invitation. */
export function RegisterForm() {
  const token = useLinkToken();
  const { why, invitation } = useCheckedLink(token);
  const navigate = useNavigate();
  if (!token) return <DeadLink title="Registration is by invitation." />;
  if (why) return <DeadLink title="Registration is by invitation." text={why} />;
  return (
    <PlainForm
      title="Create your account"
      text={
        invitation
          ? `You’ve been invited ${invitation.company ? `to join ${invitation.company} on LMS` : 'to LMS'} as ${invitation.email}.`
          : 'You’ve been invited to LMS. Your account uses the email the invitation was created for.'
      }
      fields={[
        { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
        { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autoComplete: 'new-password',
          hint: PASSWORD_HINT,
        },
        { name: 'repeated', label: 'Repeat the password', type: 'password', autoComplete: 'new-password' },
      ]}
      check={({ firstName, lastName, ...passwords }) => ({
        ...(!firstName && { firstName: 'First name is required' }),
        ...(!lastName && { lastName: 'Last name is required' }),
        ...passwordErrors(passwords),
      })}
      send={async ({ firstName, lastName, password }) => {
        const { register } = await loadCalls();
        const email = await register({ token, firstName, lastName, password });
        const notice = `Your account is ready. Sign in as ${email}.`;
        await navigate(paths.login, { replace: true, state: { notice } });
      }}
      action="Create account"
      fallback="Failed to create the account."
    >
      <BackToSignIn />
    </PlainForm>
  );
}
