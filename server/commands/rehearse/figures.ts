import type pg from 'pg';
import { counted } from '#shared/values/numbers.ts';
import { quoted } from '#server/db/structure/installation.ts';

/** Tables whose rows people made; an upgrade must neither lose nor double any. */
const CORE = ['users', 'clients', 'audit'];
const CLIENT = [
  'leads',
  'call_logs',
  'reminders',
  'lead_notes',
  'lead_messages',
  'lead_events',
  'products',
  'operations',
  'webhooks',
];

/** Rows by table (`meridian_tutors.leads`), with a sum over the ids of the rows where they could be read. */
export type Figures = ReadonlyMap<string, { rows: number; sum?: string }>;

/** Whether the rows of a table (`schema.table`) are compared. */
export const isCompared = (schema: string, table: string): boolean =>
  (schema === 'core' ? CORE : CLIENT).includes(table);

/** Counts the rows of every client and of the accounts. */
export async function readFigures(owner: pg.Client): Promise<Figures> {
  const { rows: tables } = await owner.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p')
       AND (n.nspname = 'core' OR n.nspname IN (SELECT schema_name FROM core.clients))
     ORDER BY 1, 2`,
  );
  const figures = new Map<string, { rows: number; sum: string }>();
  for (const { schema, name } of tables.filter((table) => isCompared(table.schema, table.name))) {
    const { rows } = await owner.query<{ rows: number; sum: string }>(
      `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(id::text, 0)::numeric), 0)::text AS sum
       FROM ${quoted(schema)}.${quoted(name)}`,
    );
    figures.set(`${schema}.${name}`, rows[0] ?? { rows: 0, sum: '0' });
  }
  return figures;
}

/** The differences in words, by table; empty if every row is where it was. */
export function differencesOf(before: Figures, after: Figures): string[] {
  return [...before].flatMap(([table, { rows, sum }]) => {
    const now = after.get(table);
    if (!now) return [`${table} and its ${counted(rows, 'row')} are missing`];
    if (now.rows !== rows) return [`${table} has ${now.rows} rows instead of ${rows}`];
    return sum !== undefined && now.sum !== sum ? [`the rows of ${table} differ from the backup`] : [];
  });
}
