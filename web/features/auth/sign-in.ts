import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { BodyOf, DataOf } from '#shared/protocol/endpoint.ts';
import { CODE_NEEDED, SETUP_NEEDED } from '#shared/accounts/second-factor.ts';
import type { FactorSetup } from '#shared/accounts/second-factor.ts';
import type { PasskeyRequest } from '#shared/accounts/webauthn.ts';
import { send } from '#web/api/send.ts';
import { ApiError } from '#web/lib/errors.ts';

/** A password, or the answer of the company's provider, which the browser's cookie stands for. */
export type Credentials = { email: string; password: string } | { isAtProvider: true };
export type SignedIn = DataOf<typeof auth.login>;

/** Signs in; the caller starts the session. Throws ApiError when the server rejects it. */
export async function signIn(
  body: Credentials & Pick<BodyOf<typeof auth.login>, 'code' | 'rememberDevice'>,
): Promise<SignedIn> {
  if (!('isAtProvider' in body)) return (await send(auth.login, { body })).data;
  const { isAtProvider: _, ...rest } = body;
  return (await send(companySignIn.finish, { body: rest })).data;
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
