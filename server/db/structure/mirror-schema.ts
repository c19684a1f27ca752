import pg from 'pg';
import { inTransaction } from '#server/db/pool/own-connection.ts';
import { quoted } from './installation.ts';
import type { InstallationRoles } from './installation.ts';
import { COPIED_COLUMNS, makeTables, missingColumns, missingIndexes } from './mirror-shape.ts';
import type { CopiedColumns } from './mirror-shape.ts';
import { areSumsMade, makeSums } from './mirror-sums.ts';
import {
  COUNTERS,
  DAYS_CELL,
  FETCHED,
  MIRRORED,
  MIRRORED_ZONES,
  MIRROR_LOCK,
  MIRROR_SCHEMA,
  TOTALS_CELL,
} from '#server/db/tables/mirrored-tables.ts';

const NEXT = 'all_clients_next';
const OLD = 'all_clients_old';
const LOCK_NOT_AVAILABLE = '55P03';
const totalsCell = TOTALS_CELL.join(', ');
const daysCell = DAYS_CELL.join(', ');

/** A client to copy, and the transactions whose changes the copy contains. */
type Copied = { id: string; schema: string; contains: string[] | null };

/**
 * Builds a new mirror beside the old one and replaces the old one with it. Runs as owner, who holds
 * MIRROR_LOCK, with a transaction for each client: each takes some eighty locks, and PostgreSQL has room for
 * thousands. Clients keep working. Their queues keep what the new mirror contains until it is in place, so
 * that the old one stays complete if this fails.
 */
export async function makeMirror(owner: pg.Client, roles: InstallationRoles): Promise<void> {
  const copies: Copied[] = [];
  try {
    const clients = await inTransaction(owner, async () => await beginMirror(owner));
    const { rows: columns } = await owner.query<CopiedColumns>(COPIED_COLUMNS);
    for (const client of clients)
      copies.push(await inTransaction(owner, async () => await copyClient(owner, client, columns)));
    await inTransaction(owner, async () => await finishMirror(owner, roles));
  } catch (error) {
    await owner.query(`DROP SCHEMA IF EXISTS ${NEXT} CASCADE`).catch(() => {});
    throw error;
  }
  for (const copied of copies) await clearQueue(owner, copied);
}

/** Creates the tables of the new mirror; returns the clients to copy. */
async function beginMirror(owner: pg.Client): Promise<Omit<Copied, 'contains'>[]> {
  await owner.query(
    `DROP SCHEMA IF EXISTS ${NEXT} CASCADE; DROP SCHEMA IF EXISTS ${OLD} CASCADE; CREATE SCHEMA ${NEXT}`,
  );
  await makeTables(owner, NEXT);
  await owner.query(`
    CREATE TABLE ${NEXT}.${MIRRORED_ZONES} AS SELECT id AS client_id, time_zone FROM core.clients WITH NO DATA;
    ALTER TABLE ${NEXT}.${MIRRORED_ZONES} ADD PRIMARY KEY (client_id)`);
  const { rows } = await owner.query<{ id: string; schema_name: string }>(
    'SELECT id, schema_name FROM core.clients ORDER BY id',
  );
  return rows.map(({ id, schema_name }) => ({ id, schema: quoted(schema_name) }));
}

/** Removes what a killed process has left of a new mirror, unless another process is building one now. */
async function removeDraft(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ is_alone: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS is_alone',
    [MIRROR_LOCK],
  );
  if (rows[0]?.is_alone) await owner.query(`DROP SCHEMA IF EXISTS ${NEXT} CASCADE`);
}

/** Copies a client as of one snapshot. */
async function copyClient(
  owner: pg.Client,
  client: Omit<Copied, 'contains'>,
  columns: CopiedColumns[],
): Promise<Copied> {
  // The commit of the finished mirror flushes this one too.
  await owner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL synchronous_commit = off');
  const { rows } = await owner.query<Pick<Copied, 'contains'>>(
    `SELECT array_agg(DISTINCT xmin::text) AS contains FROM ${client.schema}.changed_rows`,
  );
  await owner.query(copyOf(client, columns));
  return { ...client, contains: rows[0]?.contains ?? null };
}

/** Sums up the copies and puts the new mirror in the place of the old one. */
async function finishMirror(owner: pg.Client, roles: InstallationRoles): Promise<void> {
  // Adds up the days that each client has copied. TRUNCATE, because a table emptied by DELETE keeps its size.
  await owner.query(`
    SET LOCAL maintenance_work_mem = '256MB';
    CREATE TEMP TABLE days ON COMMIT DROP AS
      SELECT ${daysCell}, sum(leads) AS leads FROM ${NEXT}.lead_days GROUP BY ${daysCell};
    TRUNCATE ${NEXT}.lead_days;
    INSERT INTO ${NEXT}.lead_days (${daysCell}, leads) SELECT * FROM pg_temp.days`);
  await makeSums(owner, NEXT);
  const found = await owner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [MIRROR_SCHEMA]);
  await owner.query(`
    ${(await missingIndexes(owner, NEXT)).join(';\n')};
    CREATE UNIQUE INDEX lead_totals_one ON ${NEXT}.lead_totals (client_id, ${totalsCell}) NULLS NOT DISTINCT;
    CREATE UNIQUE INDEX lead_days_one ON ${NEXT}.lead_days (${daysCell});
    ${found.rowCount ? `ALTER SCHEMA ${MIRROR_SCHEMA} RENAME TO ${OLD};` : ''}
    ALTER SCHEMA ${NEXT} RENAME TO ${MIRROR_SCHEMA};
    CREATE VIEW ${MIRROR_SCHEMA}.members AS
      SELECT client_id, id, first_name || ' ' || last_name AS name, email, is_active, true AS belongs FROM core.users;
    ${rights(roles)}
    ${fetching(roles)}
  `);
}

