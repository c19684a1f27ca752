import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayOf,
  formatDate,
  formatDateTime,
  fromDateTimeInput,
  localTime,
  startOfDay,
  toDateTimeInput,
} from '#shared/values/dates.ts';
import { formatMoney } from '#shared/values/money.ts';

const ZONES = ['Asia/Kolkata', 'America/New_York', 'Europe/London', 'Pacific/Auckland', 'UTC'] as const;

test('an instant is shown in the zone’s time, at noon and midnight too', () => {
  const shown: [string, string, string][] = [
    ['2026-11-21T06:30:00Z', 'Asia/Kolkata', '21/11/2026, 12:00 PM'],
    ['2026-11-20T18:30:00Z', 'Asia/Kolkata', '21/11/2026, 12:00 AM'],
    ['2026-11-21T02:15:00Z', 'America/New_York', '20/11/2026, 9:15 PM'],
    ['2026-07-01T11:59:00Z', 'Europe/London', '01/07/2026, 12:59 PM'],
    ['2026-12-31T11:00:00Z', 'Pacific/Auckland', '01/01/2027, 12:00 AM'],
  ];
  for (const [instant, zone, text] of shown) {
    assert.equal(formatDateTime(instant, zone), text);
    assert.equal(formatDate(instant, zone), text.split(',')[0]);
  }
  assert.deepEqual(
    [formatDateTime(null, 'UTC'), formatDate(undefined, 'UTC'), formatDate('no date', 'UTC')],
    ['-', '-', '-'],
  );
});

test('a typed time round-trips in every zone and at every hour', () => {
  for (const zone of ZONES)
    for (const day of ['2026-02-28', '2026-07-01', '2026-12-31'])
      for (let hour = 0; hour < 24; hour += 1) {
        const typed = `${day}T${String(hour).padStart(2, '0')}:45`;
        const instant = fromDateTimeInput(typed, zone);
        assert.equal(toDateTimeInput(instant, zone), typed, zone);
        assert.equal(dayOf(instant as Date, zone), day, zone);
      }
  assert.equal(fromDateTimeInput('2026-02-30T10:00', 'UTC'), undefined);
});

test('a day starts at midnight of the zone, even when the clocks change', () => {
  const midnights: [string, string, number, string][] = [
    ['2026-11-21', 'Asia/Kolkata', 0, '2026-11-20T18:30:00.000Z'],
    ['2026-11-21', 'Asia/Kolkata', 1, '2026-11-21T18:30:00.000Z'],
    ['2026-03-08', 'America/New_York', 0, '2026-03-08T05:00:00.000Z'],
    ['2026-03-08', 'America/New_York', 1, '2026-03-09T04:00:00.000Z'],
    ['2026-10-25', 'Europe/London', 1, '2026-10-26T00:00:00.000Z'],
  ];
  for (const [day, zone, days, instant] of midnights)
    assert.equal(startOfDay(day, zone, days)?.toISOString(), instant, `${day} in ${zone}`);
  assert.equal(startOfDay('2026-02-30', 'UTC'), undefined);
});

test('money is grouped the Indian way, with paise where there are some', () => {
  const amounts: [number | null, string][] = [
    [150_000, '₹1,50,000'],
    [12_34_567.5, '₹12,34,567.50'],
    [0, '₹0'],
    [-99.99, '-₹99.99'],
    [null, '-'],
    [Number.NaN, '-'],
  ];
  for (const [amount, text] of amounts) assert.equal(formatMoney(amount), text);
  assert.equal(formatMoney(10, 'USD'), '$10');
});

/** The clock changes of a zone within two years. */
function changesOf(zone: string): { at: number; before: number; after: number }[] {
  const ahead = (instant: number) => {
    const { year, month, day, hour, minute, second } = localTime(new Date(instant), zone);
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
  const week = 7 * 86_400_000;
  const changes = [];
  for (let from = Date.UTC(2026, 0, 1); from < Date.UTC(2028, 0, 1); from += week) {
    if (ahead(from) === ahead(from + week)) continue;
    let [low, high] = [from, from + week];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (ahead(middle) === ahead(low)) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before: ahead(low), after: ahead(high) });
  }
  return changes;
}

test('in every zone a skipped time moves forward, a repeated one is the first, and a day starts correctly', () => {
  let [skipped, repeated, late] = [0, 0, 0];
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const { at, before, after } of changesOf(zone)) {
      const where = `${zone} ${new Date(at).toISOString()}`;
      const quarter = 900_000;
      // The clocks show these times twice, or never; in both cases they are read as if the clocks had not
      // changed.
      for (let later = 0; later < Math.abs(after - before); later += quarter) {
        const shown = new Date(at + Math.max(before, after) - Math.abs(after - before) + later);
        const instant = fromDateTimeInput(shown.toISOString().slice(0, 16), zone);
        assert.equal(instant?.getTime(), shown.getTime() - before, where);
        if (after > before) skipped++;
        else repeated++;
      }
      const day = dayOf(new Date(at), zone);
      const begins = startOfDay(day, zone) as Date;
      assert.equal(dayOf(begins, zone), day, where);
      assert.notEqual(dayOf(new Date(begins.getTime() - 1), zone), day, where);
      if (localTime(begins, zone).hour === 1) late++;
    }
  assert.ok(skipped > 100 && repeated > 100 && late > 2, `${skipped} ${repeated} ${late}`);
});

test('times at known clock changes', () => {
  const cases: [typed: string, zone: string, instant: string][] = [
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ];
  for (const [typed, zone, instant] of cases)
    assert.equal(fromDateTimeInput(typed, zone)?.toISOString(), instant, `${typed} in ${zone}`);
});
