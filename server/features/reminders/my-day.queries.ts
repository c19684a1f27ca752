import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MOST_COUNTED, ROWS_OF_GROUP } from '#shared/activities/my-day.ts';
import type { MyDay } from '#shared/activities/my-day.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import type { WhoseDay } from '#shared/activities/whose-day.ts';
import { readingOrder } from '#server/db/sql/folded-text.ts';
import { coversToday } from '#server/db/visibility/covers.ts';
import { cappedCount } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { CHIPS, daysOf, isFirstOfLead } from '#server/features/reminders/reminder-filters.ts';
import { ownPeople } from '#server/features/reminders/reminder-owners.queries.ts';
import { presentedReminders } from '#server/features/reminders/reminders.queries.ts';
import type { PresentedReminder } from '#server/features/reminders/reminders.queries.ts';
import { leadConditions } from '#server/leads/list/lead-filters.ts';
import { notHidden } from '#server/leads/list/not-in-trash.ts';
import { readyFilters, statusesByMeaning } from '#server/leads/list/ready-filters.queries.ts';
import { isOfPeople } from '#server/leads/list/whose-work.ts';

const DUE = { overdue: 'overdue', today: 'today', tomorrow: 'tomorrow', later: 'after_tomorrow' } as const;
type DueKey = keyof typeof DUE;
const DUE_KEYS = Object.keys(DUE) as DueKey[];
const WAITING_KEYS = ['no_next_step', 'new', 'unassigned'] as const;
type WaitingKey = (typeof WAITING_KEYS)[number];

type Waiting = Omit<MyDay['new']['rows'][number], 'created_at' | 'last_contacted_at'> & {
  created_at: Date;
  last_contacted_at: Date | null;
};
type Group<Row> = { total: number; totalIsCapped: boolean; rows: Row[] };
export type Day = Record<DueKey, Group<PresentedReminder>> & Record<WaitingKey, Group<Waiting>>;

/** The users whom the caller covers today, by name. */
export async function listCovered({ client, db, user, table }: ReadScope): Promise<MyDay['covers']> {
  if (!client) return [];
  const { rows } = await sql<MyDay['covers'][number]>`
    SELECT c.user_id, m.name, c.last_day FROM ${coversToday(client)} c JOIN ${table('members')} m ON m.id = c.user_id
    WHERE c.covered_by = ${user.id}::uuid ORDER BY ${readingOrder(sql`m.name`)}, m.id`.execute(db);
  return rows;
}

/**
 * The first rows of every group, and the group's size, counted only up to what is shown, so that many leads
 * cost no more than few.
 */
export async function getDay(scope: ReadScope, whose: WhoseDay): Promise<Day> {
  const due = dueGroups(scope, whose === 'me' ? await ownPeople(scope) : undefined);
  const waiting = await waitingGroups(scope, whose);
  const [reminders, leads, counts] = await Promise.all([
    presentedReminders<{ day_group: DueKey }>(
      scope,
      sql`(${sql.join(
        DUE_KEYS.map((key) => firstDue(key, due[key])),
        sql` UNION ALL `,
      )})`,
      sql`ORDER BY reminders.reminder_date, reminders.id`,
      sql`, reminders.day_group`,
    ).execute(scope.db),
    sql<Waiting & { day_group: WaitingKey }>`${sql.join(
      // The team's day shows these leads among the new ones.
      WAITING_KEYS.filter((key) => whose === 'me' || key !== 'unassigned').map((key) =>
        firstWaiting(scope, key, waiting[key]),
      ),
      sql` UNION ALL `,
    )}`.execute(scope.db),
    countGroups(scope, { ...due, ...waiting }),
  ]);
  const group = <Row extends { day_group: string }>(key: DueKey | WaitingKey, rows: Row[]) => ({
    total: Math.min(counts[key], MOST_COUNTED),
    totalIsCapped: counts[key] > MOST_COUNTED,
    rows: rows.filter((row) => row.day_group === key),
  });
  const day = [
    ...DUE_KEYS.map((key) => [key, group(key, reminders.rows)]),
    ...WAITING_KEYS.map((key) => [key, group(key, leads.rows)]),
  ];
  return Object.fromEntries(day) as Day;
}

type Source = RawBuilder<unknown>;

/**
 * The first open reminder of each lead in each group, by these people or by everybody, in the client's time
 * zone; without reminders hidden with their lead.
 */
function dueGroups(scope: ReadScope, people: readonly string[] | undefined): Record<DueKey, Source> {
  const days = daysOf(scope);
  const own = people ? sql`AND ${isOfPeople(scope, sql`reminders.user_id`, people)}` : sql``;
  const of = (key: DueKey) =>
    sql`FROM ${scope.table('reminders')} reminders
      WHERE NOT reminders.is_completed ${own} AND ${CHIPS[DUE[key]](days)}
        AND ${isFirstOfLead(scope, people)} AND ${notHidden(scope, 0)}`;
  return { overdue: of('overdue'), today: of('today'), tomorrow: of('tomorrow'), later: of('later') };
}

function firstDue(key: DueKey, source: Source): RawBuilder<unknown> {
  return sql`(SELECT reminders.*, ${key} AS day_group ${source}
    ORDER BY reminders.reminder_date, reminders.id LIMIT ${ROWS_OF_GROUP})`;
}

/**
 * Open leads without a next step: those already contacted, and new ones, of the user or unassigned. They
 * match the lists behind the counts.
 */
async function waitingGroups(scope: ReadScope, whose: WhoseDay): Promise<Record<WaitingKey, Source>> {
  const mine = whose === 'me' ? { assigned_to: ['me'] } : {};
  const fresh: LeadFilters = { meaning: 'open', last_contacted: ['never'], next_followup: ['none'] };
  const leads = scope.table('leads');
  const statuses = await statusesByMeaning(scope);
  const of = async (filters: LeadFilters) => {
    const conditions = leadConditions(scope, await readyFilters(scope, filters, statuses));
    return sql`FROM ${leads} leads WHERE ${sql.join(conditions, sql` AND `)}`;
  };
  const [no_next_step, own, unassigned] = await Promise.all([
    of({ ...mine, no_next_step: true, last_contacted: ['ever'] }),
    of({ ...mine, ...fresh }),
    of({ ...fresh, assigned_to: ['none'] }),
  ]);
  return { no_next_step, new: own, unassigned };
}

function firstWaiting(scope: ReadScope, key: WaitingKey, source: Source): RawBuilder<unknown> {
  return sql`(SELECT ${key} AS day_group, leads.id, leads.name, leads.company_name, leads.phone, leads.status, leads.last_contacted_at, leads.created_at,
      m.name AS assigned_user_name, ${scope.clientId('leads')} AS "clientId"
    FROM (SELECT leads.* ${source} ORDER BY leads.created_at DESC, leads.id DESC LIMIT ${ROWS_OF_GROUP}) leads
    LEFT JOIN ${scope.table('members')} m ON m.id = leads.assigned_to
    ORDER BY leads.created_at DESC, leads.id DESC)`;
}

async function countGroups(
  scope: ReadScope,
  sources: Record<DueKey | WaitingKey, Source>,
): Promise<Record<DueKey | WaitingKey, number>> {
  const counts = Object.entries(sources).map(
    ([key, source]) => sql`${cappedCount(sql`1 ${source}`, MOST_COUNTED)} AS ${sql.id(key)}`,
  );
  const { rows } = await sql<Record<DueKey | WaitingKey, number>>`SELECT ${sql.join(counts)}`.execute(
    scope.db,
  );
  return rows[0] as Record<DueKey | WaitingKey, number>;
}