/**
 * Removes from a client's queue exactly the changes that its copy contains. Changes that stay after a crash,
 * or while the client is being removed, are copied twice, which does no harm.
 */
async function clearQueue(owner: pg.Client, { schema, contains }: Copied): Promise<void> {
  if (!contains) return;
  await unlessLocked(
    owner.query(`DELETE FROM ${schema}.changed_rows WHERE xmin::text = ANY ($1)`, [contains]),
  );
}

/**
 * The statements that create the function with which the follower passes rows from one role to the other,
 * because PostgreSQL's FETCH cannot be part of an INSERT. The caller names the columns; only a cursor of the
 * caller's own transaction can be used. Empty for a cluster, whose follower uses no cursors and where the
 * function would be created on every node.
 */
const fetching = ({ engine, mirrorRole }: InstallationRoles): string =>
  engine === 'citus'
    ? ''
    : `
  CREATE OR REPLACE FUNCTION ${MIRROR_SCHEMA}.${FETCHED}(rows text) RETURNS SETOF record LANGUAGE plpgsql AS $$
    BEGIN RETURN QUERY EXECUTE 'FETCH ALL FROM ' || pg_catalog.quote_ident(rows); END $$;
  REVOKE EXECUTE ON FUNCTION ${MIRROR_SCHEMA}.${FETCHED}(text) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION ${MIRROR_SCHEMA}.${FETCHED}(text) TO ${quoted(mirrorRole)};`;

/** The statements that let users with access to all clients read the mirror, and the follower write to it. */
const rights = ({ mirrorRole, allRole }: InstallationRoles): string => `
  GRANT USAGE ON SCHEMA ${MIRROR_SCHEMA} TO ${quoted(allRole)}, ${quoted(mirrorRole)};
  GRANT SELECT ON ALL TABLES IN SCHEMA ${MIRROR_SCHEMA} TO ${quoted(allRole)};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${MIRROR_SCHEMA} TO ${quoted(mirrorRole)};`;

/**
 * Adds the columns, indexes, sums and the function that a release has added: an existing row has the column's
 * default both here and in the client, and later changes arrive through the queue. Users with access to all
 * clients wait until this finishes, as for a migration.
 */
export async function extendMirror(owner: pg.Client, roles: InstallationRoles): Promise<void> {
  for (const statement of await missingColumns(owner)) await owner.query(statement);
  for (const statement of await missingIndexes(owner, MIRROR_SCHEMA)) await owner.query(statement);
  await owner.query(fetching(roles));
  await removeDraft(owner);
  if (await areSumsMade(owner, MIRROR_SCHEMA)) return;
  // Blocks the follower from counting meanwhile.
  await owner.query('SELECT pg_advisory_xact_lock($1)', [MIRROR_LOCK]);
  await makeSums(owner, MIRROR_SCHEMA);
  await owner.query(rights(roles));
}

/**
 * Enables index-only counts on the new mirror and drops the old one; if somebody still reads the old one, the
 * next rebuild drops it.
 */
export async function settleMirror(owner: pg.Client): Promise<void> {
  for (const table of [...Object.keys(MIRRORED), ...COUNTERS])
    await owner.query(`VACUUM (ANALYZE) ${MIRROR_SCHEMA}.${table}`);
  await unlessLocked(owner.query(`DROP SCHEMA IF EXISTS ${OLD} CASCADE`));
}

/** The statement that copies a client's rows, counters and time zone. */
function copyOf({ id, schema }: { id: string; schema: string }, copied: CopiedColumns[]): string {
  const client = `${pg.escapeLiteral(id)}::uuid`;
  const rows = copied.map(({ place, columns }) => {
    const list = columns.join(', ');
    return `INSERT INTO ${NEXT}.${place} (client_id, ${list}) SELECT ${client}, ${list} FROM ${schema}.${place}`;
  });
  return [
    ...rows,
    `INSERT INTO ${NEXT}.lead_totals (client_id, ${totalsCell}, leads, value)
     SELECT ${client}, ${totalsCell}, sum(leads), sum(value) FROM ${schema}.lead_totals GROUP BY ${totalsCell} HAVING sum(leads) <> 0 OR sum(value) <> 0`,
    `INSERT INTO ${NEXT}.lead_days (${daysCell}, leads)
     SELECT ${daysCell}, sum(leads) FROM ${schema}.lead_days GROUP BY ${daysCell} HAVING sum(leads) <> 0`,
    `INSERT INTO ${NEXT}.${MIRRORED_ZONES} SELECT id, time_zone FROM core.clients WHERE id = ${client}`,
  ].join(';\n');
}

/** Awaits a statement that may be left out while somebody else holds the lock that it needs. */
async function unlessLocked(statement: Promise<unknown>): Promise<void> {
  await statement.catch((error: unknown) => {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  });
}
