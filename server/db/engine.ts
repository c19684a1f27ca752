import pg from 'pg';
import { STATEMENTS } from '#server/db/request-settings.ts';
import { STAGE_TABLES } from '#server/db/stage-tables.ts';

/**
 * PostgreSQL, or Citus, which spreads clients over several machines: `core` and the mirror lie on the coordinator, each
 * client's schema as a whole on one of the nodes (decision 49).
 */
export type Engine = 'postgresql' | 'citus';

/** The engine of a database, which its owner has chosen by making the extension. */
export async function engineOf(owner: pg.ClientBase): Promise<Engine> {
  const found = await owner.query("SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'citus'");
  return found.rowCount === 0 ? 'postgresql' : 'citus';
}

/**
 * What a client's role may do at the server. A coordinator enters its nodes as the role of the request, which therefore may log
 * in there; without a password, so that only nodes that trust each other let it in.
 */
export function clientRoleAttributes(engine: Engine): string {
  return engine === 'citus' ? 'LOGIN' : 'NOLOGIN';
}

/**
 * The statement after which settings of the same transaction (SET LOCAL) hold on the node, too. For transactions that act as one
 * role: a change of the role would be handed on as well. PostgreSQL takes the name for one of nobody's.
 */
export const HAND_ON_SETTINGS = "SET LOCAL citus.propagate_set_commands = 'local'";

/** Statements that give a role the settings of requests on the nodes: a coordinator does not hand on its connection's own. */
export function nodeSettings(engine: Engine, role: string): string[] {
  if (engine !== 'citus') return [];
  return [`SET lock_timeout = ${STATEMENTS.lock}`, "SET timezone = 'UTC'", "SET search_path = ''"].map(
    (setting) => `ALTER ROLE ${role} ${setting}`,
  );
}

/** The statements that make the tables of running imports anew, where temporary ones would be on another machine than the leads. */
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

/** Moves a client's new and empty tables to a node. Runs as owner, in the transaction that made the tables. */
export async function distribute(owner: pg.ClientBase, engine: Engine, schema: string): Promise<void> {
  if (engine !== 'citus') return;
  await allowTriggers(owner);
  await owner.query('SELECT pg_catalog.citus_schema_distribute($1::text::regnamespace)', [
    pg.escapeIdentifier(schema),
  ]);
}

/** As `distribute`, for tables with rows, which stay unnoted: moving a row does not change the row. */
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

/** Brings a client's tables back to the coordinator, where any statement may change them. Runs as owner, in the transaction of the change. */
export async function recall(owner: pg.ClientBase, engine: Engine, schema: string): Promise<void> {
  if (engine !== 'citus') return;
  await allowTriggers(owner);
  await owner.query(
    `SELECT pg_catalog.citus_schema_undistribute(schemaid) FROM pg_catalog.pg_dist_schema
     WHERE schemaid = $1::text::regnamespace`,
    [pg.escapeIdentifier(schema)],
  );
}

/** The triggers of clients' tables write to the same node alone: into the queue beside their tables. For the running transaction. */
export async function allowTriggers(owner: pg.ClientBase): Promise<void> {
  await owner.query('SET LOCAL citus.enable_unsafe_triggers = on');
}
