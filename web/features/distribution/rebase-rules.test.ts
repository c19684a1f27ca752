import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSame, keyed, rebaseRules, withRule } from '#web/features/distribution/rebase-rules.ts';
import type { DraftRule } from '#web/features/distribution/rebase-rules.ts';

const rule = (key: string, more: Partial<DraftRule> = {}): DraftRule => ({
  key,
  id: key,
  name: key,
  is_active: true,
  conditions: [],
  times: null,
  way: 'turn',
  people: ['Asha'],
  ...more,
});
const [a, b, c] = [rule('a'), rule('b'), rule('c')] as const;
const before = [a, b, c];
const off = (one: DraftRule) => ({ ...one, is_active: false });
const namesOf = (rules: readonly DraftRule[]) =>
  rules.map(({ name, is_active }) => name + (is_active ? '' : ' off')).join();

test('edits of different rules join, and only a rule that both have changed is asked about', () => {
  const met = rebaseRules(before, [off(a), b, c], [a, off(b), c]);
  assert.deepEqual([namesOf(met.rules), met.mine, met.others], ['a off,b off,c', {}, ['b']]);
  const both = rebaseRules(before, [off(a), b, c], [rule('a', { people: ['Ravi'] }), b, c]);
  assert.deepEqual([namesOf(both.rules), Object.keys(both.mine), both.others], ['a off,b,c', ['a'], []]);
  const theirs = withRule(both.rules, 'a', rule('a', { people: ['Ravi'] }), both.order);
  assert.deepEqual(theirs[0]?.people, ['Ravi']);
});

test('an order chosen here stays, else theirs holds, and added rules keep their place', () => {
  const added = rule('new', { id: undefined });
  assert.equal(namesOf(rebaseRules(before, [c, a, b], [a, rule('d'), b, c]).rules), 'c,a,d,b');
  assert.equal(namesOf(rebaseRules(before, [a, added, b, c], [c, b, a]).rules), 'c,b,a,new');
});

test('a rule deleted by one and changed by the other is asked about, and comes back as a new one', () => {
  const kept = rebaseRules(before, [a, off(b), c], [a, c]);
  assert.deepEqual([namesOf(kept.rules), kept.mine['b']?.id], ['a,b off,c', undefined]);
  assert.equal(namesOf(withRule(kept.rules, 'b', undefined, kept.order)), 'a,c');
  const deleted = rebaseRules(before, [a, c], [a, off(b), c]);
  assert.deepEqual([namesOf(deleted.rules), Object.keys(deleted.mine)], ['a,c', ['b']]);
  assert.equal(namesOf(withRule(deleted.rules, 'b', off(b), deleted.order)), 'a,b off,c');
});

test('a new rule keeps its key and gets its id once it is saved, and later edits stay', () => {
  const added = rule('new', { id: undefined });
  const attempt = [a, added, { ...added, key: 'twin' }];
  const { key: _, ...content } = added;
  const stored = keyed(
    [a, { ...content, id: 'x' }, { ...content, id: 'y' }] as (DraftRule & { id: string })[],
    attempt,
  );
  assert.deepEqual(
    stored.map(({ id, key }) => [id, key]),
    [
      ['a', 'a'],
      ['x', 'new'],
      ['y', 'twin'],
    ],
  );
  assert.ok(isSame(attempt, stored));
  const since = rebaseRules(attempt, [off(a), off(added), attempt[2] ?? a], stored);
  assert.deepEqual([namesOf(since.rules), since.rules[1]?.id], ['a off,new off,new', 'x']);
});
