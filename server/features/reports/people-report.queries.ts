import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DataOf } from '#shared/endpoint.ts';
import type { PeopleFigures, ReportDays, ReportPerson, reports } from '#shared/reports.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { reportPeriods } from '#server/features/reports/report-periods.ts';
import type { ReportPeriods } from '#server/features/reports/report-periods.ts';
import { promiseMinutes } from '#server/leads/distribution.queries.ts';
import { leadConditions } from '#server/leads/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/lead-filters.ts';
import { notInTrash } from '#server/leads/not-in-trash.ts';
import { readyFilters } from '#server/leads/ready-filters.queries.ts';

/** Figures of a person, or of the team, in one of the two periods. */
type Row = { is_now: boolean; is_team: boolean; person: string | null } & Partial<PeopleFigures>;
type Found = { rows: Row[] | null; members: { id: string; name: string }[] | null };

const NOTHING: PeopleFigures = {
  new_leads: 0,
  contacted: 0,
  first_contact_minutes: null,
  in_time: 0,
  too_late: 0,
  calls: 0,
  connected: 0,
  talk_minutes: 0,
  follow_ups_on_time: 0,
  follow_ups_late: 0,
  follow_ups_open: 0,
  converted: 0,
  converted_value: 0,
};

/**
 * The figures of everybody who is active or has some, of nobody where there are any, and of the team: from one statement, and so of
 * one moment. Throws 422 while every client is read.
 */
export async function getPeopleReport(
  scope: ReadScope,
  days: ReportDays,
): Promise<DataOf<typeof reports.people>> {
  const periods = reportPeriods(scope, days);
  const [promise_minutes, won] = await Promise.all([
    promiseMinutes(scope),
    readyFilters(scope, { meaning: 'won', is_archived: false, is_duplicate: false }),
  ]);
  const { rows } = await sql<Found>`
    WITH figures AS MATERIALIZED (
      SELECT to_jsonb(found) AS figure, person FROM (${leadRows(scope, periods)}) found
      UNION ALL SELECT to_jsonb(found), person FROM (${callRows(scope, periods)}) found
      UNION ALL SELECT to_jsonb(found), person FROM (${reminderRows(scope, periods)}) found
      UNION ALL SELECT to_jsonb(found), person FROM (${wonRows(scope, periods, won)}) found
    )
    SELECT (SELECT jsonb_agg(figure) FROM figures) AS rows, (
      SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY lower(name), id) FROM ${scope.table('members')} m
      WHERE (belongs AND is_active AND ${isInSight(scope)}) OR id IN (SELECT person FROM figures)
    ) AS members
  `.execute(scope.db);
  const { rows: figures, members } = rows[0] ?? { rows: null, members: null };
  return { before: periods.before, promise_minutes, ...peopleOf(figures ?? [], members ?? []) };
}

/** The people whose rows stand in the report even without figures: those whose leads the caller sees. */
const isInSight = ({ sight }: ReadScope) => (sight ? sql`id = ANY(${sight.people}::uuid[])` : sql`true`);

/** Figures of rows with `is_now` and `person`, by person and for the team. */
const grouped = (rows: RawBuilder<unknown>, figures: RawBuilder<unknown>) => sql`
  SELECT r.is_now, r.person, grouping(r.person) = 1 AS is_team, ${figures} FROM (${rows}) r
  GROUP BY GROUPING SETS ((r.is_now, r.person), (r.is_now))`;

