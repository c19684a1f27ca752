import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionUser } from '#shared/auth.ts';
import { FORM_FIELDS } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { CATALOGUE_SETTINGS } from '#web/features/leads/configuration/field-settings.ts';
import {
  changedFields,
  initialValues,
  inputFields,
  toChanges,
  toNewLead,
  validate,
  valuesOf,
} from '#web/features/leads/form/lead-form-values.ts';

const fields = inputFields(FORM_FIELDS);
const user = { id: 'u1', clientId: 'c1' } as SessionUser;

test('a new form has the defaults and the current user as assignee', () => {
  const values = initialValues(CATALOGUE_SETTINGS, user);
  assert.equal(values['status'], 'new');
  assert.equal(values['source'], 'website');
  assert.equal(values['interest_level'], 'low');
  assert.equal(values['gender'], 'male');
  assert.equal(values['assigned_to'], 'u1');
  assert.equal(initialValues(CATALOGUE_SETTINGS, { ...user, clientId: null })['assigned_to'], '');
});

test('only the name is asked for, spaces are no name', () => {
  assert.deepEqual(
    validate(fields, CATALOGUE_SETTINGS, { ...initialValues(CATALOGUE_SETTINGS, user), name: '  ' }),
    {
      name: 'Name is required.',
    },
  );
  assert.deepEqual(
    validate(fields, CATALOGUE_SETTINGS, { ...initialValues(CATALOGUE_SETTINGS, user), name: 'राम' }),
    {},
  );
});

test('what is sent has numbers, an instant and tags; what is empty is not sent', () => {
  const lead = toNewLead(
    fields,
    {
      name: ' Asha ',
      value: '150000.5',
      next_followup_date: '2026-11-22 09:00:00',
      tags: 'hot, , delhi,hot',
      email: '',
      status: '',
      source: 'website',
    },
    'Asia/Kolkata',
  );
  assert.deepEqual(lead, {
    name: 'Asha',
    value: 150000.5,
    next_followup_date: '2026-11-22T03:30:00.000Z',
    tags: ['hot', 'delhi'],
    source: 'website',
    interest_level: null,
    gender: null,
    assigned_to: null,
  });
});

const lead = {
  name: 'Asha',
  email: 'a@b.in',
  value: 1500,
  age: 31,
  tags: ['hot', 'delhi'],
  preferred_contact_time: 'Evening',
  next_followup_date: '2026-11-22T03:30:45.000Z',
  status: 'walk_in',
} as Lead;

test('a lead in the form, untouched, is no change; older words for a time of day are times', () => {
  const values = valuesOf(lead, 'Asia/Kolkata');
  assert.equal(values['preferred_contact_time'], '18:00');
  assert.equal(values['next_followup_date'], '2026-11-22 09:00:00');
  assert.equal(values['status'], 'walk_in');
  assert.deepEqual(changedFields(fields, values, { ...values, tags: 'hot,delhi,', name: 'Asha ' }), []);
});

test('only what changed is sent, and what was emptied is sent as empty', () => {
  const before = valuesOf(lead, 'Asia/Kolkata');
  const values = { ...before, email: '', value: '', age: '', tags: ' ', name: 'Asha Rao' };
  const changed = changedFields(fields, before, values);
  assert.deepEqual(toChanges(changed, values, 'Asia/Kolkata'), {
    name: 'Asha Rao',
    email: null,
    value: null,
    age: 0,
    tags: [],
  });
});
