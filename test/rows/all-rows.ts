import type pg from 'pg';
import { asking, placeOf, tablesOf } from '#server/backup/tables.ts';

/**
 * A digest per table of the rows that belong in a backup: of the accounts and all clients, or of the given
 * client's schema.
 */
export async function allRows(owner: pg.ClientBase, only?: string): Promise<Record<string, string>> {
  await owner.query("SET timezone = 'UTC'");
  const { rows: clients } = await owner.query<{ schema: string }>(
    'SELECT schema_name AS schema FROM core.clients ORDER BY 1',
  );
  const digests: Record<string, string> = {};
  for (const schema of only ? [only] : ['core', ...clients.map((client) => client.schema)])
    for (const { name } of await tablesOf(asking(owner), schema)) {
      const { rows } = await owner.query<{ digest: string }>(
        `SELECT count(*) || ' rows ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest
         FROM ${placeOf(schema, name)} t`,
      );
      digests[`${only ? '' : `${schema}.`}${name}`] = rows[0]?.digest ?? '';
    }
  return digests;
}
