import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

async function timeline(person: Person, id: string, query = {}) {
  return await app.call(leadHistory.list, { params: { id }, query }, person.token);
}

const insert = async (statement: string, values: unknown[]) =>
  await app.database.asOwner(async (owner) => {
    await owner.query(statement, values);
  });

async function addCall(leadId: string, userId: string, at: string): Promise<void> {
  await insert(
    `INSERT INTO alpha.call_logs (id, lead_id, called_by, call_date, call_type, call_status, duration, notes)
     VALUES ($1, $2, $3, $4, 'outbound', 'no-answer', 4, 'rang')`,
    [randomUUID(), leadId, userId, at],
  );
}

async function addReminder(leadId: string, userId: string): Promise<void> {
  await insert(
    `INSERT INTO alpha.reminders (id, lead_id, user_id, title, reminder_date) VALUES ($1, $2, $3, 'Ring', '2026-12-24T10:00:00.5Z')`,
    [randomUUID(), leadId, userId],
  );
}

test('changes, calls and reminders form one timeline, newest first, in words', async () => {
  const { rep, otherRep } = world.alpha;
  const product = randomUUID();
  await insert(`INSERT INTO alpha.products (id, name) VALUES ($1, 'Sofa')`, [product]);
  const lead = await createLead(app, rep, { notes: 'old', preferred_contact_time: 'morning' });
  const change = {
    status: 'contacted',
    assigned_to: otherRep.id,
    product_id: product,
    value: 150000,
    next_followup_date: '2026-12-25T04:30:00Z',
    preferred_contact_time: '18:30',
    notes: 'ह'.repeat(300),
    tags: ['a', 'b'],
    is_duplicate: true,
  };
  await app.call(leads.update, { params: { id: lead.id }, body: change }, otherRep.token);
  await addReminder(lead.id, rep.id);
  await addCall(lead.id, otherRep.id, '2020-01-01T00:00:00Z');
  const reply = await timeline(rep, lead.id);
  assert.equal(reply.status, 200, reply.text);
  const { data } = reply.body;
  assert.deepEqual(
    data.map(({ type, user_name }) => [type, user_name]),
    [
      ['reminder', 'salesrep No5'],
      ['change', 'salesrep No6'],
      ['change', 'salesrep No5'],
      ['call', 'salesrep No6'],
    ],
  );
  assert.equal(
    (data[0] as Extract<HistoryEntry, { type: 'reminder' }>).reminder_date,
    '2026-12-24T10:00:00.500Z',
  );
  assert.equal((data[3] as Extract<HistoryEntry, { type: 'call' }>).call_status, 'no-answer');
  const changed = data[1] as Extract<HistoryEntry, { type: 'change' }>;
  assert.deepEqual([changed.kind, changed.via], ['updated', 'edit']);
  assert.deepEqual(
    changed.changes.map((each) => [each.field, each.old, each.new]),
    [
      ['status', 'New', 'Contacted'],
      ['value', null, '₹1,50,000'],
      ['product_id', null, 'Sofa'],
      ['assigned_to', 'salesrep No5', 'salesrep No6'],
      ['next_followup_date', null, '25/12/2026, 10:00 AM'],
      ['preferred_contact_time', '9:00 AM', '6:30 PM'],
      ['notes', 'old', `${'ह'.repeat(200)}…`],
      ['tags', null, 'a, b'],
      ['is_duplicate', 'No', 'Yes'],
    ],
  );
  const second = await timeline(rep, lead.id, { page: '2', limit: '3' });
  assert.deepEqual(second.body.data, data.slice(3));
  assert.deepEqual([second.body.pagination.total, second.body.pagination.totalPages], [4, 2]);
  const beyond = await timeline(rep, lead.id, { page: '9', limit: '3' });
  assert.deepEqual([beyond.body.data, beyond.body.pagination.total], [[], 4]);
});

test('a type filter has its own pages and total, and a lead without entries of that type is still found', async () => {
  const { rep } = world.alpha;
  const lead = await createLead(app, rep);
  const only = async (type: string, page = '1') =>
    (await timeline(rep, lead.id, { type, limit: '1', page })).body;
  const none = await only('call');
  assert.deepEqual([none.data, none.pagination.total], [[], 0]);
  await addCall(lead.id, rep.id, '2020-01-01T00:00:00Z');
  await addCall(lead.id, rep.id, '2020-01-02T00:00:00Z');
  const first = await only('call');
  const second = await only('call', '2');
  assert.deepEqual(
    [first, second].flatMap(({ data }) => data.map(({ type, at }) => [type, at])),
    [
      ['call', '2020-01-02T00:00:00.000Z'],
      ['call', '2020-01-01T00:00:00.000Z'],
    ],
  );
  assert.equal(first.pagination.total, 2);
  assert.equal((await timeline(rep, lead.id, { type: 'letter' })).status, 422);
});

test('a lead older than the history still shows its creation', async () => {
  const id = randomUUID();
  await insert(
    `INSERT INTO alpha.leads (id, name, created_at, created_by) VALUES ($1, 'Old', '2024-02-03T04:05:06Z', $2)`,
    [id, world.alpha.rep.id],
  );
  const { body } = await timeline(world.superadmin, id);
  assert.deepEqual(body.data, [
    { type: 'change', id, at: '2024-02-03T04:05:06.000Z', user_name: 'salesrep No5', kind: 'created', via: 'edit', changes: [], reason: null },
  ]); // prettier-ignore
});

test("another client's lead and one in the trash have no history and no calls", async () => {
  const lead = await createLead(app, world.alpha.manager);
  const calls = async (person: Person) =>
    (await app.call(callLogs.forLead, { params: { id: lead.id } }, person.token)).status;
  assert.equal((await timeline(world.beta.rep, lead.id)).status, 404);
  assert.equal(await calls(world.beta.rep), 404);
  await app.call(leads.remove, { params: { id: lead.id } }, world.alpha.manager.token);
  assert.equal((await timeline(world.alpha.manager, lead.id)).status, 404);
  assert.equal(await calls(world.alpha.manager), 404);
});

test('the calls of a lead come newest first, at most two hundred, for users with access to all clients too', async () => {
  const { rep } = world.alpha;
  const lead = await createLead(app, rep);
  const of = async (person: Person) =>
    (await app.call(callLogs.forLead, { params: { id: lead.id } }, person.token)).body.data;
  assert.deepEqual(await of(rep), []);
  await insert(
    `INSERT INTO alpha.call_logs (id, lead_id, user_id, call_date, call_type, call_status, duration)
     SELECT gen_random_uuid(), $1, $2, timestamptz '2026-01-01' + i * interval '1 minute', 'inbound', 'completed', i
     FROM generate_series(1, 201) i`,
    [lead.id, rep.id],
  );
  const calls = await of(rep);
  assert.deepEqual([calls.length, calls[0]?.duration, calls.at(-1)?.duration], [200, 201, 2]);
  assert.deepEqual(
    [calls[0]?.user_name, calls[0]?.called_by, calls[0]?.call_type],
    ['salesrep No5', null, 'inbound'],
  );
  assert.deepEqual(await of(world.superadmin), calls);
});
