import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoWords, dueWords } from '#web/leads/due-words.ts';

/** Half past nine on a Sunday morning in Kolkata. */
const NOW = Date.parse('2026-11-22T04:00:00Z');
const words = (moment: string) => dueWords(moment, NOW, 'Asia/Kolkata');

test('due times say how late or how soon they are, in calendar days', () => {
  assert.equal(words('2026-11-10T05:30:00Z'), '12 days late');
  // Only ten hours ago, but yesterday evening.
  assert.equal(words('2026-11-21T18:00:00Z'), '1 day late');
  assert.equal(words('2026-11-22T01:00:00Z'), '3 hours late');
  assert.equal(words('2026-11-22T03:59:00Z'), '1 minute late');
  assert.equal(words('2026-11-22T04:00:00Z'), 'now');
  assert.equal(words('2026-11-22T04:20:00Z'), 'in 20 minutes');
  assert.equal(words('2026-11-22T11:30:00Z'), 'in 7 hours');
  assert.equal(words('2026-11-22T18:30:00Z'), 'tomorrow');
  assert.equal(words('2026-11-27T10:30:00Z'), 'in 5 days');
});

test('past times count calendar days', () => {
  const ago = (moment: string) => agoWords(moment, NOW, 'Asia/Kolkata');
  assert.equal(ago('2026-11-21T18:30:00Z'), 'today');
  assert.equal(ago('2026-11-21T18:00:00Z'), 'yesterday');
  assert.equal(ago('2026-11-10T05:30:00Z'), '12 days ago');
});
