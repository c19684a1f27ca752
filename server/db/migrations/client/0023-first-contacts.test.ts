import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recall } from '#server/db/cluster/engine.ts';
import { firstContacts } from '#server/db/migrations/client/0023-first-contacts.ts';
import { openTestApp } from '#test/app.ts';
import { createLead, createWorld } from '#test/world.ts';

test('leads of an earlier release get their first call or message, by the code that reports use', async () => {
  const app = await openTestApp();
  try {
    const { schema, rep } = (await createWorld(app)).alpha;
    const names = ['Called', 'Written', 'Early', 'Marked', 'Never'];
    for (const name of names) await createLead(app, rep, { name });
    await app.database.asOwner(async (owner) => {
      await recall(owner, app.database.installation.engine, schema);
      // Reverts the client to its structure before the migration.
      await owner.query(`
        ALTER TABLE ${schema}.leads DROP COLUMN contact_code, DROP COLUMN first_contacted_at;
        UPDATE ${schema}.leads SET created_at = '2026-11-01 10:00Z',
          contact_by = CASE WHEN name <> 'Marked' THEN timestamptz '2026-11-01 11:00Z' END,
          last_contacted_at = CASE WHEN name = 'Marked' THEN now() END;
        INSERT INTO ${schema}.call_logs (id, lead_id, call_date, call_type, call_status, duration)
          SELECT gen_random_uuid(), id, created_at + after, 'outbound', 'busy', 0 FROM ${schema}.leads
          JOIN (VALUES ('Called', interval '50 minutes'), ('Called', '20 minutes'), ('Called', '-1 day'), ('Early', '-1 minute'),
            ('Written', '3 days')) calls (name, after) USING (name);
        INSERT INTO ${schema}.lead_messages (id, lead_id, channel, created_at)
          SELECT gen_random_uuid(), id, 'email', created_at + interval '30 hours 20 minutes' FROM ${schema}.leads WHERE name = 'Written';
        ${firstContacts.sql(schema)}`);
      const { rows } = await owner.query<{ name: string; minutes: number | null; code: number }>(
        `SELECT name, extract(epoch FROM first_contacted_at - created_at)::float8 / 60 AS minutes, contact_code AS code
         FROM ${schema}.leads ORDER BY array_position($1, name)`,
        [names],
      );
      assert.deepEqual(
        rows.map(({ name, minutes, code }) => [name, minutes, code >> 2, code & 3]),
        [
          ['Called', 20, 20, 1],
          ['Written', 1820, 1800, 2],
          ['Early', null, -2, 3],
          ['Marked', null, -1, 0],
          ['Never', null, -2, 3],
        ],
      );
    });
  } finally {
    await app.close();
  }
});
