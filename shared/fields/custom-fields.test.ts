import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customValue, fieldEntry } from '#shared/fields/custom-fields.ts';
import type { CUSTOM_FIELD_TYPES } from '#shared/fields/custom-fields.ts';

type Type = (typeof CUSTOM_FIELD_TYPES)[number];
const setting = (type: Type) => ({
  title: 'Own',
  type,
  showTable: true,
  showForm: true,
  required: false,
  order: 1,
});
const valueIn = (type: Type, value: unknown) => {
  const read = customValue(fieldEntry('custom.own', setting(type))).safeParse(value);
  return read.success ? read.data : undefined;
};

test('the catalogue entry of a custom field has only the properties that its setting has', () => {
  const plain = Object.keys(fieldEntry('custom.own', setting('number')));
  assert.deepEqual(plain, ['title', 'type', 'category', 'table', 'form', 'importable', 'sortable']);
  const options = [{ value: 'a', label: 'A' }];
  const full = { ...setting('select'), required: true, options, placeholder: 'Choose' };
  assert.deepEqual(Object.keys(fieldEntry('custom.own', full)).slice(plain.length), [
    'required',
    'options',
    'placeholder',
    'max',
  ]);
});

test('numbers and texts of custom fields are accepted up to exactly their limits', () => {
  assert.equal(valueIn('number', 999_999_999_999), 999_999_999_999);
  assert.equal(valueIn('number', 1_000_000_000_000), undefined);
  assert.equal(valueIn('number', -999_999_999_999), -999_999_999_999);
  assert.equal(valueIn('number', -1_000_000_000_000), undefined);
  assert.equal(valueIn('number', 0.123_456_789_4), 0.123_456_789);
  assert.equal(Object.is(valueIn('number', -0), 0), true);
  assert.equal(valueIn('money', 999_999_999_999), 999_999_999_999);
  assert.equal(valueIn('money', 1_000_000_000_000), undefined);
  assert.equal(valueIn('money', -1), undefined);
  for (const [type, max] of [
    ['text', 200],
    ['phone', 40],
    ['textarea', 5000],
    ['select', 80],
  ] as const) {
    assert.equal(valueIn(type, 'x'.repeat(max)), 'x'.repeat(max), type);
    assert.equal(valueIn(type, 'x'.repeat(max + 1)), undefined, type);
  }
});
