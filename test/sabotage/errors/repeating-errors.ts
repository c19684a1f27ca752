import type { SmallError } from '#test/sabotage/small-error.ts';

const tests = ['server/features/reminders/repeating.test.ts'];
const dates = ['shared/activities/repeat.test.ts'];

/** Errors in repeating follow-ups and in their calendar. */
export const REPEATING: readonly SmallError[] = [
  {
    id: 'repeats-on-holidays',
    kind: 'dates',
    file: 'shared/activities/repeat.ts',
    from: 'if (isWorkingDay(date.toISOString().slice(0, 10))) return moved;',
    to: 'if (!Number.isNaN(date.getTime())) return moved;',
    breaks: 'a follow-up is planned for a holiday',
    tests: dates,
  },
  {
    id: 'month-end-lost',
    kind: 'dates',
    file: 'shared/activities/repeat.ts',
    from: 'day: Math.min(from.day, last) };',
    to: 'day: Math.min(from.day, 28) };',
    breaks: 'after February, the end of the month is the 28th for ever',
    tests: dates,
  },
  {
    id: 'series-ends-with-a-call',
    kind: 'undo',
    file: 'server/features/reminders/reminder-writes.queries.ts',
    from: '  await planNext(scope, reminder, user_id ?? (await assigneeOf(scope, lead_id)));\n',
    to: '  await assigneeOf(scope, lead_id);\n',
    breaks: 'a repeating follow-up that is done is never planned again',
    tests,
  },
  {
    id: 'reopening-drops-changes',
    kind: 'undo',
    file: 'server/features/reminders/series.queries.ts',
    from: "    .where('version', '=', 1)\n",
    to: '',
    breaks: 'reopening deletes the next follow-up although a colleague has reworded it',
    tests,
  },
  {
    id: 'calendar-shows-trash',
    kind: 'tenancy',
    file: 'server/features/reminders/calendar.queries.ts',
    from: ' AND ${notHidden(scope, 0)}`;',
    to: '`;',
    breaks: 'the calendar counts follow-ups of leads in the trash',
    tests: ['server/features/reminders/calendar.test.ts'],
  },
];
