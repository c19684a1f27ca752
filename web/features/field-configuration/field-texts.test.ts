import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import { isSameOrder, orderOf, ordered } from '#web/features/field-configuration/current-configuration.ts';
import {
  changedSettings,
  editTitle,
  editWords,
  optionsIn,
  optionsText,
  textsOf,
} from '#web/features/field-configuration/field-texts.ts';
import type { EditTexts } from '#web/features/field-configuration/field-texts.ts';
import { metBy } from '#web/lib/forms/edit-conflict.ts';
import { moved } from '#web/lib/moved.ts';

const standard = DEFAULT_FIELD_CONFIGURATION;

test('only edited fields are sent, each as a whole', () => {
  const texts = textsOf(standard);
  assert.deepEqual(changedSettings(standard, texts), {});
  texts['company_name.title'] = ' Company ';
  assert.deepEqual(changedSettings(standard, texts), {});
  texts['company_name.title'] = 'School';
  texts['age.showForm'] = '';
  const [first] = optionsIn(texts['source.options']);
  texts['source.options'] = optionsText([{ value: 'website', label: 'Web', ...first, tone: 'red' }]);
  assert.deepEqual(changedSettings(standard, texts), {
    company_name: { ...standard.company_name, title: 'School' },
    age: { ...standard.age, showForm: false },
    source: { ...standard.source, options: [{ value: 'website', label: 'Website', tone: 'red' }] },
  });
});

test('two edits of one field conflict only where both changed the same property', () => {
  const before = textsOf(standard);
  const typed = { ...before, 'age.title': 'Years', 'gender.title': 'Sex' };
  const theirs = { ...before, 'age.required': 'true', 'gender.title': 'Gender?' };
  const { values, mine, others } = metBy<EditTexts>({ before, typed, theirs });
  assert.deepEqual([mine, others], [{ 'gender.title': 'Sex' }, ['age.required']]);
  assert.deepEqual([values['age.title'], values['age.required']], ['Years', 'true']);
});

test('a conflict is described in words', () => {
  assert.equal(editTitle('company_name.showForm', standard), 'Company: Add Lead Form');
  assert.deepEqual([editWords('age.required', ''), editWords('age.required', 'true')], ['No', 'Yes']);
  const options = optionsText([
    { value: 'a', label: 'Enrolled', meaning: 'won', tone: 'neutral' },
    { value: 'b', label: 'B' },
  ]);
  assert.equal(editWords('status.options', options), 'Enrolled (won, grey) · B');
});

test('a field is moved up and down, and the order counts from 1', () => {
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], 'a', 'c'), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], 'd', 'b'), ['a', 'd', 'b', 'c']);
  const order = moved(orderOf(standard), 'phone', 'name');
  const after = ordered(standard, order);
  assert.deepEqual([after.phone.order, after.name.order, after.email.order], [1, 2, 3]);
  assert.deepEqual(orderOf(after), order);
  assert.deepEqual([isSameOrder(after, standard), isSameOrder(after, after)], [false, true]);
});

test('custom fields are edited under their full key, and adding one does not count as a reorder', () => {
  const size = { ...standard.gender, title: 'Size', order: 90, options: [{ value: 'l', label: 'L' }] };
  const school = { ...standard, 'custom.size': size };
  assert.equal(editTitle('custom.size.title', school), 'Size: name');
  assert.equal(orderOf(school).at(-1), 'custom.size');
  assert.ok(isSameOrder(standard, school));
  assert.equal(orderOf(ordered(school, orderOf(standard))).at(-1), 'custom.size');
  assert.ok(!('custom.size' in ordered(standard, orderOf(school))));
  const texts = { ...textsOf(school), 'custom.size.placeholder': 'As on the label' };
  assert.deepEqual(changedSettings(school, texts), {
    'custom.size': { ...size, placeholder: 'As on the label' },
  });
});
