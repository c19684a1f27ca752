import pg from 'pg';
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

/**
 * Builds a new mirror beside the old one and replaces the old one with it. Runs as owner in a single-snapshot
 * transaction that holds MIRROR_LOCK; clients keep working, and their queues collect what they change
 * meanwhile.
 */
export async function makeMirror(owner: pg.Client, roles: InstallationRoles): Promise<void> {
  await owner.query(
    `DROP SCHEMA IF EXISTS ${NEXT} CASCADE; DROP SCHEMA IF EXISTS ${OLD} CASCADE; CREATE SCHEMA ${NEXT}`,
  );
  await makeTables(owner, NEXT);
  const { rows: clients } = await owner.query<{ id: string; schema_name: string }>(
    'SELECT id, schema_name FROM core.clients ORDER BY id',
  );
  const { rows: columns } = await owner.query<CopiedColumns>(COPIED_COLUMNS);
  for (const { id, schema_name } of clients) {
    await owner.query(copyOf({ id, schema: quoted(schema_name) }, columns));
  }
  // Adds up the days that each client has copied. TRUNCATE, because a table emptied by DELETE keeps its size.
  await owner.query(`
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
    CREATE TABLE ${NEXT}.${MIRRORED_ZONES} AS SELECT id AS client_id, time_zone FROM core.clients;
    ALTER TABLE ${NEXT}.${MIRRORED_ZONES} ADD PRIMARY KEY (client_id);
    ${found.rowCount ? `ALTER SCHEMA ${MIRROR_SCHEMA} RENAME TO ${OLD};` : ''}
    ALTER SCHEMA ${NEXT} RENAME TO ${MIRROR_SCHEMA};
    CREATE VIEW ${MIRROR_SCHEMA}.members AS
      SELECT client_id, id, first_name || ' ' || last_name AS name, email, is_active, true AS belongs FROM core.users;
    ${rights(roles)}
    ${fetching(roles)}
  `);
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
  await owner.query(`DROP SCHEMA IF EXISTS ${OLD} CASCADE`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  });
}

/**
 * Copies a client as of the snapshot; removes from the queue exactly the changes that the snapshot contains.
 */
function copyOf({ id, schema }: { id: string; schema: string }, copied: CopiedColumns[]): string {
  const client = `${pg.escapeLiteral(id)}::uuid`;
  const rows = copied.map(({ place, columns }) => {
    const list = columns.join(', ');
    return `INSERT INTO ${NEXT}.${place} (client_id, ${list}) SELECT ${client}, ${list} FROM ${schema}.${place}`;
  });
  return [
    `DELETE FROM ${schema}.changed_rows`,
    ...rows,
    `INSERT INTO ${NEXT}.lead_totals (client_id, ${totalsCell}, leads, value)
     SELECT ${client}, ${totalsCell}, sum(leads), sum(value) FROM ${schema}.lead_totals GROUP BY ${totalsCell} HAVING sum(leads) <> 0 OR sum(value) <> 0`,
    `INSERT INTO ${NEXT}.lead_days (${daysCell}, leads)
     SELECT ${daysCell}, sum(leads) FROM ${schema}.lead_days GROUP BY ${daysCell} HAVING sum(leads) <> 0`,
  ].join(';\n');
}
