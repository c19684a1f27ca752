import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareRows } from '#web/api/cache/share-rows.ts';

const row = (id: string, name = id) => ({ id, name, lead: { phone: `${id}${id}` } });
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test('an answer that says the same is the same object', () => {
  const before = { data: { rows: [row('a'), row('b')], total: 2, next: null, tags: ['x', 'y'] } };
  assert.equal(shareRows(before, copyOf(before)), before);
});

test('rows keep their identity when another row is removed, added, changed or moved', () => {
  const before = [row('a'), row('b'), row('c')];
  const next = copyOf([row('new'), before[2], row('b', 'renamed')]);
  const shared = shareRows(before, next) as typeof before;
  assert.deepEqual(shared, next);
  assert.equal(shared[1], before[2]);
  assert.notEqual(shared[2], before[1]);
  assert.equal(shared[2]?.lead, before[1]?.lead);
});

test('properties that are added, removed or undefined are changes', () => {
  const before = { a: 1, b: undefined };
  for (const next of [{ a: 1 }, { a: 1, c: undefined }, { a: 1, b: undefined, c: 1 }, [], null, 'a'])
    assert.deepEqual(shareRows(before, next), next);
});

test('values that are not data, such as dates and files, are taken as they come', () => {
  const [one, other] = [new Date(0), new Date(0)];
  assert.equal((shareRows({ at: one }, { at: other }) as { at: Date }).at, other);
});
