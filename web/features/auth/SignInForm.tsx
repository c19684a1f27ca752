import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { BACK } from '#web/features/auth/at-provider.ts';
import type { Credentials, SecondStep as Step } from '#web/features/auth/sign-in.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { paths } from '#web/paths.ts';
import { startSession } from '#web/session/session-store.ts';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { PlainNotice } from '#web/ui/plain/PlainNotice.tsx';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';

/** The API code loads after the first paint, while the user types. */
const loadSignIn = () => import('#web/features/auth/sign-in.ts');

const loadPasskeys = () => import('#web/features/auth/passkey-sign-in.ts');

const CompanyButton = loadable(
  async () => (await import('#web/features/auth/CompanyButton.tsx')).CompanyButton,
);
const ProviderReturn = loadable(
  async () => (await import('#web/features/auth/ProviderReturn.tsx')).ProviderReturn,
);
const SecondStep = loadable(async () => (await import('#web/features/auth/SecondStep.tsx')).SecondStep);

const REFUSED = 'This passkey was not accepted. Please try again.';

/** A notice from another page: a password was changed, an account is ready. `failure`: of the company's provider. */
type Memory = { notice?: string; failure?: string } | null;

/** Address and notice change only with the location of the router. */
const follow = () => () => undefined;

/** Asks for email and password, and for a code where the account has a second step, or for a passkey. The route table redirects the user once the session has started. */
export function SignInForm() {
  const location = useLocation();
  const [asked, setAsked] = useState<{ credentials: Credentials } & Step>();
  const [refused, setRefused] = useState<string>();
  // The page as it was built, which the first rendering must equal, knows neither a notice nor a part after #.
  const memory = useSyncExternalStore(
    follow,
    () => location.state as Memory,
    () => null,
  );
  const isBack = useSyncExternalStore(
    follow,
    () => location.hash === BACK,
    () => false,
  );
  useEffect(() => void loadSignIn().catch(() => undefined), []);
  useEffect(() => {
    const leaves = new AbortController();
    if ('PublicKeyCredential' in globalThis && !asked && !isBack)
      void loadPasskeys().then(
        ({ offerSignIn }) => offerSignIn(leaves.signal, (error) => setRefused(messageOf(error, REFUSED))),
        // A lost connection leaves the button.
        () => undefined,
      );
    return () => leaves.abort();
  }, [asked, isBack]);
  if (asked) return <SecondStep {...asked} onBack={() => setAsked(undefined)} />;
  if (isBack) return <ProviderReturn onSecondStep={setAsked} />;
  return (
    <PlainForm
      title="Welcome back"
      text="Sign in to your workspace."
      notice={refused ?? memory?.notice}
      above={memory?.failure && <PlainNotice isFailure>{memory.failure}</PlainNotice>}
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'username webauthn' },
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
      other={{
        action: 'Use a passkey',
        send: async () => await (await loadPasskeys()).signInWithPasskey(),
      }}
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
