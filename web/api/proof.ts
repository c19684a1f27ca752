import { PROOF_NEEDED } from '#shared/accounts/proof-needed.ts';

/** An event of the window: a call needs a fresh proof of who is using the page, and waits for the answer. */
export type ProofAsked = CustomEvent<(isGiven: boolean) => void>;

/** Asks the user for a fresh proof; false when the user declines, or nothing on the page can ask. */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: ProofAsked = new CustomEvent(PROOF_NEEDED, { detail: resolve, cancelable: true });
    // The dialog that asks cancels the event.
    if (dispatchEvent(asked)) resolve(false);
  });
}
