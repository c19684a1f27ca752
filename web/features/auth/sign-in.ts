import { auth } from '#shared/auth.ts';
import type { BodyOf, DataOf } from '#shared/endpoint.ts';
import { CODE_NEEDED, SETUP_NEEDED } from '#shared/second-factor.ts';
import type { FactorSetup } from '#shared/second-factor.ts';
import type { PasskeyRequest } from '#shared/webauthn.ts';
import { send } from '#web/api/send.ts';
import { ApiError } from '#web/lib/errors.ts';

export type Credentials = { email: string; password: string };
export type SignedIn = DataOf<typeof auth.login>;

/** Signs in; the caller starts the session. Throws ApiError when the server rejects it. */
export async function signIn(body: BodyOf<typeof auth.login>): Promise<SignedIn> {
  return (await send(auth.login, { body })).data;
}

/** Besides a code, the second step of a sign-in may take this: an app to set up, or a passkey. */
export type SecondStep = { setup?: FactorSetup | undefined; passkey?: PasskeyRequest | undefined };

/** The second step that a rejected sign-in asks for; undefined if it was rejected for another reason. */
export function secondStepOf(error: unknown): SecondStep | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { data } = error.body as { data?: unknown };
  if (error.code === SETUP_NEEDED) return { setup: data as FactorSetup };
  return error.code === CODE_NEEDED
    ? { passkey: (data as { passkey?: PasskeyRequest } | undefined)?.passkey }
    : undefined;
}
