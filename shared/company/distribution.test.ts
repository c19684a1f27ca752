import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { RULE_WAYS, RuleInput } from '#shared/company/distribution.ts';

const [one, two] = [randomUUID(), randomUUID()];

test('a rule for one person names exactly one, and every other rule one or more', () => {
  const takes = (way: string, people: string[]) =>
    RuleInput.safeParse({ is_active: true, name: 'Rule', conditions: [], times: null, way, people }).success;
  for (const way of RULE_WAYS) {
    assert.equal(takes(way, []), false, way);
    assert.equal(takes(way, [one]), true, way);
    assert.equal(takes(way, [one, two]), way !== 'person', way);
  }
});
