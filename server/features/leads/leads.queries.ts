import { sql } from 'kysely';
import type { QueryOf } from '#shared/endpoint.ts';
import { dayOf } from '#shared/dates.ts';
import type { leads, LeadFilters, LeadSort, LeadStats, LeadValues } from '#shared/leads.ts';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import type { Pagination } from '#shared/pagination.ts';
import { pageOf } from '#server/db/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { statusMeanings } from '#server/features/configurations/field-configuration.queries.ts';
import { countPlan, totalOf } from '#server/features/leads/lead-counts.queries.ts';
import { leadConditions, leadOrder } from '#server/features/leads/lead-filters.ts';

export const UNKNOWN_LEAD = 'This lead does not exist.';
/** From this row on the total is read first, so that the second half of a long list is read from its end. */
const DEEP = 2000;
/** Rows fetched at a time when a whole list is streamed. */
const BATCH = 500;

const LEAD_COLUMNS = [
  'leads.id',
  'leads.version',
  'leads.name',
  'leads.email',
  'leads.phone',
  'leads.company_name',
  'leads.designation',
  'leads.status',
  'leads.source',
  'leads.interest_level',
  'leads.value',
  'leads.budget',
  'leads.product_id',
  'leads.assigned_to',
  'leads.next_followup_date',
  'leads.lead_score',
  'leads.location',
  'leads.address',
  'leads.preferred_contact_time',
  'leads.communication_channel',
  'leads.age',
  'leads.gender',
  'leads.description',
  'leads.notes',
  'leads.tags',
  'leads.campaign_id',
  'leads.form_id',
  'leads.utm_source',
  'leads.utm_medium',
  'leads.utm_campaign',
  'leads.call_status',
  'leads.last_contacted_at',
  'leads.converted_at',
  'leads.is_duplicate',
  'leads.is_archived',
  'leads.created_at',
  'leads.updated_at',
  'leads.created_by',
  'leads.updated_by',
] as const;

/** Leads as the API answers them, with the names of the people they refer to. */
function presentedLeads(scope: ReadScope) {
  return scope.db
    .selectFrom('leads')
    .leftJoin('members as assignee', 'assignee.id', 'leads.assigned_to')
    .leftJoin('members as creator', 'creator.id', 'leads.created_by')
    .leftJoin('members as editor', 'editor.id', 'leads.updated_by')
    .select(LEAD_COLUMNS)
    .select([
      'assignee.name as assigned_user_name',
      'creator.name as created_user_name',
      'editor.name as updated_user_name',
    ])
    .select(scope.clientId('leads').as('clientId'));
}

/** A page of leads and its total in one round trip; deep pages learn the total first. Throws 422. */
export async function listLeads(
  scope: ReadScope,
  query: LeadFilters & LeadSort & { page: number; limit: number },
): Promise<{
  data: Awaited<ReturnType<ReturnType<typeof presentedLeads>['execute']>>;
  pagination: Pagination;
}> {
  const { page, limit } = query;
  const offset = (page - 1) * limit;
  const plan = countPlan(scope, query);
  const known = offset >= DEEP ? totalOf(plan, await count(scope, query)) : undefined;
  const reversed = known !== undefined && !known.isCapped && offset < known.total && offset > known.total / 2;
  const size = reversed ? Math.min(limit, known.total - offset) : limit;
  const ids = pageOfIds(scope, query, {
    reversed,
    size,
    offset: reversed ? known.total - offset - size : offset,
  });
  const rows = await presentedLeads(scope)
    .where('leads.id', 'in', sql`(${ids})` as never)
    .select((known ? sql<number>`0` : plan.sql).as('counted'))
    .orderBy(leadOrder(scope, query))
    .execute();
  const total = known ?? totalOf(plan, rows[0]?.counted ?? (offset === 0 ? 0 : await count(scope, query)));
  return { data: rows, pagination: pageOf(query, total.total, total.isCapped) };
}

