import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import type { ReportDays, reports } from '#shared/activities/reports.ts';
import { readingOrder } from '#server/db/sql/folded-text.ts';
import type { ReadScope, Scope } from '#server/db/scope.ts';
import { peopleOf, readWaits, teamsOf } from '#server/features/reports/people-figures.ts';
import type { FiguresRow } from '#server/features/reports/people-figures.ts';
import { IS_REPORTED, reportPeriods } from '#server/features/reports/report-periods.ts';
import type { ReportPeriods } from '#server/features/reports/report-periods.ts';
import { listLeaders } from '#server/features/users/teams.queries.ts';
import { promiseMinutes } from '#server/leads/owners/distribution.queries.ts';
import { CONTACT } from '#server/leads/changes/first-contacts.ts';
import { leadConditions } from '#server/leads/list/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/list/lead-filters.ts';
import { notHidden, notInTrash } from '#server/leads/list/not-in-trash.ts';
import { wonLeads } from '#server/leads/list/ready-filters.queries.ts';
import { IS_OVERDUE, wasLate } from '#server/leads/list/whose-work.ts';
import { storedHours } from '#server/leads/working-time.queries.ts';

type Member = { id: string; name: string; isListed: boolean };

/**
 * The figures of every user who is active or has any, of unassigned leads if there are any, and of the team.
 * Leads are counted on one connection while calls and follow-ups are counted on another. Throws 422 when all
 * clients are read.
 */
export async function getPeopleReport(
  caller: Pick<Scope, 'core'>,
  scope: ReadScope,
  days: ReportDays,
): Promise<DataOf<typeof reports.people>> {
  const periods = reportPeriods(scope, days);
  const [promise_minutes, hours, won] = await Promise.all([
    promiseMinutes(scope),
    storedHours(scope.db),
    wonLeads(scope),
  ]);
  const figures = async (parts: RawBuilder<FiguresRow>[]) => {
    const rows: FiguresRow[] = [];
    for (const part of parts) rows.push(...(await part.execute(scope.db)).rows);
    return rows;
  };
  const found = await Promise.all([
    figures([leadRows(scope, periods), promisedRows(scope, periods), wonRows(scope, periods, won)]),
    figures([callRows(scope, periods), reminderRows(scope, periods)]),
    membersOf(scope),
    scope.client ? listLeaders(caller, scope.client.id) : new Map<string, string>(),
  ]);
  const [ofLeads, ofWork, members, leaders] = found;
  const rows = readWaits([...ofLeads, ...ofWork]);
  const known = new Set(rows.map(({ person }) => person));
  const people = members.filter(({ id, isListed }) => isListed || known.has(id));
  return {
    before: periods.before,
    promise_minutes,
    counts_working_hours: !hours.all_hours,
    ...peopleOf(rows, people),
    teams: teamsOf(rows, people, leaders, members),
  };
}

/**
 * Everybody; `isListed`: active users whose leads the caller sees, who appear in the report even without
 * figures.
 */
async function membersOf(scope: ReadScope): Promise<Member[]> {
  const { rows } =
    await sql<Member>`SELECT id, name, belongs AND is_active AND ${isInSight(scope)} AS "isListed"
    FROM ${scope.table('members')} m ORDER BY ${readingOrder(sql`name`)}, id`.execute(scope.db);
  return rows;
}

const isInSight = ({ sight }: ReadScope) => (sight ? sql`id = ANY(${sight.people}::uuid[])` : sql`true`);

/**
 * The figures of each user, and of unassigned leads, in each period `p`. Queried user by user, so that an
 * index starting with the user serves each query on its own, and a million rows need no sorting by user.
 */
