import { auth } from '#shared/auth.ts';
import type { BodyOf, DataOf } from '#shared/endpoint.ts';
import { CODE_NEEDED, SETUP_NEEDED } from '#shared/second-factor.ts';
import type { FactorSetup } from '#shared/second-factor.ts';
import { send } from '#web/api/send.ts';
import { ApiError } from '#web/lib/errors.ts';

export type Credentials = { email: string; password: string };
export type SignedIn = DataOf<typeof auth.login>;

/** Signs in; the caller starts the session. Throws ApiError when the server rejects it. */
export async function signIn(body: BodyOf<typeof auth.login>): Promise<SignedIn> {
  return (await send(auth.login, { body })).data;
}

/** The second step that a rejected sign-in asks for; undefined if it was rejected for another reason. */
export function secondStepOf(error: unknown): { setup: FactorSetup | undefined } | undefined {
  if (!(error instanceof ApiError) || ![CODE_NEEDED, SETUP_NEEDED].includes(error.code)) return undefined;
  return { setup: (error.body as { data?: FactorSetup }).data };
}
