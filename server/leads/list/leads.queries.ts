import { expressionBuilder, sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { LeadSort, LeadValues } from '#shared/leads/leads.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { pageOf } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { ClientTables, LeadRow } from '#server/db/tables/client-tables.ts';
import { NotFound } from '#server/errors.ts';
import { leadSums } from './lead-sums.ts';
import { visibleCustom } from '#server/leads/settings/field-options.queries.ts';
import { findPage } from './deep-pages.queries.ts';
import type { Place } from './deep-pages.queries.ts';
import { SEARCH_CAP, cappedConditions, countPlan, isLongSearch, totalOf } from './list-totals.queries.ts';
import type { Narrowed, Total } from './list-totals.queries.ts';
import { leadConditions, leadOrder, leadSortKey } from './lead-filters.ts';
import type { ReadyFilters } from './lead-filters.ts';

export const UNKNOWN_LEAD = 'This lead does not exist.';
/** From this row on, a page is read starting at the nearest position known from the counters. */
const DEEP = 2000;
/** Rows fetched at a time when a whole list is streamed, so that other requests get a turn in between. */
const BATCH = 100;

/**
 * The catalogue's columns as SQL, built once: building it column by column would take every request longer
 * than its result.
 */
// oxlint-disable-next-line no-restricted-properties -- names of the catalogue, which no request chooses
const LEAD_COLUMNS = sql.raw(
  ['id', 'version', 'escalated_at', ...LEAD_FIELD_KEYS].map((key) => `leads.${key}`).join(', '),
);

type Kept =
  | 'contact_by'
  | 'contact_code'
  | 'contact_minutes'
  | 'deleted_at'
  | 'email_norm'
  | 'first_contacted_at'
  | 'other_phones'
  | 'phone_norm'
  | 'search_text';
export type PresentedLead = Omit<Selectable<LeadRow>, Kept> & {
  assigned_user_name: string | null;
  created_user_name: string | null;
  updated_user_name: string | null;
  product_name: string | null;
  clientId: string;
};

/**
 * Leads in the API's form, with the names of the users and products they refer to; `source` is a table or a
 * subquery of leads.
 */
export async function presentedLeads<More>(
  scope: ReadScope,
  source: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
  more: RawBuilder<unknown> = sql``,
): Promise<RawBuilder<PresentedLead & More>> {
  const members = scope.table('members');
  const custom = await visibleCustom(scope);
  return sql`
    SELECT ${LEAD_COLUMNS}, ${custom} AS custom, assignee.name AS assigned_user_name, creator.name AS created_user_name,
      editor.name AS updated_user_name, product.name AS product_name, ${scope.clientId('leads')} AS "clientId"${more}
    FROM ${source} leads
    LEFT JOIN ${members} assignee ON assignee.id = leads.assigned_to
    LEFT JOIN ${members} creator ON creator.id = leads.created_by
    LEFT JOIN ${members} editor ON editor.id = leads.updated_by
    LEFT JOIN ${scope.table('products')} product ON product.id = leads.product_id
    ${rest}`;
}

/**
 * A page of leads and its total in one round trip; a deep page takes one more to find its position. Throws
 * 422.
 */
export async function listLeads(
  scope: ReadScope,
  filters: ReadyFilters,
  query: LeadSort & { page: number; limit: number },
): Promise<{
  data: PresentedLead[];
  pagination: Pagination;
}> {
  const { page, limit } = query;
  const offset = (page - 1) * limit;
  const plan = countPlan(scope, filters);
  const deep =
    offset < DEEP
      ? undefined
      : await findPage(scope, filters, query, offset, async () => totalOf(plan, await countBy(scope, plan)));
  const place = deep?.place ?? { offset, size: limit, reversed: false };
  const isOnce = query.page === 1 && isLongSearch(filters.wanted);
  const found = isOnce ? findOnce(scope, filters, query, limit) : undefined;
  const presented = await presentedLeads<{ counted?: number }>(
    scope,
    found?.page ?? pageOfLeads(scope, filters, query, place),
    sql`ORDER BY ${leadOrder(scope, query)}`,
    deep ? undefined : sql`, ${found?.counted ?? plan.sql} AS counted`,
  );
  const { rows } = await sql<
    PresentedLead & { counted?: number }
  >`${found?.first ?? sql``}${presented}`.execute(scope.db);
  const counted = async () => rows[0]?.counted ?? (offset === 0 ? 0 : await countBy(scope, plan));
  const total = deep?.total ?? totalOf(plan, await counted());
  return { data: rows, pagination: pageOf(query, total.total, total.isCapped) };
}

/**
 * The first page and the total of a search: if the count stays below the cap, the page is sorted from the
 * counted leads themselves, so that a rare text is searched only once. `first` goes before the statement.
 */
function findOnce(scope: ReadScope, filters: ReadyFilters, sort: LeadSort, size: number) {
  const where = sql.join(cappedConditions(scope, filters), sql` AND `);
  const table = scope.table('leads');
  const counted = sql`(SELECT count(*) FROM found)`;
  const order = leadOrder(scope, sort, false, sql`leads.sort_key`);
  const areAll = sql`${counted} <= ${lit(SEARCH_CAP)}`;
  const bound = sql`NOT ${areAll}`;
  return {
    first: sql`WITH found AS MATERIALIZED (
      SELECT leads.id, ${leadSortKey(scope, sort)} AS sort_key FROM ${table} leads WHERE ${where} LIMIT ${lit(SEARCH_CAP + 1)})`,
    counted,
    page: sql`(
      SELECT * FROM (SELECT leads.* FROM (SELECT id FROM found leads WHERE ${areAll} ORDER BY ${order} LIMIT ${lit(size)}) few,
        LATERAL (SELECT * FROM ${table} leads WHERE leads.id = few.id) leads) few
      UNION ALL SELECT * FROM ${pageOfLeads(scope, filters, sort, { offset: 0, size, reversed: false, bound })} many)`,
  };
}

/** The first leads of a list without its total; `bound` narrows it further. Throws 422. */
export async function listFirstLeads(
  scope: ReadScope,
  filters: ReadyFilters,
  sort: LeadSort,
  limit: number,
  bound?: RawBuilder<unknown>,
): Promise<PresentedLead[]> {
  const page = pageOfLeads(scope, filters, sort, { offset: 0, size: limit, reversed: false, bound });
  const order = sql`ORDER BY ${leadOrder(scope, sort)}`;
  return (await (await presentedLeads(scope, page, order)).execute(scope.db)).rows;
}

/** The first leads of several lists, in one statement. Lists of few leads are read entirely, then sorted. */
export async function listFirstOfEach(
  scope: ReadScope,
  lists: readonly Pick<Narrowed, 'filters' | 'isFew'>[],
  sort: LeadSort,
  size: number,
): Promise<PresentedLead[][]> {
  const pages = lists.map(({ filters, isFew }, place) => {
    const page = isFew
      ? sql`(SELECT * FROM (SELECT leads.* FROM ${scope.table('leads')} leads
          WHERE ${sql.join(leadConditions(scope, filters), sql` AND `)} OFFSET 0) leads
          ORDER BY ${leadOrder(scope, sort)} LIMIT ${lit(size)})`
      : pageOfLeads(scope, filters, sort, { offset: 0, size, reversed: false });
    return sql`SELECT ${lit(place)} AS place, page.* FROM ${page} page`;
  });
  const presented = await presentedLeads<{ place: number }>(
    scope,
    sql`(${sql.join(pages, sql` UNION ALL `)})`,
    sql`ORDER BY leads.place, ${leadOrder(scope, sort)}`,
    sql`, leads.place`,
  );
  const { rows } = await presented.execute(scope.db);
  return lists.map((_, place) => rows.filter((row) => row.place === place));
}

const { lit } = expressionBuilder<ClientTables>();

/**
 * The rows of a page. A deep page is read by ids, so that only index entries are skipped, not whole rows. The
 * size is inlined in the SQL: a prepared plan without it expects a tenth of the table.
 */
function pageOfLeads(
  scope: ReadScope,
  filters: ReadyFilters,
  sort: LeadSort,
  { bound, reversed, size, offset }: Place,
) {
  const conditions = leadConditions(scope, filters);
  const where = bound ? [...conditions, bound] : conditions;
  const table = scope.table('leads');
  const order = leadOrder(scope, sort, reversed);
  const skipped = offset === 0 ? sql`` : sql` OFFSET ${offset}`;
  const source =
    isFilledFirst(sort) && !reversed && offset < DEEP
      ? filledFirst(scope, where, sort, powerOfTwo(offset + size))
      : sql`${table} leads WHERE ${sql.join(where, sql` AND `)}`;
  const page = sql`FROM ${source} ORDER BY ${order} LIMIT ${lit(size)}${skipped}`;
  if (offset === 0) return sql`(SELECT leads.* ${page})`;
  return sql`(SELECT * FROM ${table} leads WHERE id IN (SELECT leads.id ${page}))`;
}

/** Whether a sort follows an index among leads that have a value, but not across all: leads without come last. */
const isFilledFirst = ({ sort_by, sort_order }: LeadSort) =>
  sort_order === 'desc' && (sort_by === 'value' || sort_by === 'next_followup_date');

/** The next power of two: the number is part of the text, and so the pages of a list share few statements. */
const powerOfTwo = (rows: number) => 2 ** Math.ceil(Math.log2(rows));

/** The first leads of a list sorted by an indexed column: those without a value are only read to fill up. */
function filledFirst(
  scope: ReadScope,
  where: readonly unknown[],
  sort: LeadSort,
  most: number,
): RawBuilder<unknown> {
  const key = leadSortKey(scope, sort);
  const first = (isFilled: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
    sql`SELECT leads.* FROM ${scope.table('leads')} leads
      WHERE ${sql.join([...where, isFilled], sql` AND `)} ORDER BY ${order} LIMIT ${limit}`;
  const filled = first(sql`${key} IS NOT NULL`, sql`${key} DESC, leads.id DESC`, sql`${lit(most)}`);
  const left = sql`${lit(most)} - (SELECT count(*) FROM filled)`;
  const empty = first(sql`${key} IS NULL`, sql`leads.id DESC`, left);
  return sql`(WITH filled AS MATERIALIZED (${filled}) SELECT * FROM filled UNION ALL (${empty})) leads`;
}

/** The number of leads that match, up to a cap of its own. */
export async function countLeadsUpTo(scope: ReadScope, filters: ReadyFilters, cap: number): Promise<Total> {
  const plan = countPlan(scope, filters, cap);
  return totalOf(plan, await countBy(scope, plan));
}

async function countBy(scope: ReadScope, plan: ReturnType<typeof countPlan>): Promise<number> {
  const row = await scope.db.selectNoFrom(plan.sql.as('counted')).executeTakeFirstOrThrow();
  return row.counted;
}

/** Every matching lead, in batches; for callers of the API that send neither page nor limit. */
export async function* streamLeads(
  scope: ReadScope,
  filters: ReadyFilters,
  sort: LeadSort,
): AsyncGenerator<PresentedLead> {
  const where = sql.join(leadConditions(scope, filters), sql` AND `);
  const all = await presentedLeads(
    scope,
    scope.table('leads'),
    sql`WHERE ${where} ORDER BY ${leadOrder(scope, sort)}`,
  );
  const batches = scope.db.getExecutor().stream<PresentedLead>(all.compile(scope.db), BATCH);
  for await (const batch of batches) yield* batch.rows;
}

/** One lead. Throws 404, including for another client's. */
export async function getLead(scope: ReadScope, id: string): Promise<PresentedLead> {
  const rest = sql`WHERE leads.id = ${id} AND leads.deleted_at IS NULL`;
  const lead = await presentedLeads(scope, scope.table('leads'), rest);
  const { rows } = await lead.execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_LEAD);
  return rows[0];
}

/** Statuses and sources in use, from the counters. */
export async function listLeadValues(scope: ReadScope): Promise<LeadValues> {
  const { rows } = await sql<{ status: string; source: string | null }>`
    SELECT status, source FROM ${leadSums(scope, [])} sums GROUP BY status, source HAVING sum(leads) > 0
  `.execute(scope.db);
  const values = (column: 'status' | 'source') =>
    [...new Set(rows.map((row) => row[column]))].filter((value) => value !== null).toSorted();
  return { status: values('status'), source: values('source') };
}
