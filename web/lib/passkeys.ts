import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import type { CreatedPasskey, PasskeyCreation, PasskeyRequest } from '#shared/accounts/webauthn.ts';

const NOT_HERE = 'This browser can’t use passkeys at this address.';
const NOT_USED = 'No passkey was used. Please try again.';

/** The library for passkeys loads when one is asked for. */
const library = () => import('@simplewebauthn/browser');

/** Asks the browser for a passkey. Throws with a sentence when the user or the browser declines. */
export async function askForPasskey(request: PasskeyRequest): Promise<UsedPasskey> {
  const { startAuthentication } = await library();
  return await worded(startAuthentication({ optionsJSON: request }));
}

/** Has the browser create a passkey. Throws with a sentence when the user or the browser declines. */
export async function createPasskey(creation: PasskeyCreation): Promise<CreatedPasskey> {
  const { startRegistration } = await library();
  return await worded(startRegistration({ optionsJSON: creation }));
}

/** Whether the browser offers passkeys where it fills in an email address. */
export const offersPasskeys = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;

/** Lets the browser offer passkeys at the email; undefined when none was chosen. */
export async function offerPasskeys(request: PasskeyRequest): Promise<UsedPasskey | undefined> {
  const { startAuthentication } = await library();
  return await startAuthentication({ optionsJSON: request, useBrowserAutofill: true }).catch(() => undefined);
}

/** Ends the browser's offer, or its question. */
export async function stopPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

async function worded<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const { name, code, message } = error as { name?: string; code?: string; message?: string };
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new Error('This device has a passkey for your account already.', { cause: error });
    const isImpossible = name === 'SecurityError' || message === 'WebAuthn is not supported in this browser';
    throw new Error(isImpossible ? NOT_HERE : NOT_USED, { cause: error });
  }
}
