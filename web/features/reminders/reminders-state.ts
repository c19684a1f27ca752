import { isId } from '#shared/fields.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { DUES } from '#shared/reminders.ts';
import type { reminders } from '#shared/reminders.ts';
import { REMINDERS_PER_PAGE } from '#web/leads/call-way.ts';
import type { ReminderChoice } from '#web/leads/call-way.ts';

export type Due = '' | (typeof DUES)[number];

/** The state of Follow Ups; in the address, so that Back restores it. */
export type RemindersState = {
  group: 'upcoming' | 'completed';
  due: Due;
  mine: boolean;
  /** For users who see every client. */
  client_id: string;
  page: number;
};

/** The state in an address; where the address does not say so, only the user's own reminders if that is the user's choice. */
export function readRemindersState(search: URLSearchParams, usuallyMine: boolean): RemindersState {
  const group = search.get('group') === 'completed' ? 'completed' : 'upcoming';
  const due = search.get('due') ?? '';
  const page = Number(search.get('page'));
  const clientId = search.get('client_id') ?? '';
  return {
    group,
    due: group === 'upcoming' && (DUES as readonly string[]).includes(due) ? (due as Due) : '',
    mine: search.has('mine') ? search.get('mine') === 'true' : usuallyMine,
    client_id: isId(clientId) ? clientId : '',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** Parts at their default are left out. */
export function writeRemindersState(
  { group, due, mine, client_id, page }: RemindersState,
  usuallyMine: boolean,
): URLSearchParams {
  return new URLSearchParams({
    ...(group === 'completed' && { group }),
    ...(due && { due }),
    ...(mine !== usuallyMine && { mine: String(mine) }),
    ...(client_id && { client_id }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** The query for a state: open reminders with the first due first, completed ones with the last due first. */
export function remindersQuery({
  group,
  due,
  mine,
  client_id,
  page,
}: RemindersState): InputOf<typeof reminders.list>['query'] {
  return {
    is_completed: group === 'completed' ? 'true' : 'false',
    ...(due && { due }),
    ...(mine && { user_id: 'me' }),
    ...(client_id && { client_id }),
    sort_by: 'reminder_date',
    sort_order: group === 'completed' ? 'desc' : 'asc',
    page: String(page),
    limit: String(REMINDERS_PER_PAGE),
  };
}

/** The shown reminders, as the queue of calls names them. */
export function choiceOf({ due, mine, client_id, page }: RemindersState): ReminderChoice {
  return { ...(due && { due }), mine, ...(client_id && { client_id }), page };
}
