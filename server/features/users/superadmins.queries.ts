import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { Conflict } from '#server/errors.ts';

const SUPERADMIN_LOCK = 4_712_022;

/**
 * Makes a change that may remove a superadmin, like deactivating one or a superadmin's client, and throws 409
 * with `sentence` when nobody would be left to manage clients and superadmins. Such changes run one at a
 * time: of two superadmins who deactivate each other at once, one is refused.
 */
export async function keepingSuperadmin(
  trx: Transaction<CoreTables>,
  sentence: string,
  change: () => Promise<unknown>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SUPERADMIN_LOCK})`.execute(trx);
  const hadOne = await hasSuperadmin(trx);
  await change();
  if (hadOne && !(await hasSuperadmin(trx))) throw new Conflict(sentence);
}

async function hasSuperadmin(trx: Transaction<CoreTables>): Promise<boolean> {
  const found = await trx
    .selectFrom('core.users as u')
    .leftJoin('core.clients as c', 'c.id', 'u.client_id')
    .select('u.id')
    .where('u.role_id', '=', ROLE_IDS.superadmin)
    .where('u.is_active', '=', true)
    .where((eb) => eb.or([eb('u.client_id', 'is', null), eb('c.is_active', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
