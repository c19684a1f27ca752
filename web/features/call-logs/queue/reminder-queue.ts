import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { DataOf, InputOf } from '#shared/protocol/endpoint.ts';
import { myDay } from '#shared/activities/my-day.ts';
import type { MyDay } from '#shared/activities/my-day.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import type { reminders } from '#shared/activities/reminders.ts';
import { REMINDERS_PER_PAGE } from '#web/leads/ways/call-way.ts';
import type { Call, Place, ReminderChoice } from '#web/leads/ways/call-way.ts';

const PAGES = 8;
/** The number of reminders that the queue loads at once, in whole pages of the screen. */
export const BATCH = String(REMINDERS_PER_PAGE * PAGES);

type ReminderQuery = NonNullable<InputOf<typeof reminders.list>['query']>;

/** The query for the open reminders around the chosen card. */
export function reminderQuery({ due, mine, client_id, page }: ReminderChoice): ReminderQuery {
  return {
    is_completed: 'false',
    ...(due && { due }),
    ...(mine && { user_id: 'me' }),
    ...(client_id && { client_id }),
    page: String(Math.floor((page - 1) / PAGES) + 1),
    limit: BATCH,
  };
}

type Answer = { data: Pick<DataOf<typeof reminders.list>, 'reminders'>; pagination?: Pagination };
type Queue = { calls: Call[]; place: Place | undefined };

/** The queue of the follow-ups that a loaded day shows, for calls without a connection. */
export function queueOfDay(queries: QueryClient, reminderId: string | undefined): Queue {
  const isDay = ({ queryKey }: { queryKey: QueryKey }) => queryKey[3] === myDay.get.path;
  const days = queries.getQueriesData<{ data: MyDay }>({ predicate: isDay });
  const queues = days.map(([, day]) => {
    const due = day ? [...day.data.overdue.rows, ...day.data.today.rows] : [];
    return queueAround({ data: { reminders: due } }, reminderId);
  });
  return queues.find(({ calls }) => calls.length > 0) ?? { calls: [], place: undefined };
}

/** The queue around a reminder, with each lead once. Empty when the reminder is no longer open. */
export function queueAround({ data, pagination }: Answer, reminderId: string | undefined): Queue {
  const current = data.reminders.find(({ id }) => id === reminderId);
  const seen = new Set<string>();
  const calls = data.reminders.filter(({ id, lead_id }) => {
    if (lead_id === current?.lead_id) return id === reminderId;
    if (seen.has(lead_id)) return false;
    seen.add(lead_id);
    return true;
  });
  const index = calls.findIndex(({ id }) => id === reminderId);
  if (index < 0) return { calls: [], place: undefined };
  const repeated = data.reminders.length - calls.length;
  const before = pagination ? (pagination.page - 1) * pagination.limit : 0;
  return {
    calls: calls.map(({ id, lead_id, title, reminder_date, lead }) => ({
      reminder_id: id,
      lead_id,
      name: lead.name,
      about: title,
      due: reminder_date,
    })),
    place: {
      position: before + index + 1,
      total: Math.max(before + calls.length, (pagination?.total ?? 0) - repeated),
    },
  };
}
