import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';

/** The API code loads after the first paint, while the user types. */
const loadSignIn = () => import('#web/features/auth/sign-in.ts');

/** A notice from another page: a password was changed, an account is ready. */
type Memory = { notice?: string } | null;

/** Asks for email and password. The route table redirects the user once the session has started. */
export function SignInForm() {
  const memory = useLocation().state as Memory;
  useEffect(() => void loadSignIn(), []);
  return (
    <PlainForm
      title="Welcome back"
      text="Sign in to your workspace."
      notice={memory?.notice}
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
      ]}
      check={({ email, password }) => ({
        ...(!email && { email: 'Email is required' }),
        ...(!password && { password: 'Password is required' }),
      })}
      send={async (credentials) => {
        const { signIn } = await loadSignIn();
        await signIn(credentials);
      }}
      action="Sign In"
      fallback="Invalid email or password"
    >
      <PlainLink to={paths.forgotPassword} look="text">
        Forgot your password?
      </PlainLink>
      <p>
        No account yet? Your company’s admin can invite you.
        <br />
        New here?{' '}
        <PlainLink to={paths.root} look="text">
          See what LMS does
        </PlainLink>
      </p>
    </PlainForm>
  );
}
