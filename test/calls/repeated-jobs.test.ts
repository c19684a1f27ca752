import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { importFile } from '#test/input/upload.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

test('bulk changes and imports that stream progress also run once per key', async () => {
  const { manager } = world.alpha;
  const { id } = await createLead(app, manager);
  const accept = 'application/x-ndjson';
  const eventsOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; data?: object });
  const calls = [
    async () =>
      await app.call(
        leadBulk.update,
        {
          body: { lead_ids: [id], updates: { notes: 'Called', tags_mode: 'add' } },
          headers: { accept, 'idempotency-key': 'job' },
        },
        world.superadmin.token,
      ),
    async () =>
      await app.call(
        leadImport.run,
        { body: { leads: [{ name: 'Streamed twice' }] }, headers: { accept, 'idempotency-key': 'job' } },
        manager.token,
      ),
  ];
  for (const call of calls) {
    const first = eventsOf((await call()).text);
    const before = await digestOf(app);
    const again = await call();
    assert.deepEqual(eventsOf(again.text), [first.at(-1)]);
    assert.deepEqual(await digestOf(app), before);
  }
});

test('two simultaneous presses import the leads once, and another file under the same key is refused', async () => {
  const press = async (name: string) =>
    await importFile(app, world.beta.manager, {
      content: `Name\n${name}\n`,
      headers: { 'idempotency-key': 'one-file' },
    });
  const [one, other] = await Promise.all([press('Nobody to call'), press('Nobody to call')]);
  assert.deepEqual([one.status, other.status], [200, 200], one.text + other.text);
  assert.deepEqual(one.body.data, other.body.data);
  const { rows } = await app.database.asOwner(
    async (owner) => await owner.query(`SELECT id FROM beta.leads WHERE name = 'Nobody to call'`),
  );
  assert.equal(rows.length, 1);
  assert.equal((await press('Somebody else')).status, 409);
});
