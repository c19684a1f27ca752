import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CalendarDay } from '#shared/activities/reminder-calendar.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import {
  dayWords,
  daysOfView,
  momentOn,
  otherDay,
  placed,
  viewTitle,
} from '#web/features/reminders/calendar/calendar-days.ts';

const ZONE = 'Asia/Kolkata';
const reminder = (id: string, reminder_date: string, is_completed = false) =>
  ({ id, reminder_date, is_completed }) as Reminder;
const day = (name: string, total: number, reminders: Reminder[]): CalendarDay => ({
  day: name,
  is_working: true,
  holiday: null,
  total,
  totalIsCapped: false,
  reminders,
});

test('a view shows whole weeks from Monday to Sunday', () => {
  assert.deepEqual(daysOfView('week', '2026-11-29'), { from_date: '2026-11-23', to_date: '2026-11-29' });
  assert.deepEqual(daysOfView('month', '2026-11-15'), { from_date: '2026-10-26', to_date: '2026-12-06' });
  assert.deepEqual(daysOfView('month', '2027-02-28'), { from_date: '2027-02-01', to_date: '2027-02-28' });
});

test('views go on by weeks and months, and say what they show', () => {
  assert.equal(otherDay('week', '2026-12-28', 1), '2027-01-04');
  assert.equal(otherDay('month', '2026-12-31', 1), '2027-01-01');
  assert.equal(otherDay('month', '2027-03-31', -1), '2027-02-01');
  assert.equal(viewTitle('week', '2026-12-31'), '28 Dec – 3 Jan 2027');
  assert.equal(viewTitle('month', '2026-11-27'), 'Nov 2026');
  assert.match(dayWords('2026-11-27'), /^Fri 27 Nov/);
});

test('a moved follow-up is on its new day, a completed one on none, and the counts follow', () => {
  const days = [
    day('2026-11-30', 5, [
      reminder('a', '2026-12-01T04:30:00Z'),
      reminder('b', '2026-11-30T04:30:00Z', true),
      reminder('c', '2026-11-30T05:30:00Z'),
    ]),
    day('2026-12-01', 1, [reminder('d', '2026-11-30T18:30:00Z')]),
  ];
  const shown = placed(days, false, () => ZONE);
  assert.deepEqual(
    shown.map(({ total, reminders }) => [total, reminders.map(({ id }) => id)]),
    [
      [3, ['c']],
      [2, ['d', 'a']],
    ],
  );
});

test('another day keeps the time of day; today in an hour if that has passed', () => {
  const now = new Date('2026-11-27T06:00:00Z');
  const call = reminder('a', '2026-11-25T03:30:00Z');
  assert.equal(momentOn('2026-11-30', call, ZONE, now)?.toISOString(), '2026-11-30T03:30:00.000Z');
  assert.equal(momentOn('2026-11-27', call, ZONE, now)?.toISOString(), '2026-11-27T07:00:00.000Z');
  assert.equal(momentOn('2026-11-26', call, ZONE, now), undefined);
  assert.equal(momentOn('2026-11-27', call, ZONE, new Date('2026-11-27T18:00:00Z')), undefined);
});
