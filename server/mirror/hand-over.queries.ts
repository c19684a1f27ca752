import { CompiledQuery, sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { CoreTables } from '#server/db/core-tables.ts';
import type { Engine } from '#server/db/engine.ts';
import { COPIED_COLUMNS } from '#server/db/mirror-shape.ts';
import type { CopiedColumns } from '#server/db/mirror-shape.ts';
import { FETCHED } from '#server/db/mirror-tables.ts';
import type { MirroredTable } from '#server/db/mirror-tables.ts';
import { CompiledOnce } from '#server/mirror/compiled-once.ts';
import { inMirror } from '#server/mirror/mirrored-days.queries.ts';

export type Core = Transaction<CoreTables>;
/** A client whose rows a transaction brings; `release` changes with the columns of the tables. */
export type Followed = { id: string; schema: string; role: string; timeZone: string; release: number };

/** A table with the ids of its changed rows; null for a table that is to be read whole. */
export type Changed = { place: MirroredTable; ids: string[] | null };

/** A table, and whether some of its rows have changed or all, as a part of a key. */
export const partOf = ({ place, ids }: Changed) => `${place} ${ids ? 'some' : 'all'}`;

/** The columns of a table that are copied: their names, and a list of them with their types. */
export type Columns = { names: RawBuilder<unknown>[]; typed: RawBuilder<unknown> };

/** Changed rows that wait for the statement of another role: in an open cursor named as the table, or as JSON. */
export type Waiting = { json: string | null } | 'in cursor';

const reading = new CompiledOnce(['ids']);

/**
 * Reads the changed rows as they are now, as the role of the client, for a statement that comes later in the transaction and as
 * another role. PostgreSQL checks what a cursor may read when the cursor is opened: no row leaves the database. A coordinator of
 * Citus asks the node at the first fetch, as whoever fetches: there the rows go by way of this process.
 */
export async function readRows(
  engine: Engine,
  trx: Core,
  client: Followed,
  changed: Changed,
  { names }: Columns,
): Promise<Waiting> {
  const { place, ids: some } = changed;
  const key = [engine, client.release, client.schema, partOf(changed)].join(' ');
  const build = ({ ids }: { ids: string }) => {
    const only = some ? sql`WHERE id = ANY(${ids}::uuid[])` : sql``;
    const rows = sql`SELECT ${sql.join(names)} FROM ${sql.id(client.schema, place)} ${only}`;
    return engine === 'citus'
      ? sql<{ json: string | null }>`SELECT json_agg(t)::text AS json FROM (${rows}) t`
      : sql<never>`DECLARE ${sql.id(place)} NO SCROLL CURSOR FOR ${rows}`;
  };
  const { rows } = await trx.executeQuery(reading.get(key, { ids: some }, build, trx));
  return rows[0] ?? 'in cursor';
}

/** The rows that wait, as a query; `json` stands for their text. */
export function waitingRows(
  waiting: Waiting,
  place: MirroredTable,
  { names, typed }: Columns,
  json: string,
): RawBuilder<unknown> {
  if (waiting === 'in cursor') return sql`SELECT * FROM ${inMirror(FETCHED)}(${place}) AS fetched (${typed})`;
  return sql`SELECT ${sql.join(names)} FROM json_populate_recordset(NULL::${inMirror(place)}, ${json}::json)`;
}

let known: { release: number; columns: Map<MirroredTable, Columns> } | undefined;

/** Tells the columns that are copied, as the tables of this release have them. */
export async function columnsOf(trx: Core, release: number): Promise<(place: MirroredTable) => Columns> {
  if (known?.release !== release) {
    const { rows } = await trx.executeQuery<CopiedColumns>(CompiledQuery.raw(COPIED_COLUMNS));
    const columns = rows.map((row): [MirroredTable, Columns] => {
      const names = row.columns.map((name) => sql.id(name));
      // oxlint-disable-next-line no-restricted-properties -- types of the catalogue
      const typed = names.map((name, at) => sql`${name} ${sql.raw(row.types[at] ?? '')}`);
      return [row.place, { names, typed: sql.join(typed) }];
    });
    known = { release, columns: new Map(columns) };
  }
  const { columns } = known;
  return (place) => columns.get(place) ?? { names: [], typed: sql`` };
}
