import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { DataOf, InputOf } from '#shared/protocol/endpoint.ts';
import { myDay } from '#shared/activities/my-day.ts';
import type { MyDay } from '#shared/activities/my-day.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import type { reminders } from '#shared/activities/reminders.ts';
import { distance, isAtEnd, moved } from '#web/features/call-logs/queue/queue-order.ts';
import { REMINDERS_PER_PAGE } from '#web/leads/ways/call-way.ts';
import type { Call, CallWay, ReminderChoice } from '#web/leads/ways/call-way.ts';

const PAGES = 8;
/** The number of reminders that the queue loads at once, in whole pages of the screen. */
export const BATCH = String(REMINDERS_PER_PAGE * PAGES);
/** The calls before the current one that stay in the queue: the entry of the history that holds it must not grow for ever. */
const KEPT = 50;

type ReminderQuery = NonNullable<InputOf<typeof reminders.list>['query']>;

/** The query for the open reminders around the chosen card. */
export function reminderQuery({ mine, user_id, page, ...filters }: ReminderChoice): ReminderQuery {
  return {
    is_completed: 'false',
    ...filters,
    ...(mine && { user_id: 'me' }),
    ...(user_id && { user_id: [...user_id] }),
    page: String(Math.floor((page - 1) / PAGES) + 1),
    limit: BATCH,
  };
}

type Row = DataOf<typeof reminders.list>['reminders'][number];
type Answer = { data: { reminders: readonly Row[] }; pagination?: Pagination };
/** The loaded part of a queue, and the place of the current call in all of it. */
export type Queue = Pick<CallWay, 'calls' | 'place'>;

/** The queue of the follow-ups that a loaded day shows, for calls without a connection. */
export function queueOfDay(queries: QueryClient, reminderId: string | undefined): Queue {
  const isDay = ({ queryKey }: { queryKey: QueryKey }) => queryKey[3] === myDay.get.path;
  const days = queries.getQueriesData<{ data: MyDay }>({ predicate: isDay });
  const queues = days.map(([, day]) => {
    const due = day ? [...day.data.overdue.rows, ...day.data.today.rows] : [];
    return queueAround({ data: { reminders: due } }, reminderId);
  });
  return queues.find(({ calls }) => calls?.length) ?? { calls: [] };
}

/** The queue around a reminder, with each lead once. Empty when the reminder is no longer open. */
export function queueAround({ data, pagination }: Answer, reminderId: string | undefined): Queue {
  const current = data.reminders.find(({ id }) => id === reminderId);
  const others = data.reminders.filter(
    ({ id, lead_id }) => lead_id !== current?.lead_id || id === reminderId,
  );
  const calls = callsOf(others, []);
  const index = calls.findIndex(({ reminder_id }) => reminder_id === reminderId);
  if (index < 0) return { calls: [] };
  const repeated = data.reminders.length - calls.length;
  const before = pagination ? (pagination.page - 1) * pagination.limit : 0;
  return {
    calls,
    place: {
      position: before + index + 1,
      total: Math.max(before + calls.length, (pagination?.total ?? 0) - repeated),
    },
  };
}

/** Reminders as calls, with each lead once and without leads that have been passed. */
function callsOf(rows: readonly Row[], passed: readonly string[]): Call[] {
  const seen = new Set(passed);
  return rows.flatMap(({ id, lead_id, title, reminder_date, lead }) => {
    if (seen.has(lead_id)) return [];
    seen.add(lead_id);
    return { reminder_id: id, lead_id, name: lead.name, about: title, due: reminder_date };
  });
}

/** Whether more reminders follow the last one that is loaded. */
export function hasMore({ calls, place }: Queue, leadId: string): boolean {
  const last = calls?.at(-1);
  return last !== undefined && place !== undefined && !isAtEnd(moved(place, distance(calls, leadId, last)));
}

export type Ask = (query: ReminderQuery) => Promise<Answer | undefined>;

/**
 * The queue with the reminders that follow its last one, from the first page that has some; unchanged if there are none.
 * The calls that were made have left the list, so its rest begins on the page of the choice, or later if many were skipped.
 */
export async function continued(
  queue: Queue,
  leadId: string,
  { choice, called = [] }: Pick<CallWay, 'choice' | 'called'>,
  ask: Ask,
): Promise<Queue> {
  if (!choice || !hasMore(queue, leadId)) return queue;
  const query = reminderQuery(choice);
  for (let page = Number(query.page); ; page += 1) {
    const answer = await ask({ ...query, page: String(page) });
    const longer = answer && withRest(queue, leadId, answer, called);
    if (longer) return longer;
    if (page >= (answer?.pagination?.totalPages ?? 0)) return queue;
  }
}

/** The queue with the reminders of a page that follow its last one; undefined if there are none. */
function withRest(
  { calls = [], place }: Queue,
  leadId: string,
  { data: { reminders: rows }, pagination }: Answer,
  called: readonly string[],
): Queue | undefined {
  const last = calls.at(-1);
  if (!last || !place || !pagination) return undefined;
  const later = rows.filter((row) => isAfter(row, last));
  const rest = callsOf(later, [...called, ...calls.map(({ lead_id }) => lead_id)]);
  if (rest.length === 0) return undefined;
  const passed = (pagination.page - 1) * pagination.limit + rows.length - later.length;
  const left = pagination.total - passed - (later.length - rest.length);
  const at = calls.findIndex(({ lead_id }) => lead_id === leadId);
  return {
    calls: [...calls.slice(Math.max(0, at - KEPT)), ...rest],
    place: { position: place.position, total: place.position + distance(calls, leadId, last) + left },
  };
}

/** Whether a reminder comes after a call in the order of the list. */
function isAfter({ id, reminder_date }: Row, { due, reminder_id = '' }: Call): boolean {
  return reminder_date === due ? id > reminder_id : reminder_date > (due ?? '');
}
