import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOrderOf, dateReader } from './read-date.ts';

const india = dateReader('Asia/Kolkata');
const utc = dateReader('UTC');

test('reads dates as exports and people write them, day before month', () => {
  for (const [cell, instant] of [
    ['15 Apr, 2021 00:03:00', '2021-04-15T00:03:00'],
    ['15/04/2021 3:30 PM', '2021-04-15T15:30:00'],
    ['15/04/2021, 12:05 am', '2021-04-15T00:05:00'],
    ['15-04-2021', '2021-04-15T00:00:00'],
    ['15.4.21 9.05', '2021-04-15T09:05:00'],
    ['3/4/2021', '2021-04-03T00:00:00'],
    ['15-Apr-21', '2021-04-15T00:00:00'],
    ['15th April 2021', '2021-04-15T00:00:00'],
    ['1 Sept 2021', '2021-09-01T00:00:00'],
    ['Apr 15, 2021 3 PM', '2021-04-15T15:00:00'],
    ['Thu, 15 Apr 2021 00:03:00', '2021-04-15T00:03:00'],
    ['Thu Apr 15 00:03:00 2021', '2021-04-15T00:03:00'],
    ['2021-04-15', '2021-04-15T00:00:00'],
    ['2021/4/5 07:08', '2021-04-05T07:08:00'],
    ['2021-04-15 00:03:00.123', '2021-04-15T00:03:00'],
    ['20210415', '2021-04-15T00:00:00'],
    ['१५/०४/२०२१', '2021-04-15T00:00:00'],
    ['29/02/2024', '2024-02-29T00:00:00'],
  ] as const) {
    assert.equal(utc(cell, 'day_first'), `${instant}.000Z`, cell);
  }
});

test('a date without a zone is read in the client’s time zone, one with a zone is not', () => {
  assert.equal(india('15 Apr, 2021 00:03:00', 'day_first'), '2021-04-14T18:33:00.000Z');
  assert.equal(india('2021-04-15', 'day_first'), '2021-04-14T18:30:00.000Z');
  for (const cell of [
    '2021-04-15T00:03:00Z',
    '2021-04-15T00:03:00+00:00',
    '2021-04-15T05:33:00+0530',
    '2021-04-14 20:03 -04:00',
    'Thu, 15 Apr 2021 00:03:00 GMT',
    'Thu Apr 15 2021 05:33:00 GMT+0530 (India Standard Time)',
    '15/04/2021 05:33 IST',
  ]) {
    assert.equal(india(cell, 'day_first'), '2021-04-15T00:03:00.000Z', cell);
  }
});

test('daylight saving changes are respected to the minute', () => {
  const berlin = dateReader('Europe/Berlin');
  assert.equal(berlin('28/03/2021 01:59', 'day_first'), '2021-03-28T00:59:00.000Z');
  assert.equal(berlin('28/03/2021 03:00', 'day_first'), '2021-03-28T01:00:00.000Z');
  assert.equal(berlin('15/01/2021 12:00', 'day_first'), '2021-01-15T11:00:00.000Z');
  assert.equal(berlin('15/07/2021 12:00', 'day_first'), '2021-07-15T10:00:00.000Z');
});

test('refuses non-dates and dates that do not exist', () => {
  for (const cell of [
    '31/02/2024',
    '29/02/2023',
    '32/01/2024',
    '07/30/2023',
    '00/01/2024',
    '2023-13-01',
    '15/04/2021 25:00',
    '15/04/2021 10:61',
    '15 Foo 2021',
    'April',
    '44301',
    'tomorrow',
    '15/04',
    '15/04-2021',
    '99/99/9999',
    '2021-04-15T00:00:00+99:00',
    '15/04/2021 14',
    '15/04/0021',
  ]) {
    assert.equal(utc(cell, 'day_first'), undefined, cell);
    // Read a second time to test the cached result too.
    assert.equal(utc(cell, 'day_first'), undefined, cell);
  }
});

test('a non-existent date is not mistaken for a cached one', () => {
  for (const [real, unreal] of [
    ['31/01/2024', '00/02/2024'],
    ['01/01/2025', '01/13/2024'],
    ['02/03/2023', '30/02/2023'],
    ['16/04/2021 00:00', '15/04/2021 24:00'],
  ] as const) {
    assert.ok(utc(real, 'day_first'));
    assert.equal(utc(unreal, 'day_first'), undefined, unreal);
  }
});

test('the date order of a column decides what 03/04 means', () => {
  assert.equal(utc('03/04/2026', 'day_first'), '2026-04-03T00:00:00.000Z');
  assert.equal(utc('03/04/2026', 'month_first'), '2026-03-04T00:00:00.000Z');
  assert.equal(utc('15/04/2026', 'month_first'), undefined);
});

test('values show which order they prove', () => {
  assert.equal(dateOrderOf('15/04/2021'), 'day_first');
  assert.equal(dateOrderOf('04/15/2021 3:30 PM'), 'month_first');
  assert.equal(dateOrderOf('03/04/2021'), 'ambiguous');
  for (const cell of ['04/04/2021', '2021-03-04', '15 Apr 2021', '31/31/2021', '13/13/2021', 'x', '']) {
    assert.equal(dateOrderOf(cell), undefined, cell);
  }
});

test('timestamps of Google Forms and portals are read, in any zone', () => {
  for (const cell of [
    '2026/05/14 10:30:00 AM GMT+5:30',
    '2026/05/14 10:30:00 am GMT+05:30',
    '2026/05/14 1:00:00 AM GMT-4',
    '2026/05/14 5:00:00 AM GMT+0',
    '2026/05/14 10:45:00 AM UTC+5:45',
    '14/05/2026 10:30 GMT+530',
    '14 May, 2026 | 10:30 AM',
    'Thursday, May 14, 2026 at 10:30 AM',
    '14/05/2026 at 10:30',
  ])
    assert.equal(india(cell, 'day_first'), '2026-05-14T05:00:00.000Z', cell);
  for (const cell of ['14/05/2026 10:30 GMT+', '14/05/2026 10:30 GMT+5:3', '14/05/2026 |', '14/05/2026 at'])
    assert.equal(india(cell, 'day_first'), undefined, cell);
});

test('in a column of mixed order an unambiguous date is read the only possible way', () => {
  for (const form of ['mixed_day_first', 'mixed_month_first'] as const) {
    assert.equal(utc('25/12/2025', form), '2025-12-25T00:00:00.000Z');
    assert.equal(utc('12/25/2025', form), '2025-12-25T00:00:00.000Z');
    assert.equal(utc('31/02/2025', form), undefined);
  }
  assert.equal(utc('01/12/2025', 'mixed_day_first'), '2025-12-01T00:00:00.000Z');
  assert.equal(utc('01/12/2025', 'mixed_month_first'), '2025-01-12T00:00:00.000Z');
});
