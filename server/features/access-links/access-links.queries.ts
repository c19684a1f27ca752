import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { RESET_LINK_MINUTES } from '#shared/accounts/access-links.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { findAccount, mayAct } from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/accounts/account.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

/** A token, shown only once, and its expiry. */
export type Issued = { token: string; expiresAt: Date };

/** `lpr_` for a password, `lin_` for an invitation, and 256 secret bits. */
export const newToken = (kind: 'lpr' | 'lin') => `${kind}_${randomBytes(32).toString('base64url')}`;
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Creates a password link for this account; its earlier links stop working. */
export async function createReset(system: SystemScope, userId: string): Promise<Issued> {
  const token = newToken('lpr');
  const expiresAt = inMinutes(RESET_LINK_MINUTES);
  await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    await trx
      .deleteFrom('core.password_resets')
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('expires_at', '<', sql<Date>`now()`)]))
      .execute();
    await trx
      .insertInto('core.password_resets')
      .values({ token_hash: tokenHash(token), user_id: userId, expires_at: expiresAt })
      .execute();
  });
  return { token, expiresAt };
}

/**
 * The account whose password the token may set; undefined when the token is used, expired or unknown, or the
 * account may not be used.
 */
export async function findReset(system: SystemScope, token: string): Promise<Account | undefined> {
  const row = await openCore(system)
    .selectFrom('core.password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  const account = row && (await findAccount(system, row.user_id));
  // Where nobody signs in with a password, nobody sets one.
  return account && mayAct(account) && account.onlyBy === null ? account : undefined;
}

/**
 * Uses up the token: sets the new password and ends sessions and links. False when another request was
 * faster.
 */
export async function useReset(
  system: SystemScope,
  token: string,
  account: Account,
  passwordHash: string,
): Promise<boolean> {
  return await inCore(system, async (trx) => {
    await lockUser(trx, account.id);
    const spent = await trx
      .deleteFrom('core.password_resets')
      .where('token_hash', '=', tokenHash(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('user_id')
      .executeTakeFirst();
    if (!spent) return false;
    await trx
      .updateTable('core.users')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      .execute();
    await endOpenAccess(trx, { user: account.id });
    return true;
  });
}
