import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localTime } from '#shared/values/dates.ts';
import { workingTime } from '#shared/company/working-time.ts';

const INDIAN = { days: [1, 2, 3, 4, 5, 6], from: '09:30', until: '18:30', holidays: [] };
const at = (text: string) => new Date(text);

test('a lead that arrives on Sunday at 2:00 is due on Monday at 9:45, if the company works Monday to Saturday', () => {
  const india = workingTime(INDIAN, 'Asia/Kolkata');
  const due = (text: string, minutes = 15) => india.addMinutes(at(text), minutes).toISOString();
  assert.equal(due('2026-11-29T02:00:00+05:30'), '2026-11-30T04:15:00.000Z');
  assert.equal(due('2026-11-28T18:20:30+05:30'), '2026-11-30T04:05:30.000Z', 'the rest is of Monday');
  assert.equal(due('2026-11-27T18:15:00+05:30'), '2026-11-27T13:00:00.000Z', 'at closing time');
  assert.equal(due('2026-11-27T18:30:00+05:30'), '2026-11-28T04:15:00.000Z', 'after closing time');
  assert.equal(due('2026-11-27T11:00:00+05:30', 540), '2026-11-28T05:30:00.000Z');
});

test('holidays and days off are skipped and count nothing', () => {
  const holidays = [{ day: '2026-11-30' }, { day: '2026-12-01' }];
  const india = workingTime({ ...INDIAN, holidays }, 'Asia/Kolkata');
  assert.equal(india.nextMoment(at('2026-11-29T02:00:00+05:30')).toISOString(), '2026-12-02T04:00:00.000Z');
  assert.equal(
    india.minutesBetween(at('2026-11-28T18:00:00+05:30'), at('2026-12-02T10:00:00+05:30')),
    60,
    'half an hour before closing and one after opening',
  );
  const days = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-02'];
  assert.deepEqual(days.map(india.isWorkingDay), [true, false, false, true]);
  const now = at('2026-11-28T12:00:30+05:30');
  assert.deepEqual(india.nextMoment(now), now, 'the company works');
});

test('hours until midnight end with the day', () => {
  const late = workingTime({ ...INDIAN, days: [6], from: '22:00', until: '00:00' }, 'Asia/Kolkata');
  const [start, end] = [at('2026-11-28T00:00:00+05:30'), at('2026-11-30T00:00:00+05:30')];
  assert.equal(late.minutesBetween(start, end), 120);
  assert.equal(late.addMinutes(start, 120).toISOString(), '2026-11-28T18:30:00.000Z');
});

test('without hours every minute counts', () => {
  const all = workingTime(null, 'Asia/Kolkata');
  const [start, end] = [at('2026-11-29T02:00:00Z'), at('2026-11-30T02:00:59Z')];
  assert.deepEqual(
    [all.nextMoment(start), all.addMinutes(start, 1440), all.minutesBetween(start, end)],
    [start, at('2026-11-30T02:00:00Z'), 1440],
  );
  assert.ok(all.isWorkingDay('2026-11-29'));
});

/** Time zones, and days around which their clocks change: at midnight, by half an hour or by a whole day. */
const CHANGES = [
  ['Asia/Kolkata', '2026-11-01'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/London', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-10-29'],
  ['America/Havana', '2026-11-01'],
  ['Pacific/Apia', '2011-12-29'],
  ['Asia/Kathmandu', '2026-05-01'],
] as const;
const MINUTE = 60_000;

/** The date and time that clocks show in each minute of the days around a change. */
const WALLS = CHANGES.map(([zone, day]) => {
  const begin = Date.parse(day) - 1440 * MINUTE;
  const minutes = Array.from({ length: 4 * 1440 }, (_, minute) => {
    const local = localTime(new Date(begin + minute * MINUTE), zone);
    const date = new Date(Date.UTC(local.year, local.month - 1, local.day));
    return {
      day: date.toISOString().slice(0, 10),
      weekday: date.getUTCDay() || 7,
      clock: [local.hour, local.minute].map((value) => String(value).padStart(2, '0')).join(':'),
    };
  });
  return { zone, begin, minutes };
});

test('working time matches what clocks show, minute by minute, in every zone and when clocks change', () => {
  const anyTime = fc
    .tuple(fc.nat(23), fc.constantFrom('00', '15', '30', '59'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
  const hoursOf = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 5 }),
    times: fc
      .tuple(anyTime, fc.oneof(anyTime, fc.constant('00:00')))
      .filter(([begins, ends]) => ends === '00:00' || begins < ends),
    holiday: fc.nat(3),
  });
  const moments = fc.tuple(fc.nat(1440), fc.nat(2 * 1440), fc.nat(300));
  fc.assert(
    fc.property(fc.constantFrom(...WALLS), hoursOf, moments, (wall, given, [start, more, promised]) => {
      const [from, until] = given.times;
      const holiday = wall.minutes[given.holiday * 1440]?.day ?? '';
      const works = wall.minutes.map(
        ({ day, weekday, clock }) =>
          day !== holiday &&
          given.days.includes(weekday) &&
          clock >= from &&
          (until === '00:00' || clock < until),
      );
      const time = workingTime({ days: given.days, from, until, holidays: [{ day: holiday }] }, wall.zone);
      const moment = (minute: number) => new Date(wall.begin + minute * MINUTE);
      const counted = works.slice(start, start + more).filter(Boolean).length;
      assert.equal(time.minutesBetween(moment(start), moment(start + more)), counted);
      const open = works.flatMap((isOpen, minute) => (isOpen && minute >= start ? [minute] : []));
      const [first] = open;
      if (first !== undefined) assert.deepEqual(time.nextMoment(moment(start)), moment(first));
      // The last promised minute ends when the next one begins.
      const last = open[promised];
      if (last !== undefined)
        assert.deepEqual(time.addMinutes(moment(start), promised + 1), moment(last + 1));
    }),
    { numRuns: 1000 },
  );
});

test('the search ends after ten years without working time', () => {
  const never = workingTime({ ...INDIAN, days: [] }, 'Asia/Kolkata');
  const start = at('2026-11-29T02:00:00Z');
  assert.deepEqual(never.addMinutes(start, 15), at('2026-11-29T02:15:00Z'));
  assert.equal(never.minutesBetween(start, at('2099-01-01T00:00:00Z')), 0);
});
