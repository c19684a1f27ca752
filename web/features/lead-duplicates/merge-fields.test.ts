import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lead } from '#shared/leads/lead.ts';
import { differingFields, takenFields } from '#web/features/lead-duplicates/merge-fields.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';
import { SCHOOL } from '#test/leads/school-fields.ts';

const mine = { version: 3, name: 'Asha', email: 'a@x.in', phone: null, lead_score: 0, tags: ['a'] };
const theirs = { version: 9, name: 'Asha R', email: 'a@x.in', phone: '98765', lead_score: 70, tags: ['b'] };

test('only differing fields are asked about, and combined ones are not', () => {
  assert.deepEqual(differingFields(mine as Lead, theirs as Lead, CATALOGUE_SETTINGS), [
    'name',
    'phone',
    'lead_score',
  ]);
});

test('mine wins unless it is empty or theirs is chosen', () => {
  const fields = differingFields(mine as Lead, theirs as Lead, CATALOGUE_SETTINGS);
  const unchosen = takenFields(mine as Lead, theirs as Lead, fields, {});
  assert.deepEqual(unchosen, { version: 3, phone: '98765', lead_score: 70 });
  const chosen = takenFields(mine as Lead, theirs as Lead, fields, { name: 'theirs', phone: 'mine' });
  assert.deepEqual(chosen, { version: 3, name: 'Asha R', lead_score: 70 });
});

test('custom fields are asked about and taken like any other', () => {
  const one = { ...mine, custom: { seats: 3, topics: ['a'] } } as Partial<Lead> as Lead;
  const other = { ...mine, version: 4, custom: { size: 'l', topics: ['a'] } } as Partial<Lead> as Lead;
  const fields = differingFields(one, other, SCHOOL);
  assert.deepEqual(fields, ['custom.size', 'custom.seats']);
  assert.deepEqual(takenFields(one, other, fields, {}), { version: 3, custom: { size: 'l' } });
  assert.deepEqual(takenFields(one, other, fields, { 'custom.size': 'mine', 'custom.seats': 'theirs' }), {
    version: 3,
    custom: { seats: null },
  });
});
