import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayOf,
  formatDate,
  formatDateTime,
  fromDateTimeInput,
  startOfDay,
  toDateTimeInput,
} from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';

const ZONES = ['Asia/Kolkata', 'America/New_York', 'Europe/London', 'Pacific/Auckland', 'UTC'] as const;

test('an instant is shown by the clocks of the zone, at noon and midnight too', () => {
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

test('what is typed comes back as typed, in every zone and at every hour', () => {
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

test('a day begins at midnight of the zone, also when the clocks change', () => {
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
