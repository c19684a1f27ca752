import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { readSchema } from './schema-text.ts';
import { stageTables } from '#server/db/cluster/engine.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { SCHEMA_FILE, schemaDocument } from '#test/house/schema-document.ts';

let fixture: TestDatabase;
before(async () => (fixture = await openTestDatabase()));
after(async () => await fixture.close());

test('a new client has the tables and first rows that all migrations make', async () => {
  await createClient(fixture.database, { clientName: 'New', schemaName: 'new_one', country: 'FR' });
  const [copied, migrated] = await fixture.database.asOwner(async (owner) => {
    const steps = CLIENT_MIGRATIONS.map(({ sql }) => sql('"migrated"'));
    const { engine } = fixture.database.installation;
    await owner.query(`CREATE SCHEMA migrated; ${steps.join('\n')} ${stageTables(engine, 'migrated')}`);
    const made = async (schema: string) => {
      const text = (await readSchema(owner, schema))('client');
      const tables = [...text.matchAll(/^CREATE TABLE client\.(\w+)/gm)].map(([, name]) => name);
      const counts = tables.map((name) => `SELECT '${name}', count(*) FROM ${schema}.${name}`);
      const { rows } = await owner.query({ text: counts.join(' UNION ALL '), rowMode: 'array' });
      return { text, rows };
    };
    return [await made('new_one'), await made('migrated')];
  });
  assert.deepEqual(copied, migrated);
  assert.match(copied.text, /CREATE TABLE client\.leads/);
});

test('docs/schema.sql has the tables that the migrations make', async () => {
  assert.equal(readFileSync(SCHEMA_FILE, 'utf8'), await schemaDocument(fixture), 'Run `npm run schema`.');
});
