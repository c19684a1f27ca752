import type { MyDay } from '#shared/activities/my-day.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { NOT_NARROWED, writeRemindersState } from '#web/features/reminders/reminders-state.ts';
import type { Due } from '#web/features/reminders/reminders-state.ts';
import { reminderSearch } from '#web/leads/ways/call-way.ts';
import type { CallWay, ReminderChoice } from '#web/leads/ways/call-way.ts';
import { DEFAULT_STATE, writeListState } from '#web/leads/list/list-state.ts';
import { paths } from '#web/paths.ts';

/** The kinds of leads that wait for an action. */
export type WaitingKind = Extract<keyof MyDay, 'no_next_step' | 'new' | 'unassigned'>;

/** The link to 'Log a Call' for a reminder. The reminders of the `choice` are the queue. */
export function reminderLink(
  { id, lead_id }: Pick<Reminder, 'id' | 'lead_id'>,
  choice: ReminderChoice,
): { to: string; state: CallWay } {
  return { to: paths.logCall(lead_id) + reminderSearch(id), state: { origin: 'reminders', choice } };
}

/** The Follow Ups page with all reminders of a group, for the same choice of mine or everybody's. */
export function dueLink(due: Due, mine: boolean): string {
  const state = {
    ...NOT_NARROWED,
    view: 'list',
    day: '',
    group: 'upcoming',
    due,
    mine,
    client_id: '',
    page: 1,
  } as const;
  return `${paths.reminders}?${writeRemindersState({ ...state, first_of_lead: 'true' }, mine)}`;
}

/** The address of the list with all leads of a group. */
export function waitingSearch(kind: WaitingKind, mine: boolean): string {
  const whose = kind === 'unassigned' ? { assigned_to: ['none'] } : mine ? { assigned_to: ['me'] } : {};
  const part =
    kind === 'no_next_step'
      ? ({ next_step: 'none', last_contacted: ['ever'] } as const)
      : ({ meaning: 'open', last_contacted: ['never'], next_followup: ['none'] } as const);
  return writeListState({ ...DEFAULT_STATE, ...whose, ...part }).toString();
}
