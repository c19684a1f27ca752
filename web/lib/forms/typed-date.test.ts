import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDay, readMoment, showDay, showMoment } from './typed-date.ts';

test('days are read as people write them, day first, and no other text is taken for a day', () => {
  const days = ['3/12/2026', '03.12.2026', '3 12 2026', '3/12/26', '2026-12-03', '03-12-2026', '03122026', '३/१२/२०२६']; // prettier-ignore
  for (const text of days) assert.equal(readDay(text), '2026-12-03', text);
  assert.equal(readDay('1/1/85'), '1985-01-01');
  const wrong = ['31/02/2027', '12/31/2026', 'tomorrow', '03/12', '45/45/4545', '1/2/202', '0/1/2026', ''];
  for (const text of wrong) assert.equal(readDay(text), undefined, text);
  assert.equal(readDay('03/12/20', false), undefined, 'the half of a year');
  assert.equal(showDay('2026-12-03'), '03/12/2026');
  for (const text of ['2026-02-31', '31/02/2027', '03/12/2026', '']) assert.equal(showDay(text), undefined);
});

test('moments are read with their time, or nine o’clock without one', () => {
  for (const [text, moment] of [
    ['3/12/2026', '2026-12-03 09:00:00'],
    ['3/12/2026, 2:30 PM', '2026-12-03 14:30:00'],
    ['3/12/2026 2.30pm', '2026-12-03 14:30:00'],
    ['3 12 2026 9 am', '2026-12-03 09:00:00'],
    ['2026-12-03T18:05', '2026-12-03 18:05:00'],
    ['3/12/26 12:00 a.m.', '2026-12-03 00:00:00'],
  ] as const)
    assert.equal(readMoment(text), moment, text);
  for (const text of ['31/02/2027 9:00 AM', '3/12/2026 9', '3/12/2026 25:00', '3/12/2026 13:00 PM', '3/12/2026 9:61', 'soon'])
    assert.equal(readMoment(text), undefined, text); // prettier-ignore
  assert.equal(showMoment('2026-12-03 00:05:00'), '03/12/2026, 12:05 AM');
  assert.equal(showMoment('2026-12-03 14:30'), '03/12/2026, 2:30 PM');
  for (const text of ['2026-12-03', '2026-02-31 09:00:00', 'soon']) assert.equal(showMoment(text), undefined);
});
