import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { RECOVERY_CODES } from '#shared/accounts/second-factor.ts';
import type { Account } from '#server/accounts/account.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { Conflict } from '#server/errors.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { newRecoveryCode, plainCode } from '#server/secrets/one-time-codes.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

type Core = Kysely<CoreTables>;

export const codeHash = (typed: string): Buffer => tokenHash(plainCode(typed));

const appsOf = (core: Core, userId: string) =>
  core
    .selectFrom('core.authenticator_apps')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);

/** The user's confirmed apps and passkeys, oldest first, and the number of unused recovery codes. */
export async function listFactors(system: SystemScope, userId: string) {
  const core = openCore(system);
  const columns = ['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const;
  const apps = await appsOf(core, userId).select(columns).orderBy('id').execute();
  const passkeys = await core
    .selectFrom('core.passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const { left } = await core
    .selectFrom('core.recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { apps, passkeys, recoveryCodesLeft: Number(left) };
}

/**
 * Makes a factor that was just stored count. The user's first one returns recovery codes, and ends all open
 * access except `keepSession`.
 */
export async function noteFactor(
  trx: Core,
  userId: string,
  keepSession: string | undefined,
): Promise<string[] | null> {
  const { numUpdatedRows } = await trx
    .updateTable('core.users')
    .set({ second_factor_since: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('second_factor_since', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  await endOpenAccess(trx, { user: userId, keepSession });
  return await replaceCodes(trx, userId);
}

/**
 * Removes one of the user's factors by `remove`; everything else goes with the last one. Throws 409 when the
 * last one is needed.
 */
export async function removeFactor(
  system: SystemScope,
  { id: userId, secondFactor }: Pick<Account, 'id' | 'secondFactor'>,
  remove: (trx: Core) => Promise<void>,
): Promise<void> {
  await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    await remove(trx);
    const others = await appsOf(trx, userId)
      .select('id')
      .unionAll(trx.selectFrom('core.passkeys').select('id').where('user_id', '=', userId))
      .execute();
    if (others.length > 0) return;
    if (secondFactor.isRequired)
      throw new Conflict('You need a second step to sign in. Add another before you remove this one.');
    await removeFactors(trx, userId);
  });
}

/** Removes all second factors of a user, inside a transaction; returns whether there were any. */
export async function removeFactors(trx: Core, userId: string): Promise<boolean> {
  for (const table of [
    'core.authenticator_apps',
    'core.passkeys',
    'core.recovery_codes',
    'core.trusted_devices',
  ] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  const { numUpdatedRows } = await trx
    .updateTable('core.users')
    .set({ second_factor_since: null })
    .where('id', '=', userId)
    .where('second_factor_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the second factors of a user and all open access. Throws 409 when the user has none. */
export async function resetFactors(system: SystemScope, userId: string): Promise<void> {
  await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    if (!(await removeFactors(trx, userId))) throw new Conflict('This user has no second step to reset.');
    await endOpenAccess(trx, { user: userId });
  });
}

/** New recovery codes; earlier ones stop working. Throws 409 without a factor. */
export async function newRecoveryCodes(system: SystemScope, userId: string): Promise<string[]> {
  return await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    const user = await trx
      .selectFrom('core.users')
      .select('second_factor_since')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user?.second_factor_since) throw new Conflict('Add an authenticator app or a passkey first.');
    return await replaceCodes(trx, userId);
  });
}

async function replaceCodes(trx: Core, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await trx.deleteFrom('core.recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('core.recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: codeHash(code) })))
    .execute();
  return codes;
}
