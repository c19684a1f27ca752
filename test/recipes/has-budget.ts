import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leads } from '#shared/leads/leads.ts';
import { withWorld } from '#test/world.ts';

/**
 * Runs in a copy of the project to which `LIST_FILTER` has been applied: the new filter narrows lists and
 * exports, and wrong values are refused.
 */
const { app, world } = await withWorld();

test('a new filter narrows lists and exports', async () => {
  const { rep } = world.alpha;
  for (const body of [{ name: 'Planned', budget: 50_000 }, { name: 'Open' }])
    assert.equal((await app.call(leads.create, { body }, rep.token)).status, 201);
  const query = { has_budget: 'true', page: '1', limit: '12' };
  const listed = await app.call(leads.list, { query }, rep.token);
  assert.deepEqual([listed.status, listed.body.data.map(({ name }) => name)], [200, ['Planned']]);
  const exported = await app.call(leadExport.run, { query: { has_budget: 'false' } as never }, rep.token);
  assert.match(exported.text, /Open/);
  assert.doesNotMatch(exported.text, /Planned/);
  const refused = await app.call(
    leads.list,
    { query: { ...query, has_budget: 'maybe' } as never },
    rep.token,
  );
  assert.equal(refused.status, 422);
});
