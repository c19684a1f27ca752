import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lead } from '#shared/lead.ts';
import { differingFields, takenFields } from '#web/features/leads/duplicates/merge-fields.ts';

const mine = { version: 3, name: 'Asha', email: 'a@x.in', phone: null, lead_score: 0, tags: ['a'] };
const theirs = { version: 9, name: 'Asha R', email: 'a@x.in', phone: '98765', lead_score: 70, tags: ['b'] };

test('only what differs is asked, and what is united is not', () => {
  assert.deepEqual(differingFields(mine as Lead, theirs as Lead), ['name', 'phone', 'lead_score']);
});

test('mine stands unless it is empty or theirs is chosen', () => {
  const fields = differingFields(mine as Lead, theirs as Lead);
  const unchosen = takenFields(mine as Lead, theirs as Lead, fields, {});
  assert.deepEqual(unchosen, { version: 3, phone: '98765', lead_score: 70 });
  const chosen = takenFields(mine as Lead, theirs as Lead, fields, { name: 'theirs', phone: 'mine' });
  assert.deepEqual(chosen, { version: 3, name: 'Asha R', lead_score: 70 });
});
