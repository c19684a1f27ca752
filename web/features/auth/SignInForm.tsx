import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { FactorSetup } from '#shared/second-factor.ts';
import { BACK } from '#web/features/auth/at-provider.ts';
import type { Credentials } from '#web/features/auth/sign-in.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { paths } from '#web/paths.ts';
import { startSession } from '#web/session/session-store.ts';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { PlainNotice } from '#web/ui/plain/PlainNotice.tsx';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';

/** The API code loads after the first paint, while the user types. */
const loadSignIn = () => import('#web/features/auth/sign-in.ts');

const CompanyButton = loadable(
  async () => (await import('#web/features/auth/CompanyButton.tsx')).CompanyButton,
);
const ProviderReturn = loadable(
  async () => (await import('#web/features/auth/ProviderReturn.tsx')).ProviderReturn,
);
const SecondStep = loadable(async () => (await import('#web/features/auth/SecondStep.tsx')).SecondStep);

/** A notice from another page: a password was changed, an account is ready. `failure`: of the company's provider. */
type Memory = { notice?: string; failure?: string } | null;

/** The address changes only with the location of the router. */
const follow = () => () => undefined;

/** Asks for email and password, and for a code where the account has a second step. The route table redirects the user once the session has started. */
export function SignInForm() {
  const location = useLocation();
  const memory = location.state as Memory;
  const [asked, setAsked] = useState<{ credentials: Credentials; setup: FactorSetup | undefined }>();
  // The page as it was built, which the first rendering must equal, knows no part after #.
  const isBack = useSyncExternalStore(
    follow,
    () => location.hash === BACK,
    () => false,
  );
  useEffect(() => void loadSignIn(), []);
  if (asked) return <SecondStep {...asked} onBack={() => setAsked(undefined)} />;
  if (isBack) return <ProviderReturn onSecondStep={setAsked} />;
  return (
    <PlainForm
      title="Welcome back"
      text="Sign in to your workspace."
      notice={memory?.notice}
      above={memory?.failure && <PlainNotice isFailure>{memory.failure}</PlainNotice>}
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
      ]}
      check={({ email, password }) => ({
        ...(!email && { email: 'Email is required' }),
        ...(!password && { password: 'Password is required' }),
      })}
      send={async (credentials) => {
        const { signIn, secondStepOf } = await loadSignIn();
        try {
          const { user, accessToken } = await signIn(credentials);
          startSession(user, accessToken);
        } catch (error) {
          const step = secondStepOf(error);
          if (!step) throw error;
          setAsked({ credentials, ...step });
        }
      }}
      action="Sign In"
      fallback="Invalid email or password"
    >
      <CompanyButton />
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