/** The ids of a page, so that a deep page skips index entries and not whole rows. */
function pageOfIds(
  scope: ReadScope,
  query: LeadFilters & LeadSort,
  page: { reversed: boolean; size: number; offset: number },
) {
  const where = sql.join(leadConditions(scope, query), sql` AND `);
  return sql`SELECT leads.id FROM ${scope.table('leads')} WHERE ${where}
    ORDER BY ${leadOrder(scope, query, page.reversed)} LIMIT ${page.size} OFFSET ${page.offset}`;
}

async function count(scope: ReadScope, filters: LeadFilters): Promise<number> {
  const row = await scope.db
    .selectNoFrom(countPlan(scope, filters).sql.as('counted'))
    .executeTakeFirstOrThrow();
  return row.counted;
}

/** Every matching lead, in batches; for callers of the API who send neither page nor limit. */
export async function* streamLeads(scope: ReadScope, query: QueryOf<typeof leads.list>) {
  const where = leadConditions(scope, query);
  let all = presentedLeads(scope).orderBy(leadOrder(scope, query));
  for (const condition of where) all = all.where(condition);
  yield* all.stream(BATCH);
}

/** One lead. Throws 404, also for another client's. */
export async function getLead(scope: ReadScope, id: string) {
  const lead = await presentedLeads(scope)
    .where('leads.id', '=', id)
    .where('leads.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!lead) throw new NotFound(UNKNOWN_LEAD);
  return lead;
}

/** Statuses and sources in use, from the counters. */
export async function listLeadValues(scope: ReadScope): Promise<LeadValues> {
  const rows = await scope.db.selectFrom('lead_totals').select(['status', 'source']).distinct().execute();
  const values = (column: 'status' | 'source') =>
    [...new Set(rows.map((row) => row[column]))].filter((value) => value !== null).sort();
  return { status: values('status'), source: values('source') };
}

/** Totals of leads that are neither archived nor duplicates; weeks begin on Monday in the client's time zone. */
export async function getLeadStats(scope: ReadScope): Promise<LeadStats> {
  const timeZone = scope.client?.timeZone ?? DEFAULT_TIME_ZONE;
  const today = dayOf(new Date(), timeZone);
  const meaningOf = await statusMeanings(scope);
  const [cells, days] = await Promise.all([
    sql<{ client_id: string; status: string; leads: number; value: number }>`
      SELECT ${scope.clientId('lead_totals')} AS client_id, status, sum(leads)::int8 AS leads, sum(value) AS value
      FROM ${scope.table('lead_totals')} WHERE NOT is_archived AND NOT is_duplicate GROUP BY 1, 2
    `.execute(scope.db),
    sql<{ week: number; month: number }>`
      SELECT coalesce(sum(leads) FILTER (WHERE day >= date_trunc('week', ${today}::date)), 0)::int8 AS week,
        coalesce(sum(leads) FILTER (WHERE day >= date_trunc('month', ${today}::date)), 0)::int8 AS month
      FROM ${scope.table('lead_days')}
      WHERE NOT is_archived AND NOT is_duplicate AND day >= ${today}::date - 40
    `.execute(scope.db),
  ]);
  const won = cells.rows.filter((cell) => meaningOf(cell.status, cell.client_id) === 'won');
  const sum = (rows: typeof won, column: 'leads' | 'value') =>
    rows.reduce((total, row) => total + row[column], 0);
  const [total, converted] = [sum(cells.rows, 'leads'), sum(won, 'leads')];
  const { week = 0, month = 0 } = days.rows[0] ?? {};
  return {
    total_leads: total,
    new_this_week: week,
    new_this_month: month,
    converted_leads: converted,
    conversion_rate: total === 0 ? 0 : Math.round((converted / total) * 1000) / 10,
    revenue: Math.round(sum(won, 'value') * 100) / 100,
  };
}
