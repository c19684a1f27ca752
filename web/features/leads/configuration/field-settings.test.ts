import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/field-configuration.ts';
import {
  CATALOGUE_SETTINGS,
  fieldSettings,
  storedConfiguration,
} from '#web/features/leads/configuration/field-settings.ts';

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

test('a kept configuration counts only while it names every field', () => {
  const kept = JSON.parse(JSON.stringify(DEFAULT_FIELD_CONFIGURATION)) as Record<string, unknown>;
  assert.deepEqual(fieldSettings(storedConfiguration(kept) ?? assert.fail()).table, CATALOGUE_SETTINGS.table);
  delete kept['name'];
  assert.equal(storedConfiguration(kept), undefined);
  assert.equal(storedConfiguration('{'), undefined);
});
