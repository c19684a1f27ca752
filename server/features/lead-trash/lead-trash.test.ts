import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { keepFor, retention } from '#server/retention.ts';
import { purgeTrash } from '#server/features/lead-trash/trash-purge.queries.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { digestOf } from '#test/rows/digest.ts';
import { rowsOf } from '#test/rows/lead-rows.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

async function trash(person: Person, lead = {}) {
  const { id } = await createLead(app, person, lead);
  return (await app.call(leads.remove, { params: { id } }, person.token)).body.data;
}
const list = async (person: Person, query = {}) =>
  (await app.call(leadTrash.list, { query: { limit: '100', ...query } }, person.token)).body;
const restore = async (person: Person, id: string) =>
  await app.call(leadTrash.restore, { params: { id } }, person.token);
const undo = async (person: Person, id: string) =>
  await app.call(operations.undo, { params: { id } }, person.token);
/** Ages an object by the given number of days. */
async function age(statement: string): Promise<void> {
  await app.database.asOwner(async (owner) => {
    await owner.query(statement.replaceAll('TABLE', world.alpha.schema));
  });
}

test('a lead in the trash is listed for its client and restored as it was', async () => {
  const { rep, otherRep, manager } = world.alpha;
  const { id } = await trash(rep, { name: 'Ravi Verma', phone: '098765 43210', email: 'Ravi@example.com' });
  const [found] = (await list(otherRep, { search: 'ravi' })).data;
  assert.deepEqual(
    [found?.id, found?.deleted_user_name, found?.clientId],
    [id, 'salesrep No5', world.alpha.id],
  );
  const mayRestore = async (person: Person) => (await list(person, { search: 'ravi' })).data[0]?.can_restore;
  assert.deepEqual(
    [await mayRestore(rep), await mayRestore(otherRep), await mayRestore(manager)],
    [true, false, true],
  );
  assert.equal(await mayRestore(world.superadmin), true);
  const left = Date.parse(found?.purged_at ?? '') - Date.parse(found?.deleted_at ?? '');
  assert.equal(left, 30 * 24 * 60 * 60_000);
  for (const search of ['98765-43210', 'RAVI@EXAMPLE', '098765 43210'])
    assert.deepEqual(
      (await list(manager, { search })).data.map((lead) => lead.id),
      [id],
      search,
    );
  assert.deepEqual((await list(rep, { search: '100%' })).data, []);
  assert.equal((await list(world.beta.manager)).data.length, 0);
  assert.equal((await list(world.superadmin, { search: 'ravi' })).data.length, 1);

  const before = await digestOf(app);
  const refused = await restore(otherRep, id);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'You can delete only leads that you created.'],
  );
  assert.equal((await restore(world.beta.manager, id)).status, 404);
  assert.deepEqual(await digestOf(app), before);
  const restored = await restore(rep, id);
  assert.deepEqual([restored.status, restored.body.data.version], [200, 3], restored.text);
  assert.equal((await restore(rep, id)).status, 404);
  assert.equal((await list(rep)).pagination.total, 0);
  const events = [...(await rowsOf(app, world.alpha, 'lead_events')).values()].map(
    (row) => JSON.parse(row) as { lead_id: string; kind: string },
  );
  assert.deepEqual(
    events
      .filter((each) => each.lead_id === id)
      .map(({ kind }) => kind)
      .toSorted((a, b) => a.localeCompare(b)),
    ['created', 'deleted', 'restored'],
  );
  await assertCounted(app, world.alpha);
});

test('users list and undo their own operations, and admins those of their client', async () => {
  const { rep, otherRep, manager, admin } = world.alpha;
  const { operation_id } = await trash(rep, { name: 'Mine' });
  const own = (await app.call(operations.list, {}, rep.token)).body.data[0];
  assert.deepEqual(
    [own?.id, own?.kind, own?.summary, own?.leads, own?.can_undo, own?.user_name],
    [operation_id, 'delete', 'Mine', 1, true, 'salesrep No5'],
  );
  for (const stranger of [otherRep, manager, world.beta.admin]) {
    const seen = (await app.call(operations.list, {}, stranger.token)).body.data;
    assert.ok(seen.every(({ id }) => id !== operation_id));
    assert.equal((await undo(stranger, operation_id)).status, 404);
  }
  assert.ok(
    (await app.call(operations.list, {}, admin.token)).body.data.some(({ id }) => id === operation_id),
  );
  const undone = await undo(admin, operation_id);
  assert.deepEqual([undone.body.message, undone.body.data.restored], ['Undone: 1 lead restored', 1]);
  assert.equal((await app.call(operations.list, {}, rep.token)).body.data[0]?.can_undo, false);
  await assertCounted(app, world.alpha);
});

