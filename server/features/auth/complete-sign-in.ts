import type { auth } from '#shared/accounts/auth.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import type { Account } from '#server/accounts/account.ts';
import { Unauthenticated } from '#server/errors.ts';
import { findAccount, mayAct } from '#server/features/auth/auth.queries.ts';
import { markOf, openSession } from '#server/features/auth/open-session.ts';
import { proveSecondFactor } from '#server/features/auth/second-step.ts';
import type { AtProvider } from '#server/features/auth/sessions.queries.ts';
import { trustDevice } from '#server/features/second-factor/second-factor.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import type { Server } from '#server/http/serve.ts';

/** Somebody who has proved who they are, with a password or at a provider. */
type Proven = {
  account: Account;
  code: string | undefined;
  passkey: UsedPasskey | undefined;
  rememberDevice: boolean | undefined;
  /** Undefined after a password. */
  provider?: AtProvider;
  /** Runs between the second step and the session. Throws if there must be none. */
  before?: () => Promise<void>;
};
type Call = Parameters<typeof openSession>[2];
export type CompleteSignIn = (proven: Proven, call: Call) => Promise<DataOf<typeof auth.login>>;

/** The rest of every sign-in: the second step, unless the provider has asked for one, and the session. */
export function completeSignIn(server: Server): CompleteSignIn {
  const { app, database } = server;
  const later = afterAnswers(app);

  return async ({ account, code, passkey, rememberDevice, provider, before }, call) => {
    const { request, audit } = call;
    const signIn = {
      account,
      code,
      passkey,
      device: markOf(request, server, account.id),
      request,
      audit,
      later,
    };
    const { isTrusted, recoveryCodes } = provider?.hasFactor
      ? { isTrusted: false, recoveryCodes: undefined }
      : await proveSecondFactor(server, signIn);
    await before?.();
    const proved = recoveryCodes ? await changedAccount(database, account) : account;
    const { data, device } = await openSession(server, proved, call, provider);
    if (rememberDevice && !isTrusted && proved.secondFactor.isSet && !provider?.hasFactor)
      await trustDevice(database, account.id, device);
    return { ...data, ...(recoveryCodes && { recoveryCodes }) };
  };
}

/** The account after its second factor was set up. Throws 401 if it may not be used any more. */
async function changedAccount(database: Server['database'], { id }: Account): Promise<Account> {
  const account = await findAccount(database, id);
  if (!account || !mayAct(account)) throw new Unauthenticated();
  return account;
}
