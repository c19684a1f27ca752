import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { Scope } from '#server/db/scope.ts';
import type { InvalidInput } from '#server/errors.ts';
import { userActor } from '#server/db/actors.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { findTargets } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { digestOf } from '#test/rows/digest.ts';
import { fillLeads, rowsOf } from '#test/rows/lead-rows.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
let superadmin: Person;
before(async () => {
  ({ superadmin } = world);
  // A superadmin becomes a guest of a client with the first write there.
  await createLead(app, superadmin, {}, world.alpha.id);
  await createLead(app, superadmin, {}, world.beta.id);
  await fillLeads(app, world.alpha, 2500);
});

const update = async (body: object, person = superadmin) =>
  await app.call(leadBulk.update, { body }, person.token);
const remove = async (body: object, person = superadmin) =>
  await app.call(leadBulk.remove, { body }, person.token);
const undo = async (id: string, person = superadmin) =>
  await app.call(operations.undo, { params: { id } }, person.token);
const fresh = async (lead = {}) => await createLead(app, world.alpha.rep, lead);
const read = async (id: string) =>
  (await app.call(leads.get, { params: { id } }, superadmin.token)).body.data;

test('a refused bulk call changes nothing and says why', async () => {
  const own = (await fresh()).id;
  const before = await digestOf(app);
  const status = { status: 'contacted' };
  const refusals: [Promise<{ status: number; body: { message: string } }>, number, string | RegExp][] = [
    [update({ updates: status }), 422, 'No leads selected for update'],
    [update({ lead_ids: [], updates: status }), 422, 'No leads selected for update'],
    [remove({}), 422, 'No leads selected for deletion'],
    [remove({ leadIds: [] }), 422, 'No leads selected for deletion'],
    [update({ lead_ids: [own], updates: {} }), 422, 'Choose at least one field to change.'],
    [update({ lead_ids: [own], updates: { lead_score: 101 } }), 422, /between 0 and 100/],
    [update({ lead_ids: [own], matching: {}, updates: status }), 422, /either/],
    [update({ lead_ids: Array.from({ length: 1001 }, () => randomUUID()), updates: status }), 422, /1000/],
    [update({ lead_ids: [randomUUID()], updates: status }), 404, /selected leads exists/],
    [remove({ lead_ids: [randomUUID(), randomUUID()] }), 404, /selected leads exists/],
    [update({}), 422, 'No leads selected for update'],
    [remove([]), 422, 'No leads selected for deletion'],
    [
      update({ lead_ids: [own], updates: status }, world.alpha.admin),
      403,
      'Only Super Admin users can perform bulk update operations',
    ],
    [
      remove({ lead_ids: [own] }, world.alpha.manager),
      403,
      'Only Super Admin users can perform bulk delete operations',
    ],
  ];
  for (const [call, code, message] of refusals) {
    const reply = await call;
    assert.equal(reply.status, code, reply.body.message);
    if (typeof message === 'string') assert.equal(reply.body.message, message);
    else assert.match(reply.body.message, message);
  }
  assert.deepEqual(await digestOf(app), before);
});

test('every field of the dialog changes as in a single edit', async () => {
  const { rep } = world.alpha;
  const one = await fresh({ notes: 'First', tags: ['old'], status: 'new' });
  const two = await fresh({ status: 'converted', tags: ['vip'] });
  const reply = await update({
    lead_ids: [one.id, two.id, one.id.toUpperCase()],
    updates: {
      status: 'converted',
      source: 'referral',
      interest_level: 'high',
      assigned_to: rep.id,
      lead_score: 70,
      tags: ['vip', 'new'],
      notes: 'Second',
      next_followup_date: '2030-01-02T03:04:05Z',
    },
  });
  assert.equal(reply.body.message, 'Successfully updated 2 leads');
  assert.deepEqual([reply.body.data.updated, reply.body.data.failed], [2, 0]);
  const [first, second] = [await read(one.id), await read(two.id)];
  assert.deepEqual(
    [first.status, first.source, first.interest_level, first.assigned_to, first.lead_score, first.tags],
    ['converted', 'referral', 'high', rep.id, 70, ['old', 'vip', 'new']],
  );
  assert.deepEqual([first.notes, second.notes, second.tags], ['First\nSecond', 'Second', ['vip', 'new']]);
  assert.equal(first.next_followup_date, '2030-01-02T03:04:05.000Z');
  assert.equal(first.is_archived, false);
  assert.notEqual(first.converted_at, null);
  assert.equal(second.converted_at, two.converted_at, 'the first conversion counts');
  assert.deepEqual([first.version, first.updated_by], [one.version + 1, superadmin.id]);
  const list = await app.call(operations.list, { query: { limit: '1' } }, superadmin.token);
  assert.match(list.body.data[0]?.summary ?? '', /^Status → Converted, Source → Referral, /);
  await update({ lead_ids: [one.id], updates: { status: 'new', tags: ['vip'], tags_mode: 'remove' } });
  assert.deepEqual([(await read(one.id)).tags, (await read(one.id)).converted_at], [['old', 'new'], null]);
  await update({ lead_ids: [one.id], updates: { tags: [], tags_mode: 'replace', is_archived: true } });
  assert.deepEqual([(await read(one.id)).tags, (await read(one.id)).is_archived], [[], true]);
  await assertCounted(app, world.alpha);
});

