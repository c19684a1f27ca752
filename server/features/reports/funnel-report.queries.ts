import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { FUNNEL_MOST, FUNNEL_SAMPLE } from '#shared/activities/reports.ts';
import type { FunnelFigures, ReportDays, reports } from '#shared/activities/reports.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { IS_REPORTED, reportPeriods } from '#server/features/reports/report-periods.ts';
import type { ReportPeriods } from '#server/features/reports/report-periods.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { FunnelStep } from '#server/leads/settings/funnel-steps.ts';
import { stepsOf } from '#server/leads/list/ready-filters.queries.ts';

/** The number of new leads in a period by current status: all of them, and those whose history is read. */
type Status = { is_now: boolean; status: string; leads: number; read: number };
/** Leads whose history is read, by status and furthest step reached; null without any. */
type Reached = { is_now: boolean; status: string; furthest: number | null; leads: number };
type Stay = { is_now: boolean; step: number; hours: number };
type Found = { statuses: Status[] | null; reached: Reached[] | null; stays: Stay[] | null };

/** Lead ids are mapped to this many points on a circle to choose a sample, the same one in every report. */
const CIRCLE = 1_000_000;

/**
 * How far the period's new leads have progressed, by current status and history, and how long they stayed in
 * each step: from one statement, so as of one moment. For more than `FUNNEL_MOST` leads, the history of
 * `FUNNEL_SAMPLE` is read and represents all leads with the same status. Throws 422 when all clients are
 * read.
 */
export async function getFunnelReport(
  scope: ReadScope,
  days: ReportDays,
): Promise<DataOf<typeof reports.funnel>> {
  const periods = reportPeriods(scope, days);
  const [steps, { meaningOf }, shares] = await Promise.all([
    stepsOf(scope),
    fieldOptions(scope),
    sharesOf(scope, days, periods.before),
  ]);
  const { rows } = await statement(scope, periods, steps, shares).execute(scope.db);
  const found = rows[0] ?? { statuses: null, reached: null, stays: null };
  const isLost = (status: string) => meaningOf(status) === 'lost';
  const isOther = (status: string) => !isLost(status) && placeIn(steps, status) === -1;
  const inUse = new Set((found.statuses ?? []).map(({ status }) => status));
  const [now, before] = [true, false].map((isNow) => figuresOf(found, steps, isNow, { isLost, isOther })) as [
    Part,
    Part,
  ];
  return {
    before: periods.before,
    steps: steps.map((step, place) => ({
      ...step,
      statuses: [...step.statuses],
      now: now.steps[place] as FunnelFigures,
      before: before.steps[place] as FunnelFigures,
    })),
    lost_statuses: [...inUse].filter(isLost),
    other_statuses: [...inUse].filter(isOther).toSorted(),
    totals: { now: now.totals, before: before.totals },
  };
}

function statement(scope: ReadScope, periods: ReportPeriods, steps: readonly FunnelStep[], shares: Shares) {
  const at = sql`leads.created_at`;
  const names = steps.flatMap(({ statuses }) => statuses);
  const places = steps.flatMap(({ statuses }, place) => statuses.map(() => place));
  const placeOf = (status: RawBuilder<unknown>) =>
    sql`(${places}::int[])[array_position(${names}::text[], ${status})]`;
  const isRead = sql`abs(uuid_hash(leads.id)::int8) % ${CIRCLE}::int8 < CASE WHEN ${periods.isNow(at)} THEN ${shares.now}::int8 ELSE ${shares.before}::int8 END`;
  return sql<Found>`
    WITH statuses AS MATERIALIZED (
      SELECT ${periods.isNow(at)} AS is_now, leads.status, count(*) AS leads,
        array_agg(jsonb_build_array(leads.id, ${at})) FILTER (WHERE ${isRead}) AS chosen
      FROM ${scope.table('leads')} leads
      WHERE ${IS_REPORTED} AND ${periods.within(at)} GROUP BY 1, 2
    ), read AS MATERIALIZED (
      SELECT s.is_now, s.status, (r ->> 0)::uuid AS id, (r ->> 1)::timestamptz AS created_at FROM statuses s, unnest(s.chosen) r
    ), changes AS MATERIALIZED (
      SELECT r.is_now, r.id, e.was, e.became, e.at - lag(e.at, 1, r.created_at) OVER (PARTITION BY r.id ORDER BY e.at, e.id) AS stay
      FROM read r, LATERAL (
        SELECT e.id, e.at, e.changes -> 'status' ->> 0 AS was, e.changes -> 'status' ->> 1 AS became
        FROM ${scope.table('lead_events')} e WHERE e.lead_id = r.id AND e.changes ? 'status'
        -- looked up lead by lead: as a join, the history of all leads would be read
        OFFSET 0
      ) e
    ), furthest AS (
      SELECT id, max(greatest(${placeOf(sql`was`)}, ${placeOf(sql`became`)})) AS step FROM changes GROUP BY 1
    ), reached AS (
      SELECT r.is_now, r.status, greatest(f.step, ${placeOf(sql`r.status`)}) AS furthest, count(*) AS leads
      FROM read r LEFT JOIN furthest f ON f.id = r.id GROUP BY 1, 2, 3
    ), stays AS (
      SELECT is_now, step, percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) AS hours
      FROM (SELECT is_now, ${placeOf(sql`was`)} AS step, greatest(0, extract(epoch FROM stay) / 3600) AS hours FROM changes) s
      WHERE step IS NOT NULL GROUP BY 1, 2
    )
    SELECT (SELECT jsonb_agg(to_jsonb(s) - 'chosen' || jsonb_build_object('read', coalesce(cardinality(s.chosen), 0))) FROM statuses s) AS statuses,
      (SELECT jsonb_agg(reached) FROM reached) AS reached, (SELECT jsonb_agg(stays) FROM stays) AS stays
  `;
}

