import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { reminders } from '#shared/activities/reminders.ts';
import type { Repeat } from '#shared/activities/repeat.ts';
import { pageOf } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { ReminderRow } from '#server/db/tables/reminder-tables.ts';
import { NotFound } from '#server/errors.ts';
import type { SeriesColumns } from '#server/features/reminders/series.queries.ts';
import { countReminders } from '#server/features/reminders/reminder-counts.queries.ts';
import { whose, within } from '#server/features/reminders/reminder-filters.ts';
import type { ReminderQuery } from '#server/features/reminders/reminder-filters.ts';
import { withOwners } from '#server/features/reminders/reminder-owners.queries.ts';
import { notHidden, notInTrash } from '#server/leads/list/not-in-trash.ts';

export const UNKNOWN_REMINDER = 'This reminder does not exist.';

type Query = QueryOf<typeof reminders.list>;
type Kept = 'lead_id' | 'created_at' | 'updated_at' | 'is_automatic' | 'fired_for' | keyof SeriesColumns;
export type PresentedReminder = Omit<Selectable<ReminderRow>, Kept> & {
  repeat: Repeat | null;
  lead_id: string;
  user_name: string | null;
  handled_by_name: string | null;
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

/** Reminders from `source` in the API's form, without reminders of leads in the trash. */
export function presentedReminders<More>(
  scope: ReadScope,
  source: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<PresentedReminder & More> {
  return sql`
    SELECT reminders.id, reminders.version, reminders.title, reminders.description, reminders.reminder_date, reminders.is_completed, reminders.completed_at, reminders.lead_id,
      CASE WHEN reminders.repeat_every IS NOT NULL THEN jsonb_build_object('every', reminders.repeat_every,
        'unit', reminders.repeat_unit, 'until', reminders.repeat_until) END AS repeat, reminders.user_id, owner.name AS user_name, reminders.handled_by,
      (SELECT handler.name FROM ${scope.table('members')} handler WHERE handler.id = reminders.handled_by) AS handled_by_name, ${scope.clientId('reminders')} AS "clientId",
      jsonb_build_object('name', leads.name, 'company_name', leads.company_name, 'email', leads.email,
        'phone', leads.phone, 'status', leads.status, 'last_contacted_at',
        to_char(leads.last_contacted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS lead${more}
    FROM ${source} reminders
    JOIN ${scope.table('leads')} leads ON leads.id = reminders.lead_id AND leads.deleted_at IS NULL
    LEFT JOIN ${scope.table('members')} owner ON owner.id = reminders.user_id
    ${rest}`;
}

/** One reminder. Throws 404, including for a reminder of a lead in the trash. */
export async function getReminder(scope: ReadScope, id: string): Promise<PresentedReminder> {
  return await onlyReminder(scope, sql`WHERE reminders.id = ${id}`);
}

/** One reminder for a notification. Throws 404, including for one hidden with its lead. */
export async function getShownReminder(scope: ReadScope, id: string): Promise<PresentedReminder> {
  return await onlyReminder(scope, sql`WHERE reminders.id = ${id} AND ${notHidden(scope, 0)}`);
}

/** Reminders for notifications, earliest first, without those hidden with their lead. */
export async function findShownReminders(
  scope: ReadScope,
  ids: readonly string[],
): Promise<PresentedReminder[]> {
  const rest = sql`WHERE reminders.id = ANY(${ids}::uuid[]) AND ${notHidden(scope, 0)}
    ORDER BY reminders.reminder_date, reminders.id`;
  return (await presentedReminders(scope, scope.table('reminders'), rest).execute(scope.db)).rows;
}

/** A reminder that has just been completed, with the open one that continues it. Throws 404. */
export async function getCompleted(scope: ReadScope, id: string) {
  const { next_id, next_date, ...reminder } = await onlyReminder<{ next_id: string | null; next_date: Date }>(
    scope,
    sql`LEFT JOIN ${scope.table('reminders')} next ON next.repeats = reminders.id AND NOT next.is_completed
      WHERE reminders.id = ${id}`,
    sql`, next.id AS next_id, next.reminder_date AS next_date`,
  );
  return { ...reminder, next: next_id === null ? null : { id: next_id, reminder_date: next_date } };
}

async function onlyReminder<More = unknown>(
  scope: ReadScope,
  rest: RawBuilder<unknown>,
  more?: RawBuilder<unknown>,
): Promise<PresentedReminder & More> {
  const { rows } = await presentedReminders<More>(scope, scope.table('reminders'), rest, more).execute(
    scope.db,
  );
  if (!rows[0]) throw new NotFound(UNKNOWN_REMINDER);
  return rows[0];
}

/** The open reminders of a lead, earliest first. */
export async function listOpenOfLead(scope: ReadScope, leadId: string, most: number) {
  const byDate = sql`ORDER BY reminders.reminder_date, reminders.id`;
  const open = sql`(SELECT * FROM ${scope.table('reminders')} reminders
    WHERE reminders.lead_id = ${leadId} AND NOT reminders.is_completed ${byDate} LIMIT ${most})`;
  return (await presentedReminders(scope, open, byDate).execute(scope.db)).rows;
}

/** A page of reminders, open ones first, and the counts of the whole list. Throws 422. */
export async function listReminders(scope: ReadScope, wanted: Query) {
  const query = await withOwners(scope, wanted);
  const [rows, { counts, total }] = await Promise.all([
    listPageOfReminders(scope, query),
    countReminders(scope, query),
  ]);
  return { reminders: rows, counts, pagination: pageOf(query, total) };
}

/** The rows of a page of reminders, without the counts of the whole list. Throws 422. */
export async function listPageOfReminders(
  scope: ReadScope,
  query: ReminderQuery,
): Promise<PresentedReminder[]> {
  const { page, limit, is_completed, sort_order } = query;
  const offset = (page - 1) * limit;
  const where = sql.join([...whose(scope, query), ...within(scope, query)], sql` AND `);
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  const byDate = sql`reminders.reminder_date ${direction}, reminders.id ${direction}`;
  // A lead's page shows its planned reminders even when the lead is archived.
  const shown = query.lead_id ? notInTrash(scope, 'reminders', offset) : notHidden(scope, offset);
  const isOneGroup = is_completed !== undefined || query.due !== undefined;
  const order = isOneGroup ? sql`ORDER BY ${byDate}` : sql`ORDER BY reminders.is_completed, ${byDate}`;
  const rows = presentedReminders(
    scope,
    sql`(SELECT * FROM ${scope.table('reminders')} reminders WHERE ${where}
      AND ${shown}
      ${order} LIMIT ${limit} OFFSET ${offset})`,
    order,
  );
  return (await rows.execute(scope.db)).rows;
}
