import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime, fromDateTimeInput, localTime } from '#shared/values/dates.ts';
import { nextOf, repeatWords } from '#shared/activities/repeat.ts';
import type { Repeat } from '#shared/activities/repeat.ts';
import { workingTime } from '#shared/company/working-time.ts';

const KOLKATA = 'Asia/Kolkata';
const EVERY_DAY = { isWorkingDay: () => true };

type Around = { timeZone?: string; isWorkingDay?: (day: string) => boolean; past?: string };

const at = (local: string, timeZone: string): Date => {
  const instant = fromDateTimeInput(local, timeZone);
  assert.ok(instant, local);
  return instant;
};

/** The next `most` follow-ups of a series that begins at `from`, each completed at `past`. */
function run(from: string, repeat: Partial<Repeat>, most: number, around: Around = {}): string[] {
  const { timeZone = KOLKATA, isWorkingDay = EVERY_DAY.isWorkingDay, past = from } = around;
  const begun = { every: 1, unit: 'day' as const, until: null, ...repeat, from: at(from, timeZone) };
  const made: string[] = [];
  for (let step = 0; made.length < most;) {
    const next = nextOf({ ...begun, step }, at(past, timeZone), { timeZone, isWorkingDay });
    if (!next) return made;
    step = next.step;
    made.push(formatDateTime(next.at, timeZone));
  }
  return made;
}

test('days and weeks are counted from the first follow-up', () => {
  assert.deepEqual(run('2026-11-27T15:30', { every: 3 }, 2), ['30/11/2026, 3:30 PM', '03/12/2026, 3:30 PM']);
  assert.deepEqual(run('2026-11-27T09:00', { every: 2, unit: 'week' }, 2), [
    '11/12/2026, 9:00 AM',
    '25/12/2026, 9:00 AM',
  ]);
});

test('a month end stays the month end, in leap years too', () => {
  const month = { unit: 'month' as const };
  assert.deepEqual(run('2027-12-31T09:00', month, 4), [
    '31/01/2028, 9:00 AM',
    '29/02/2028, 9:00 AM',
    '31/03/2028, 9:00 AM',
    '30/04/2028, 9:00 AM',
  ]);
  assert.deepEqual(run('2027-01-31T09:00', month, 2), ['28/02/2027, 9:00 AM', '31/03/2027, 9:00 AM']);
  assert.deepEqual(run('2028-02-29T09:00', { ...month, every: 12 }, 4).at(-1), '29/02/2032, 9:00 AM');
});

test('the time of day stays across both clock changes', () => {
  const timeZone = 'Europe/Berlin';
  const hours = (from: string) =>
    run(from, {}, 3, { timeZone }).map((moment) => moment.slice(0, 5) + moment.slice(11));
  assert.deepEqual(hours('2027-03-27T02:30'), ['28/03 3:30 AM', '29/03 2:30 AM', '30/03 2:30 AM']);
  assert.deepEqual(hours('2027-10-30T02:30'), ['31/10 2:30 AM', '01/11 2:30 AM', '02/11 2:30 AM']);
  assert.deepEqual(hours('2027-03-27T09:00'), ['28/03 9:00 AM', '29/03 9:00 AM', '30/03 9:00 AM']);
});

test('one on a free day moves to the next working day, and those after it keep their days', () => {
  const hours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '18:00', holidays: [{ day: '2026-12-25' }] };
  const { isWorkingDay } = workingTime(hours, KOLKATA);
  // Christmas is a Friday, and the working day after it a Monday.
  assert.deepEqual(run('2026-12-18T10:00', { unit: 'week' }, 2, { isWorkingDay }), [
    '28/12/2026, 10:00 AM',
    '01/01/2027, 10:00 AM',
  ]);
  assert.deepEqual(
    run('2026-12-23T10:00', {}, 4, { isWorkingDay }),
    ['24/12/2026', '28/12/2026', '29/12/2026', '30/12/2026'].map((day) => `${day}, 10:00 AM`),
    'the free days make one follow-up, not four',
  );
});

test('a late completion plans for days to come, an early one skips nothing', () => {
  const week = { unit: 'week' as const };
  assert.deepEqual(run('2026-11-06T09:00', week, 1, { past: '2026-11-27T08:59' }), ['27/11/2026, 9:00 AM']);
  assert.deepEqual(run('2026-11-06T09:00', week, 1, { past: '2026-11-27T09:00' }), ['04/12/2026, 9:00 AM']);
  assert.deepEqual(run('2026-11-27T09:00', week, 1, { past: '2026-11-20T09:00' }), ['04/12/2026, 9:00 AM']);
  assert.deepEqual(run('1950-01-31T09:00', { unit: 'month' }, 1, { past: '2027-02-01T00:00' }), [
    '28/02/2027, 9:00 AM',
  ]);
});

test('a series ends with its last day, and with the calendar', () => {
  assert.deepEqual(run('2026-11-27T09:00', { until: '2026-11-28' }, 5), ['28/11/2026, 9:00 AM']);
  assert.deepEqual(run('2026-11-27T09:00', { until: '2026-11-27' }, 5), []);
  const { isWorkingDay } = workingTime(
    { days: [1, 2, 3, 4, 5], from: '09:00', until: '18:00', holidays: [] },
    KOLKATA,
  );
  assert.deepEqual(run('2026-11-27T09:00', { until: '2026-11-29' }, 5, { isWorkingDay }), []);
  assert.deepEqual(run('2200-12-31T09:00', {}, 1), []);
});

test('every series goes forward on working days, at its time of day', () => {
  const { isWorkingDay } = workingTime(
    { days: [2, 4], from: '09:00', until: '18:00', holidays: [{ day: '2027-01-07' }] },
    KOLKATA,
  );
  for (const unit of ['day', 'week', 'month'] as const)
    for (const every of [1, 2, 5]) {
      const series = { every, unit, until: null, from: at('2026-11-30T16:45', KOLKATA) };
      let [step, last] = [0, series.from];
      for (let made = 0; made < 60; made += 1) {
        const next = nextOf({ ...series, step }, last, { timeZone: KOLKATA, isWorkingDay });
        assert.ok(next && next.at > last && next.step > step);
        const { year, month, day, hour, minute } = localTime(next.at, KOLKATA);
        assert.deepEqual([hour, minute], [16, 45]);
        const date = new Date(Date.UTC(year, month - 1, day));
        assert.ok(isWorkingDay(date.toISOString().slice(0, 10)), date.toISOString());
        [step, last] = [next.step, next.at];
      }
    }
});

test('how a follow-up repeats is described in words', () => {
  assert.equal(repeatWords({ every: 1, unit: 'week' }), 'every week');
  assert.equal(repeatWords({ every: 2, unit: 'month' }), 'every 2 months');
});
