import type pg from 'pg';
import { TEMPLATE_SCHEMA } from '#server/db/client-schemas.ts';
import { quoted } from '#server/db/installation.ts';
import type { InstallationRoles } from '#server/db/installation.ts';

/** The schema with a copy of every client's rows, which users of all clients read (decision 33). */
export const MIRROR_SCHEMA = 'all_clients';
/** The lock of the one transaction, of all processes, that writes to the mirror. */
export const MIRROR_LOCK = 4_712_003;

/** Tables whose rows are copied as they are, each with its key. Lists across clients read these and no others. */
export const MIRRORED = {
  leads: 'id',
  call_logs: 'id',
  reminders: 'id',
  products: 'id',
  product_categories: 'id',
  operations: 'id',
  configurations: 'config_key',
} as const;
export type MirroredTable = keyof typeof MIRRORED;

/** The counters; days are summed over all clients, since lists across clients ask for no single one. */
const COUNTERS = ['lead_totals', 'lead_days'] as const;

/** The time zone by which the days of each client's leads are counted in the mirror. */
export const MIRRORED_ZONES = 'mirrored_zones';

/** The setting that names the client whose rows a transaction brings: the default of every `client_id`. */
export const MIRRORED_CLIENT = 'lms.mirrored_client';

const NEXT = 'all_clients_next';
const OLD = 'all_clients_old';
const LOCK_NOT_AVAILABLE = '55P03';
/** Indexes that only work within one client needs: duplicates in the trash, and reminders that come due. */
const OF_ONE_CLIENT = ['leads_trash_email', 'leads_trash_phone', 'reminders_to_fire'];
const CELL = 'status, source, assigned_to, is_archived, is_duplicate';

/**
 * Makes the mirror anew beside the old one, and puts the new one in its place. Runs as owner in a transaction of one
 * snapshot that holds MIRROR_LOCK; clients go on working, their queues keep what they change meanwhile.
 */
export async function makeMirror(
  owner: pg.Client,
  { mirrorRole, allRole }: InstallationRoles,
): Promise<void> {
  await owner.query(
    `DROP SCHEMA IF EXISTS ${NEXT} CASCADE; DROP SCHEMA IF EXISTS ${OLD} CASCADE; CREATE SCHEMA ${NEXT}`,
  );
  await makeTables(owner);
  const { rows: clients } = await owner.query<{ id: string; schema_name: string }>(
    'SELECT id, schema_name FROM core.clients ORDER BY id',
  );
  const { rows: columns } = await owner.query<CopiedColumns>(COPIED_COLUMNS);
  for (const { id, schema_name } of clients) {
    await owner.query('SELECT set_config($1, $2, true)', [MIRRORED_CLIENT, id]);
    await owner.query(copyOf(quoted(schema_name), columns));
  }
  // Each client has brought its own days.
  await owner.query(`WITH days AS (DELETE FROM ${NEXT}.lead_days RETURNING *)
    INSERT INTO ${NEXT}.lead_days (day, is_archived, is_duplicate, leads)
    SELECT day, is_archived, is_duplicate, sum(leads) FROM days GROUP BY 1, 2, 3`);
  const found = await owner.query('SELECT FROM pg_namespace WHERE nspname = $1', [MIRROR_SCHEMA]);
  await owner.query(`
    ${(await indexesOf(owner)).join(';\n')};
    CREATE UNIQUE INDEX lead_totals_one ON ${NEXT}.lead_totals (client_id, ${CELL}) NULLS NOT DISTINCT;
    CREATE UNIQUE INDEX lead_days_one ON ${NEXT}.lead_days (day, is_archived, is_duplicate);
    CREATE TABLE ${NEXT}.${MIRRORED_ZONES} AS SELECT id AS client_id, time_zone FROM core.clients;
    ALTER TABLE ${NEXT}.${MIRRORED_ZONES} ADD PRIMARY KEY (client_id);
    ${found.rowCount ? `ALTER SCHEMA ${MIRROR_SCHEMA} RENAME TO ${OLD};` : ''}
    ALTER SCHEMA ${NEXT} RENAME TO ${MIRROR_SCHEMA};
    CREATE VIEW ${MIRROR_SCHEMA}.members AS
      SELECT client_id, id, first_name || ' ' || last_name AS name, email, is_active, true AS belongs FROM core.users;
    GRANT USAGE ON SCHEMA ${MIRROR_SCHEMA} TO ${quoted(allRole)}, ${quoted(mirrorRole)};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${MIRROR_SCHEMA} TO ${quoted(allRole)};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${MIRROR_SCHEMA} TO ${quoted(mirrorRole)};
    ANALYZE ${[...Object.keys(MIRRORED), ...COUNTERS].map((table) => `${MIRROR_SCHEMA}.${table}`).join(', ')};
  `);
}

