import { sql } from 'kysely';
import type { RawBuilder, Selectable, SqlBool } from 'kysely';
import { dayOf, startOfDay, zoneOf } from '#shared/dates.ts';
import type { QueryOf } from '#shared/endpoint.ts';
import type { DUES, ReminderCounts, reminders } from '#shared/reminders.ts';
import { dayConditions } from '#server/db/days.ts';
import { pageOf } from '#server/db/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { ReminderRow } from '#server/db/tables.ts';
import { NotFound } from '#server/errors.ts';
import { statusMeanings } from '#server/leads/field-options.queries.ts';

export const UNKNOWN_REMINDER = 'This reminder does not exist.';

type Query = QueryOf<typeof reminders.list>;
type Kept = 'lead_id' | 'created_at' | 'updated_at' | 'is_automatic' | 'fired_for';
export type PresentedReminder = Omit<Selectable<ReminderRow>, Kept> & {
  lead_id: string;
  user_name: string | null;
  lead: {
    name: string;
    company_name: string | null;
    email: string | null;
    phone: string | null;
    status: string;
    last_contacted_at: string | null;
  };
  clientId: string;
};

/** Reminders of `source` as the API answers them; reminders of leads in the trash are left out. */
export function presentedReminders<More>(
  scope: ReadScope,
  source: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<PresentedReminder & More> {
  return sql`
    SELECT reminders.id, reminders.version, reminders.title, reminders.description, reminders.reminder_date, reminders.is_completed, reminders.completed_at, reminders.lead_id,
      reminders.user_id, owner.name AS user_name, ${scope.clientId('reminders')} AS "clientId",
      jsonb_build_object('name', leads.name, 'company_name', leads.company_name, 'email', leads.email,
        'phone', leads.phone, 'status', leads.status, 'last_contacted_at',
        to_char(leads.last_contacted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS lead${more}
    FROM ${source} reminders
    JOIN ${scope.table('leads')} leads ON leads.id = reminders.lead_id AND leads.deleted_at IS NULL
    LEFT JOIN ${scope.table('members')} owner ON owner.id = reminders.user_id
    ${rest}`;
}

/** One reminder. Throws 404, also for a reminder of a lead in the trash. */
export async function getReminder(scope: ReadScope, id: string): Promise<PresentedReminder> {
  const { rows } = await presentedReminders(
    scope,
    scope.table('reminders'),
    sql`WHERE reminders.id = ${id}`,
  ).execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_REMINDER);
  return rows[0];
}

/** A page of reminders, open ones first, and the counts of the whole list. Throws 422. */
export async function listReminders(scope: ReadScope, query: Query) {
  const { page, limit, is_completed, sort_order } = query;
  const where = sql.join([...whose(scope, query), ...within(scope, query)], sql` AND `);
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  const byDate = sql`reminders.reminder_date ${direction}, reminders.id ${direction}`;
  const isOneGroup = is_completed !== undefined || query.due !== undefined;
  const order = isOneGroup ? sql`ORDER BY ${byDate}` : sql`ORDER BY reminders.is_completed, ${byDate}`;
  const rows = presentedReminders(
    scope,
    sql`(SELECT * FROM ${scope.table('reminders')} reminders WHERE ${where}
      AND ${notInTrash(scope)}
      ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit})`,
    order,
  );
  const [found, { counts, total }] = await Promise.all([
    rows.execute(scope.db),
    countReminders(scope, query, where),
  ]);
  return { reminders: found.rows, counts, pagination: pageOf(query, total) };
}

/** A condition: the reminders that are listed and counted. */
function whose(scope: ReadScope, { lead_id, user_id }: Query): RawBuilder<unknown>[] {
  const where = [sql`true`];
  if (lead_id) where.push(sql`reminders.lead_id = ${lead_id}::uuid`);
  if (user_id) where.push(sql`reminders.user_id = ${ownerId(scope, user_id)}::uuid`);
  return where;
}

const ownerId = (scope: ReadScope, owner: string) => (owner === 'me' ? scope.user.id : owner);

