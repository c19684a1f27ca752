import type { Readable } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import type { Scope } from '#server/db/scope.ts';
import { BackupWriter } from '#server/backup/container.ts';
import { addReadme, describe } from '#server/backup/copy-tables.ts';
import type { BackupClient, BackupFile } from '#server/backup/manifest.ts';
import { tablesOf } from '#server/backup/tables.ts';
import type { Table } from '#server/backup/tables.ts';
import type { AskServer } from '#server/db/replica/log-position.ts';
import { clientRole, localRole } from '#server/db/pool/client-role.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import type { Snapshot } from '#server/db/snapshot.ts';
import { openCore } from '#server/db/system-scope.ts';
import { getClient } from '#server/features/clients/clients.queries.ts';
import { guardedCell } from '#server/spreadsheets/guarded-cell.ts';

/** Columns of `core` that a client's own users may export: no secrets, private data or money. */
const OPEN: Readonly<Record<string, string>> = {
  clients: 'id client_name schema_name role_name is_active time_zone country year_begins version created_at',
  users: `id first_name last_name email email_norm role_id client_id is_active created_by created_users
    notify_email notify_reminders notify_weekly notify_leads whose_day created_at`,
};

/**
 * All data of a client as a streamed backup for its own users: everything in the client's schema, read as the
 * client's role, and the non-secret columns of its accounts, as of one moment. Destroying the stream releases
 * the connection. Throws 404.
 */
export async function openArchive(scope: Scope, id: string): Promise<Readable> {
  const { schemaName: schema } = await getClient(scope, id);
  const core = openCore(scope);
  const ask: AskServer = async (text, values) =>
    (await core.executeQuery(CompiledQuery.raw(text, values))).rows as never;
  const described = await describe(ask, 'archive', { id });
  const tables = { core: await tablesOf(ask, 'core'), client: await tablesOf(ask, schema) };
  const snapshot = await openSnapshot(core);
  const writer = new BackupWriter();
  const write = async () => {
    await snapshot.rows(sql`SELECT set_config(name, value, true) FROM (VALUES ('datestyle', 'ISO, YMD'), ('timezone', 'UTC'),
      ('intervalstyle', 'postgres'), ('extra_float_digits', '1'), ('bytea_output', 'hex')) settings (name, value)`);
    addReadme(writer, 'archive');
    const files = await writeAccounts(writer, snapshot, tables.core, id);
    // From here on the transaction has the client's role, which can reach only one schema.
    await snapshot.rows(localRole(clientRole(id)));
    for (const table of tables.client) files.push(await writeTable(writer, snapshot, { schema }, table));
    writer.end({ ...described, files });
  };
  void write()
    .catch((error: Error) => writer.stream.destroy(error))
    .finally(() => void snapshot.close().catch(() => {}));
  return writer.stream;
}

async function writeAccounts(
  writer: BackupWriter,
  snapshot: Snapshot,
  tables: readonly Table[],
  id: string,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const table of tables) {
    const columns = OPEN[table.name];
    if (columns)
      files.push(
        await writeTable(writer, snapshot, { only: id }, { ...table, columns: columns.split(/\s+/) }),
      );
  }
  return files;
}

type Place = { schema: BackupClient['schema'] } | { only: string };

/** Adds a table of the client's schema, or the client's rows of a table of `core`. */
async function writeTable(
  writer: BackupWriter,
  snapshot: Snapshot,
  place: Place,
  { name, columns, texts }: Table,
): Promise<BackupFile> {
  const schema = 'only' in place ? 'core' : place.schema;
  const cells = columns.map((column) =>
    texts.includes(column) ? sql`${guardedCell(sql.id(column))} AS ${sql.id(column)}` : sql.id(column),
  );
  const rows =
    'only' in place
      ? sql`WHERE ${sql.id(name === 'clients' ? 'id' : 'client_id')} = ${place.only}::uuid`
      : sql``;
  const source = await snapshot.copy(
    sql`SELECT ${sql.join(cells)} FROM ${sql.id(schema, name)} ${rows}`,
    'FORMAT csv, HEADER',
  );
  const path = `${schema === 'core' ? 'core' : `clients/${schema}`}/${name}.csv`;
  const written = await writer.add(path, source);
  return { path, schema, table: name, columns, rows: source.rowCount, ...written };
}
