import { passkeys } from '#shared/accounts/passkeys.ts';
import { send } from '#web/api/send.ts';
import { askForPasskey, offerPasskeys, offersPasskeys, stopPasskeys } from '#web/lib/passkeys.ts';
import { startSession } from '#web/session/session-store.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';

/** A request is good for five minutes; the offer is made anew before. */
const OFFER_MILLISECONDS = 4 * 60_000;

const newRequest = async () => (await send(passkeys.signInOptions, {})).data;

async function signIn(passkey: UsedPasskey): Promise<void> {
  const { user, accessToken } = (await send(passkeys.signIn, { body: { passkey } })).data;
  startSession(user, accessToken);
}

/** Asks for a passkey and signs in with it. Throws with a sentence when that fails. */
export async function signInWithPasskey(): Promise<void> {
  await signIn(await askForPasskey(await newRequest()));
}

/** Whether the email field is empty: somebody who types needs no offer. */
const isEmailEmpty = () =>
  document.querySelector<HTMLInputElement>('input[autocomplete~=webauthn]')?.value === '';

/**
 * Lets the browser offer passkeys at the email field and signs in with the chosen one, until `signal` aborts;
 * `failed` gets what the server refused.
 */
export async function offerSignIn(signal: AbortSignal, failed: (error: unknown) => void): Promise<void> {
  if (!(await offersPasskeys())) return;
  signal.addEventListener('abort', () => void stopPasskeys());
  while (!signal.aborted && isEmailEmpty()) {
    const request = await newRequest().catch(() => undefined);
    if (!request || signal.aborted) return;
    const renewal = new AbortController();
    const timer = setTimeout(() => {
      renewal.abort();
      void stopPasskeys();
    }, OFFER_MILLISECONDS);
    const chosen = await offerPasskeys(request);
    clearTimeout(timer);
    if (chosen) return await signIn(chosen).catch(failed);
    // The user has pressed the button instead, or left the page.
    if (!renewal.signal.aborted) return;
  }
}
