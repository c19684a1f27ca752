import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionUser } from '#shared/accounts/auth.ts';
import type { Lead } from '#shared/leads/lead.ts';
import {
  changedFields,
  flat,
  initialValues,
  inputFields,
  nested,
  toChanges,
  toNewLead,
  validate,
  valuesOf,
} from '#web/features/leads/form/lead-form-values.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';
import { SCHOOL } from '#test/leads/school-fields.ts';

const fields = inputFields(CATALOGUE_SETTINGS);
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

test('only the name is required, and spaces are no name', () => {
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

test('numbers, instants and tags are sent typed, and empty fields are not sent', () => {
  const lead = toNewLead(
    fields,
    CATALOGUE_SETTINGS,
    {
      name: ' Asha ',
      value: '150000.5',
      next_followup_date: '2026-11-22 09:00:00',
      tags: 'hot, , "Delhi, NCR",hot',
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
    tags: ['hot', 'Delhi, NCR'],
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

test('an untouched form has no changes, and older words for a time of day become times', () => {
  const values = valuesOf(lead, CATALOGUE_SETTINGS, 'Asia/Kolkata');
  assert.equal(values['preferred_contact_time'], '18:00');
  assert.equal(values['next_followup_date'], '2026-11-22 09:00:00');
  assert.equal(values['status'], 'walk_in');
  assert.deepEqual(
    changedFields(fields, CATALOGUE_SETTINGS, values, { ...values, tags: 'hot,delhi,', name: 'Asha ' }),
    [],
  );
});

test('only changed fields are sent, and cleared ones as empty', () => {
  const before = valuesOf(lead, CATALOGUE_SETTINGS, 'Asia/Kolkata');
  const values = { ...before, email: '', value: '', age: '', tags: ' ', name: 'Asha Rao' };
  const changed = changedFields(fields, CATALOGUE_SETTINGS, before, values);
  assert.deepEqual(toChanges(changed, CATALOGUE_SETTINGS, values, 'Asia/Kolkata'), {
    name: 'Asha Rao',
    email: null,
    value: null,
    age: 0,
    tags: [],
  });
});

test('custom values are sent by name, typed, and cleared ones as null', () => {
  const own = inputFields(SCHOOL).filter((key) => key.startsWith('custom.'));
  const typed = {
    name: 'Asha',
    'custom.size': 'l',
    'custom.seats': '-2.5',
    'custom.visit': '2026-11-22 09:00:00',
    'custom.topics': 'a, b,a',
    'custom.agreed': 'false',
  };
  const custom = { size: 'l', seats: -2.5, visit: '2026-11-22T03:30:00.000Z', topics: ['a', 'b'] };
  assert.deepEqual(toNewLead(own, SCHOOL, typed, 'Asia/Kolkata'), { name: 'Asha', custom });

  const before = valuesOf({ ...lead, custom }, SCHOOL, 'Asia/Kolkata');
  assert.equal(before['custom.visit'], '2026-11-22 09:00:00');
  assert.deepEqual(changedFields(own, SCHOOL, before, { ...before, 'custom.agreed': 'false' }), []);
  const values = { ...before, 'custom.size': '', 'custom.topics': '', 'custom.seats': '0' };
  const changed = changedFields(own, SCHOOL, before, values);
  assert.deepEqual(toChanges(changed, SCHOOL, values, 'Asia/Kolkata'), {
    custom: { size: null, topics: null, seats: 0 },
  });
});

test('a required checkbox must be ticked', () => {
  const errorsOf = (text: string) => validate(['custom.agreed'], SCHOOL, { 'custom.agreed': text });
  assert.deepEqual(errorsOf('false'), { 'custom.agreed': 'Agreed is required.' });
  assert.deepEqual(errorsOf('true'), {});
});

test('form values convert to the form library’s nested format and back', () => {
  const values = { name: 'Asha', 'custom.size': 'l', 'custom.1': '' };
  assert.deepEqual(nested(values), { name: 'Asha', custom: { size: 'l', 1: '' } });
  assert.deepEqual(flat(nested(values)), values);
});
