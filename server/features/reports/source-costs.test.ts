import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reports } from '#shared/activities/reports.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { admin, schema } = world.alpha;

type Cost = readonly [source: string, month: string, cost: number | null];
const costOf = ([source, month, cost]: Cost) => ({ source, month, cost });

const enterAll = async (costs: readonly Cost[]) =>
  await app.call(reports.setCosts, { body: { costs: costs.map(costOf) } }, admin.token);

async function assertStored(expected: readonly Cost[]) {
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query<{ source: string; month: string; cost: number }>(
        `SELECT source, to_char(month, 'YYYY-MM') AS month, cost::float8 FROM ${schema}.source_costs
         ORDER BY month, source`,
      ),
  );
  assert.deepEqual(rows, expected.map(costOf));
}

test('removing a cost affects only its source and month', async () => {
  const enter = async (...cost: Cost) => {
    const reply = await app.call(reports.setCost, { body: costOf(cost) }, admin.token);
    assert.equal(reply.status, 200, reply.text);
  };
  await enter('website', '2026-09', 100);
  await enter('website', '2026-10', 200);
  await enter('referral', '2026-10', 300);
  await enter('website', '2026-10', null);
  await assertStored([
    ['website', '2026-09', 100],
    ['referral', '2026-10', 300],
  ]);
});

test('costs of several sources and months are entered, replaced and removed at once', async () => {
  const { status, body } = await enterAll([
    ['website', '2026-09', null],
    ['referral', '2026-10', 350],
    ['website', '2026-11', 0.5],
  ]);
  assert.deepEqual([status, body.message, body.data], [200, 'Costs saved', { entered: 3 }]);
  await assertStored([
    ['referral', '2026-10', 350],
    ['website', '2026-11', 0.5],
  ]);
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `SELECT details->>'source' AS source FROM core.audit
         WHERE action = 'source_cost_changed' ORDER BY id DESC LIMIT 3`,
      ),
  );
  assert.deepEqual(rows, [{ source: 'website' }, { source: 'referral' }, { source: 'website' }]);
});

test('one wrong cost refuses all, and nothing is saved', async () => {
  const refused = async (...costs: Cost[]) => {
    const { status, body } = await enterAll(costs);
    return [status, body.message];
  };
  const fine: Cost = ['website', '2026-12', 7];
  assert.deepEqual(await refused(fine, ['referral', '2026-12', -1]), [422, 'Cost cannot be negative.']);
  assert.deepEqual(await refused(fine, ['website', '2026-12', 8]), [
    422,
    'Each source can have one cost in a month.',
  ]);
  assert.deepEqual(await refused(), [422, 'Enter at least one cost.']);
  await assertStored([
    ['referral', '2026-10', 350],
    ['website', '2026-11', 0.5],
  ]);
});
