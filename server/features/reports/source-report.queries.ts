import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { startOfDay } from '#shared/dates.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { daysInMonth, monthsOf, shareOfMonth } from '#shared/reports.ts';
import type { ReportDays, ReportSource, SourceCost, SourceFigures, reports } from '#shared/reports.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { reportPeriods } from '#server/features/reports/report-periods.ts';
import type { ReportPeriods } from '#server/features/reports/report-periods.ts';
import { fieldOptions } from '#server/leads/field-options.queries.ts';
import { isContacted } from '#server/leads/is-contacted.ts';
import { leadConditions } from '#server/leads/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/lead-filters.ts';
import { readyFilters } from '#server/leads/ready-filters.queries.ts';

/** What leads count: all figures but the cost. */
type Counted = Omit<SourceFigures, 'cost'>;
/** Some figures of a source in one part of the days: 1 is the period before, 2 and higher are the months of the period. */
type Row = { part: number; source: string | null } & Partial<Counted>;
type Found = { rows: Row[] | null; costs: SourceCost[] | null };

const NOTHING: Counted = { new_leads: 0, contacted: 0, converted: 0, converted_value: 0 };
const FIRST_MONTH = 2;

/**
 * The figures of every source that the company has configured, has leads of, or has paid for, and of leads without one, those with
 * most new leads first: from one statement, and so of one moment. Throws 422 while every client is read.
 */
export async function getSourceReport(
  scope: ReadScope,
  days: ReportDays,
  before?: ReportDays,
): Promise<DataOf<typeof reports.sources>> {
  const periods = reportPeriods(scope, days, before);
  const months = monthsOf(days);
  const [{ options }, won] = await Promise.all([
    fieldOptions(scope),
    readyFilters(scope, { meaning: 'won', is_archived: false, is_duplicate: false }),
  ]);
  const parts = sql`${partsOf(periods, days)}::timestamptz[]`;
  const { rows } = await sql<Found>`
    WITH figures AS MATERIALIZED (
      SELECT to_jsonb(found) AS figure FROM (${newRows(scope, periods, parts)}) found
      UNION ALL SELECT to_jsonb(found) FROM (${wonRows(scope, periods, parts, won)}) found
    )
    SELECT (SELECT jsonb_agg(figure) FROM figures) AS rows, ${costsOf(scope, monthsOf(periods.before).concat(months))} AS costs
  `.execute(scope.db);
  const { rows: found, costs } = rows[0] ?? { rows: null, costs: null };
  const spent = scope.sight ? null : (costs ?? []);
  const configured = scope.client ? (options.source ?? []).map(({ value }) => value) : [];
  const of = { days, before: periods.before, months, rows: found ?? [], costs: spent ?? [] };
  return {
    before: periods.before,
    months,
    sources: sourcesOf(of, configured),
    all: figuresOf(of, () => true),
    costs: spent && spent.filter(({ month }) => months.includes(month)),
  };
}

/** The moments at which the parts of the days begin: the period before, then each month of the period. */
const partsOf = ({ begin, timeZone }: ReportPeriods, days: ReportDays): Date[] => [
  begin,
  ...monthsOf(days).map((month) =>
    startOfDay(daysInMonth(month, days).from_date, timeZone) as Date),
]; // prettier-ignore

const partOf = (moment: RawBuilder<unknown>, parts: RawBuilder<unknown>) =>
  sql`width_bucket(${moment}, ${parts})`;

function newRows(
  scope: ReadScope,
  { within }: ReportPeriods,
  parts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const at = sql`leads.created_at`;
  return sql`SELECT ${partOf(at, parts)} AS part, leads.source, count(*) AS new_leads,
      count(*) FILTER (WHERE ${isContacted(scope)}) AS contacted
    FROM ${scope.table('leads')} leads
    WHERE leads.deleted_at IS NULL AND NOT leads.is_archived AND NOT leads.is_duplicate AND ${within(at)} GROUP BY 1, 2`;
}

/** Leads with a status that means won, by the moment at which they got it. */
function wonRows(
  scope: ReadScope,
  { within }: ReportPeriods,
  parts: RawBuilder<unknown>,
  won: ReadyFilters,
): RawBuilder<unknown> {
  const at = sql`leads.converted_at`;
  return sql`SELECT ${partOf(at, parts)} AS part, leads.source, count(*) AS converted, coalesce(sum(leads.value), 0) AS converted_value
    FROM ${scope.table('leads')} leads WHERE ${sql.join(leadConditions(scope, won), sql` AND `)} AND ${within(at)} GROUP BY 1, 2`;
}

function costsOf(scope: ReadScope, months: readonly string[]): RawBuilder<unknown> {
  return sql`(SELECT jsonb_agg(jsonb_build_object('source', source, 'month', to_char(month, 'YYYY-MM'), 'cost', cost) ORDER BY month, source)
    FROM ${scope.table('source_costs')} WHERE month = ANY(${months.map((month) => `${month}-01`)}::date[]))`;
}

type Of = {
  days: ReportDays;
  before: ReportDays;
  months: readonly string[];
  rows: readonly Row[];
  costs: readonly SourceCost[];
};

function sourcesOf(of: Of, configured: readonly string[]): ReportSource[] {
  const names = new Set<string | null>([
    ...configured,
    ...of.rows.map(({ source }) => source),
    ...of.costs.map(({ source }) => source),
  ]);
  return [...names]
    .map((source) => ({ source, ...figuresOf(of, (one) => one === source) }))
    .sort((one, other) => other.now.new_leads - one.now.new_leads);
}

/** The figures of the sources that are wanted, together. */
function figuresOf({ days, before, months, rows, costs }: Of, isWanted: (source: string | null) => boolean) {
  const own = rows.filter(({ source }) => isWanted(source));
  const paid = costs.filter(({ source }) => isWanted(source));
  const figures = (isPart: (part: number) => boolean, of: ReportDays): SourceFigures => ({
    ...together(own.filter(({ part }) => isPart(part))),
    cost: costIn(of, paid),
  });
  return {
    now: figures((part) => part >= FIRST_MONTH, days),
    before: figures((part) => part < FIRST_MONTH, before),
    months: months.map((month, place) =>
      figures((part) => part === place + FIRST_MONTH, daysInMonth(month, days)),
    ),
  };
}

/** What was spent in some days: of each month as much as its days there make; null without any cost that was entered. */
function costIn(days: ReportDays, costs: readonly SourceCost[]): number | null {
  const touched = costs
    .map(({ month, cost }) => ({ cost, share: shareOfMonth(month, days) }))
    .filter(({ share }) => share > 0);
  if (touched.length === 0) return null;
  return Math.round(touched.reduce((sum, { cost, share }) => sum + cost * share, 0) * 100) / 100;
}

function together(rows: readonly Row[]): Counted {
  const sum = { ...NOTHING };
  for (const row of rows)
    for (const key of Object.keys(NOTHING) as (keyof Counted)[]) sum[key] += Number(row[key] ?? 0);
  return { ...sum, converted_value: Math.round(sum.converted_value * 100) / 100 };
}
