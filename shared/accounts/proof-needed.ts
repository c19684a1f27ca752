import * as z from 'zod/mini';

/** The code of the HTTP 403 for a call that needs a fresher proof of who is calling. */
export const PROOF_NEEDED = 'fresh_proof_required';
/** Minutes for which a sign-in, or a password or passkey given again, counts as a fresh proof. */
export const PROOF_MINUTES = 10;
export const PROOF_SENTENCE = 'Confirm with your password or a passkey that it’s you, then try again.';

/** A property of calls of version 1.0.0, which asked for the password each time: it still counts as a proof. */
export const ProvingPassword = { currentPassword: z.optional(z.string()) };