function eachPerson(
  scope: ReadScope,
  periods: ReportPeriods,
  figures: (isTheirs: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<FiguresRow> {
  const p = sql`${periods.rows} p (is_now, begins, ends)`;
  return sql<FiguresRow>`SELECT p.is_now, m.id AS person, f.* FROM ${p}, ${scope.table('members')} m,
      LATERAL (${figures((column) => sql`${column} = m.id`)}) f
    UNION ALL SELECT p.is_now, NULL::uuid, f.* FROM ${p}, LATERAL (${figures((column) => sql`${column} IS NULL`)}) f`;
}

const inPeriod = (moment: RawBuilder<unknown>) => sql`${moment} >= p.begins AND ${moment} < p.ends`;

/** New leads by the code of their first contact (migration 0023). */
function leadRows(scope: ReadScope, periods: ReportPeriods): RawBuilder<FiguresRow> {
  return eachPerson(
    scope,
    periods,
    (isTheirs) => sql`
      SELECT sum(counted)::int AS new_leads, sum(counted) FILTER (WHERE ${CONTACT.isContacted})::int AS contacted,
        sum(counted) FILTER (WHERE ${CONTACT.isInTime})::int AS in_time, sum(counted) FILTER (WHERE ${CONTACT.isMissed})::int AS missed,
        array_agg(${CONTACT.minutes}) FILTER (WHERE ${CONTACT.isMeasured})::text AS waits,
        array_agg(counted) FILTER (WHERE ${CONTACT.isMeasured})::text AS waiting
      FROM (
        SELECT leads.contact_code, count(*) AS counted FROM ${scope.table('leads')} leads
        WHERE ${IS_REPORTED} AND ${isTheirs(sql`leads.assigned_to`)} AND ${inPeriod(sql`leads.created_at`)} GROUP BY 1
      ) leads HAVING count(*) > 0`,
  );
}

/**
 * The few new leads whose promised time is not over yet. Nobody has been notified of them, so
 * `leads_promised` contains them.
 */
function promisedRows(scope: ReadScope, { within, isNow }: ReportPeriods): RawBuilder<FiguresRow> {
  const at = sql`leads.created_at`;
  return sql<FiguresRow>`SELECT ${isNow(at)} AS is_now, leads.assigned_to AS person, count(*)::int AS awaited FROM ${scope.table('leads')} leads
    WHERE ${IS_REPORTED} AND ${within(at)} AND ${CONTACT.isAwaited} AND leads.escalated_at IS NULL AND leads.last_contacted_at IS NULL
    GROUP BY 1, 2`;
}

/** Calls as in their list: without those of leads in the trash. Seconds of a telephone system are rounded only in the sum. */
function callRows(scope: ReadScope, periods: ReportPeriods): RawBuilder<FiguresRow> {
  return eachPerson(
    scope,
    periods,
    (isTheirs) => sql`
      SELECT count(*)::int AS calls, count(*) FILTER (WHERE call_logs.call_status = 'completed')::int AS connected,
        round(sum(coalesce(call_logs.seconds, call_logs.duration * 60)) / 60.0)::int AS talk_minutes
      FROM ${scope.table('call_logs')} call_logs
      WHERE ${isTheirs(sql`call_logs.user_id`)} AND ${inPeriod(sql`call_logs.call_date`)} AND ${notInTrash(scope, 'call_logs')}
      HAVING count(*) > 0`,
  );
}

/**
 * Follow-ups as in their list: without those hidden with their lead. Overdue ones count regardless of their
 * due date, in the current period's row.
 */
function reminderRows(scope: ReadScope, periods: ReportPeriods): RawBuilder<FiguresRow> {
  const isDone = sql`reminders.is_completed`;
  return eachPerson(
    scope,
    periods,
    // Lists both values so that the index can be used, which has them between user and day.
    (isTheirs) => sql`
      SELECT * FROM (
        SELECT count(*)::int AS follow_ups, count(*) FILTER (WHERE ${isDone})::int AS follow_ups_done,
          count(*) FILTER (WHERE ${isDone} AND ${wasLate(scope)})::int AS follow_ups_late,
          CASE WHEN p.is_now THEN (
            SELECT count(*)::int FROM ${scope.table('reminders')} reminders
            WHERE ${isTheirs(sql`reminders.user_id`)} AND NOT ${isDone} AND ${IS_OVERDUE} AND ${notHidden(scope)}
          ) ELSE 0 END AS follow_ups_overdue
        FROM ${scope.table('reminders')} reminders
        WHERE ${isTheirs(sql`reminders.user_id`)} AND ${isDone} IN (true, false) AND ${inPeriod(sql`reminders.reminder_date`)}
          AND ${notHidden(scope)}
      ) f WHERE follow_ups + follow_ups_overdue > 0`,
  );
}

/** Leads with a won status, by the moment they got it. */
function wonRows(
  scope: ReadScope,
  { within, isNow }: ReportPeriods,
  won: ReadyFilters,
): RawBuilder<FiguresRow> {
  const at = sql`leads.converted_at`;
  return sql<FiguresRow>`SELECT ${isNow(at)} AS is_now, leads.assigned_to AS person, count(*)::int AS converted,
      coalesce(sum(leads.value), 0)::float8 AS converted_value
    FROM ${scope.table('leads')} leads WHERE ${sql.join(leadConditions(scope, won), sql` AND `)} AND ${within(at)} GROUP BY 1, 2`;
}
