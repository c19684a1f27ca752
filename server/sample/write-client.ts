import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { countLeads } from '#server/leads/changes/lead-counters.queries.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import type { ClientRows } from './client-rows.ts';

/** Writes all rows of a sample client in one transaction, one statement per table, and counts the leads. */
export async function writeClient(database: Database, client: ClientRef, rows: ClientRows): Promise<void> {
  const handle = database.client(client);
  await handle.transaction().execute(async (trx) => {
    const tables = [
      'members',
      'product_categories',
      'products',
      'distribution_rules',
      'absences',
      'targets',
      'leads',
      'call_logs',
      'reminders',
      'lead_events',
      'source_costs',
    ] as const;
    for (const table of tables) await insertAll(trx, client, table, rows[table]);
    const stored = (name: keyof ClientTables) => sql.id(client.schema, name);
    await countLeads({ db: trx, client, stored }, stored('leads'));
  });
}

/** Inserts rows as one JSON parameter: PostgreSQL takes far longer to parse thousands of separate ones. */
async function insertAll(
  trx: Transaction<ClientTables>,
  { schema }: ClientRef,
  table: keyof ClientRows,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const target = sql.id(schema, table);
  await sql`
    INSERT INTO ${target} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${target}, ${JSON.stringify(rows)}::jsonb)
  `.execute(trx);
}