/** A condition: the listed reminders of the page's group and chip. */
function within(scope: ReadScope, query: Query): RawBuilder<unknown>[] {
  const { ids, is_completed, due } = query;
  const where: RawBuilder<unknown>[] = dayConditions(
    scope,
    { table: 'reminders', column: sql`reminders.reminder_date` },
    query,
  );
  if (ids) where.push(sql`reminders.id = ANY(${ids}::uuid[])`);
  // The group is written into the text of the statement: as a parameter it would hide its size from a prepared plan.
  if (is_completed)
    where.push(is_completed === 'true' ? sql`reminders.is_completed` : sql`NOT reminders.is_completed`);
  if (due) where.push(sql`NOT reminders.is_completed AND ${CHIPS[due](daysOf(scope))}`);
  return where;
}

/** The chips of the open group, by the client's calendar. */
export const CHIPS: Record<(typeof DUES)[number], (days: Days) => RawBuilder<SqlBool>> = {
  overdue: () => sql<SqlBool>`reminders.reminder_date < now()`,
  today: ({ next }) => sql<SqlBool>`reminders.reminder_date >= now() AND reminders.reminder_date < ${next}`,
  later: ({ next }) => sql<SqlBool>`reminders.reminder_date >= greatest(now(), ${next}::timestamptz)`,
  tomorrow: ({ next, afterNext }) =>
    sql<SqlBool>`reminders.reminder_date >= greatest(now(), ${next}::timestamptz) AND reminders.reminder_date < ${afterNext}`,
  after_tomorrow: ({ afterNext }) =>
    sql<SqlBool>`reminders.reminder_date >= greatest(now(), ${afterNext}::timestamptz)`,
  until_today: ({ next }) => sql<SqlBool>`reminders.reminder_date < greatest(now(), ${next}::timestamptz)`,
};

/** The moments at which tomorrow and the day after begin where the client is. */
type Days = { next: Date; afterNext: Date };

export function daysOf(scope: ReadScope): Days {
  const timeZone = zoneOf(scope.client);
  const today = dayOf(new Date(), timeZone);
  const begin = (days: number) => startOfDay(today, timeZone, days) ?? new Date();
  return { next: begin(1), afterNext: begin(2) };
}

/** Looks up the few leads in the trash, so that a deep page or a count looks up no others. */
export function notInTrash(scope: ReadScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`reminders.lead_id NOT IN (SELECT t.id FROM ${scope.table('leads')} t WHERE t.deleted_at IS NOT NULL)`;
}

type Counted = Omit<ReminderCounts, 'no_next_step'> & {
  total: number;
  without: { client_id: string; status: string; leads: number }[] | null;
};

/** All counts in one statement: reminders from their indexes alone, less the reminders of leads in the trash. */
async function countReminders(
  scope: ReadScope,
  query: Query,
  where: RawBuilder<unknown>,
): Promise<{ counts: ReminderCounts; total: number }> {
  const meaningOf = await statusMeanings(scope);
  const own = sql.join(whose(scope, query), sql` AND `);
  const days = daysOf(scope);
  const chip = (name: keyof typeof CHIPS) =>
    sql`count(*) FILTER (WHERE NOT reminders.is_completed AND ${CHIPS[name](days)})`;
  const columns = sql`count(*) FILTER (WHERE NOT reminders.is_completed) AS upcoming, count(*) FILTER (WHERE reminders.is_completed) AS completed,
    ${chip('overdue')} AS overdue, ${chip('today')} AS today, ${chip('later')} AS later,
    ${chip('tomorrow')} AS tomorrow, ${chip('after_tomorrow')} AS after_tomorrow, count(*) FILTER (WHERE ${where}) AS total`;
  const all = scope.table('reminders');
  const trashed = sql`${all} reminders JOIN ${scope.table('leads')} l ON l.id = reminders.lead_id AND l.deleted_at IS NOT NULL`;
  const lead = query.lead_id ? sql`AND l.id = ${query.lead_id}::uuid` : sql``;
  const assignee = query.user_id ? sql`AND l.assigned_to = ${ownerId(scope, query.user_id)}::uuid` : sql``;
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
    FROM (SELECT ${columns} FROM ${all} reminders WHERE ${own}) a, (SELECT ${columns} FROM ${trashed} WHERE ${own}) t
  `.execute(scope.db);
  const { total, without, ...counts } = found.rows[0] as Counted;
  const open = (without ?? []).filter((group) => meaningOf(group.status, group.client_id) === 'open');
  return { counts: { ...counts, no_next_step: open.reduce((sum, group) => sum + group.leads, 0) }, total };
}
