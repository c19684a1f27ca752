import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { IMPORTABLE_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';

export type MergedField = { column: LeadFieldKey | 'email_norm' | 'phone_norm'; value: RawBuilder<unknown> };

/** An update never moves a lead in time. */
const KEPT: readonly LeadFieldKey[] = ['created_at'];

/** What an existing lead `l` becomes under the staged row `s`: empty cells change nothing, tags and notes are added to. */
export const mergedFields: readonly MergedField[] = [
  ...IMPORTABLE_FIELDS.filter((key) => !KEPT.includes(key)).map((key) => ({
    column: key,
    value: merged(key),
  })),
  { column: 'email_norm', value: sql`coalesce(s.email_norm, l.email_norm)` },
  { column: 'phone_norm', value: sql`coalesce(s.phone_norm, l.phone_norm)` },
];

function merged(key: LeadFieldKey): RawBuilder<unknown> {
  if (key === 'tags') {
    return sql`l.tags || coalesce(ARRAY(SELECT t FROM unnest(s.tags) t WHERE t <> ALL(l.tags)), '{}')`;
  }
  if (key === 'notes') {
    return sql`CASE WHEN s.notes IS NULL OR strpos(coalesce(l.notes, ''), s.notes) > 0 THEN l.notes
      ELSE concat_ws(chr(10), l.notes, s.notes) END`;
  }
  return sql`coalesce(s.${sql.id(key)}, l.${sql.id(key)})`;
}

export function wouldChange(fields: readonly MergedField[]): RawBuilder<SqlBool> {
  const after = sql.join(fields.map((field) => field.value));
  const before = sql.join(fields.map((field) => sql`l.${sql.id(field.column)}`));
  return sql<SqlBool>`((${after}) IS DISTINCT FROM (${before}))`;
}
