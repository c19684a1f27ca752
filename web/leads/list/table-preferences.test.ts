import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import { CATALOGUE_SETTINGS, fieldSettings } from '#web/leads/fields/field-settings.ts';
import { SCHOOL } from '#test/leads/school-fields.ts';
import {
  chosenColumns,
  columnOrder,
  columnsOf,
  orderAround,
  sortOf,
  validPreferences,
} from './table-preferences.ts';

test('without preferences the configured columns start with whom to call and when, unless the client has an order', () => {
  const columns = columnsOf({}, CATALOGUE_SETTINGS);
  assert.deepEqual(columns.toSorted(), CATALOGUE_SETTINGS.table.toSorted());
  assert.deepEqual(columns.slice(0, 4), ['name', 'phone', 'status', 'next_followup_date']);
  const { phone } = DEFAULT_FIELD_CONFIGURATION;
  const own = fieldSettings({ ...DEFAULT_FIELD_CONFIGURATION, phone: { ...phone, order: 99 } });
  assert.deepEqual(columnsOf({}, own), own.table);
});

test('widths stay in a readable range, and survive a new order', () => {
  const { widths } = validPreferences({ widths: { status: 120.4, phone: 3, password: 90, name: 'wide' } });
  assert.deepEqual(widths, { status: 120, phone: 64 });
  const chosen = chosenColumns({ widths: { status: 120 } }, CATALOGUE_SETTINGS, ['name'], new Set(['name']));
  assert.deepEqual(chosen.widths, { status: 120 });
});

test('order and visibility are the saved ones, and the name stays', () => {
  const saved = validPreferences({ order: ['phone', 'name', 'email'], visible: ['email', 'phone'] });
  assert.deepEqual(columnsOf(saved, CATALOGUE_SETTINGS), ['phone', 'name', 'email']);
  assert.ok(columnOrder(saved, CATALOGUE_SETTINGS).includes('status'));
});

test('Table Settings begin with the columns of a view, and leave own ones where they are', () => {
  const saved = validPreferences({
    order: ['phone', 'source', 'name', 'email'],
    visible: ['email', 'phone'],
  });
  const own = columnOrder(saved, CATALOGUE_SETTINGS);
  const around = (columns: FieldKey[]) => orderAround(columns, saved, CATALOGUE_SETTINGS);
  assert.deepEqual(around(columnsOf(saved, CATALOGUE_SETTINGS)), own);
  const inView = around(['name', 'value', 'phone']);
  assert.deepEqual(inView.slice(0, 5), ['name', 'value', 'phone', 'source', 'email']);
  assert.deepEqual(inView.toSorted(), own.toSorted());
});

test('invalid stored preferences are ignored', () => {
  for (const stored of [undefined, null, 7, 'x', [], { order: 'name', visible: [3, 'password'] }])
    assert.deepEqual(validPreferences(stored), {});
  assert.deepEqual(validPreferences({ order: ['name', 'name', 'password'] }), { order: ['name'] });
});

test('a saved sort needs a sortable field and asc or desc', () => {
  const sort = { sort_by: 'name', sort_order: 'asc' };
  assert.deepEqual(sortOf(validPreferences({ sort })), sort);
  for (const wrong of [
    { ...sort, sort_by: 3 },
    { ...sort, sort_by: 'notes' },
    { ...sort, sort_order: 'up' },
    'name',
  ])
    assert.equal(sortOf(validPreferences({ sort: wrong })).sort_by, 'created_at');
});

test('custom columns stay saved where they are hidden, and are shown where they are not', () => {
  const saved = validPreferences({
    order: ['custom.size', 'name', 'custom.gone', 'phone'],
    visible: ['custom.size', 'custom.gone', 'phone'],
  });
  assert.deepEqual(columnsOf(saved, CATALOGUE_SETTINGS), ['name', 'phone']);
  // Columns that are new to the user stay where the configuration puts them.
  assert.deepEqual(columnsOf(saved, SCHOOL), ['custom.size', 'name', 'phone', 'custom.seats']);
  const chosen = chosenColumns(saved, SCHOOL, columnOrder(saved, SCHOOL), new Set(columnsOf(saved, SCHOOL)));
  assert.ok(chosen.order?.includes('custom.gone') && chosen.visible?.includes('custom.gone'));
  assert.deepEqual(columnsOf({ ...chosen, visible: ['name'] }, SCHOOL), ['name']);
});
