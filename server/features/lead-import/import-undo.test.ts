import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lead } from '#shared/leads/lead.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { allowTriggers } from '#server/db/cluster/engine.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { rowsOf } from '#test/rows/lead-rows.ts';
import { countsOf, importFile } from '#test/input/upload.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const run = async (rows: object[], update_existing = true) => {
  const body = { leads: rows, update_existing };
  const reply = await app.call(leadImport.run, { body }, world.alpha.rep.token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};
const undo = async (id: string | null) =>
  (await app.call(operations.undo, { params: { id: id ?? '' } }, world.alpha.rep.token)).body.data;

test('an import is an operation: undo trashes created leads and restores updated ones exactly', async () => {
  const { rep, schema } = world.alpha;
  const met = await createLead(app, rep, {
    name: 'Met',
    email: 'met@example.com',
    phone: '98765 43210',
    tags: ['old'],
    notes: 'Before',
    value: 10.5,
  });
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${schema}.leads SET last_contacted_at = '2026-01-02 03:04:05.678901+00'`);
  });
  const before = await rowsOf(app, world.alpha, 'leads');
  const { operation_id, ...counts } = await run([
    { name: 'New one', email: 'new@example.com', status: 'converted', value: '5' },
    { name: 'New two', phone: '90000 00001' },
    {
      email: 'met@example.com',
      status: 'converted',
      tags: 'new',
      notes: 'Imported',
      last_contacted_at: '2026-02-03',
    },
    // The same lead again, by its phone.
    { phone: '98765 43210', company_name: 'Twice' },
  ]);
  assert.deepEqual([counts.inserted, counts.updated, counts.skipped], [2, 1, 1]);
  await assertCounted(app, world.alpha);
  const changed = await app.call(leads.get, { params: { id: met.id } }, rep.token);
  assert.deepEqual(
    [
      changed.body.data.status,
      changed.body.data.tags,
      changed.body.data.notes,
      changed.body.data.company_name,
    ],
    ['converted', ['old', 'new'], 'Before\nImported', 'Twice'],
  );
  const [operation] = (await app.call(operations.list, {}, rep.token)).body.data;
  assert.deepEqual(
    [operation?.id, operation?.kind, operation?.summary],
    [operation_id, 'import', 'leads.json'],
  );
  type Event = { via: string; kind: string; operation_id: string; changes: Record<string, unknown> | null };
  const events = [...(await rowsOf(app, world.alpha, 'lead_events')).values()].map(
    (row) => JSON.parse(row) as Event,
  );
  const imported = events.filter(({ via }) => via === 'import');
  assert.deepEqual([...new Set(imported.map((event) => event.operation_id))], [operation_id]);
  assert.deepEqual(
    imported.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b)),
    ['created', 'created', 'updated'],
  );
  const { changes } = imported.find((event) => event.changes?.['tags']) ?? {};
  assert.deepEqual(changes?.['tags'], [['old'], ['old', 'new']]);
  assert.equal(changes?.['email_norm'], undefined);

  const undone = await undo(operation_id);
  assert.deepEqual(undone, { restored: 3, removed: 2, changed_since: [] });
  const now = await rowsOf(app, world.alpha, 'leads');
  assert.equal(now.get(met.id), before.get(met.id));
  const list = await app.call(leads.list, { query: { page: '1' } }, rep.token);
  assert.deepEqual(
    list.body.data.map(({ name }) => name),
    ['Met'],
  );
  await assertCounted(app, world.alpha);
});

test('an import that writes nothing leaves nothing to undo', async () => {
  await createLead(app, world.alpha.rep, { email: 'same@example.com' });
  const before = (await rowsOf(app, world.alpha, 'operations')).size;
  const { operation_id, skipped } = await run([{ name: 'Again', email: 'same@example.com' }], false);
  assert.deepEqual([operation_id, skipped], [null, 1]);
  assert.equal((await rowsOf(app, world.alpha, 'operations')).size, before);
});

test('a file whose import was undone, or wrote nothing, can be imported, and repeats nothing after that', async () => {
  const rows = [{ name: 'Only a name' }, { name: 'Another' }];
  const { operation_id, inserted } = await run(rows);
  assert.deepEqual([inserted, (await run(rows)).skipped], [2, 2]);
  assert.equal((await undo(operation_id)).removed, 2);
  const again = await run(rows);
  assert.deepEqual([again.inserted, (await run(rows)).skipped], [2, 2]);

  const file = { content: 'Name\nOnly here\n' };
  const wrong = { mapping: JSON.stringify(['ignore']) };
  const refused = await importFile(app, world.alpha.rep, { ...file, fields: wrong });
  assert.deepEqual(countsOf(refused.body.data), { inserted: 0, updated: 0, skipped: 0, failed: 1 });
  assert.equal((await importFile(app, world.alpha.rep, file)).body.data.inserted, 1);
});

const ask = async (id: string | null) =>
  (await app.call(operations.undo, { params: { id: id ?? '' } }, world.alpha.rep.token)).body;
const people = (notes: string) =>
  ['One', 'Two', 'Three'].map((name) => ({ name, email: `${name}@order.example`, notes }));
type Row = Pick<Lead, 'id' | 'email' | 'notes' | 'location'> & { deleted_at: string | null };
const stored = async () =>
  [...(await rowsOf(app, world.alpha, 'leads')).values()]
    .map((row) => JSON.parse(row) as Row)
    .filter(({ email, deleted_at }) => email?.endsWith('@order.example') && !deleted_at);

test('any number of imports can be undone in reverse order', async () => {
  const [first, second, third] = [
    await run(people('a')),
    await run(people('b')),
    await run(people('c').slice(0, 2)),
  ];
  assert.deepEqual(
    (await stored()).map(({ notes }) => notes).toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0)),
    ['a\nb', 'a\nb\nc', 'a\nb\nc'],
  );
  assert.equal((await ask(third.operation_id)).message, 'Undone: 2 leads restored');
  assert.deepEqual(
    (await stored()).map(({ notes }) => notes),
    ['a\nb', 'a\nb', 'a\nb'],
  );
  assert.equal((await ask(second.operation_id)).message, 'Undone: 3 leads restored');
  assert.deepEqual(
    (await stored()).map(({ notes }) => notes),
    ['a', 'a', 'a'],
  );
  const last = await ask(first.operation_id);
  assert.deepEqual([last.message, last.data.removed], ['Undone: 3 leads moved to the trash', 3]);
  assert.deepEqual(await stored(), []);
  await assertCounted(app, world.alpha);
});

test('a lead edited between two imports keeps that edit, whatever is undone later', async () => {
  const first = await run(people('a'));
  const [lead] = await stored();
  const call = { params: { id: lead?.id ?? '' }, body: { location: 'Pune' } };
  assert.equal((await app.call(leads.update, call, world.alpha.rep.token)).status, 200);
  const second = await run(people('b'));
  assert.equal((await ask(second.operation_id)).data.restored, 3);
  const undone = await ask(first.operation_id);
  assert.equal(undone.message, 'Undone: 2 leads moved to the trash, 1 lead changed since and left as it is');
  assert.deepEqual(
    (await stored()).map(({ location, notes }) => [location, notes]),
    [['Pune', 'a']],
  );
});

test('undoing an earlier import leaves what a later one changed', async () => {
  const first = await run([{ name: 'Late', email: 'late@order.example', notes: 'a' }]);
  const second = await run([{ email: 'late@order.example', notes: 'b' }]);
  assert.equal((await ask(first.operation_id)).message, 'Nothing was undone: 1 lead changed since');
  assert.equal((await ask(second.operation_id)).data.restored, 1);
  assert.equal((await ask(first.operation_id)).data.removed, 1);
});

test('a committed change of many leads is acknowledged even if its counters cannot be folded', async () => {
  const { schema } = world.alpha;
  await app.database.asOwner(async (owner) => {
    await allowTriggers(owner);
    await owner.query(`
      CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'locked' USING ERRCODE = 'lock_not_available'; END $$`);
    await owner.query(
      `CREATE TRIGGER refuse BEFORE DELETE ON ${schema}.lead_totals EXECUTE FUNCTION ${schema}.refuse()`,
    );
  });
  const { operation_id } = await run([{ name: 'Kept', email: 'kept@example.com' }]);
  const matching = { search: 'kept@example.com' };
  const bulk = await app.call(
    leadBulk.update,
    { body: { matching, updates: { status: 'contacted' } } },
    world.superadmin.token,
  );
  assert.deepEqual([bulk.status, bulk.body.data.updated], [200, 1], bulk.text);
  const params = { id: bulk.body.data.operation_ids[0] ?? '' };
  const undone = await app.call(operations.undo, { params }, world.superadmin.token);
  assert.deepEqual([undone.status, undone.body.data.restored], [200, 1], undone.text);
  assert.deepEqual(await undo(operation_id), { restored: 1, removed: 1, changed_since: [] });
  await assertCounted(app, world.alpha);
  await app.database.asOwner(async (owner) => await owner.query(`DROP FUNCTION ${schema}.refuse() CASCADE`));
});
