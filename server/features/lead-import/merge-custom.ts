import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CustomField } from '#server/leads/settings/field-options.queries.ts';
import { sameMinute, sameOption } from './same-value.ts';

/**
 * A lead's custom values (`before`) merged with the staged row `s`: fields that are empty in the row stay,
 * tags are added, and boxes that the row leaves unticked become unticked.
 */
export function mergedCustom(
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
  const added = sql`SELECT coalesce(jsonb_agg(tag), '[]') FROM jsonb_array_elements(${given}) tag WHERE NOT (${held}) @> tag`;
  return when(sql`(${held}) IS NOT NULL AND (${given}) IS NOT NULL`, sql`(${held}) || (${added})`);
}
