import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { isSame } from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import { inputWords } from '#web/features/leads/form/lead-words.ts';
import { currentLeadIn } from '#web/leads/current-lead.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';
import { comparable } from '#web/leads/masked.ts';
import { conflictTitle, metBy } from '#web/lib/forms/edit-conflict.ts';
import { ApiError } from '#web/lib/errors.ts';

const BEFORE = { name: 'Ravi', phone: '1', status: 'new', notes: '', tags: 'a, b', value: '100' };
const met = (typed: LeadFormValues, theirs: LeadFormValues, before: LeadFormValues = BEFORE) =>
  metBy({ before, typed, theirs }, (field, one, other) =>
    isSame(CATALOGUE_SETTINGS.field(field as FieldKey), String(one), String(other)),
  );

test('typed text stays, and untouched fields follow the other edit', () => {
  const typed = { ...BEFORE, notes: 'call at six' };
  const theirs = { ...BEFORE, phone: '2' };
  const { values, mine, others } = met(typed, theirs);
  assert.deepEqual(values, { ...BEFORE, phone: '2', notes: 'call at six' });
  assert.deepEqual(mine, {});
  assert.deepEqual(others, ['phone']);
});

test('only a field changed by both to different values is a conflict', () => {
  const typed = { ...BEFORE, phone: '3', status: 'contacted' };
  const theirs = { ...BEFORE, phone: '2', status: 'contacted' };
  const { values, mine, others } = met(typed, theirs);
  assert.deepEqual(mine, { phone: '3' });
  assert.equal(values.phone, '3');
  assert.equal(values.status, 'contacted');
  assert.deepEqual(others, []);
});

test('clearing a field is an edit, even when the other edit set a new value', () => {
  const { values, mine } = met({ ...BEFORE, phone: '' }, { ...BEFORE, phone: '2' });
  assert.deepEqual([values.phone, mine], ['', { phone: '' }]);
});

test('a stored edit meets what has been saved since, field by field', () => {
  const over = { phone: '1', notes: '' };
  const typed = { ...BEFORE, phone: '3', notes: 'call at six' };
  const resumed = (theirs: LeadFormValues) => met(typed, theirs, comparable(over, theirs)).mine;
  assert.deepEqual(resumed(BEFORE), {});
  assert.deepEqual(resumed({ ...BEFORE, phone: '2', status: 'contacted' }), { phone: '3' });
  assert.deepEqual(resumed({ ...BEFORE, phone: '3' }), {});
  // A shown number that is masked again has not been changed by anybody.
  assert.deepEqual(resumed({ ...BEFORE, phone: '98•••10' }), {});
});

test('a stale edit counts as saved when the current values equal what was typed', () => {
  const isSaved = (typed: object, theirs: object) =>
    met({ ...BEFORE, ...typed }, { ...BEFORE, ...theirs }).isSaved;
  assert.equal(isSaved({ phone: '2' }, { phone: '2' }), true);
  assert.equal(isSaved({ phone: '2' }, { phone: '2', notes: 'By another' }), true);
  assert.equal(isSaved({ phone: '2', notes: 'Mine' }, { phone: '2' }), false);
  assert.equal(isSaved({ phone: '2' }, { notes: 'By another' }), false);
});

test('a conflict names the other user, or your own other window', () => {
  const title = (id: string | null, name: string | null) => conflictTitle('this lead', { id, name }, 'rita');
  assert.equal(title('rita', 'Rita Reed'), 'You changed this lead in another window');
  assert.equal(title('asha', 'Asha Rao'), 'Asha Rao has changed this lead in the meantime');
  assert.equal(title(null, null), 'Someone else has changed this lead in the meantime');
});

test('surrounding spaces are not an edit of either side', () => {
  const typed = { ...BEFORE, name: ' Ravi ' };
  const theirs = { ...BEFORE, phone: ' 1' };
  const { values, mine, others } = met(typed, theirs);
  assert.deepEqual([values.name, mine, others], ['Ravi', {}, []]);
});

test('only a refused stale edit carries the current lead', () => {
  assert.equal(
    currentLeadIn(new ApiError('stale', 412, 'stale', { data: { id: 'x' } as Partial<Lead> })),
    undefined,
  );
  assert.equal(currentLeadIn(new ApiError('invalid', 422, 'invalid', { data: {} })), undefined);
  assert.equal(currentLeadIn(new Error('no answer')), undefined);
});

test('a conflict uses the form’s names, labels, money and dates', () => {
  const context = {
    settings: CATALOGUE_SETTINGS,
    timeZone: 'Asia/Kolkata',
    nameOf: (id: string) => new Map([['u1', 'Sneha Patil']]).get(id),
  };
  const words = (field: Parameters<typeof inputWords>[0], text: string) => inputWords(field, text, context);
  assert.equal(words('assigned_to', 'u1'), 'Sneha Patil');
  assert.equal(words('assigned_to', 'u2'), 'Another user');
  assert.equal(words('assigned_to', ''), 'Unassigned');
  assert.equal(words('status', 'contacted'), 'Contacted');
  assert.equal(words('status', 'on-hold'), 'On Hold');
  assert.equal(words('value', '150000'), '₹1,50,000');
  assert.equal(words('next_followup_date', '2026-12-25 10:00:00'), '25/12/2026, 10:00 AM');
  assert.equal(words('preferred_contact_time', '14:00'), '2:00 PM');
  assert.equal(words('tags', ' a ,, b '), 'a, b');
  assert.equal(words('is_archived', 'true'), 'Yes');
  assert.equal(words('is_archived', ''), 'No');
  assert.equal(words('notes', '   '), 'Nothing');
});
