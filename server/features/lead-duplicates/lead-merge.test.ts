import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { digestOf } from '#test/rows/digest.ts';
import { rowsOf } from '#test/rows/lead-rows.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const TABLES = ['leads', 'call_logs', 'reminders'] as const;
const snapshot = async () =>
  await Promise.all(TABLES.map(async (table) => await rowsOf(app, world.alpha, table)));
const merge = async (id: string, body: object, token = world.alpha.rep.token) =>
  await app.call(leadDuplicates.merge, { params: { id }, body }, token);
const undo = async (id: string, token = world.alpha.rep.token) =>
  await app.call(operations.undo, { params: { id } }, token);
const find = async (query: Record<string, string>, token = world.alpha.rep.token) =>
  (await app.call(leadDuplicates.find, { query }, token)).body.data;

/** Two leads, each with a call, an open and a completed reminder; the second one was called last. */
async function pair(): Promise<[Lead, Lead]> {
  const { rep, schema } = world.alpha;
  const first = await createLead(app, rep, { name: 'Kept', tags: ['a', 'b'], notes: 'One', value: 100.5 });
  const second = await createLead(app, rep, {
    name: 'Other',
    tags: ['B', 'c'],
    notes: 'Two',
    email: 'o@example.com',
  });
  await app.database.asOwner(async (owner) => {
    for (const [index, { id }] of [first, second].entries()) {
      await owner.query(
        `INSERT INTO ${schema}.call_logs (id, lead_id, call_date, call_type, call_status, duration)
         VALUES ($1, $2, now() - make_interval(days => $3), 'outbound', $4, 3)`,
        [randomUUID(), id, 5 - index, ['completed', 'busy'][index]],
      );
      await owner.query(
        `INSERT INTO ${schema}.reminders (id, lead_id, title, reminder_date, is_completed)
         VALUES ($1, $3, 'Open', now(), false), ($2, $3, 'Done', now(), true)`,
        [randomUUID(), randomUUID(), id],
      );
    }
    await owner.query(
      `UPDATE ${schema}.leads SET next_followup_date = now(), last_contacted_at = CASE WHEN id = $1 THEN $3::timestamptz END WHERE id IN ($1, $2)`,
      [second.id, first.id, new Date()],
    );
  });
  return [first, second];
}

test('a merge moves everything, and its undo restores identical rows', async () => {
  const [kept, other] = await pair();
  const before = await snapshot();
  const events = await rowsOf(app, world.alpha, 'lead_events');
  const reply = await merge(kept.id, {
    lead_id: other.id,
    fields: { email: other.email, version: kept.version },
  });
  assert.equal(reply.status, 200, reply.text);
  const { lead, operation_id } = reply.body.data;
  assert.deepEqual(
    [lead.name, lead.email, lead.tags, lead.notes, lead.call_status, lead.is_duplicate],
    ['Kept', 'o@example.com', ['a', 'b', 'c'], 'One\nTwo', 'busy', false],
  );
  assert.ok(lead.last_contacted_at && lead.next_followup_date);
  const moved = await snapshot();
  for (const rows of moved.slice(1))
    for (const row of rows.values()) assert.ok(row.includes(kept.id) && !row.includes(other.id));
  const gone = await app.call(leads.get, { params: { id: other.id } }, world.alpha.rep.token);
  assert.equal(gone.status, 404);
  await assertCounted(app, world.alpha);

  const undone = await undo(operation_id);
  assert.deepEqual(undone.body.data, { restored: 2, removed: 0, changed_since: [] }, undone.text);
  assert.deepEqual(await snapshot(), before);
  const now = await rowsOf(app, world.alpha, 'lead_events');
  for (const [id, row] of events) assert.equal(now.get(id), row);
  await assertCounted(app, world.alpha);
  assert.equal((await undo(operation_id)).status, 409);
});

test('a merged lead keeps the earlier first contact of the two', async () => {
  const { rep, schema } = world.alpha;
  const [kept, other] = [await createLead(app, rep), await createLead(app, rep)];
  const { id, call_date } = (
    await app.call(callLogs.create, { body: { lead_id: other.id, duration: 2, notes: 'Called' } }, rep.token)
  ).body.data;
  assert.ok(id);
  const firstContacts = async () =>
    await app.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ first_contacted_at: Date | null }>(
        `SELECT first_contacted_at FROM ${schema}.leads WHERE id IN ($1, $2) ORDER BY id = $2`,
        [kept.id, other.id],
      );
      return rows.map(({ first_contacted_at }) => first_contacted_at?.toISOString() ?? null);
    });
  const before = await firstContacts();
  assert.equal(before[0], null);
  assert.equal(new Date(before[1] ?? '').getTime(), new Date(call_date).getTime());
  const { operation_id } = (await merge(kept.id, { lead_id: other.id, fields: { version: kept.version } }))
    .body.data;
  assert.equal((await firstContacts())[0], before[1]);
  assert.equal((await undo(operation_id)).status, 200);
  assert.deepEqual(await firstContacts(), before);
});