test('leads of several clients are changed, each in its client, and refused changes are reported', async () => {
  const here = await fresh({ name: 'Here' });
  const there = await createLead(app, world.beta.rep, { name: 'There' });
  const reply = await update({
    lead_ids: [here.id, there.id],
    updates: { assigned_to: world.alpha.manager.id },
  });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.body.data.failures, [
    { id: there.id, name: 'There', message: 'Choose a user of this client.' },
  ]);
  assert.deepEqual([reply.body.data.updated, reply.body.data.failed], [1, 1]);
  assert.equal(reply.body.data.operation_ids.length, 1);
  assert.equal((await read(here.id)).assigned_to, world.alpha.manager.id);
  assert.equal((await read(there.id)).assigned_to, world.beta.rep.id);
  const deleted = await remove({ leadIds: [here.id, there.id] });
  assert.deepEqual(
    [deleted.body.message, deleted.body.data.operation_ids.length],
    ['Successfully deleted 2 leads', 2],
  );
  for (const id of deleted.body.data.operation_ids) assert.equal((await undo(id)).body.data.restored, 1);
  await assertCounted(app, world.alpha);
  await assertCounted(app, world.beta);
});

test('a full tag list or notes field refuses the change, and the other leads take it', async () => {
  const full = await fresh({ name: 'Full', tags: Array.from({ length: 50 }, (_, index) => `tag ${index}`) });
  const long = await fresh({ name: 'Long', notes: 'n'.repeat(19_990) });
  const lead_ids = [full.id, long.id, (await fresh()).id];
  const reply = await update({ lead_ids, updates: { tags: ['one more'], notes: 'ten more characters' } });
  assert.deepEqual(
    reply.body.data.failures.map(({ name, message }) => [name, message]),
    [
      ['Full', 'A lead can have 50 tags at most.'],
      ['Long', 'Notes is too long (20000 characters at most).'],
    ],
  );
  assert.equal(reply.body.data.updated, 1);
});

test('2,500 leads change by filter, three are then edited by hand, and undo restores the others exactly', async () => {
  const { alpha } = world;
  const before = await rowsOf(app, alpha, 'leads');
  const reply = await app.call(
    leadBulk.update,
    {
      body: {
        matching: { campaign_id: 'filled' },
        updates: { status: 'contacted', tags: ['vip'], notes: 'Bulk' },
      },
      headers: { accept: 'application/x-ndjson' },
    },
    superadmin.token,
  );
  const events = reply.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { data?: { updated: number; operation_ids: string[] } });
  assert.deepEqual(events.at(0), { type: 'progress', done: 1000, total: 2500 });
  const { updated, operation_ids } = events.at(-1)?.data ?? {};
  assert.deepEqual(events.at(-2), { type: 'progress', done: 2500, total: 2500 });
  assert.deepEqual([updated, operation_ids?.length], [2500, 1]);
  await assertCounted(app, alpha);
  const edited = [...before.entries()].filter(([, row]) => row.includes('"filled"')).slice(0, 3);
  for (const [id] of edited)
    await app.call(leads.setScore, { params: { id }, body: { lead_score: 100 } }, alpha.rep.token);
  const after = await rowsOf(app, alpha, 'leads');
  const undone = await undo(operation_ids?.[0] ?? '');
  assert.equal(undone.status, 200, undone.text);
  assert.equal(undone.body.data.restored, 2497);
  const reported = undone.body.data.changed_since.map(({ id }) => id);
  assert.deepEqual(reported.toSorted(), edited.map(([id]) => id).toSorted());
  const now = await rowsOf(app, alpha, 'leads');
  for (const [id, row] of now) assert.equal(row, reported.includes(id) ? after.get(id) : before.get(id));
  await assertCounted(app, alpha);
  const again = await undo(operation_ids?.[0] ?? '');
  assert.deepEqual([again.status, again.body.message], [409, 'This has already been undone.']);
});

