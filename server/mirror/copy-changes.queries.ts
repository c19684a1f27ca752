import { CompiledQuery, sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import type { Engine } from '#server/db/cluster/engine.ts';
import { COPIED_COLUMNS } from '#server/db/structure/mirror-shape.ts';
import type { CopiedColumns } from '#server/db/structure/mirror-shape.ts';
import { FETCHED } from '#server/db/tables/mirrored-tables.ts';
import type { MirroredTable } from '#server/db/tables/mirrored-tables.ts';
import { CompiledOnce } from '#server/mirror/compiled-once.ts';
import { inMirror } from '#server/mirror/mirrored-days.queries.ts';

export type Core = Transaction<CoreTables>;
/** A client whose rows a transaction copies; `release` changes with the columns of the tables. */
export type Followed = { id: string; schema: string; role: string; timeZone: string; release: number };

/** A table with the ids of its changed rows; null for a table that must be read entirely. */
export type Changed = { place: MirroredTable; ids: string[] | null };

/** A table, and whether some or all of its rows have changed, as part of a key. */
export const partOf = ({ place, ids }: Changed) => `${place} ${ids ? 'some' : 'all'}`;

/** The columns of a table that are copied: their names, and a list of them with their types. */
export type Columns = { names: RawBuilder<unknown>[]; typed: RawBuilder<unknown> };

/** Changed rows waiting for another role's statement: in an open cursor named after the table, or as JSON. */
export type Waiting = { json: string | null } | 'in cursor';

const reading = new CompiledOnce(['ids']);

/**
 * Reads the current changed rows as the client's role, for a later statement of the transaction under another
 * role. PostgreSQL checks a cursor's rights when it is opened, so no row leaves the database. A Citus
 * coordinator queries the node only at the first fetch, with the role at that time, so there the rows pass
 * through this process.
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

/** The waiting rows, as a query; `json` replaces their text. */
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

/** Returns the columns to copy, from the tables of this release. */
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
