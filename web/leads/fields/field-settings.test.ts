import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import { CATALOGUE_SETTINGS, fieldSettings, storedConfiguration } from '#web/leads/fields/field-settings.ts';
import { SCHOOL } from '#test/leads/school-fields.ts';

test('columns and inputs follow the configured order, visibility and titles', () => {
  const { name, phone } = DEFAULT_FIELD_CONFIGURATION;
  const { table, form, title } = fieldSettings({
    ...DEFAULT_FIELD_CONFIGURATION,
    phone: { ...phone, order: 0, title: 'Mobile' },
    name: { ...name, showForm: false },
  });
  assert.equal(table[0], 'phone');
  assert.equal(title('phone'), 'Mobile');
  assert.ok(!form.includes('name'));
});

test('a stored configuration is used only if it names every field', () => {
  const kept = JSON.parse(JSON.stringify(DEFAULT_FIELD_CONFIGURATION)) as Record<string, unknown>;
  assert.deepEqual(fieldSettings(storedConfiguration(kept) ?? assert.fail()).table, CATALOGUE_SETTINGS.table);
  delete kept['name'];
  assert.equal(storedConfiguration(kept), undefined);
  assert.equal(storedConfiguration('{'), undefined);
});

test('custom fields follow the configured order and are recognised by their settings', () => {
  assert.deepEqual(SCHOOL.custom, [
    'custom.size',
    'custom.seats',
    'custom.visit',
    'custom.topics',
    'custom.agreed',
  ]);
  assert.deepEqual(SCHOOL.table.at(-1), 'custom.seats');
  assert.deepEqual([SCHOOL.field('custom.size').type, SCHOOL.options('custom.size').length], ['select', 2]);
  assert.equal(SCHOOL.field('custom.seats').category, 'custom');
});

test('a field the client no longer has is named by its key', () => {
  assert.equal(SCHOOL.title('custom.old_size'), 'Old Size');
  assert.deepEqual(
    [SCHOOL.field('custom.old_size').type, SCHOOL.setting('custom.old_size')],
    ['text', undefined],
  );
});
