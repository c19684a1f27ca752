import * as z from 'zod/mini';

/** Bytes as WebAuthn sends them in JSON. */
export const PasskeyBytes = z
  .string()
  .check(z.maxLength(4000), z.regex(/^[\w-]+$/, 'The passkey’s answer is not valid.'));

/** A passkey's answer to a `PasskeyRequest`. */
export const UsedPasskey = z.object({
  id: PasskeyBytes,
  response: z.object({
    clientDataJSON: PasskeyBytes,
    authenticatorData: PasskeyBytes,
    signature: PasskeyBytes,
    userHandle: z.optional(PasskeyBytes),
  }),
});
export type UsedPasskey = z.infer<typeof UsedPasskey>;
