import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { IMPORTABLE_FIELDS, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { CustomField } from '#server/leads/settings/field-options.queries.ts';
import { mergedCustom } from './merge-custom.ts';
import { sameMinute, sameOption } from './same-value.ts';

export type MergedField = {
  column: LeadFieldKey | 'email_norm' | 'phone_norm' | 'other_phones' | 'custom';
  value: RawBuilder<unknown>;
};

/** The custom fields that the import fills, and the time zone of its dates. */
export type Filled = { custom: readonly CustomField[]; timeZone: string };

/** An update never changes when a lead was created. */
const KEPT: readonly LeadFieldKey[] = ['created_at'];

/**
 * The new values of an existing lead (the row `lead`) merged with the staged row `s`, whose product has the
 * id `product`: empty cells change nothing, tags and notes are appended.
 */
export function mergedFields(
  lead: 'l' | 'old',
  { custom, timeZone }: Filled,
  product: RawBuilder<unknown>,
): MergedField[] {
  const of = (column: string) => sql.ref(`${lead}.${column}`);
  return [
    ...IMPORTABLE_FIELDS.filter((key) => !KEPT.includes(key) && key !== 'phone').map((key) => ({
      column: key,
      value: merged(key, of(key), timeZone),
    })),
    { column: 'product_id', value: sql`coalesce(${product}, ${of('product_id')})` },
    { column: 'email_norm', value: sql`coalesce(s.email_norm, ${of('email_norm')})` },
    ...PHONE_COLUMNS.map((column) => ({
      column,
      value: sql`CASE WHEN s.phone IS NULL OR ${saysLess(of)} THEN ${of(column)}
        ELSE s.${sql.id(column)}${column === 'other_phones' ? sql`::text[]` : sql``} END`,
    })),
    ...(custom.length === 0
      ? []
      : [{ column: 'custom' as const, value: mergedCustom(of('custom'), custom, timeZone) }]),
  ];
}

const PHONE_COLUMNS = ['phone', 'phone_norm', 'other_phones'] as const;

/**
 * Whether the staged row has fewer of the lead's numbers and no new one: in our own export, numbers are
 * missing only if somebody deleted them.
 */
const saysLess = (of: (column: string) => RawBuilder<unknown>) =>
  sql`(s.own_lead IS NULL AND cardinality(s.other_phones::text[]) < cardinality(${of('other_phones')})
    AND (s.phone_norm || s.other_phones::text[]) <@ (${of('phone_norm')} || ${of('other_phones')}))`;

function merged(key: LeadFieldKey, before: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  if (key === 'tags') {
    return sql`${before} || coalesce(ARRAY(SELECT t FROM unnest(s.tags) t WHERE t <> ALL(${before})), '{}')`;
  }
  if (key === 'notes') {
    return sql`CASE WHEN s.notes IS NULL OR strpos(coalesce(${before}, ''), s.notes) > 0 THEN ${before}
      ELSE concat_ws(chr(10), nullif(${before}, ''), ${newLines(before)}) END`;
  }
  const value = sql`s.${sql.id(key)}`;
  const kept = sql`coalesce(${value}, ${before})`;
  if (leadField(key).type === 'datetime')
    return sql`CASE WHEN ${sameMinute(value, before, timeZone)} THEN ${before} ELSE ${kept} END`;
  // Two spellings of an option count as the same option.
  if (leadField(key).type === 'select') {
    return sql`CASE WHEN ${sameOption(value, before)} THEN ${before} ELSE ${kept} END`;
  }
  return kept;
}

/**
 * The lines of the staged notes that the lead lacks: a file from our own export contains the old ones too.
 */
const newLines = (before: RawBuilder<unknown>) => sql`(
  SELECT string_agg(line, chr(10) ORDER BY place) FROM unnest(string_to_array(s.notes, chr(10))) WITH ORDINALITY AS said (line, place)
  WHERE line <> ALL(string_to_array(coalesce(${before}, ''), chr(10))))`;

/** Whether the staged row `s` would change the lead `l`. */
export function wouldChange(filled: Filled, product: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const fields = mergedFields('l', filled, product);
  const after = sql.join(fields.map((field) => field.value));
  const before = sql.join(fields.map((field) => sql`l.${sql.id(field.column)}`));
  return sql<SqlBool>`((${after}) IS DISTINCT FROM (${before}))`;
}
