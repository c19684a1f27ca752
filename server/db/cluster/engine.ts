import pg from 'pg';
import { STATEMENTS, settingsOfStatements } from '#server/db/pool/request-settings.ts';
import { STAGE_TABLES } from '#server/db/tables/stage-tables.ts';

/**
 * PostgreSQL, or Citus, which spreads clients over several machines: `core` and the mirror live on the
 * coordinator, and each client's schema lives entirely on one of the nodes (decision 49).
 */
export type Engine = 'postgresql' | 'citus';

/** The engine of a database; its owner chooses Citus by creating the extension. */
export async function engineOf(owner: pg.ClientBase): Promise<Engine> {
  const found = await owner.query("SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'citus'");
  return found.rowCount === 0 ? 'postgresql' : 'citus';
}

/**
 * The attributes of a client role. A coordinator connects to its nodes as the request's role, so on Citus the
 * role may log in; it has no password, so only nodes that trust each other accept it.
 */
export function clientRoleAttributes(engine: Engine): string {
  return engine === 'citus' ? 'LOGIN' : 'NOLOGIN';
}

/**
 * Makes later SET LOCAL settings of the transaction apply on the node too. Only for transactions with a
 * single role, because a role change would be propagated as well. Without Citus, PostgreSQL treats the name
 * as an unused custom setting.
 */
export const HAND_ON_SETTINGS = "SET LOCAL citus.propagate_set_commands = 'local'";

/** Statements that give a role the settings of its statements on the nodes. Without Citus there are none. */
export function nodeSettings(engine: Engine, role: string): string[] {
  if (engine !== 'citus') return [];
  return Object.entries(settingsOfStatements(STATEMENTS.lock)).map(
    ([name, value]) => `ALTER ROLE ${role} SET ${name} = ${pg.escapeLiteral(value)}`,
  );
}

/**
 * The statements that recreate the tables of running imports on a cluster; temporary tables would be on a
 * different machine from the leads.
 */
export function stageTables(engine: Engine, schema: string): string {
  if (engine !== 'citus') return '';
  return Object.entries(STAGE_TABLES)
    .map(
      ([name, columns]) => `DROP TABLE IF EXISTS ${schema}.${name};
        CREATE UNLOGGED TABLE ${schema}.${name} (${columns});
        CREATE INDEX ON ${schema}.${name} (row_number);`,
    )
    .join('\n');
}

/** Moves a client's new, empty tables to a node. Runs as owner, in the transaction that created them. */
export async function distribute(owner: pg.ClientBase, engine: Engine, schema: string): Promise<void> {
  if (engine !== 'citus') return;
  await allowTriggers(owner);
  await owner.query('SELECT pg_catalog.citus_schema_distribute($1::text::regnamespace)', [
    pg.escapeIdentifier(schema),
  ]);
}

/**
 * Like `distribute`, for tables with rows. The move is not recorded as a change, because it changes no row.
 */
export async function distributeRows(owner: pg.ClientBase, engine: Engine, schema: string): Promise<void> {
  if (engine !== 'citus') return;
  const { rows: tables } = await owner.query<{ place: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS place FROM pg_catalog.pg_trigger JOIN pg_catalog.pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND relnamespace = $1::text::regnamespace ORDER BY 1`,
    [pg.escapeIdentifier(schema)],
  );
  for (const { place } of tables) await owner.query(`ALTER TABLE ${place} DISABLE TRIGGER USER`);
  await distribute(owner, engine, schema);
  for (const { place } of tables) await owner.query(`ALTER TABLE ${place} ENABLE TRIGGER USER`);
}

/**
 * Moves a client's tables back to the coordinator, where any statement may change them. Runs as owner, in the
 * transaction of the change.
 */
export async function recall(owner: pg.ClientBase, engine: Engine, schema: string): Promise<void> {
  if (engine !== 'citus') return;
  await allowTriggers(owner);
  await owner.query(
    `SELECT pg_catalog.citus_schema_undistribute(schemaid) FROM pg_catalog.pg_dist_schema
     WHERE schemaid = $1::text::regnamespace`,
    [pg.escapeIdentifier(schema)],
  );
}

/**
 * Allows triggers on distributed tables for the running transaction. They are safe here: they only write to
 * the queue on the same node.
 */
export async function allowTriggers(owner: pg.ClientBase): Promise<void> {
  await owner.query('SET LOCAL citus.enable_unsafe_triggers = on');
}
