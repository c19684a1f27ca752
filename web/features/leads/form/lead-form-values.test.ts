import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionUser } from '#shared/auth.ts';
import { FORM_FIELDS } from '#shared/lead-fields.ts';
import {
  initialValues,
  inputFields,
  toNewLead,
  validate,
} from '#web/features/leads/form/lead-form-values.ts';

const fields = inputFields(FORM_FIELDS);
const user = { id: 'u1', clientId: 'c1' } as SessionUser;

test('a new form has the defaults and the current user as assignee', () => {
  const values = initialValues(fields, user);
  assert.equal(values['status'], 'new');
  assert.equal(values['source'], 'website');
  assert.equal(values['interest_level'], 'low');
  assert.equal(values['gender'], 'male');
  assert.equal(values['assigned_to'], 'u1');
  assert.equal(initialValues(fields, { ...user, clientId: null })['assigned_to'], '');
});

test('only the name is asked for, spaces are no name', () => {
  assert.deepEqual(validate(fields, { ...initialValues(fields, user), name: '  ' }), {
    name: 'Name is required.',
  });
  assert.deepEqual(validate(fields, { ...initialValues(fields, user), name: 'राम' }), {});
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