/** Drops the mirror that another has replaced; while somebody still reads it, the next making drops it. */
export async function dropOldMirror(owner: pg.Client): Promise<void> {
  await owner.query(`DROP SCHEMA IF EXISTS ${OLD} CASCADE`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  });
}

/** Whether the mirror has every column and every index of the mirrored tables: a release may have added some. */
export async function isMirrorWhole(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ missing: number }>(
    `WITH parts AS (
       SELECT relnamespace AS schema, relname AS place, attname AS part, atttypid AS type
       FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class ON oid = attrelid
       WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
       UNION ALL SELECT t.relnamespace, t.relname, i.relname, i.relam FROM pg_catalog.pg_index
       JOIN pg_catalog.pg_class i ON i.oid = indexrelid JOIN pg_catalog.pg_class t ON t.oid = indrelid
       WHERE NOT indisprimary AND i.relname <> ALL ($4)
     )
     SELECT count(*)::int AS missing FROM (
       SELECT place, part, type FROM parts WHERE schema = $1::text::regnamespace AND place = ANY ($2)
       EXCEPT SELECT place, part, type FROM parts WHERE schema = to_regnamespace($3)
     ) missing`,
    [TEMPLATE_SCHEMA, Object.keys(MIRRORED), MIRROR_SCHEMA, OF_ONE_CLIENT],
  );
  return rows[0]?.missing === 0;
}

/** Tables in the shape of the template's, without references and triggers, each with the client in its key. */
async function makeTables(owner: pg.Client): Promise<void> {
  const client = `ADD COLUMN client_id uuid NOT NULL,
    ALTER COLUMN client_id SET DEFAULT current_setting('${MIRRORED_CLIENT}')::uuid`;
  const keyed = Object.entries(MIRRORED).map(
    ([table, key]) => `ALTER TABLE ${NEXT}.${table} ${client}, ADD PRIMARY KEY (${key}, client_id);
      CREATE INDEX ${table}_client ON ${NEXT}.${table} (client_id)`,
  );
  const tables = [...Object.keys(MIRRORED), ...COUNTERS].map(
    (table) =>
      `CREATE TABLE ${NEXT}.${table} (LIKE ${TEMPLATE_SCHEMA}.${table} INCLUDING ALL EXCLUDING INDEXES)`,
  );
  await owner.query([...tables, ...keyed, `ALTER TABLE ${NEXT}.lead_totals ${client}`].join(';\n'));
}

/** The statements that make the template's indexes for the mirror, none of them unique across clients. */
async function indexesOf(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ definition: string }>(
    `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
     JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
     WHERE t.relnamespace = $1::text::regnamespace AND t.relname = ANY ($2) AND i.relname <> ALL ($3) AND NOT indisprimary`,
    [TEMPLATE_SCHEMA, [...Object.keys(MIRRORED), ...COUNTERS], OF_ONE_CLIENT],
  );
  return rows.map(({ definition }) =>
    definition
      .replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX')
      .replace(` ON ${TEMPLATE_SCHEMA}.`, ` ON ${NEXT}.`),
  );
}

/** Asks for the columns of each mirrored table that can be written, as `place` and `columns`, in SQL. */
export const COPIED_COLUMNS = `
  SELECT relname AS place, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
  FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class c ON c.oid = attrelid
  WHERE relnamespace = '${TEMPLATE_SCHEMA}'::regnamespace AND relname IN (${Object.keys(MIRRORED)
    .map((name) => `'${name}'`)
    .join(', ')})
    AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname`;
export type CopiedColumns = { place: MirroredTable; columns: string[] };

/** Copies a client as the snapshot shows it; the queue loses exactly the changes that the snapshot has. */
function copyOf(schema: string, copied: CopiedColumns[]): string {
  const rows = copied.map(({ place, columns }) => {
    const list = columns.join(', ');
    return `INSERT INTO ${NEXT}.${place} (${list}) SELECT ${list} FROM ${schema}.${place}`;
  });
  return [
    `DELETE FROM ${schema}.changed_rows`,
    ...rows,
    `INSERT INTO ${NEXT}.lead_totals (${CELL}, leads, value)
     SELECT ${CELL}, sum(leads), sum(value) FROM ${schema}.lead_totals GROUP BY ${CELL} HAVING sum(leads) <> 0 OR sum(value) <> 0`,
    `INSERT INTO ${NEXT}.lead_days (day, is_archived, is_duplicate, leads)
     SELECT day, is_archived, is_duplicate, sum(leads) FROM ${schema}.lead_days GROUP BY 1, 2, 3 HAVING sum(leads) <> 0`,
  ].join(';\n');
}
