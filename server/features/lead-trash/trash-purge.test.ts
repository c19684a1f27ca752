import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepFor, retention } from '#server/retention.ts';
import { purgeTrash } from '#server/features/lead-trash/trash-purge.queries.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
const run = async (text: string) => await app.database.asOwner(async (owner) => await owner.query(text));

/** An outdated operation on 1,200 leads. */
async function addOperation({ schema, rep }: TestClient): Promise<void> {
  await run(`INSERT INTO ${schema}.operations (id, at, kind, user_id, leads, summary)
    VALUES (gen_random_uuid(), now() - interval '31 days', 'update', '${rep.id}', 1200, 'Many')`);
  await run(`INSERT INTO ${schema}.operation_leads (operation_id, lead_id, version)
    SELECT o.id, gen_random_uuid(), 1 FROM ${schema}.operations o, generate_series(1, 1200)`);
}
const rowsIn = async (place: string) => (await ownerRows(app, `SELECT 1 FROM ${place}`)).length;

test('the leads of an operation are deleted in batches before it', async () => {
  const { schema } = world.beta;
  await addOperation(world.beta);
  await run(`CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF (SELECT count(*) FROM gone) > 500 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$`);
  await run(`CREATE TRIGGER refuse AFTER DELETE ON ${schema}.operation_leads REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse()`);
  await purgeTrash(app.database);
  assert.deepEqual([await rowsIn(`${schema}.operations`), await rowsIn(`${schema}.operation_leads`)], [0, 0]);
});

test('a purge that fails for one client goes on with the others and the audit log, and says so', async () => {
  const { alpha, beta } = world;
  for (const client of [alpha, beta]) await addOperation(client);
  await run(`INSERT INTO core.audit (at, action) VALUES (now() - interval '100 days', 'sign_in')`);
  await run(`ALTER TABLE ${alpha.schema}.operations RENAME TO elsewhere`);
  const usual = retention();
  keepFor({ ...usual, audit: 90 });
  await assert.rejects(purgeTrash(app.database), /relation "alpha\.operations" does not exist/);
  keepFor(usual);
  const left = [await rowsIn(`${alpha.schema}.elsewhere`), await rowsIn(`${beta.schema}.operations`)];
  assert.deepEqual(left, [1, 0]);
  assert.equal(await rowsIn(`core.audit WHERE at < now() - interval '90 days'`), 0);
});
