import { useState } from 'react';
import type { FactorSetup } from '#shared/second-factor.ts';
import { TRUST_DAYS } from '#shared/second-factor.ts';
import { signIn } from '#web/features/auth/sign-in.ts';
import type { Credentials, SignedIn } from '#web/features/auth/sign-in.ts';
import { startSession } from '#web/session/session-store.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import form from '#web/ui/fields/Form.module.css';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { RecoveryCodes } from '#web/ui/plain/RecoveryCodes.tsx';
import { SetupPicture } from '#web/ui/plain/SetupPicture.tsx';

type Props = {
  credentials: Credentials;
  /** The app to set up, where a second step is required and none exists yet. */
  setup: FactorSetup | undefined;
  onBack: () => void;
};

/** The second step of a sign-in: the code of an authenticator app, which may have to be set up first. */
export function SecondStep({ credentials, setup, onBack }: Props) {
  const [remembers, setRemembers] = useState(false);
  const [signedIn, setSignedIn] = useState<SignedIn>();
  if (signedIn?.recoveryCodes)
    return (
      <RecoveryCodes
        codes={signedIn.recoveryCodes}
        onDone={() => startSession(signedIn.user, signedIn.accessToken)}
      />
    );
  return (
    <PlainForm
      key="second-step"
      title="Two-step sign-in"
      text={
        setup
          ? 'Your account needs a second step. Scan this code with an authenticator app, such as Google Authenticator or 1Password, then enter the 6 digits it shows.'
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
      send={async ({ code }) => {
        const data = await signIn({ ...credentials, code, rememberDevice: remembers });
        if (data.recoveryCodes) setSignedIn(data);
        else startSession(data.user, data.accessToken);
      }}
      action="Sign In"
      fallback="This code is wrong. Please try again."
    >
      <PlainButton look="bare" onClick={onBack}>
        Back
      </PlainButton>
    </PlainForm>
  );
}
