/** The code of the HTTP 403 for a call that needs a fresher proof of who is calling. */
export const PROOF_NEEDED = 'fresh_proof_required';
/** Minutes for which a sign-in, or a password or passkey given again, counts as a fresh proof. */
export const PROOF_MINUTES = 10;
export const PROOF_SENTENCE = 'Confirm with your password or a passkey that it’s you, then try again.';
