import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { IMPORTABLE_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { ImportColumn, ImportPreview } from '#shared/leads/lead-import.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { SampleRow } from '#server/features/lead-import/reading/child-messages.ts';
import type { Named } from '#server/features/lead-import/reading/merge-fields.ts';
import { planOf, stageOf } from './import-stage.queries.ts';

/** `Asha Patel <id>`: a user or product with id and name in the JSON form. */
const WITH_ID = ' <[0-9a-f-]{36}>$';

/** A staged user or product without the id after the name. */
const bareName = (column: 'owner' | 'product') =>
  sql<string>`regexp_replace(s.${sql.id(column)}, ${WITH_ID}::text, '')`;

/** The id that a staged name consists of or ends with. */
const idIn = (column: 'owner' | 'product') =>
  sql`coalesce(substring(s.${sql.id(column)} FROM ' <([0-9a-f-]{36})>$'), s.${sql.id(column)})`;

/** Whether the member `m` has the owner's id, name or email. */
const isOwner = sql`(lower(s.owner) IN (lower(m.name), lower(m.email)) OR m.id::text = ${idIn('owner')})`;
/** Whether the product `p` has this id or name. */
const isProduct = sql`(lower(s.product) = lower(p.name) OR p.id::text = ${idIn('product')})`;

/**
 * The only thing that has a staged name or id, null when none or several have it. `keys` are the names of each `t` in
 * `things`: PostgreSQL collects them once for a statement, since comparing each row with each user took minutes.
 */
function onlyIn(
  column: 'owner' | 'product',
  things: RawBuilder<unknown>,
  keys: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const ids = sql`(SELECT jsonb_object_agg(key, CASE WHEN things = 1 THEN id END) FROM (
    SELECT key, count(DISTINCT t.id) AS things, min(t.id::text) AS id
    FROM ${things} CROSS JOIN LATERAL unnest(${keys}) AS names (key) WHERE key IS NOT NULL GROUP BY key) named)`;
  return sql<
    string | null
  >`coalesce(${ids} ->> lower(s.${sql.id(column)}), ${ids} ->> ${idIn(column)})::uuid`;
}

/** The client's only active user with the owner's id, name or email; null when none or several have it. */
export function ownerId(scope: ClientScope): RawBuilder<string | null> {
  const people = sql`(SELECT * FROM ${scope.table('members')} m WHERE m.belongs AND m.is_active) t`;
  return onlyIn('owner', people, sql`ARRAY[lower(t.name), lower(t.email), t.id::text]`);
}

/** The client's only product with this id or name; null when none or several have it. */
export function productId(scope: ClientScope): RawBuilder<string | null> {
  const products = sql`${scope.table('products')} t`;
  const name = sql`CASE WHEN t.deleted_at IS NULL THEN lower(t.name) END`;
  return onlyIn('product', products, sql`ARRAY[${name}, t.id::text]`);
}

/**
 * The owner and the product that a row names for the existing lead that it updates, and the row's notes with
 * unknown names. A lead keeps an owner or product of that name, even one that no new lead could get.
 */
export function namedFor(scope: ClientScope, lead: 'l' | 'old'): Named {
  const kept = (
    column: 'assigned_to' | 'product_id',
    holder: RawBuilder<unknown>,
    isNamed: RawBuilder<unknown>,
  ) =>
    sql`(SELECT ${sql.ref(`${lead}.${column}`)} FROM ${holder} WHERE id = ${sql.ref(`${lead}.${column}`)} AND ${isNamed})`;
  const members = sql`${scope.table('members')} m`;
  const products = sql`${scope.table('products')} p`;
  const owner = sql`coalesce(${kept('assigned_to', members, isOwner)}, ${ownerId(scope)})`;
  const product = sql`coalesce(${kept('product_id', products, isProduct)}, ${productId(scope)})`;
  return { owner, product, notes: notesWith(sql`${owner} IS NULL`, sql`${product} IS NULL`) };
}

/** The notes of a row, with the names of an owner and a product that the lead does not get. */
export function notesWith(
  isNotOwner: RawBuilder<unknown>,
  isNotProduct: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const lines = [
    sql`s.notes`,
    sql`CASE WHEN s.owner IS NOT NULL AND ${isNotOwner} THEN 'Lead Owner: ' || ${bareName('owner')} END`,
    sql`CASE WHEN s.product IS NOT NULL AND ${isNotProduct} THEN 'Product: ' || ${bareName('product')} END`,
  ];
  return sql`(SELECT nullif(string_agg(line, chr(10) ORDER BY place), '')
    FROM unnest(ARRAY[${sql.join(lines)}]) WITH ORDINALITY AS said (line, place))`;
}

type NewValues = Pick<
  ImportPreview,
  'new_statuses' | 'new_sources' | 'new_interest_levels' | 'unknown_owners'
>;

/**
 * Values in the file without an option, and owners who are not users of the client, with their row counts.
 */
export async function readNewValues(
  scope: ClientScope,
  columns: readonly ImportColumn[],
): Promise<NewValues> {
  const { db } = scope;
  const { options } = await fieldOptions(scope);
  const unknown = async (column: 'status' | 'source', known: readonly { value: string }[]) => {
    const values = known.map((option) => option.value);
    const found = await sql<{ value: string; rows: number }>`
      SELECT ${sql.ref(column)} AS value, count(*)::int AS rows FROM ${stageOf(scope)}
      WHERE errors IS NULL AND ${sql.ref(column)} <> ALL(${values}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100
    `.execute(db);
    return found.rows;
  };
  const owners = await sql<{ value: string; rows: number }>`
    SELECT ${bareName('owner')} AS value, count(*)::int AS rows FROM ${stageOf(scope)} s
    WHERE s.errors IS NULL AND s.owner IS NOT NULL AND ${ownerId(scope)} IS NULL
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100
  `.execute(db);
  const interest = columns.find(({ target }) => target === 'interest_level')?.index;
  const levels = await sql<{ value: string; rows: number }>`
    SELECT trim(cells ->> ${interest ?? 0}::int) AS value, count(*)::int AS rows FROM ${stageOf(scope)}
    WHERE ${interest !== undefined} AND errors IS NULL AND warnings @> '[{"field": "interest_level"}]'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100
  `.execute(db);
  return {
    new_interest_levels: levels.rows,
    new_statuses: await unknown('status', options.status ?? []),
    new_sources: await unknown('source', options.source ?? []),
    unknown_owners: owners.rows,
  };
}

/**
 * The rows that would create or change a lead, with what they take from merged rows. An owner or product that the client
 * does not have goes to the notes.
 */
export async function comingLeads(
  scope: ClientScope,
  sample: readonly SampleRow[],
): Promise<Record<string, string>[]> {
  const plan = planOf(scope);
  const { rows } = await sql<{
    row: number;
    has_owner: boolean;
    has_product: boolean;
    merged: Staged | null;
  }>`
    SELECT s.row_number AS row, ${ownerId(scope)} IS NOT NULL AS has_owner, ${productId(scope)} IS NOT NULL AS has_product,
      CASE WHEN EXISTS (SELECT FROM ${plan} m WHERE m.merged_into = s.row_number) THEN to_jsonb(s) END AS merged
    FROM ${stageOf(scope)} s JOIN ${plan} p USING (row_number)
    WHERE p.action IN ('insert', 'update') AND s.row_number = ANY(${sample.map(({ row }) => row)}::int[])
  `.execute(scope.db);
  const coming = new Map(rows.map((row) => [row.row, row]));
  return sample.flatMap(({ row, lead: { owner, product, ...lead } }) => {
    const found = coming.get(row);
    if (!found) return [];
    return {
      ...lead,
      ...(owner && found.has_owner && { owner }),
      ...(product && found.has_product && { product }),
      ...(found.merged && inWords(found.merged)),
    };
  });
}

type Staged = Partial<Record<LeadFieldKey, string | number | boolean | string[] | null>>;

/** The fields of a staged row that have a value, as in a sample. */
function inWords(row: Staged): Record<string, string> {
  const words: Record<string, string> = {};
  for (const key of IMPORTABLE_FIELDS) {
    const value = row[key] ?? '';
    const isTime = leadField(key).type === 'datetime' && typeof value === 'string' && value !== '';
    const text = isTime
      ? new Date(value).toISOString()
      : Array.isArray(value)
        ? value.join(', ')
        : String(value);
    if (text) words[key] = text;
  }
  return words;
}
