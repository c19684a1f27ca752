import { sql } from 'kysely';
import { TREND_MONTHS } from '#shared/activities/dashboard.ts';
import type { Dashboard } from '#shared/activities/dashboard.ts';
import { dayOf, zoneOf } from '#shared/values/dates.ts';
import { relativeDays } from '#shared/values/relative-days.ts';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import type { LeadStats } from '#shared/leads/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { clientsWithOwnFields, statusMeanings } from '#server/leads/settings/field-options.queries.ts';
import { leadSums } from '#server/leads/list/lead-sums.ts';
import { monthLater } from '#shared/values/months.ts';

/** The figures of the dashboard, all as of one moment. */
export type LeadFigures = Omit<Dashboard, 'recent_leads' | 'first_steps'>;

type Cell = { client_id: string; status: string; source: string | null; leads: number; value: number };
type MeantCell = Cell & { meaning: StatusMeaning };
type Month = { month: string; leads: number; since_monday: number };

/**
 * Totals, trend and breakdowns from counters only, in one statement, for leads that are neither archived nor
 * duplicates. Weeks begin on Monday; days and months are in the client's calendar.
 */
export async function getLeadFigures(scope: ReadScope): Promise<LeadFigures> {
  const today = dayOf(new Date(), zoneOf(scope.client));
  const { from: monday = today } = relativeDays('this_week', today);
  const months = Array.from({ length: TREND_MONTHS }, (_, index) =>
    monthLater(today.slice(0, 7), index + 1 - TREND_MONTHS),
  );
  const since = [monday, `${months[0]}-01`].toSorted()[0];
  const [meaningOf, own] = await Promise.all([statusMeanings(scope), clientsWithOwnFields(scope)]);
  const found = await sql<{ cells: Cell[] | null; months: Month[] | null }>`
    SELECT (
      SELECT jsonb_agg(c) FROM (
        SELECT client_id, status, source, sum(leads) AS leads, sum(value) AS value
        FROM ${leadSums(scope, own)} sums WHERE NOT is_archived AND NOT is_duplicate GROUP BY 1, 2, 3
      ) c WHERE c.leads <> 0
    ) AS cells, (
      SELECT jsonb_agg(m) FROM (
        SELECT to_char(day, 'YYYY-MM') AS month, sum(leads) AS leads,
          coalesce(sum(leads) FILTER (WHERE day >= ${monday}::date), 0) AS since_monday
        FROM ${scope.table('lead_days')} days WHERE NOT is_archived AND NOT is_duplicate AND day >= ${since}::date GROUP BY 1
      ) m
    ) AS months
  `.execute(scope.db);
  const { cells, months: counted } = found.rows[0] ?? { cells: null, months: null };
  const meant = (cells ?? []).map((cell) => ({ ...cell, meaning: meaningOf(cell.status, cell.client_id) }));
  const byMonth = counted ?? [];
  const since_month = byMonth.filter(({ month }) => month >= (months.at(-1) ?? ''));
  const week = { new_this_week: sum(byMonth, 'since_monday'), new_this_month: sum(since_month, 'leads') };
  return {
    stats: { ...totalsOf(meant), ...week },
    week_begins: monday,
    monthly_trend: months.map((month) => ({
      month,
      leads: byMonth.find((one) => one.month === month)?.leads ?? 0,
    })),
    leads_by_source: bySource(meant),
    leads_by_status: byStatus(meant),
  };
}

/** Conversion rate = won ÷ all; revenue = total value of won leads. */
function totalsOf(cells: MeantCell[]): Omit<LeadStats, 'new_this_week' | 'new_this_month'> {
  const won = cells.filter(({ meaning }) => meaning === 'won');
  const [total, converted] = [sum(cells, 'leads'), sum(won, 'leads')];
  return {
    total_leads: total,
    converted_leads: converted,
    conversion_rate: total === 0 ? 0 : Math.round((converted / total) * 1000) / 10,
    revenue: rupees(sum(won, 'value')),
  };
}

function bySource(cells: MeantCell[]): LeadFigures['leads_by_source'] {
  const groups = Map.groupBy(cells, ({ source }) => source);
  return [...groups].map(([source, of]) => ({ source, leads: sum(of, 'leads') })).toSorted(mostFirst);
}

function byStatus(cells: MeantCell[]): LeadFigures['leads_by_status'] {
  const groups = Map.groupBy(cells, ({ status, meaning }) => `${meaning} ${status}`);
  return [...groups.values()]
    .map((of) => {
      const { status, meaning } = of[0] as MeantCell;
      return { status, meaning, leads: sum(of, 'leads'), value: rupees(sum(of, 'value')) };
    })
    .toSorted(mostFirst);
}

const mostFirst = (one: { leads: number }, other: { leads: number }) => other.leads - one.leads;
const rupees = (value: number) => Math.round(value * 100) / 100;

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