/**
 * The part of the circle from which each period's leads are read: all of it for up to `FUNNEL_MOST` leads.
 */
type Shares = { now: number; before: number };

/** Computed from counters: new leads that arrive meanwhile hardly change the share. */
async function sharesOf(scope: ReadScope, days: ReportDays, before: ReportDays): Promise<Shares> {
  const share = ({ from_date, to_date }: ReportDays) => sql<number>`(
    SELECT CASE WHEN sum(leads) > ${FUNNEL_MOST} THEN ceil(${CIRCLE}::float8 * ${FUNNEL_SAMPLE} / sum(leads)::float8) ELSE ${CIRCLE} END
    FROM ${scope.table('lead_days')} d
    WHERE NOT is_archived AND NOT is_duplicate AND day BETWEEN ${from_date}::date AND ${to_date}::date)`;
  const { rows } = await sql<Shares>`SELECT ${share(days)} AS now, ${share(before)} AS before`.execute(
    scope.db,
  );
  return rows[0] ?? { now: CIRCLE, before: CIRCLE };
}

type Part = {
  steps: FunnelFigures[];
  totals: { new_leads: number; lost: number; other: number; sampled: number | null };
};

/** The step of a status; -1 if it has none. */
const placeIn = (steps: readonly FunnelStep[], status: string) =>
  steps.findIndex(({ statuses }) => statuses.includes(status));

/** Statuses that belong to no step. */
type Outside = Record<'isLost' | 'isOther', (status: string) => boolean>;

function figuresOf(
  found: Found,
  steps: readonly FunnelStep[],
  isNow: boolean,
  { isLost, isOther }: Outside,
): Part {
  const statuses = (found.statuses ?? []).filter(({ is_now }) => is_now === isNow);
  const reached = (found.reached ?? []).filter(({ is_now }) => is_now === isNow);
  const hours = new Map(
    (found.stays ?? [])
      .filter(({ is_now }) => is_now === isNow)
      .map(({ step, hours: median }) => [step, median]),
  );
  const sumOf = (isWanted: (status: string) => boolean) =>
    statuses.filter(({ status }) => isWanted(status)).reduce((sum, { leads }) => sum + leads, 0);
  const all = sumOf(() => true);
  const read = statuses.reduce((sum, status) => sum + status.read, 0);
  const reaching = (place: number) =>
    statuses.reduce((sum, status) => sum + status.leads * shareReaching(status, reached, steps, place), 0);
  return {
    steps: steps.map((step, place) => ({
      reached: Math.round(reaching(place)),
      here: sumOf((status) => step.statuses.includes(status)),
      hours: hours.get(place) ?? null,
    })),
    totals: {
      new_leads: all,
      lost: sumOf(isLost),
      other: sumOf(isOther),
      sampled: read < all ? read : null,
    },
  };
}

/**
 * The share of a status's leads that have reached a step; if no history was read, the status itself decides.
 */
function shareReaching(
  { status, read }: Status,
  reached: readonly Reached[],
  steps: readonly FunnelStep[],
  place: number,
): number {
  if (read === 0) return placeIn(steps, status) >= place ? 1 : 0;
  const those = reached.filter((one) => one.status === status && (one.furthest ?? -1) >= place);
  return those.reduce((sum, { leads }) => sum + leads, 0) / read;
}
