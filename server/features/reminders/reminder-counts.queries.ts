import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import type { ReminderCounts } from '#shared/activities/reminders.ts';
import { MIRRORED_REMINDERS, MIRROR_SCHEMA, UNPLANNED } from '#server/db/tables/mirrored-tables.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { CHIPS, daysOf, whose, within } from '#server/features/reminders/reminder-filters.ts';
import type { ReminderQuery } from '#server/features/reminders/reminder-filters.ts';
import { clientsWithOwnFields, statusMeanings } from '#server/leads/settings/field-options.queries.ts';
import { leadSums } from '#server/leads/list/lead-sums.ts';
import { isOfPeople } from '#server/leads/list/whose-work.ts';
import { hidesReminder, notHidden } from '#server/leads/list/not-in-trash.ts';

/** Leads of one status without a next step; `client_id` is null for clients with the default statuses. */
type Waiting = { client_id: string | null; status: string; leads: number };
type Sums = Omit<ReminderCounts, 'no_next_step'>;
type Counted = Sums & { total: number; without: Waiting[] | null };

type Answer = { counts: ReminderCounts; total: number };

/** The counts of a list of reminders, and the total for the page's group and chip. Throws 422. */
export async function countReminders(scope: ReadScope, query: ReminderQuery): Promise<Answer> {
  const isWhole = query.lead_id === undefined && query.owners === undefined;
  return scope.isEverything && isWhole
    ? await countOfAllClients(scope, query)
    : await countByIndex(scope, query);
}

/** All counts in one statement: reminders counted from indexes only, minus those hidden with their lead. */
async function countByIndex(scope: ReadScope, query: ReminderQuery): Promise<Answer> {
  const where = sql.join([...whose(scope, query), ...within(scope, query)], sql` AND `);
  const meaningOf = await statusMeanings(scope);
  const own = sql.join(whose(scope, query), sql` AND `);
  const days = daysOf(scope);
  const chip = (name: keyof typeof CHIPS) =>
    sql`count(*) FILTER (WHERE NOT reminders.is_completed AND ${CHIPS[name](days)})`;
  const columns = sql`count(*) FILTER (WHERE NOT reminders.is_completed) AS upcoming, count(*) FILTER (WHERE reminders.is_completed) AS completed,
    ${chip('overdue')} AS overdue, ${chip('today')} AS today, ${chip('later')} AS later,
    ${chip('tomorrow')} AS tomorrow, ${chip('after_tomorrow')} AS after_tomorrow, count(*) FILTER (WHERE ${where}) AS total`;
  const all = scope.table('reminders');
  // Two lists of leads, each read from its own index.
  const of = (leads: RawBuilder<unknown>) =>
    sql`SELECT reminders.* FROM ${all} reminders JOIN ${scope.table('leads')} l ON l.id = reminders.lead_id AND ${leads}`;
  const trashed = of(sql`l.deleted_at IS NOT NULL`);
  const archived = of(sql`l.is_archived AND l.deleted_at IS NULL AND NOT reminders.is_completed`);
  const hidden = query.lead_id ? trashed : sql`${trashed} UNION ALL ${archived}`;
  const lead = query.lead_id ? sql`AND l.id = ${query.lead_id}::uuid` : sql``;
  // Covering does not extend to leads without a next step: only their own assignee plans it.
  const assignee = query.user_id ? sql`AND ${isOfPeople(scope, sql`l.assigned_to`, query.user_id)}` : sql``;
  const names = [
    'upcoming',
    'completed',
    'overdue',
    'today',
    'later',
    'tomorrow',
    'after_tomorrow',
    'total',
  ].map((name) => sql.id(name));
  const less = sql.join(names.map((name) => sql`(a.${name} - t.${name})::int8 AS ${name}`));
  const found = await sql<Counted>`
    SELECT ${less}, (
      SELECT jsonb_agg(g) FROM (
        SELECT ${scope.clientId('leads')} AS client_id, leads.status, count(*) AS leads
        FROM (SELECT * FROM ${scope.table('leads')} l WHERE l.deleted_at IS NULL AND NOT l.is_archived
          AND l.next_followup_date IS NULL ${assignee} ${lead}) leads GROUP BY 1, 2
      ) g) AS without
    FROM (SELECT ${columns} FROM ${all} reminders WHERE ${own}) a, (SELECT ${columns} FROM (${hidden}) reminders WHERE ${own}) t
  `.execute(scope.db);
  const { total, without, ...counts } = found.rows[0] as Counted;
  return { counts: { ...counts, no_next_step: openOnes(without, meaningOf) }, total };
}

