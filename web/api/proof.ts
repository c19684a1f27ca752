/** Dispatches `asked` when a call needs a fresh proof of who is using the page. */
export const proofs = new EventTarget();

export type ProofAsked = CustomEvent<(isGiven: boolean) => void>;

/** Asks the user for a fresh proof; false when the user declines, or nothing on the page can ask. */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: ProofAsked = new CustomEvent('asked', { detail: resolve, cancelable: true });
    // Whatever asks takes the event over.
    if (proofs.dispatchEvent(asked)) resolve(false);
  });
}
