import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { EMAIL_LINK_MINUTES } from '#shared/accounts/profile.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { findAccount, findAccountByEmail, mayAct } from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/accounts/account.ts';
import { lockUser } from '#server/features/auth/open-access.queries.ts';
import { tokenHash } from '#server/secrets/tokens.ts';
import { setIdentity } from '#server/features/profile/profile.queries.ts';

/**
 * Records a change of email that awaits its link; replaces an earlier one. Does not check whether the address
 * is free.
 */
export async function createEmailChange(
  system: SystemScope,
  account: Account,
  email: string,
  sessionId: string,
): Promise<string> {
  const token = `lec_${randomBytes(32).toString('base64url')}`;
  await inCore(system, async (trx) => {
    await lockUser(trx, account.id);
    await trx
      .deleteFrom('core.email_changes')
      .where((eb) => eb.or([eb('user_id', '=', account.id), eb('expires_at', '<', sql<Date>`now()`)]))
      .execute();
    await trx
      .insertInto('core.email_changes')
      .values({
        token_hash: tokenHash(token),
        user_id: account.id,
        email,
        email_norm: normaliseEmail(email),
        session_id: sessionId,
        expires_at: new Date(Date.now() + EMAIL_LINK_MINUTES * 60_000),
      })
      .execute();
  });
  return token;
}

export const isFree = async (system: SystemScope, email: string): Promise<boolean> =>
  (await findAccountByEmail(system, email)) === undefined;

/**
 * Uses up the token: sets the new email and ends open links and all sessions except the caller's. Undefined
 * when the token is used, expired or unknown, or the account may not be used. Throws 409 when the address has
 * been taken meanwhile.
 */
export async function useEmailChange(
  system: SystemScope,
  token: string,
): Promise<{ account: Account; email: string } | undefined> {
  const core = openCore(system);
  const waiting = () =>
    core
      .selectFrom('core.email_changes')
      .select(['user_id', 'email', 'session_id'])
      .where('token_hash', '=', tokenHash(token))
      .where('expires_at', '>', sql<Date>`now()`);
  const change = await waiting().executeTakeFirst();
  const account = change && (await findAccount(system, change.user_id));
  if (!account || !mayAct(account)) return undefined;
  return await core.transaction().execute(async (trx) => {
    await lockUser(trx, account.id);
    const spent = await trx
      .deleteFrom('core.email_changes')
      .where('token_hash', '=', tokenHash(token))
      .returning('email')
      .executeTakeFirst();
    if (!spent) return undefined;
    await setIdentity(trx, account, { email: change.email }, change.session_id);
    return { account, email: change.email };
  });
}
