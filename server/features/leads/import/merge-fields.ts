import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { IMPORTABLE_FIELDS, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';

export type MergedField = { column: LeadFieldKey | 'email_norm' | 'phone_norm'; value: RawBuilder<unknown> };

/** An update never moves a lead in time. */
const KEPT: readonly LeadFieldKey[] = ['created_at'];

/** What an existing lead (the row `lead`) becomes under the staged row `s`: empty cells change nothing, tags and notes are added to. */
export function mergedFields(lead: 'l' | 'old', timeZone: string): MergedField[] {
  const of = (column: string) => sql.ref(`${lead}.${column}`);
  return [
    ...IMPORTABLE_FIELDS.filter((key) => !KEPT.includes(key)).map((key) => ({
      column: key,
      value: merged(key, of(key), timeZone),
    })),
    { column: 'email_norm', value: sql`coalesce(s.email_norm, ${of('email_norm')})` },
    { column: 'phone_norm', value: sql`coalesce(s.phone_norm, ${of('phone_norm')})` },
  ];
}

/** As `foldOption`. */
const folded = (option: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(btrim(${option})), '[\\s_-]+', '_', 'g')`;

function merged(key: LeadFieldKey, before: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  if (key === 'tags') {
    return sql`${before} || coalesce(ARRAY(SELECT t FROM unnest(s.tags) t WHERE t <> ALL(${before})), '{}')`;
  }
  if (key === 'notes') {
    return sql`CASE WHEN s.notes IS NULL OR strpos(coalesce(${before}, ''), s.notes) > 0 THEN ${before}
      ELSE concat_ws(chr(10), ${before}, s.notes) END`;
  }
  const value = sql`s.${sql.id(key)}`;
  const kept = sql`coalesce(${value}, ${before})`;
  // Files carry minutes on the client's clocks: what reads the same there has not changed.
  if (leadField(key).type === 'datetime') {
    const clock = (instant: RawBuilder<unknown>) =>
      sql`date_trunc('minute', ${instant} AT TIME ZONE ${timeZone}::text)`;
    return sql`CASE WHEN ${clock(value)} = ${clock(before)} THEN ${before} ELSE ${kept} END`;
  }
  // Two spellings of one option are one.
  if (leadField(key).type === 'select') {
    return sql`CASE WHEN ${folded(value)} = ${folded(before)} THEN ${before} ELSE ${kept} END`;
  }
  return kept;
}

/** Whether the staged row `s` would change the lead `l`. */
export function wouldChange(timeZone: string): RawBuilder<SqlBool> {
  const fields = mergedFields('l', timeZone);
  const after = sql.join(fields.map((field) => field.value));
  const before = sql.join(fields.map((field) => sql`l.${sql.id(field.column)}`));
  return sql<SqlBool>`((${after}) IS DISTINCT FROM (${before}))`;
}
