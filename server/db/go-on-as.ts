import type { Transaction } from 'kysely';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { localRole } from '#server/db/pool/client-role.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { clientScope } from '#server/db/scope.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/**
 * Switches the rest of a transaction on accounts to this client's role, so that an account and the client's
 * rows change atomically. Another client may follow in the same transaction; accounts are out of reach from
 * here on.
 */
export async function goOnAs(
  trx: Transaction<CoreTables>,
  { user, client, engine, sight, isReplica }: ClientScope,
): Promise<ClientScope> {
  await localRole(client.role).execute(trx);
  const bound = unchecked<Transaction<ClientTables>>(trx.withSchema(client.schema));
  return clientScope({ user, client, engine, sight, isReplica }, bound);
}
