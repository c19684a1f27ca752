import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between } from './useSelection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const ids = (from: string, to: string) =>
  between(rows, from, to)
    .map(({ id }) => id)
    .join('');

test('a range goes from one row to the other, upwards as well as downwards', () => {
  assert.deepEqual([ids('b', 'd'), ids('d', 'b'), ids('c', 'c')], ['bcd', 'bcd', 'c']);
});

test('a removed row neither starts nor ends a range', () => {
  assert.deepEqual([ids('gone', 'c'), ids('a', 'gone')], ['c', '']);
});
