import type { Readable } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { copyInto } from '#server/db/copy.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { STAGE_NAMES, STAGE_TABLES } from '#server/db/tables/stage-tables.ts';
import type { StageTable } from '#server/db/tables/stage-tables.ts';
import { STAGE_COLUMNS, STAGE_COPY_OPTIONS } from './stage-copy.ts';

/**
 * A table of the running import: temporary, or in the client's schema if that is on another machine. Only
 * this transaction sees its rows, which are gone when it ends.
 */
function stageTable({ engine, client }: ClientScope, name: StageTable): RawBuilder<unknown> {
  return engine === 'citus' ? sql.id(client.schema, name) : sql.id('pg_temp', name);
}

/** The rows as read. */
export const stageOf = (scope: ClientScope): RawBuilder<unknown> => stageTable(scope, 'import_rows');
/** The plan for each staged row. */
export const planOf = (scope: ClientScope): RawBuilder<unknown> => stageTable(scope, 'import_plan');

/** The columns needed for planning. Statistics of all columns would add a quarter to the reading time. */
const PLANNED_COLUMNS = ['row_number', 'own_lead', 'email_norm', 'phone_norm', 'errors', 'warnings'];

/** Writes staged rows as COPY lines, without checking them. */
export async function stageRows(scope: ClientScope, lines: Readable): Promise<void> {
  const { db, engine, client } = scope;
  if (engine === 'postgresql')
    for (const [name, columns] of Object.entries(STAGE_TABLES))
      await db
        .getExecutor()
        .executeQuery(CompiledQuery.raw(`CREATE TEMP TABLE ${name} (${columns}) ON COMMIT DROP`));
  const schema = engine === 'citus' ? `"${client.schema}"` : 'pg_temp';
  await copyInto(db, `${schema}.import_rows (${STAGE_COLUMNS.join(', ')})`, STAGE_COPY_OPTIONS, lines);
  await analyse(scope, 'import_rows', PLANNED_COLUMNS);
}

/**
 * Prepares the filled plan for its readers, who look up rows in batches. The client's own tables are indexed
 * already.
 */
export async function settlePlan(scope: ClientScope): Promise<void> {
  if (scope.engine === 'postgresql')
    for (const table of [planOf(scope), stageOf(scope)])
      await sql`CREATE UNIQUE INDEX ON ${table} (row_number)`.execute(scope.db);
  await analyse(scope, 'import_plan', ['row_number', 'lead_id', 'action']);
}

/**
 * Gives PostgreSQL's planner the size of a temporary table and the values of these columns; only the owner
 * can analyse a table in the client's schema.
 */
async function analyse(scope: ClientScope, name: StageTable, columns: readonly string[]): Promise<void> {
  if (scope.engine !== 'postgresql') return;
  const listed = sql.join(columns.map((column) => sql.id(column)));
  await sql`ANALYZE ${stageTable(scope, name)} (${listed})`.execute(scope.db);
}

/** Deletes this transaction's rows from permanent tables. */
export async function clearStage(scope: ClientScope): Promise<void> {
  if (scope.engine === 'postgresql') return;
  for (const name of STAGE_NAMES) await sql`DELETE FROM ${stageTable(scope, name)}`.execute(scope.db);
}
