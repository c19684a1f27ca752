import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { IMPORTABLE_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { CustomField } from '#server/leads/settings/field-options.queries.ts';
import { tagsNotIn } from '#server/leads/values/tag-lists.ts';
import { sameMinute, sameOption } from '#server/features/lead-import/same-value.ts';

export type MergedField = {
  column: LeadFieldKey | 'email_norm' | 'phone_norm' | 'other_phones' | 'custom';
  value: RawBuilder<unknown>;
};

/** The custom fields that the import fills, and the time zone of its dates. */
export type Filled = { custom: readonly CustomField[]; timeZone: string };

/** The row's owner and product, and its notes with those that are unknown. */
export type Named = Record<'owner' | 'product' | 'notes', RawBuilder<unknown>>;

/** An update never changes when a lead was created or won. */
const KEPT: readonly LeadFieldKey[] = ['created_at', 'converted_at'];

/**
 * The new values of an existing lead (the row `lead`) merged with the staged row `s`, in which `named` is
 * named: empty cells change nothing, tags and notes are appended.
 */
export function mergedFields(lead: 'l' | 'old', { custom, timeZone }: Filled, named: Named): MergedField[] {
  const of = (column: string) => sql.ref(`${lead}.${column}`);
  return [
    ...IMPORTABLE_FIELDS.filter((key) => !KEPT.includes(key) && key !== 'phone').map((key) => ({
      column: key,
      value: key === 'notes' ? mergedNotes(of(key), named.notes) : merged(key, of(key), timeZone),
    })),
    { column: 'assigned_to', value: sql`coalesce(${named.owner}, ${of('assigned_to')})` },
    { column: 'product_id', value: sql`coalesce(${named.product}, ${of('product_id')})` },
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
    return sql`${before} || ${tagsNotIn(sql`s.tags`, before)}`;
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

/** The lead's notes and the lines of the row's that it lacks: our own exports contain the old ones too. */
function mergedNotes(before: RawBuilder<unknown>, said: RawBuilder<unknown>): RawBuilder<unknown> {
  const newLines = sql`(
    SELECT string_agg(line, chr(10) ORDER BY place) FROM unnest(string_to_array(n.said, chr(10))) WITH ORDINALITY AS each (line, place)
    WHERE line <> ALL(string_to_array(coalesce(${before}, ''), chr(10))))`;
  return sql`(SELECT CASE WHEN n.said IS NULL OR strpos(coalesce(${before}, ''), n.said) > 0 THEN ${before}
    ELSE concat_ws(chr(10), nullif(${before}, ''), ${newLines}) END FROM (SELECT ${said} AS said) n)`;
}

/** Whether the staged row `s`, with the names `named` for the lead `l`, would change it. */
export function wouldChange(filled: Filled, named: Named): RawBuilder<SqlBool> {
  const fields = mergedFields('l', filled, named);
  const after = sql.join(fields.map((field) => field.value));
  const before = sql.join(fields.map((field) => sql`l.${sql.id(field.column)}`));
  return sql<SqlBool>`((${after}) IS DISTINCT FROM (${before}))`;
}

/**
 * A lead's custom values (`before`) merged with the staged row `s`: fields that are empty in the row stay,
 * tags are added, and boxes that the row leaves unticked become unticked.
 */
function mergedCustom(
  before: RawBuilder<unknown>,
  fields: readonly CustomField[],
  timeZone: string,
): RawBuilder<unknown> {
  const exceptions = fields.flatMap((field) => exceptionOf(before, field, timeZone) ?? []);
  const laidOver = sql.join([before, sql`coalesce(s.custom, '{}')`, ...exceptions], sql` || `);
  return sql`CASE WHEN s.custom IS NULL AND s.custom_off IS NULL THEN ${before}
    ELSE (${laidOver}) - coalesce(s.custom_off, '{}') END`;
}

/** For a field whose new value is not simply the row's: an object with the new value, or an empty one. */
function exceptionOf(
  before: RawBuilder<unknown>,
  { name, field: { type } }: CustomField,
  timeZone: string,
): RawBuilder<unknown> | undefined {
  const [held, given] = [sql`${before} -> ${name}::text`, sql`s.custom -> ${name}::text`];
  const [heldText, givenText] = [sql`(${before} ->> ${name}::text)`, sql`(s.custom ->> ${name}::text)`];
  const when = (condition: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    sql`CASE WHEN ${condition} THEN jsonb_build_object(${name}::text, ${value}) ELSE '{}'::jsonb END`;
  if (type === 'datetime') {
    const [one, other] = [sql`${givenText}::timestamptz`, sql`${heldText}::timestamptz`];
    return when(sameMinute(one, other, timeZone), held);
  }
  if (type === 'select') return when(sameOption(givenText, heldText), held);
  if (type !== 'tags') return undefined;
  const added = sql`SELECT coalesce(jsonb_agg(tag), '[]') FROM jsonb_array_elements_text(${given}) tag
    WHERE lower(tag) <> ALL(ARRAY(SELECT lower(other) FROM jsonb_array_elements_text(${held}) other))`;
  return when(sql`(${held}) IS NOT NULL AND (${given}) IS NOT NULL`, sql`(${held}) || (${added})`);
}
