import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfEmail } from '#server/features/access-links/name-of-email.ts';

const NAMES = [
  ['priya.sharma@company.example', 'Priya', 'Sharma'],
  ['asha_rao-kulkarni@company.example', 'Asha', 'Rao Kulkarni'],
  ['meera+lms@company.example', 'Meera', ''],
  ['मीरा@company.example', 'मीरा', ''],
  ['superadmin@company.example', 'Superadmin', ''],
  ['1234@company.example', 'Admin', ''],
] as const;

test('the first account of an installation is named after its email', () => {
  for (const [email, first_name, last_name] of NAMES)
    assert.deepEqual(nameOfEmail(email), { first_name, last_name }, email);
});