/** The number of leads with an open status in all groups. */
const openOnes = (groups: Waiting[] | null, meaningOf: Awaited<ReturnType<typeof statusMeanings>>) =>
  (groups ?? [])
    .filter(({ status, client_id }) => meaningOf(status, client_id) === 'open')
    .reduce((sum, { leads }) => sum + leads, 0);

/**
 * The counts across clients from the mirror's daily sums (decision 39). Only today's reminders are counted
 * individually, up to now.
 */
async function countOfAllClients(scope: ReadScope, query: ReminderQuery): Promise<Answer> {
  const own = await clientsWithOwnFields(scope);
  const meaningOf = await statusMeanings(scope);
  const open = (days: RawBuilder<unknown>) =>
    sql`coalesce(sum(reminders) FILTER (WHERE NOT is_completed AND ${days}), 0)::int8`;
  const { rows } = await sql<Sums & { passed: number; without: Waiting[] | null }>`
    WITH clock AS (SELECT (now() AT TIME ZONE ${DEFAULT_TIME_ZONE})::date AS today)
    SELECT ${open(sql`true`)} AS upcoming, coalesce(sum(reminders) FILTER (WHERE is_completed), 0)::int8 AS completed,
      ${open(sql`day < today`)} AS overdue, ${open(sql`day = today`)} AS today, ${open(sql`day > today`)} AS later,
      ${open(sql`day = today + 1`)} AS tomorrow, ${open(sql`day > today + 1`)} AS after_tomorrow,
      (SELECT count(*) FROM ${scope.table('reminders')} r
        WHERE NOT r.is_completed AND r.reminder_date < now()
          AND r.reminder_date >= (SELECT today::timestamp AT TIME ZONE ${DEFAULT_TIME_ZONE} FROM clock)
          AND NOT EXISTS (SELECT 1 FROM ${scope.table('leads')} t WHERE t.id = r.lead_id AND ${hidesReminder('t', 'r')})) AS passed,
      (SELECT jsonb_agg(g) FROM (SELECT client_id, status, sum(${sql.id(UNPLANNED)}) AS leads
        FROM ${leadSums(scope, own)} sums GROUP BY 1, 2) g) AS without
    FROM clock LEFT JOIN ${sql.id(MIRROR_SCHEMA, MIRRORED_REMINDERS)} ON true
  `.execute(scope.db);
  const { passed, without, ...sums } = rows[0] as NonNullable<(typeof rows)[0]>;
  const counts = { ...sums, overdue: sums.overdue + passed, today: sums.today - passed };
  const no_next_step = openOnes(without, meaningOf);
  return { counts: { ...counts, no_next_step }, total: await totalOf(scope, query, counts) };
}

/** The total for the page's group and chip; counted row by row when filtered by days, ids or lateness. */
async function totalOf(scope: ReadScope, query: ReminderQuery, counts: Sums): Promise<number> {
  const { ids, is_completed, was_late, due, first_of_lead, from_date, to_date } = query;
  if ((ids ?? was_late ?? first_of_lead ?? from_date ?? to_date) !== undefined) {
    const { rows } = await sql<{
      total: number;
    }>`SELECT count(*) AS total FROM ${scope.table('reminders')} reminders
      WHERE ${sql.join([sql`true`, ...within(scope, query)], sql` AND `)} AND ${notHidden(scope)}`.execute(
      scope.db,
    );
    return rows[0]?.total ?? 0;
  }
  if (due !== undefined && is_completed === 'true') return 0;
  if (due === 'until_today') return counts.overdue + counts.today;
  if (due !== undefined) return counts[due];
  const groups = { true: counts.completed, false: counts.upcoming };
  return is_completed === undefined ? counts.completed + counts.upcoming : groups[is_completed];
}
