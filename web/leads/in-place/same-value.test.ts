import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSame } from './same-value.ts';

test('moments are equal if their instants are, and texts only if they are the same', () => {
  assert.ok(isSame('2026-11-22T09:00:00+05:30', '2026-11-22T03:30:00.000Z'));
  assert.ok(!isSame('2026-11-22T09:00:00+05:30', '2026-11-22T09:00:00.000Z'));
  assert.ok(isSame(['vip'], ['vip']));
  for (const [before, after] of [
    ['Tata Nexon 2023', 'Toyota Glanza 2023'],
    ['Tower 1', 'TOWER 1'],
    ['', null],
    ['1', 1],
  ] as const)
    assert.ok(!isSame(before, after), `${before} and ${after}`);
});
