import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reports } from '#shared/activities/reports.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { admin, schema } = world.alpha;

test('removing a cost affects only its source and month', async () => {
  const enter = async (source: string, month: string, cost: number | null) => {
    const reply = await app.call(reports.setCost, { body: { source, month, cost } }, admin.token);
    assert.equal(reply.status, 200, reply.text);
  };
  await enter('website', '2026-09', 100);
  await enter('website', '2026-10', 200);
  await enter('referral', '2026-10', 300);
  await enter('website', '2026-10', null);
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `SELECT source, month::text, cost::float8 FROM ${schema}.source_costs ORDER BY source DESC`,
      ),
  );
  assert.deepEqual(rows, [
    { source: 'website', month: '2026-09-01', cost: 100 },
    { source: 'referral', month: '2026-10-01', cost: 300 },
  ]);
});