test('a merged lead that is won has been won since the earlier date of the two', async () => {
  const { rep } = world.alpha;
  const [march, april] = ['2026-03-04T05:06:07.000Z', '2026-04-05T06:07:08.000Z'];
  const won = async (converted_at: string) => {
    const { id } = await createLead(app, rep);
    return (await app.call(leads.convert, { params: { id }, body: { converted_at } }, rep.token)).body.data;
  };
  const mergedAt = async (kept: Lead, other: Lead, fields: object = {}) => {
    const { lead } = (await merge(kept.id, { lead_id: other.id, fields })).body.data;
    return [lead.status, lead.converted_at];
  };
  const open = async () => await createLead(app, rep);
  const byLabel = await mergedAt(await open(), await won(march), { status: 'Converted' });
  assert.deepEqual(byLabel, ['converted', march]);
  assert.deepEqual(await mergedAt(await won(april), await won(march)), ['converted', march]);
  assert.deepEqual(await mergedAt(await won(march), await won(april)), ['converted', march]);
  assert.deepEqual(await mergedAt(await won(april), await open()), ['converted', april]);
  assert.deepEqual(await mergedAt(await won(march), await open(), { status: 'new' }), ['new', null]);
  assert.deepEqual(await mergedAt(await open(), await won(march)), ['new', null]);
});

test('undoing a merge leaves a lead that has changed since as it is', async () => {
  const [kept, other] = await pair();
  const { operation_id } = (await merge(kept.id, { lead_id: other.id })).body.data;
  await app.call(leads.setScore, { params: { id: kept.id }, body: { lead_score: 9 } }, world.alpha.rep.token);
  const before = await digestOf(app);
  const undone = await undo(operation_id);
  assert.deepEqual(undone.body.data, {
    restored: 0,
    removed: 0,
    changed_since: [{ id: kept.id, name: 'Kept' }],
  });
  assert.deepEqual(await digestOf(app), before);
});

test('a refused merge changes nothing', async () => {
  const [kept, other] = await pair();
  const foreign = await createLead(app, world.beta.rep);
  await createLead(app, world.superadmin, {}, world.alpha.id);
  const trashed = await createLead(app, world.alpha.rep);
  await app.call(leads.remove, { params: { id: trashed.id } }, world.alpha.rep.token);
  const before = await digestOf(app);
  const { token } = world.superadmin;
  const tags = Array.from({ length: 49 }, (_, index) => `tag ${index}`);
  assert.equal((await merge(kept.id, { lead_id: kept.id })).status, 422);
  assert.equal((await merge(kept.id, { lead_id: foreign.id })).status, 404);
  assert.equal((await merge(kept.id, { lead_id: foreign.id }, token)).status, 404);
  assert.equal((await merge(foreign.id, { lead_id: kept.id })).status, 404);
  assert.equal((await merge(kept.id, { lead_id: trashed.id })).status, 404);
  assert.equal((await merge(trashed.id, { lead_id: kept.id })).status, 404);
  assert.equal((await merge(kept.id, { lead_id: other.id, fields: { version: 99 } })).status, 412);
  assert.equal(
    (await merge(kept.id, { lead_id: other.id, fields: { notes: 'n'.repeat(20_001) } })).status,
    422,
  );
  assert.equal(
    (await merge(kept.id, { lead_id: other.id, fields: { assigned_to: world.beta.rep.id } })).status,
    422,
  );
  assert.deepEqual(await digestOf(app), before);
  await app.call(leads.update, { params: { id: other.id }, body: { tags } }, world.alpha.rep.token);
  assert.equal((await merge(kept.id, { lead_id: other.id })).status, 422, 'more than 50 tags');
});

test('leads sharing an email or phone in any spelling are found, best match first, and marked when created anyway', async () => {
  const { rep, manager, id: clientId } = world.alpha;
  const first = await createLead(app, rep, {
    name: 'First',
    email: 'Asha@Example.com',
    phone: '098765 43210',
  });
  assert.equal(first.is_duplicate, false);
  const second = await createLead(app, rep, { name: 'Second', phone: '+91 98765-43210' });
  assert.equal(second.is_duplicate, true);
  const archived = await createLead(app, rep, { name: 'Archived', email: 'asha@example.com' });
  await app.call(leads.setArchived, { params: { id: archived.id }, body: { is_archived: true } }, rep.token);
  const deleted = await createLead(app, rep, { name: 'Deleted', phone: '9876543210' });
  await app.call(leads.remove, { params: { id: deleted.id } }, rep.token);
  await createLead(app, world.beta.rep, { name: 'Foreign', email: 'asha@example.com', phone: '9876543210' });
  const found = await find({ email: 'ASHA@example.com ', phone: '+919876543210' }, manager.token);
  assert.deepEqual(
    found.map(({ name, matches, is_archived, is_deleted }) => [name, matches, is_archived, is_deleted]),
    [
      ['First', 'both', false, false],
      ['Second', 'phone', false, false],
      ['Archived', 'email', true, false],
      ['Deleted', 'phone', false, true],
    ],
  );
  assert.equal(found[0]?.assigned_user_name, (await find({ phone: '9876543210' }))[0]?.assigned_user_name);
  const others = await find({ email: 'asha@example.com', exclude: first.id });
  assert.deepEqual(
    others.map(({ name }) => name),
    ['Archived'],
  );
  assert.deepEqual(await find({ email: '', phone: '12' }), []);
  assert.deepEqual(await find({ email: 'asha@example.com' }, world.superadmin.token), []);
  const named = await find({ email: 'asha@example.com', client_id: clientId }, world.superadmin.token);
  assert.equal(named.length, 2);
  assert.deepEqual(await find({ email: 'asha@example.com', client_id: clientId }, world.beta.rep.token), []);
  for (let index = 0; index < 5; index += 1) await createLead(app, rep, { phone: '98765 43210' });
  assert.equal((await find({ phone: '9876543210' })).length, 5);
  await assertCounted(app, world.alpha);
});
