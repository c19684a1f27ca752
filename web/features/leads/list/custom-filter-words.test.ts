import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeadFieldType } from '#shared/fields/lead-fields.ts';
import { customFilterWords } from '#web/features/leads/list/custom-filter-words.ts';
import { SCHOOL } from '#test/leads/school-fields.ts';

test('a filter by a custom field is described in words', () => {
  const words = (type: LeadFieldType, value: string) =>
    customFilterWords({ ...SCHOOL.field('custom.size'), type }, value);
  assert.equal(words('select', 'l'), 'Large');
  assert.deepEqual([words('checkbox', 'true'), words('checkbox', 'false')], ['Yes', 'No']);
  assert.deepEqual([words('text', 'delhi'), words('tags', 'hot')], ['delhi', 'hot']);
  assert.deepEqual(
    ['10..20', '10..', '..20', '7'].map((value) => words('number', value)),
    ['10 to 20', 'From 10', 'Up to 20', '7'],
  );
  assert.equal(words('money', '150000..'), 'From ₹1,50,000');
  assert.equal(words('datetime', '2026-11-01..2026-11-30'), '01/11/2026 to 30/11/2026');
});
