import type pg from 'pg';
import { TEMPLATE_SCHEMA } from './client-schemas.ts';
import {
  COUNTERS,
  MIRRORED,
  MIRRORED_CLIENT,
  MIRRORED_SUMS,
  MIRROR_SCHEMA,
} from '#server/db/tables/mirrored-tables.ts';
import type { MirroredTable } from '#server/db/tables/mirrored-tables.ts';

const COPIES = Object.keys(MIRRORED);
/** Indexes needed only within one client: duplicates in the trash, and reports. */
const OF_ONE_CLIENT = [
  'leads_trash_email',
  'leads_trash_phone',
  'leads_reported',
  'leads_contacts',
  'leads_converted',
];

/**
 * Whether the existing mirror can be extended. An earlier release had views of the same name or fewer tables,
 * and a column with a new type or expression requires a new mirror.
 */
export async function isMirrorMade(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ is_made: boolean }>(
    `WITH types AS (SELECT relnamespace AS schema, relname, attname, atttypid,
         CASE WHEN attgenerated = 's' THEN pg_get_expr(adbin, adrelid) END AS made_of
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
         AND relname = ANY ($1) AND relnamespace IN ($2::text::regnamespace, to_regnamespace($3)))
     SELECT (SELECT count(DISTINCT relname) FROM types WHERE schema = to_regnamespace($3) AND relname = ANY ($1))
         = cardinality($1) AND NOT EXISTS (
       SELECT 1 FROM types t JOIN types m USING (relname, attname)
       WHERE t.schema = $2::text::regnamespace AND m.schema = to_regnamespace($3) 
           AND (m.atttypid <> t.atttypid OR m.made_of IS DISTINCT FROM t.made_of)) AS is_made`,
    [[...COPIES, ...COUNTERS, MIRRORED_SUMS], TEMPLATE_SCHEMA, MIRROR_SCHEMA],
  );
  return rows[0]?.is_made === true;
}

/** Tables shaped like the template's, without references and triggers, each with the client in its key. */
export async function makeTables(owner: pg.Client, schema: string): Promise<void> {
  const client = `ADD COLUMN client_id uuid NOT NULL,
    ALTER COLUMN client_id SET DEFAULT current_setting('${MIRRORED_CLIENT}')::uuid`;
  const keyed = Object.entries(MIRRORED).map(
    ([table, key]) => `ALTER TABLE ${schema}.${table} ${client}, ADD PRIMARY KEY (${key}, client_id);
      CREATE INDEX ${table}_client ON ${schema}.${table} (client_id)`,
  );
  const tables = [...COPIES, ...COUNTERS].map(
    (table) =>
      `CREATE TABLE ${schema}.${table} (LIKE ${TEMPLATE_SCHEMA}.${table} INCLUDING ALL EXCLUDING INDEXES)`,
  );
  const { rows: settings } = await owner.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %I.%I SET (%s)', $3::text, relname, array_to_string(reloptions, ', ')) AS statement
     FROM pg_class WHERE relnamespace = $1::text::regnamespace AND relname = ANY ($2) AND reloptions IS NOT NULL
     UNION ALL SELECT format('ALTER TABLE %I.%I ALTER COLUMN %I SET STATISTICS %s', $3, relname, attname, attstattarget)
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = $1::text::regnamespace AND relname = ANY ($2) AND relkind = 'r' AND attstattarget > 0`,
    [TEMPLATE_SCHEMA, COPIES, schema],
  );
  const wide = `ALTER TABLE ${schema}.lead_totals ${client}`;
  await owner.query([...tables, ...keyed, wide, ...settings.map(({ statement }) => statement)].join(';\n'));
}

/**
 * Statements that create those of the template's indexes that `schema` lacks, none of them unique across
 * clients.
 */
export async function missingIndexes(owner: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await owner.query<{ definition: string }>(
    `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
     JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
     WHERE t.relnamespace = $1::text::regnamespace AND t.relname = ANY ($2) AND i.relname <> ALL ($3) AND NOT indisprimary
       AND NOT EXISTS (SELECT 1 FROM pg_class other WHERE other.relname = i.relname AND other.relnamespace = $4::text::regnamespace)`,
    [TEMPLATE_SCHEMA, [...COPIES, ...COUNTERS], OF_ONE_CLIENT, schema],
  );
  return rows.map(({ definition }) =>
    definition
      .replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX')
      .replace(` ON ${TEMPLATE_SCHEMA}.`, ` ON ${schema}.`),
  );
}

/** Statements that add those of the template's columns that the mirror lacks. */
export async function missingColumns(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %I.%I ADD COLUMN %I %s', $3::text, relname, attname, format_type(atttypid, atttypmod))
       || CASE WHEN attgenerated = 's' THEN format(' GENERATED ALWAYS AS (%s) STORED', pg_get_expr(adbin, adrelid))
          WHEN adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(adbin, adrelid) ELSE '' END
       || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS statement
     FROM pg_attribute t JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE relnamespace = $1::text::regnamespace AND relname = ANY ($2) AND attnum > 0 AND NOT attisdropped
       AND NOT EXISTS (SELECT 1 FROM pg_attribute m JOIN pg_class k ON k.oid = m.attrelid
         WHERE k.relnamespace = $3::text::regnamespace AND k.relname = c.relname AND m.attname = t.attname)
     ORDER BY relname, attnum`,
    [TEMPLATE_SCHEMA, COPIES, MIRROR_SCHEMA],
  );
  return rows.map(({ statement }) => statement);
}

/** SQL that returns the writable columns of each mirrored table as `place`, `columns` and their `types`. */
export const COPIED_COLUMNS = `
  SELECT relname AS place, array_agg(quote_ident(attname) ORDER BY attnum) AS columns,
    array_agg(pg_catalog.format_type(atttypid, atttypmod) ORDER BY attnum) AS types
  FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class c ON c.oid = attrelid
  WHERE relnamespace = '${TEMPLATE_SCHEMA}'::regnamespace AND relname IN (${Object.keys(MIRRORED)
    .map((name) => `'${name}'`)
    .join(', ')})
    AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname`;
export type CopiedColumns = { place: MirroredTable; columns: string[]; types: string[] };
