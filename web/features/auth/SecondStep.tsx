import { useRef, useState } from 'react';
import { TRUST_DAYS } from '#shared/accounts/second-factor.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { secondStepOf, signIn } from '#web/features/auth/sign-in.ts';
import type { Credentials, SecondStep as Step, SignedIn } from '#web/features/auth/sign-in.ts';
import { startSession } from '#web/session/session-store.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import form from '#web/ui/fields/Form.module.css';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { RecoveryCodes } from '#web/ui/plain/RecoveryCodes.tsx';
import { SetupPicture } from '#web/ui/plain/SetupPicture.tsx';

type Props = Step & { credentials: Credentials; onBack: () => void };

/** The second step of a sign-in: a passkey, or the code of an app, which may have to be set up first. */
export function SecondStep({ credentials, setup, passkey, onBack }: Props) {
  const request = useRef(passkey);
  const [remembers, setRemembers] = useState(false);
  const [signedIn, setSignedIn] = useState<SignedIn>();
  if (signedIn?.recoveryCodes)
    return (
      <RecoveryCodes
        codes={signedIn.recoveryCodes}
        onDone={() => startSession(signedIn.user, signedIn.accessToken)}
      />
    );
  const prove = async (factor: { code: string } | { passkey: UsedPasskey }) => {
    try {
      const data = await signIn({ ...credentials, ...factor, rememberDevice: remembers });
      if (data.recoveryCodes) setSignedIn(data);
      else startSession(data.user, data.accessToken);
    } catch (error) {
      // A request for a passkey works once; the refusal brings the next.
      request.current = secondStepOf(error)?.passkey ?? request.current;
      throw error;
    }
  };
  const provePasskey = async () => {
    const { askForPasskey } = await import('#web/lib/passkeys.ts');
    if (request.current) await prove({ passkey: await askForPasskey(request.current) });
  };
  return (
    <PlainForm
      key="second-step"
      title="Two-step sign-in"
      text={
        setup
          ? 'Your account needs a second step. Scan this code with an authenticator app, such as Google Authenticator or 1Password, then enter the 6 digits it shows.'
          : passkey
            ? 'Use your passkey, or enter a code from your authenticator app or a recovery code.'
            : 'Enter the 6 digits that your authenticator app shows, or a recovery code.'
      }
      above={setup && <SetupPicture setup={setup} />}
      fields={[{ name: 'code', label: 'Code', type: 'text', autoComplete: 'one-time-code' }]}
      below={
        <label className={form.check}>
          <CheckBox checked={remembers} onChange={(event) => setRemembers(event.currentTarget.checked)} />
          <span>Don’t ask again on this device for {TRUST_DAYS} days</span>
        </label>
      }
      check={({ code }) => (code ? {} : { code: 'Code is required' })}
      send={async ({ code }) => await prove({ code })}
      action="Sign In"
      other={passkey && { action: 'Use your passkey', send: provePasskey }}
      fallback="This code is wrong. Please try again."
    >
      <PlainButton look="bare" onClick={onBack}>
        Back
      </PlainButton>
    </PlainForm>
  );
}
