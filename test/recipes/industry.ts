import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { withWorld } from '#test/world.ts';

/**
 * Runs in a copy of the project to which `LEAD_FIELD` has been applied: the new field is written, read,
 * sorted by, imported and exported, although no code outside the recipe's steps names it.
 */
const { app, world } = await withWorld();

test('a new field is written, returned, sorted by, imported and exported', async () => {
  const { rep, manager } = world.alpha;
  for (const industry of ['Textiles', 'banking'])
    assert.equal(
      (await app.call(leads.create, { body: { name: industry, industry } }, rep.token)).status,
      201,
    );
  const rows = [{ 'Full Name': 'Imported', Industry: 'Mining' }];
  const imported = await app.call(leadImport.run, { body: { leads: rows } }, rep.token);
  assert.equal(imported.status, 200, imported.text);
  const query = { sort_by: 'industry', sort_order: 'asc', page: '1', limit: '12' };
  const listed = await app.call(leads.list, { query }, manager.token);
  assert.equal(listed.status, 200, listed.text);
  const found: readonly Record<string, unknown>[] = listed.body.data;
  assert.deepEqual(
    found.map((lead) => lead['industry']),
    ['banking', 'Mining', 'Textiles'],
  );
  const exported = await app.call(leadExport.run, {}, manager.token);
  assert.match(exported.text, /Industry/);
  assert.match(exported.text, /Mining/);
});
