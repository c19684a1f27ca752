import * as z from 'zod/mini';

/** Bytes as WebAuthn sends them in JSON. */
const bytes = (most: number) =>
  z
    .string('The passkey’s answer is incomplete.')
    .check(
      z.minLength(1, 'The passkey’s answer is incomplete.'),
      z.maxLength(most, 'The passkey’s answer is too long.'),
      z.regex(/^[\w-]+$/, 'The passkey’s answer is not valid.'),
    );
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };
const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** The request with which a browser asks for a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty where any passkey of this installation will do. */
  allowCredentials: z.array(Descriptor),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** The request with which a browser creates a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** A passkey's answer to a `PasskeyRequest`. */
export const UsedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.optional(bytes(200)),
  }),
});
export type UsedPasskey = z.infer<typeof UsedPasskey>;

/** A passkey that a browser has created for a `PasskeyCreation`. */
export const CreatedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;