test('an unchanged value creates neither a new version nor a history entry', async () => {
  const lead = await fresh({ status: 'contacted' });
  const events = (await rowsOf(app, world.alpha, 'lead_events')).size;
  const reply = await update({ lead_ids: [lead.id], updates: { status: 'contacted' } });
  assert.deepEqual([reply.body.data.updated, reply.body.data.operation_ids], [1, []]);
  assert.equal((await read(lead.id)).version, lead.version);
  assert.equal((await rowsOf(app, world.alpha, 'lead_events')).size, events);
});

test('bulk and single edits of the same leads wait for each other and never deadlock', async () => {
  const filled = await app.call(
    leads.list,
    { query: { campaign_id: 'filled', page: '1', limit: '100' } },
    superadmin.token,
  );
  const ids = filled.body.data.map(({ id }) => id);
  const bulk = Array.from({ length: 4 }, async (_, index) => {
    const lead_ids = index % 2 === 0 ? ids : ids.toReversed();
    return (await update({ lead_ids, updates: { lead_score: index } })).status;
  });
  const single = ids.slice(0, 40).map(async (id) => {
    const body = { is_archived: false, status: 'qualified' };
    return (await app.call(leads.update, { params: { id }, body }, world.alpha.rep.token)).status;
  });
  assert.deepEqual([...new Set(await Promise.all([...bulk, ...single]))], [200]);
  await assertCounted(app, world.alpha);
});

test('blank tags are ignored, and tags differing only in case are one', async () => {
  const { id } = await fresh({ tags: ['NRI'] });
  const blank = { tags: ['  ', ''], tags_mode: 'replace' as const, lead_score: 5 };
  assert.equal((await update({ lead_ids: [id], updates: blank })).status, 200);
  assert.deepEqual((await read(id)).tags, ['NRI']);
  await update({ lead_ids: [id], updates: { tags: ['vip', ' ', 'VIP', 'Expo'] } });
  assert.deepEqual((await read(id)).tags, ['NRI', 'vip', 'Expo']);
  await update({ lead_ids: [id], updates: { tags: [], tags_mode: 'replace' } });
  assert.deepEqual((await read(id)).tags, []);
});

test('a lead that somebody moved to the trash is named, and the others are changed', async () => {
  const gone = await fresh();
  const left = await fresh();
  await app.call(leads.remove, { params: { id: gone.id } }, world.alpha.manager.token);
  const lead_ids = [gone.id, left.id];
  const failures = [{ id: gone.id, name: gone.name, message: 'This lead is in the trash.' }];
  const updated = await update({ lead_ids, updates: { status: 'contacted' } });
  assert.deepEqual([updated.body.data.updated, updated.body.data.failures], [1, failures]);
  const removed = await remove({ lead_ids });
  assert.deepEqual([removed.body.data.deleted, removed.body.data.failures], [1, failures]);
});

test('one match beyond the limit refuses all of them', async () => {
  const account = await findAccount(app.database, superadmin.id);
  assert.ok(account);
  const scope = new Scope(app.database, userActor(account, 'client'));
  const matching = { client_id: world.beta.id, search: 'Limited' };
  for (let made = 0; made < 4; made += 1)
    await createLead(app, world.beta.rep, { name: `Limited ${made}`, source: 'limited' });
  const find = async (most: number) => await findTargets(scope, { matching }, most);
  assert.equal((await find(4)).clients[0]?.leads.length, 4);
  await assert.rejects(find(3), (error: InvalidInput) => {
    assert.match(JSON.stringify(error), /More than 3 leads match/);
    return true;
  });
});

test('tags are the same in any case: they are neither added twice nor left when removed', async () => {
  const { id } = await fresh({ tags: ['VIP', 'old'] });
  await update({ lead_ids: [id], updates: { tags: ['vip', 'New'], tags_mode: 'add' } });
  assert.deepEqual((await read(id)).tags, ['VIP', 'old', 'New']);
  await update({ lead_ids: [id], updates: { tags: ['vip', 'NEW'], tags_mode: 'remove' } });
  assert.deepEqual((await read(id)).tags, ['old']);
});