/** New leads, and their first calls or opened messages. */
function leadRows(scope: ReadScope, periods: ReportPeriods): RawBuilder<unknown> {
  const created = sql`leads.created_at`;
  const rows = sql`
    WITH new_leads AS MATERIALIZED (
      SELECT ${periods.isNow(created)} AS is_now, leads.id, leads.assigned_to, ${created}, leads.last_contacted_at, leads.contact_by
      FROM ${scope.table('leads')} leads
      WHERE leads.deleted_at IS NULL AND NOT leads.is_archived AND NOT leads.is_duplicate AND ${periods.within(created)}
    ), contacts AS (
      SELECT n.id, min(contact.at) AS at FROM new_leads n JOIN (
        SELECT c.lead_id, c.call_date AS at FROM ${scope.table('call_logs')} c WHERE c.call_date >= ${periods.begin}
        UNION ALL
        SELECT m.lead_id, m.created_at FROM ${scope.table('lead_messages')} m WHERE m.created_at >= ${periods.begin}
      ) contact ON contact.lead_id = n.id AND contact.at >= n.created_at GROUP BY n.id
    )
    SELECT n.is_now, n.assigned_to AS person, n.created_at, f.at AS first_contact,
      coalesce(f.at, n.last_contacted_at) IS NOT NULL AS is_contacted, n.contact_by
    FROM new_leads n LEFT JOIN contacts f ON f.id = n.id`;
  return grouped(
    rows,
    sql`count(*) AS new_leads, count(*) FILTER (WHERE r.is_contacted) AS contacted,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM r.first_contact - r.created_at) / 60) AS first_contact_minutes,
      count(*) FILTER (WHERE r.first_contact <= r.contact_by) AS in_time,
      count(*) FILTER (WHERE r.first_contact > r.contact_by OR (NOT r.is_contacted AND r.contact_by < now())) AS too_late`,
  );
}

/** Calls as their list shows them: of leads that are not in the trash. */
function callRows(scope: ReadScope, { within, isNow }: ReportPeriods): RawBuilder<unknown> {
  const at = sql`call_logs.call_date`;
  return grouped(
    sql`SELECT ${isNow(at)} AS is_now, call_logs.user_id AS person, call_logs.call_status, call_logs.duration
      FROM ${scope.table('call_logs')} call_logs WHERE ${within(at)} AND ${notInTrash(scope, 'call_logs')}`,
    sql`count(*) AS calls, count(*) FILTER (WHERE r.call_status = 'completed') AS connected, sum(r.duration) AS talk_minutes`,
  );
}

/** Follow-ups as their list shows them: of leads that are not in the trash. */
function reminderRows(scope: ReadScope, { within, isNow, timeZone }: ReportPeriods): RawBuilder<unknown> {
  const due = sql`reminders.reminder_date`;
  const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} AT TIME ZONE ${timeZone})::date`;
  return grouped(
    sql`SELECT ${isNow(due)} AS is_now, reminders.user_id AS person, reminders.is_completed,
        coalesce(${dayOf(sql`reminders.completed_at`)} > ${dayOf(due)}, false) AS is_late
      FROM ${scope.table('reminders')} reminders WHERE ${within(due)} AND ${notInTrash(scope, 'reminders')}`,
    sql`count(*) FILTER (WHERE r.is_completed AND NOT r.is_late) AS follow_ups_on_time,
      count(*) FILTER (WHERE r.is_completed AND r.is_late) AS follow_ups_late,
      count(*) FILTER (WHERE NOT r.is_completed) AS follow_ups_open`,
  );
}

/** Leads with a status that means won, by the moment at which they got it. */
function wonRows(scope: ReadScope, { within, isNow }: ReportPeriods, won: ReadyFilters): RawBuilder<unknown> {
  const at = sql`leads.converted_at`;
  return grouped(
    sql`SELECT ${isNow(at)} AS is_now, leads.assigned_to AS person, leads.value FROM ${scope.table('leads')} leads
      WHERE ${sql.join(leadConditions(scope, won), sql` AND `)} AND ${within(at)}`,
    sql`count(*) AS converted, coalesce(sum(r.value), 0) AS converted_value`,
  );
}

function peopleOf(rows: readonly Row[], members: readonly { id: string; name: string }[]) {
  const figuresOf = (some: readonly Row[]) => ({
    now: together(some.filter(({ is_now }) => is_now)),
    before: together(some.filter(({ is_now }) => !is_now)),
  });
  const byPerson = Map.groupBy(
    rows.filter(({ is_team }) => !is_team),
    ({ person }) => person,
  );
  const people: ReportPerson[] = members.map((person) => ({
    person,
    ...figuresOf(byPerson.get(person.id) ?? []),
  }));
  const nobody = byPerson.get(null);
  if (nobody) people.push({ person: null, ...figuresOf(nobody) });
  return { people, team: figuresOf(rows.filter(({ is_team }) => is_team)) };
}

/** The rows of one person in one period, each of which knows some of the figures. */
const together = (rows: readonly Row[]): PeopleFigures =>
  Object.assign({}, NOTHING, ...rows) as PeopleFigures;
