import { isId } from '#shared/fields/fields.ts';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { DUES } from '#shared/activities/reminders.ts';
import type { ReminderCounts, reminders } from '#shared/activities/reminders.ts';
import { readPage } from '#web/lib/address/read-page.ts';
import { isDay, readDays } from '#web/lib/day-range.ts';
import { readPeople } from '#web/lib/address/people-in-address.ts';
import { REMINDERS_PER_PAGE } from '#web/leads/ways/call-way.ts';
import type { ReminderChoice } from '#web/leads/ways/call-way.ts';

export type Due = '' | (typeof DUES)[number];

/** The state of Follow Ups; in the address, so that Back restores it. */
export type RemindersState = {
  view: 'list' | 'week' | 'month';
  /** The day around which a calendar is shown; empty for today. */
  day: string;
  group: 'upcoming' | 'completed';
  due: Due;
  mine: boolean;
  /** The people whose reminders are shown. Empty means everybody's, or only the user's own with `mine`. */
  user_id: readonly string[];
  /** Completed ones: late or on time. */
  was_late: '' | 'true' | 'false';
  /** Open ones: only the first due of each lead. */
  first_of_lead: '' | 'true';
  from_date: string;
  to_date: string;
  /** For users with access to all clients. */
  client_id: string;
  page: number;
};

/** Reminders of everybody and all days, unless `mine` narrows them. */
export const NOT_NARROWED = {
  user_id: [],
  was_late: '',
  first_of_lead: '',
  from_date: '',
  to_date: '',
} as const;

/**
 * The state in an address. If the address doesn't decide, the user's choice decides whether only their own
 * reminders show.
 */
export function readRemindersState(search: URLSearchParams, usuallyMine: boolean): RemindersState {
  const group = search.get('group') === 'completed' ? 'completed' : 'upcoming';
  const due = search.get('due') ?? '';
  const clientId = search.get('client_id') ?? '';
  const people = readPeople(search);
  const late = search.get('was_late');
  const view = search.get('view');
  const day = search.get('day') ?? '';
  return {
    view: view === 'week' || view === 'month' ? view : 'list',
    day: isDay(day) ? day : '',
    group,
    due: group === 'upcoming' && (DUES as readonly string[]).includes(due) ? (due as Due) : '',
    mine: people.length === 0 && (search.has('mine') ? search.get('mine') === 'true' : usuallyMine),
    user_id: people,
    was_late: group === 'completed' && (late === 'true' || late === 'false') ? late : '',
    first_of_lead: group === 'upcoming' && search.get('first_of_lead') === 'true' ? 'true' : '',
    ...readDays(search),
    client_id: isId(clientId) ? clientId : '',
    page: readPage(search),
  };
}

/** The parts of a state that narrow the reminders, under the names that the address and the API share. */
const narrowing = ({ due, was_late, first_of_lead, from_date, to_date, client_id }: RemindersState) => ({
  ...(due && { due }),
  ...(was_late && { was_late }),
  ...(first_of_lead && { first_of_lead }),
  ...(from_date && { from_date }),
  ...(to_date && { to_date }),
  ...(client_id && { client_id }),
});

/** Parts with their default are left out. */
export function writeRemindersState(state: RemindersState, usuallyMine: boolean): URLSearchParams {
  const { view, day, group, mine, user_id, page } = state;
  const search = new URLSearchParams({
    ...(view !== 'list' && { view, ...(day && { day }) }),
    ...(group === 'completed' && { group }),
    ...(mine !== usuallyMine && user_id.length === 0 && { mine: String(mine) }),
    ...narrowing(state),
    ...(page > 1 && { page: String(page) }),
  });
  for (const one of user_id) search.append('user_id', one);
  return search;
}

/** Whether the state shows the work of chosen people or days. */
export const isNarrowed = ({ user_id, from_date, to_date }: RemindersState) =>
  user_id.length > 0 || from_date !== '' || to_date !== '';

/**
 * The counts of the groups and of the chips. They are those of all days: a choice that keeps the chosen days, or only
 * each lead's first follow-up, would open fewer than it counts, and has none.
 */
export function shownCounts({ from_date, to_date, first_of_lead }: RemindersState, counts?: ReminderCounts) {
  const groups = from_date || to_date ? undefined : counts;
  return { groups, dues: first_of_lead ? undefined : groups };
}

/**
 * The query for a state: open reminders with the earliest due first, completed ones with the latest due
 * first.
 */
export function remindersQuery(state: RemindersState): InputOf<typeof reminders.list>['query'] {
  const { group, mine, user_id, page } = state;
  return {
    is_completed: group === 'completed' ? 'true' : 'false',
    ...(mine && { user_id: 'me' }),
    ...(user_id.length > 0 && { user_id: [...user_id] }),
    ...narrowing(state),
    sort_by: 'reminder_date',
    sort_order: group === 'completed' ? 'desc' : 'asc',
    page: String(page),
    limit: String(REMINDERS_PER_PAGE),
  };
}

/** The shown reminders, in the form that the queue of calls uses. */
export function choiceOf(state: RemindersState): ReminderChoice {
  const { mine, user_id, page } = state;
  return { mine, ...(user_id.length > 0 && { user_id }), ...narrowing(state), page };
}
