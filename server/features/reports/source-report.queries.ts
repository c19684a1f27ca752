import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { startOfDay } from '#shared/values/dates.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { daysInMonth, monthsOf, shareOfMonth } from '#shared/values/months.ts';
import type {
  ReportDays,
  ReportSource,
  SourceCost,
  SourceFigures,
  reports,
} from '#shared/activities/reports.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { IS_REPORTED, reportPeriods } from '#server/features/reports/report-periods.ts';
import type { ReportPeriods } from '#server/features/reports/report-periods.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { CONTACT } from '#server/leads/changes/first-contacts.ts';
import { leadConditions } from '#server/leads/list/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/list/lead-filters.ts';
import { wonLeads } from '#server/leads/list/ready-filters.queries.ts';

/** The figures based on leads: all except the cost. */
type Counted = Omit<SourceFigures, 'cost'>;
/**
 * Some of a source's figures in one part of the days: 1 is the previous period, 2 and higher are the months
 * of the period.
 */
type Row = { part: number; source: string | null } & Counted;
type Found = { rows: Row[] | null; costs: SourceCost[] | null };

const NOTHING: Counted = { new_leads: 0, contacted: 0, converted: 0, converted_value: 0 };
const BEFORE = 1;
const FIRST_MONTH = 2;

/**
 * The figures of every source that the company has configured, has leads from, or has paid for, and of leads
 * without a source, most new leads first: from one statement, so as of one moment. Throws 422 when all
 * clients are read.
 */
export async function getSourceReport(
  scope: ReadScope,
  days: ReportDays,
  before?: ReportDays,
): Promise<DataOf<typeof reports.sources>> {
  const periods = reportPeriods(scope, days, before);
  const months = monthsOf(days);
  const [{ options }, won] = await Promise.all([fieldOptions(scope), wonLeads(scope)]);
  const parts = partsOf(periods, days);
  const counted = [
    ...parts.map((part) => newRows(scope, part)),
    ...parts.map((part) => wonRows(scope, part, won)),
  ];
  const { rows } = await sql<Found>`
    WITH figures AS MATERIALIZED (${sql.join(counted, sql` UNION ALL `)})
    SELECT (SELECT jsonb_agg(figures) FROM figures) AS rows, ${costsOf(scope, monthsOf(periods.before).concat(months))} AS costs
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

/**
 * A part of the days: a month of the previous period or of the period, with the moments it begins and ends.
 */
type Part = { part: number; begin: Date; end: Date };

/** A separate part per month: PostgreSQL reads them in parallel, and need not compute each lead's month. */
function partsOf({ before, timeZone }: ReportPeriods, days: ReportDays): Part[] {
  const months = (of: ReportDays, partOf: (place: number) => number) =>
    monthsOf(of).map((month, place): Part => {
      const { from_date, to_date } = daysInMonth(month, of);
      const [begin, end] = [startOfDay(from_date, timeZone), startOfDay(to_date, timeZone, 1)] as [
        Date,
        Date,
      ];
      return { part: partOf(place), begin, end };
    });
  return [...months(before, () => BEFORE), ...months(days, (place) => place + FIRST_MONTH)];
}

const within = (moment: RawBuilder<unknown>, { begin, end }: Part) =>
  sql`${moment} >= ${begin} AND ${moment} < ${end}`;

/** The new leads of a part, and how many of them somebody has contacted. */
const newRows = (scope: ReadScope, part: Part) => sql`
  SELECT ${part.part}::int AS part, leads.source, count(*) AS new_leads, count(*) FILTER (WHERE ${CONTACT.isContacted}) AS contacted,
    0::int8 AS converted, 0::numeric AS converted_value
  FROM ${scope.table('leads')} leads WHERE ${IS_REPORTED} AND ${within(sql`leads.created_at`, part)} GROUP BY leads.source`;

/** Leads with a won status, by the moment they got it. */
const wonRows = (scope: ReadScope, part: Part, won: ReadyFilters) => sql`
  SELECT ${part.part}::int, leads.source, 0, 0, count(*), coalesce(sum(leads.value), 0) FROM ${scope.table('leads')} leads
  WHERE ${sql.join(leadConditions(scope, won), sql` AND `)} AND ${within(sql`leads.converted_at`, part)} GROUP BY leads.source`;

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
    .toSorted((one, other) => other.now.new_leads - one.now.new_leads);
}

/** The combined figures of the wanted sources. */
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

/**
 * The money spent on certain days: each month's cost in proportion to its days among them; null if no cost
 * was entered.
 */
function costIn(days: ReportDays, costs: readonly SourceCost[]): number | null {
  const touched = costs
    .map(({ month, cost }) => ({ cost, share: shareOfMonth(month, days) }))
    .filter(({ share }) => share > 0);
  if (touched.length === 0) return null;
  return Math.round(touched.reduce((sum, { cost, share }) => sum + cost * share, 0) * 100) / 100;
}

function together(rows: readonly Row[]): Counted {
  const sum = { ...NOTHING };
  for (const row of rows) for (const key of Object.keys(NOTHING) as (keyof Counted)[]) sum[key] += row[key];
  return { ...sum, converted_value: Math.round(sum.converted_value * 100) / 100 };
}
