import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { INVITATION_DAYS, RESET_LINK_MINUTES } from '#shared/accounts/access-links.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { Scope } from '#server/db/scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { findAccount, mayAct } from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/accounts/account.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { tokenHash } from '#server/secrets/tokens.ts';
import { refuseInvitation } from '#server/features/users/users.queries.ts';

/** A token, shown only once, and its expiry. */
export type Issued = { token: string; expiresAt: Date };

/** `lpr_` for a password, `lin_` for an invitation, and 256 secret bits. */
const newToken = (kind: 'lpr' | 'lin') => `${kind}_${randomBytes(32).toString('base64url')}`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

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

export type Invitation = {
  email: string;
  roleId: string;
  clientId: string | null;
  inviter: Account;
};

/**
 * Creates an invitation; an earlier one for the same address stops working. Throws 403, 409 or 422 as
 * creating the user would.
 */
export async function createInvitation(
  scope: Scope,
  input: { email: string; roleId: string; clientId?: string | null | undefined },
): Promise<Issued & { company: string | undefined }> {
  await refuseInvitation(scope, input);
  const token = newToken('lin');
  const expiresAt = inMinutes(INVITATION_DAYS * 24 * 60);
  const email_norm = normaliseEmail(input.email);
  await inCore(scope, async (trx) => {
    await trx
      .deleteFrom('core.invitations')
      .where('invited_by', '=', scope.user.id)
      .where((eb) => eb.or([eb('email_norm', '=', email_norm), eb('expires_at', '<', sql<Date>`now()`)]))
      .execute();
    await trx
      .insertInto('core.invitations')
      .values({
        token_hash: tokenHash(token),
        email: input.email,
        email_norm,
        role_id: input.roleId,
        client_id: input.clientId ?? null,
        invited_by: scope.user.id,
        expires_at: expiresAt,
      })
      .execute();
  });
  const client = await openCore(scope)
    .selectFrom('core.clients')
    .select('client_name as name')
    .where('id', '=', input.clientId ?? null)
    .executeTakeFirst();
  return { token, expiresAt, company: client?.name };
}

/**
 * The invitation of a token; undefined when it is used, expired or unknown, the inviter may no longer act, or the
 * client is inactive.
 */
export async function findInvitation(system: SystemScope, token: string): Promise<Invitation | undefined> {
  const row = await openCore(system)
    .selectFrom('core.invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`coalesce((SELECT c.is_active FROM core.clients c WHERE c.id = client_id), true)`)
    .executeTakeFirst();
  const inviter = row && (await findAccount(system, row.invited_by));
  if (!inviter || !mayAct(inviter)) return undefined;
  return { email: row.email, roleId: row.role_id, clientId: row.client_id, inviter };
}

/**
 * Uses up the invitation in the transaction that creates its account. False when another request was faster.
 */
export async function useInvitation(trx: Transaction<CoreTables>, token: string): Promise<boolean> {
  const spent = await trx
    .deleteFrom('core.invitations')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email')
    .executeTakeFirst();
  return spent !== undefined;
}
