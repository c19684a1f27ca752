import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, readRepeat, repeatErrors, repeats } from '#web/leads/follow-ups/repeat-draft.ts';

const ZONE = 'Asia/Kolkata';
const DUE = new Date('2026-11-30T19:00:00Z');

test('a repetition survives its draft', () => {
  for (const repeat of [
    null,
    { every: 1, unit: 'day', until: null },
    { every: 2, unit: 'week', until: '2027-03-31' },
    { every: 45, unit: 'day', until: null },
  ] as const) {
    const draft = draftOf(repeat);
    assert.equal(repeats(draft), repeat !== null);
    assert.deepEqual(readRepeat(draft, DUE, ZONE), { repeat });
  }
});

test('a number out of range and an early last day are named by their inputs', () => {
  const custom = { ...draftOf(null), rhythm: 'custom' };
  for (const every of ['', '0', '366', '1.5', 'two'])
    assert.deepEqual(
      readRepeat({ ...custom, every }, DUE, ZONE),
      { errors: { every: 'Choose a number from 1 to 365.' } },
      every,
    );
  const early = readRepeat({ ...custom, until: '2026-11-30' }, DUE, ZONE);
  const message = 'Choose a last day on or after the due date.';
  assert.deepEqual(early, { errors: { until: message } }, 'it is 1 December in India');
  assert.deepEqual(readRepeat({ ...custom, until: '2026-12-01' }, DUE, ZONE), {
    repeat: { every: 3, unit: 'day', until: '2026-12-01' },
  });
  assert.ok('errors' in readRepeat({ ...custom, until: '31/02/2027' }, DUE, ZONE));
  assert.deepEqual(repeatErrors({ 'repeat.until': message, title: 'x' }), { until: message });
});
