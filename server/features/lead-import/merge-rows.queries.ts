import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { IMPORTABLE_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { planOf, stageOf } from './import-stage.queries.ts';
import type { Filled } from '#server/features/lead-import/reading/merge-fields.ts';

/** Fields whose values are combined. */
const JOINED: readonly LeadFieldKey[] = ['tags', 'notes'];

/**
 * Merges the rows of one person into the staged row that remains: an empty field takes the value of the next
 * row that has one; with `lastWins`, as in updates, the last row with a value decides. Tags and notes are
 * combined; a replaced email or phone is kept in the notes.
 */
export async function mergeRows(scope: ClientScope, lastWins: boolean, filled: Filled): Promise<void> {
  const order = lastWins ? sql`DESC` : sql`ASC`;
  const chosen = IMPORTABLE_FIELDS.filter((key) => !JOINED.includes(key));
  const sameAs = ['owner', 'product'] as const;
  const pick = (column: string, from = column) =>
    sql`(array_agg(r.${sql.id(column)} ORDER BY r.row_number ${order}) FILTER (WHERE r.${sql.id(from)} IS NOT NULL))[1] AS ${sql.id(column)}`;
  // The lead's creation time is the one in its first row.
  const first = sql`min(r.created_at) AS created_at`;
  const picked = [
    ...[...chosen, ...sameAs].map((column) => (column === 'created_at' ? first : pick(column))),
    pick('email_norm', 'email'),
    pick('phone_norm', 'phone'),
    pick('other_phones', 'phone'),
  ];
  const taken = [...chosen, ...sameAs, 'email_norm', 'phone_norm', 'other_phones'];
  const custom =
    filled.custom.length === 0 ? [] : [sql`custom = ${customOf(order)}, custom_off = ${untickedOf(order)}`];
  await sql`
    UPDATE ${stageOf(scope)} s SET ${sql.join([
      ...taken.map((column) => sql`${sql.id(column)} = m.${sql.id(column)}`),
      sql`tags = ${TAGS}, notes = ${NOTES}`,
      ...custom,
    ])}
    FROM (
      SELECT p.row_into, ${sql.join(picked)}, jsonb_agg(to_jsonb(r.tags) ORDER BY r.row_number) AS all_tags,
        jsonb_agg(jsonb_build_object('notes', r.notes, 'email', r.email, 'email_norm', r.email_norm,
          'phone', r.phone, 'phone_norm', r.phone_norm) ORDER BY r.row_number) AS said,
        jsonb_agg(${HELD} ORDER BY r.row_number) AS held
      FROM (
        SELECT row_number, coalesce(merged_into, row_number) AS row_into FROM ${planOf(scope)}
        WHERE merged_into IS NOT NULL OR row_number IN (SELECT merged_into FROM ${planOf(scope)})
      ) p JOIN ${stageOf(scope)} r USING (row_number) GROUP BY p.row_into
    ) m WHERE s.row_number = m.row_into
  `.execute(scope.db);
}

/** Every tag once, whatever its case, in order of first appearance. */
const TAGS = sql`(
  SELECT array_agg(tag ORDER BY place) FROM (
    SELECT (array_agg(tag ORDER BY list_place, tag_place))[1] AS tag, min(list_place * 100 + tag_place) AS place
    FROM jsonb_array_elements(m.all_tags) WITH ORDINALITY AS lists (list, list_place),
      jsonb_array_elements_text(CASE WHEN list = 'null' THEN '[]' ELSE list END) WITH ORDINALITY AS tags (tag, tag_place)
    GROUP BY lower(tag)
  ) each)`;

const lost = (key: 'email' | 'phone') => {
  const { title } = leadField(key);
  const isKept =
    key === 'phone'
      ? sql`row_said ->> 'phone_norm' = ANY(m.phone_norm || m.other_phones::text[])`
      : sql`row_said ->> 'email_norm' = m.email_norm`;
  return sql`SELECT ${title}::text || ': ' || (row_said ->> ${key}::text), place * 3 + ${key === 'email' ? 1 : 2}
    FROM rows_said WHERE (${isKept}) IS NOT TRUE
      AND row_said ->> ${key}::text IS NOT NULL`;
};

/** The notes of all rows, each once, with the emails and phones that the lead does not get. */
const NOTES = sql`(
  WITH rows_said AS (SELECT row_said, place FROM jsonb_array_elements(m.said) WITH ORDINALITY AS all_said (row_said, place)),
    lines AS (
      SELECT row_said ->> 'notes' AS line, place * 3 AS place FROM rows_said
      UNION ALL ${lost('email')} UNION ALL ${lost('phone')}
    )
  SELECT left(string_agg(line, chr(10) ORDER BY place), ${leadField('notes').max}::int)
  FROM (SELECT line, min(place) AS place FROM lines WHERE line IS NOT NULL GROUP BY line) each)`;

/** The custom values of a row; null for an unticked box. */
const HELD = sql`coalesce(r.custom, '{}') || coalesce(
  (SELECT jsonb_object_agg(name, NULL::text) FROM unnest(r.custom_off) AS off (name)), '{}')`;

const decided = (order: RawBuilder<unknown>) => sql`(
  SELECT DISTINCT ON (key) key, value
  FROM jsonb_array_elements(m.held) WITH ORDINALITY AS rows_held (row_held, place), jsonb_each(row_held)
  ORDER BY key, place ${order}) each`;
const customOf = (order: RawBuilder<unknown>) =>
  sql`(SELECT jsonb_object_agg(key, value) FILTER (WHERE value <> 'null') FROM ${decided(order)})`;
const untickedOf = (order: RawBuilder<unknown>) =>
  sql`(SELECT array_agg(key) FILTER (WHERE value = 'null') FROM ${decided(order)})`;
