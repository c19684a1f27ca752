import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE_SETTINGS } from '#web/leads/field-settings.ts';
import { SCHOOL } from '#test/school-fields.ts';
import {
  chosenColumns,
  columnOrder,
  columnsOf,
  sortOf,
  validPreferences,
  visibleFields,
} from '#web/leads/table-preferences.ts';

test('without preferences the columns are the configured ones', () => {
  assert.deepEqual(columnsOf({}, CATALOGUE_SETTINGS), CATALOGUE_SETTINGS.table);
});

test('order and visibility are the saved ones; the name stays', () => {
  const saved = validPreferences({ order: ['phone', 'name', 'email'], visible: ['email', 'phone'] });
  assert.deepEqual(columnsOf(saved, CATALOGUE_SETTINGS), ['phone', 'name', 'email']);
  assert.ok(columnOrder(saved, CATALOGUE_SETTINGS).includes('status'));
});

test('what is kept counts only as far as it makes sense', () => {
  for (const stored of [undefined, null, 7, 'x', [], { order: 'name', visible: [3, 'password'] }])
    assert.deepEqual(validPreferences(stored), {});
  assert.deepEqual(validPreferences({ order: ['name', 'name', 'password'] }), { order: ['name'] });
});

test('a saved sort needs a text field one can sort by and asc or desc', () => {
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

test("a client's own columns stay saved where they are not seen, and are shown where they are", () => {
  const saved = validPreferences({
    order: ['custom.size', 'name', 'custom.gone', 'phone'],
    visible: ['custom.size', 'custom.gone', 'phone'],
  });
  assert.deepEqual(columnsOf(saved, CATALOGUE_SETTINGS), ['name', 'phone']);
  // Those the user has never seen stand where the configuration has them.
  assert.deepEqual(columnsOf(saved, SCHOOL), ['custom.size', 'name', 'phone', 'custom.seats']);
  const chosen = chosenColumns(saved, SCHOOL, columnOrder(saved, SCHOOL), visibleFields(saved, SCHOOL));
  assert.ok(chosen.order?.includes('custom.gone') && chosen.visible?.includes('custom.gone'));
  assert.deepEqual(columnsOf({ ...chosen, visible: ['name'] }, SCHOOL), ['name']);
});
