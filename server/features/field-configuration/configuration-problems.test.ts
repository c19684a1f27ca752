import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldConfiguration, FieldSetting } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import {
  configurationProblems,
  textToStore,
} from '#server/features/field-configuration/configuration-problems.ts';
import { effectiveConfiguration } from '#server/leads/settings/effective-configuration.ts';

const standard = effectiveConfiguration({});
function problemsOf(key: FieldKey, change: Partial<FieldSetting>): string[] {
  const whole = { ...standard, [key]: { ...standard[key], ...change } } as FieldConfiguration;
  return configurationProblems(whole, [key]).map(({ property, message }) => `${property}: ${message}`);
}

test('invalid field settings are reported by property, and valid ones are not', () => {
  const { title: name } = standard.name;
  const { title: email } = standard.email;
  const cases: [FieldKey, Partial<FieldSetting>, string[]][] = [
    ['email', {}, []],
    ['email', { required: true, showForm: true }, []],
    ['email', { required: false, showForm: false }, []],
    ['email', { required: true, showForm: false }, [`showForm: ${email} is required, so the form must show it.`]],
    ['name', { showForm: false }, [`showForm: ${name} cannot be hidden from the form: every lead has a name.`]],
    ['name', { required: false }, [`required: ${name} is always required.`]],
    ['email', { title: '—' }, ['title: A title needs a letter or a digit.']],
    ['email', { title: name }, [`title: Two fields cannot have the title ${name}.`]],
    ['email', { title: 'lead id' }, ['title: lead id is the name of the lead’s id in exports. Choose another title.']],
    ['status', { options: [{ value: 'a', label: 'A' }, { value: 'A', label: 'B' }] }, [`options: ${standard.status.title} has the option A twice.`]],
    ['status', { options: [{ value: 'x'.repeat(80), label: 'A' }] }, []],
    ['status', { options: [{ value: 'x'.repeat(81), label: 'A' }] }, [`options: An option of ${standard.status.title} can have 80 characters at most.`]],
    ['created_at', { showForm: true }, [`showForm: ${standard.created_at.title} is set by the server and cannot be in the form.`]],
  ]; // prettier-ignore
  for (const [key, change, wanted] of cases) assert.deepEqual(problemsOf(key, change), wanted);
});

test('fields without an order follow those with one, by key, and each gets its own order', () => {
  const orders = (settings: Record<string, unknown>) =>
    Object.entries(effectiveConfiguration(settings)).map(([key, { order }]) => ({ key, order }));
  const changed = orders({ name: { title: 'Name' }, email: { title: 'Email' } });
  assert.deepEqual(
    changed.slice(-2).map(({ key }) => key),
    ['email', 'name'],
  );
  const [last, before, third] = changed.toReversed();
  assert.ok(last && before && third);
  assert.deepEqual([last.order, before.order], [before.order + 1, third.order + 1]);
  const alike = orders({ phone: { ...standard.phone, order: standard.name.order } });
  assert.deepEqual(
    alike.slice(0, 2).map(({ key }) => key),
    ['name', 'phone'],
  );
});

test('settings of 262,144 characters are stored, and one more is refused', () => {
  const around = '{"a":""}'.length;
  const text = textToStore({ a: 'x'.repeat(262_144 - around) });
  assert.equal(text?.length, 262_144);
  assert.equal(textToStore({ a: 'x'.repeat(262_145 - around) }), undefined);
});
