import type { FastifyRequest } from 'fastify';
import { CODE_NEEDED, SETUP_NEEDED } from '#shared/accounts/second-factor.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { ownAction } from '#server/accounts/account.ts';
import type { Account } from '#server/accounts/account.ts';
import { HttpError, InvalidInput } from '#server/errors.ts';
import { beginAttempt, codeTries, endAttempt } from '#server/features/auth/sign-in-limits.queries.ts';
import {
  WRONG_CODE,
  beginApp,
  confirmApp,
  isTrusted,
  pendingSetup,
  useCode,
} from '#server/features/second-factor/second-factor.queries.ts';
import { appAddedMail, recoveryCodeUsedMail } from '#server/accounts/second-factor-mails.ts';
import { passkeyRequest, usePasskey } from '#server/features/second-factor/passkeys.queries.ts';
import { findRelyingParty, relyingParty } from '#server/http/sessions/relying-party.ts';
import type { Audit } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const ENTER_CODE = 'Enter the code from your authenticator app.';
const USE_PASSKEY = 'Use your passkey, or enter a code.';
const SET_UP =
  'A second step is required to sign in to your account. Add LMS to an authenticator app, then enter its code.';
/** The name of an app that is added at sign-in; its owner can add others under other names. */
const FIRST_APP = 'Authenticator app';

type SignIn = {
  account: Account;
  code: string | undefined;
  passkey: UsedPasskey | undefined;
  /** The browser, if its mark says that the user has signed in there before. */
  device: string | undefined;
  request: FastifyRequest;
  audit: Audit;
  later: (request: FastifyRequest, failure: string, work: () => Promise<unknown>) => void;
};
/** `recoveryCodes`: of a factor that this sign-in has set up. */
type Proven = { isTrusted: boolean; recoveryCodes?: string[] };

/**
 * The second step of a sign-in whose password is right: a code, unless the browser is trusted; where one is
 * required and none is set up, setting it up. Throws 401 with the code that tells the page what to ask for, and
 * 429 after too many wrong codes.
 */
export async function proveSecondFactor(server: Server, signIn: SignIn): Promise<Proven> {
  const { database } = server;
  const { account, code, device } = signIn;
  const { isSet, isRequired } = account.secondFactor;
  if (!isSet) return isRequired ? await setUp(server, signIn) : { isTrusted: false };
  if (device !== undefined && (await isTrusted(database, account.id, device))) return { isTrusted: true };
  if (signIn.passkey) return await provePasskey(server, signIn, signIn.passkey);
  if (code === undefined) throw await codeNeeded(server, signIn);
  const attempt = await beginAttempt(database, codeTries(account.id, device));
  const used = await useCode(database, account.id, code);
  if (!used) {
    await signIn.audit('second_factor_failed', ownAction(account, signIn.request));
    throw await codeNeeded(server, signIn, { field: 'code', message: WRONG_CODE });
  }
  await endAttempt(database, attempt);
  if (used === 'recovery') {
    await signIn.audit('recovery_code_used', ownAction(account, signIn.request));
    mailLater(server, signIn, recoveryCodeUsedMail(account));
  }
  return { isTrusted: false };
}

/** The refusal that asks for a code, or for a passkey where the user has one for this address. */
async function codeNeeded(
  { database, config }: Server,
  { account, request }: SignIn,
  error?: { field: string; message: string },
): Promise<HttpError> {
  const errors = error && { errors: [error] };
  const party = findRelyingParty(request, config);
  const passkey =
    party && (await passkeyRequest(database, { party, purpose: secondStepOf(account) }, account.id));
  if (!passkey?.allowCredentials.length)
    return new HttpError(401, CODE_NEEDED, error?.message ?? ENTER_CODE, { ...errors });
  return new HttpError(401, CODE_NEEDED, error?.message ?? USE_PASSKEY, { ...errors, data: { passkey } });
}

const secondStepOf = ({ id }: Account) => `the second step of ${id}`;

async function provePasskey(server: Server, signIn: SignIn, passkey: UsedPasskey): Promise<Proven> {
  const { database, config } = server;
  const { account, request, device } = signIn;
  const attempt = await beginAttempt(database, codeTries(account.id, device));
  const asked = { party: relyingParty(request, config), purpose: secondStepOf(account) };
  const { refusal } = await usePasskey(database, asked, passkey, account.id);
  if (refusal !== undefined) {
    await signIn.audit('second_factor_failed', ownAction(account, request));
    throw await codeNeeded(server, signIn, { field: 'passkey', message: refusal });
  }
  await endAttempt(database, attempt);
  return { isTrusted: false };
}

async function setUp(server: Server, signIn: SignIn): Promise<Proven> {
  const { database } = server;
  const { account, code, device } = signIn;
  const begun = await pendingSetup(database, account);
  if (!begun || code === undefined) {
    const data = begun ?? (await beginApp(database, account, FIRST_APP));
    throw new HttpError(401, SETUP_NEEDED, SET_UP, { data });
  }
  const attempt = await beginAttempt(database, codeTries(account.id, device));
  const recoveryCodes = await confirmApp(database, account.id, { id: begun.id, code }).catch(
    (error: unknown) => {
      if (!(error instanceof InvalidInput)) throw error;
      throw new HttpError(401, SETUP_NEEDED, WRONG_CODE, { errors: error.errors, data: begun });
    },
  );
  await endAttempt(database, attempt);
  await signIn.audit('second_factor_added', ownAction(account, signIn.request));
  mailLater(server, signIn, appAddedMail(account, FIRST_APP));
  return { isTrusted: false, ...(recoveryCodes && { recoveryCodes }) };
}

function mailLater(
  { config }: Server,
  { request, later }: SignIn,
  mail: ReturnType<typeof appAddedMail>,
): void {
  later(request, 'mailing about a second factor failed', async () => await config.sendMail?.(mail));
}
