import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted } from '#server/db/structure/installation.ts';
import { recall } from '#server/db/cluster/engine.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { customFields } from '#server/db/migrations/client/0006-custom-fields.ts';
import { openTestApp } from '#test/app.ts';
import { createLead, createWorld } from '#test/world.ts';

const PLAN = `EXPLAIN SELECT id FROM alpha.leads leads WHERE leads.deleted_at IS NULL AND NOT leads.is_archived
  AND leads.custom <> '{}' AND leads.custom @> '{"seats":77}'::jsonb ORDER BY created_at DESC, id DESC LIMIT 12`;

test('the column is added without rewriting the leads, and its index skips leads without a value', async () => {
  const app = await openTestApp();
  try {
    const { alpha } = await createWorld(app);
    const { id } = await createLead(app, alpha.rep, { name: 'Before' });
    await app.database.asOwner(async (owner) => {
      await recall(owner, app.database.installation.engine, 'alpha');
      const one = async <T>(text: string) => (await owner.query<T & object>(text)).rows[0] as T;
      const file = `SELECT pg_relation_filenode('alpha.leads') AS node`;
      const size = `SELECT pg_relation_size('alpha.leads_custom') AS bytes`;
      // Reverts the client to its structure before the migration.
      await owner.query('ALTER TABLE alpha.leads DROP COLUMN custom');
      const before = await one<{ node: number }>(file);
      await owner.query(`INSERT INTO alpha.leads (id, name) SELECT gen_random_uuid(), 'Lead ' || i FROM generate_series(1, 4000) i`);
      await owner.query(customFields.sql('alpha'));
      assert.deepEqual(await one(file), before);
      const empty = await one<{ bytes: number }>(size);
      await owner.query(`INSERT INTO alpha.leads (id, name) SELECT gen_random_uuid(), 'More ' || i FROM generate_series(1, 4000) i`);
      assert.deepEqual(await one(size), empty);
      assert.deepEqual(await one(`SELECT custom FROM alpha.leads WHERE id = '${id}'`), { custom: {} });
      await owner.query(`UPDATE alpha.leads SET custom = jsonb_build_object('seats', abs(hashtext(id::text)) % 1500) WHERE name LIKE 'More%'`);
      await owner.query('ANALYZE alpha.leads');
      await owner.query(`SET LOCAL ROLE ${quoted(clientRole(alpha.id))}`);
      const plan = (await owner.query<{ 'QUERY PLAN': string }>(PLAN)).rows.map((row) => row['QUERY PLAN']);
      assert.ok(plan.some((line) => line.includes('Bitmap Index Scan on leads_custom')), plan.join('\n'));
      await assert.rejects(owner.query(`UPDATE alpha.leads SET custom = '[]' WHERE id = '${id}'`), /leads_custom_object/);
    });
  } finally {
    await app.close();
  }
}); // prettier-ignore