test('a deletion whose leads have all been restored one by one can no longer be undone', async () => {
  const { rep } = world.alpha;
  const ids = [await createLead(app, rep), await createLead(app, rep)].map(({ id }) => id);
  const { token } = world.superadmin;
  await app.call(leadBulk.remove, { body: { lead_ids: ids } }, token);
  const latest = async () => (await app.call(operations.list, {}, token)).body.data[0];
  for (const [index, id] of ids.entries()) {
    const operation = await latest();
    assert.deepEqual([operation?.kind, operation?.can_undo], ['bulk_delete', true], `after ${index} of 2`);
    assert.equal((await restore(rep, id)).status, 200);
  }
  assert.equal((await latest())?.can_undo, false);
  const { id, operation_id } = await trash(rep);
  await restore(rep, id);
  assert.equal((await undo(rep, operation_id)).body.message, 'This has already been undone.');
  await assertCounted(app, world.alpha);
});

test('an installation can extend the trash period, and limit how long the audit log is stored', async () => {
  const { rep } = world.alpha;
  const usual = retention();
  const auditLines = async () =>
    await app.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ old: boolean }>(
        "SELECT DISTINCT at < now() - interval '90 days' AS old FROM core.audit ORDER BY 1",
      );
      return rows.map(({ old }) => old);
    });
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO core.audit (at, action, client_id) SELECT now() - i * interval '1 hour',
      'login', '${world.alpha.id}' FROM generate_series(1, 2300) i`);
  });
  const old = await trash(rep, { name: 'Kept' });
  await age(`UPDATE TABLE.leads SET deleted_at = now() - interval '80 days' WHERE id = '${old.id}'`);
  assert.deepEqual(await auditLines(), [false, true]);
  keepFor({ ...usual, trash: 90, audit: 90 });
  await purgeTrash(app.database);
  assert.deepEqual(await auditLines(), [false]);
  assert.equal((await restore(rep, old.id)).status, 200);
  keepFor(usual);
});

test('after 30 days nothing can be restored or undone, and the purge deletes it', async () => {
  const { rep } = world.alpha;
  const [old, young] = [await trash(rep, { name: 'Old' }), await trash(rep, { name: 'Young' })];
  await age(`UPDATE TABLE.leads SET deleted_at = now() - interval '30 days 1 second' WHERE id = '${old.id}'`);
  await age(
    `UPDATE TABLE.operations SET at = now() - interval '30 days 1 second' WHERE id = '${old.operation_id}'`,
  );
  await age(`INSERT INTO TABLE.idempotency_keys (user_id, operation, key, fingerprint, response, created_at)
    SELECT '${rep.id}', 'leads.create', 'key' || i, '\\x00', '{}', now() - i * interval '13 hours' FROM generate_series(1, 1200) i`);
  assert.deepEqual(
    (await list(rep)).data.map(({ name }) => name),
    ['Young'],
  );
  assert.equal((await restore(rep, old.id)).status, 404);
  assert.equal((await undo(rep, old.operation_id)).status, 409);
  await Promise.all([purgeTrash(app.database), purgeTrash(app.database)]);
  const [rows, operationRows] = [
    await rowsOf(app, world.alpha, 'leads'),
    await rowsOf(app, world.alpha, 'operations'),
  ];
  assert.deepEqual([rows.has(old.id), rows.has(young.id)], [false, true]);
  assert.deepEqual(
    [operationRows.has(old.operation_id), operationRows.has(young.operation_id)],
    [false, true],
  );
  const keys = await ownerRows(app, `SELECT key FROM ${world.alpha.schema}.idempotency_keys`);
  assert.deepEqual(keys, [{ key: 'key1' }]);
  await assertCounted(app, world.alpha);
});

/** The tables of all schemas that have a row containing the word. */
async function placesOf(word: string): Promise<string[]> {
  await app.database.follower?.settle(10_000);
  return await app.database.asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ place: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS place FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const looks = tables.map(
      ({ place }) =>
        `SELECT '${place}' AS place WHERE EXISTS (SELECT 1 FROM ${place} t WHERE strpos(t::text, $1) > 0)`,
    );
    const found = await owner.query<{ place: string }>(looks.join(' UNION ALL '), [word]);
    return found.rows.map(({ place }) => place);
  });
}

test('an erased lead is in no table any more, neither by its text nor by its id', async () => {
  const { admin, manager, rep } = world.alpha;
  const word = 'Zorawar';
  const person = { name: `${word} Singh`, email: 'zorawar@example.com', notes: `${word} is ${word}` };
  const make = async (headers = {}) =>
    (await app.call(leads.create, { body: person, headers }, rep.token)).body.data.id;
  const [id, merged, twin] = [await make({ 'idempotency-key': 'once' }), await make(), await make()];
  const params = { id };
  const send = async (endpoint: Endpoint, body: object, { token }: Person = manager) => {
    const reply = await app.call(endpoint, { params, body }, token);
    assert.ok(reply.status < 300, reply.text);
  };
  await send(leads.update, { name: `${word} Singh Rathore` });
  await send(leads.assign, { assigned_to: rep.id });
  await send(callLogs.create, { lead_id: id, duration: 5, notes: `Spoke with ${word}` });
  await send(reminders.create, { lead_id: id, title: `Call ${word}`, reminder_date: '2027-01-01T04:30:00Z' });
  await send(leadNotes.create, { body: `${word} likes green` });
  await send(leadBulk.update, { lead_ids: [id], updates: { lead_score: 9 } }, world.superadmin);
  const deleted = await app.call(leads.remove, { params }, manager.token);
  await undo(manager, deleted.body.data.operation_id);
  await send(leadDuplicates.merge, { lead_id: merged });
  const erase = async (lead: string, { token } = admin) =>
    await app.call(leadTrash.erase, { params: { id: lead } }, token);
  assert.equal((await erase(id)).status, 404, 'a living lead is erased');
  for (const each of [id, twin]) await app.call(leads.remove, { params: { id: each } }, manager.token);
  assert.ok((await placesOf(word)).length > 10);
  const replies = [await erase(id), await erase(merged), await erase(twin)];
  assert.deepEqual(
    replies.map(({ body }) => [body.message, body.data.others]),
    [
      ['Lead erased forever. 2 other leads have the same email or phone.', 2],
      ['Lead erased forever. 1 other lead has the same email or phone.', 1],
      ['Lead erased forever.', 0],
    ],
  );
  assert.deepEqual(await placesOf(word), []);
  // The audit log records that the lead was erased, and an operation on many leads keeps its count.
  for (const each of [id, merged, twin]) assert.deepEqual(await placesOf(each), ['core.audit']);
  assert.equal((await erase(id)).status, 404);
  await assertCounted(app, world.alpha);
});

test('no call changes a lead in the trash, or attaches anything to it', async () => {
  const { manager } = world.alpha;
  const { id } = await createLead(app, manager);
  assert.equal((await app.call(leads.remove, { params: { id } }, manager.token)).status, 200);
  const before = await digestOf(app);
  const calls: [Endpoint, object][] = [
    [leads.update, { name: 'Changed', version: 2 }],
    [leads.setStatus, { status: 'contacted' }],
    [leads.setArchived, { is_archived: true }],
    [leads.assign, { assigned_to: null }],
    [leads.setScore, { lead_score: 1 }],
    [leads.addTags, { tags: ['x'] }],
    [leads.removeTags, { tags: ['x'] }],
    [leads.setDuplicate, { is_duplicate: true }],
    [leads.convert, { converted_at: '2026-01-01T00:00:00Z' }],
    [leads.contact, {}],
    [leads.remove, {}],
  ];
  for (const [endpoint, body] of calls) {
    const input = { params: { id }, ...(Object.keys(body).length > 0 && { body }) };
    const { status, text } = await app.call(endpoint, input, manager.token);
    assert.equal(status, 404, `${endpoint.method} ${endpoint.path}: ${text}`);
  }
  const hanging: [Endpoint, object][] = [
    [callLogs.create, { lead_id: id, duration: 5, notes: 'Called' }],
    [reminders.create, { lead_id: id, title: 'Call', reminder_date: '2027-01-01T04:30:00Z' }],
  ];
  for (const [endpoint, body] of hanging)
    assert.equal((await app.call(endpoint, { body }, manager.token)).status, 404, endpoint.path);
  assert.deepEqual(await digestOf(app), before);
});

test('an operation past the undo period or already undone is refused', async () => {
  const { rep } = world.alpha;
  const { operation_id } = await trash(rep);
  await age(
    `UPDATE TABLE.operations SET at = now() - interval '30 days 1 minute' WHERE id = '${operation_id}'`,
  );
  const old = await undo(rep, operation_id);
  assert.deepEqual([old.status, old.body.message], [409, `Only the last 30 days can be undone.`]);
  await age(
    `UPDATE TABLE.operations SET at = now() - interval '30 days' + interval '1 minute' WHERE id = '${operation_id}'`,
  );
  assert.equal((await undo(rep, operation_id)).status, 200);
  assert.equal((await undo(rep, operation_id)).body.message, 'This has already been undone.');
});
