import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { Conflict } from '#server/errors.ts';

/**
 * Throws 409 if a change has left a company that signs in only by its provider without an admin who may use a
 * password. Such changes run one at a time.
 */
export async function assertKeeper(trx: Transaction<CoreTables>, clientId: string | null): Promise<void> {
  const provider = await trx
    .selectFrom('core.providers')
    .select('name')
    .where('client_id', '=', clientId)
    .where('is_only', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (!provider) return;
  const keeper = await trx
    .selectFrom('core.users')
    .select('id')
    .where('client_id', '=', clientId)
    .where('keeps_password', '=', true)
    .where('is_active', '=', true)
    .where('role_id', '=', ROLE_IDS.admin)
    .limit(1)
    .executeTakeFirst();
  if (!keeper)
    throw new Conflict(
      `This is the last admin who may sign in without ${provider.name}. Choose another in the company’s settings first.`,
    );
}

/** The name of a client's provider, if its people sign in only there. */
export async function onlyProviderOf(
  system: SystemScope,
  clientId: string | null,
): Promise<string | undefined> {
  const row = await openCore(system)
    .selectFrom('core.providers')
    .select('name')
    .where('client_id', '=', clientId)
    .where('is_only', '=', true)
    .executeTakeFirst();
  return row?.name;
}

/** Forgets the account of a user at a provider: the next sign-in there needs the verified email again. */
export async function unbindPerson(trx: Transaction<CoreTables>, userId: string): Promise<void> {
  await sql`DELETE FROM core.provider_people WHERE user_id = ${userId}`.execute(trx);
}
