import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const log = async (lead_id: string, more: object = {}, token = world.alpha.rep.token) =>
  await app.call(callLogs.create, { body: { lead_id, duration: 4, notes: 'Spoke', ...more } }, token);
const leadOf = async (id: string) =>
  (await app.call(leads.get, { params: { id } }, world.alpha.rep.token)).body.data;
const followed = async (id: string) => {
  const { call_status, last_contacted_at } = await leadOf(id);
  return [call_status, last_contacted_at];
};
const list = async (query: Record<string, string>, token = world.alpha.rep.token) =>
  await app.call(callLogs.list, { query: { page: '1', limit: '100', ...query } }, token);

test('a call defaults to now, outbound, completed and the signed-in user', async () => {
  const { rep, otherRep } = world.alpha;
  const lead = await createLead(app, rep, { name: 'Meera Shah' });
  assert.equal(lead.call_status, 'pending');
  const since = Date.now();
  const { status, body } = await log(lead.id, { called_by: otherRep.id, call_outcome: 'meeting-scheduled' });
  assert.equal(status, 201, body.message);
  assert.equal(body.message, 'Call log created successfully');
  const { id, call_date, user_name, clientId, lead: after, ...rest } = body.data;
  assert.equal(after.call_status, 'completed', 'the answer has the lead as it is now');
  assert.equal(after.version, lead.version + 1);
  assert.deepEqual(rest, {
    lead_id: lead.id,
    lead_name: 'Meera Shah',
    user_id: rep.id,
    called_by: rep.id,
    call_type: 'outbound',
    call_status: 'completed',
    call_outcome: 'meeting-scheduled',
    duration: 4,
    seconds: null,
    has_recording: false,
    notes: 'Spoke',
    reminder: null,
    completed: null,
  });
  assert.equal(clientId, world.alpha.id);
  assert.match(user_name ?? '', /salesrep/);
  assert.ok(Date.parse(call_date) >= since - 1);
  const { reminder: _, completed: __, lead: ___, ...call } = body.data;
  assert.deepEqual((await app.call(callLogs.get, { params: { id } }, otherRep.token)).body.data, call);
  const ofLead = await app.call(callLogs.forLead, { params: { id: lead.id } }, otherRep.token);
  assert.deepEqual(ofLead.body.data, [call]);
});

test('a lead follows its latest call whenever calls are logged, corrected or deleted, and its history shows it', async () => {
  const { rep } = world.alpha;
  const { id } = await createLead(app, rep);
  const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T05:00:00.000Z`;
  const latest = await log(id, { call_date: day(12), call_status: 'busy' });
  await log(id, { call_date: day(10), call_status: 'voicemail' });
  assert.deepEqual(await followed(id), ['busy', day(12)]);
  const params = { id: latest.body.data.id };
  const corrected = await app.call(callLogs.update, { params, body: { call_date: day(11), call_status: 'no-answer' } }, rep.token); // prettier-ignore
  assert.equal(corrected.body.data.call_date, day(11));
  assert.equal(corrected.body.data.notes, 'Spoke');
  assert.deepEqual(await followed(id), ['no-answer', day(11)]);
  await app.call(callLogs.update, { params, body: { call_date: day(9) } }, rep.token);
  assert.deepEqual(await followed(id), ['voicemail', day(10)]);
  for (const call of (await list({ lead_id: id })).body.data)
    assert.equal((await app.call(callLogs.remove, { params: { id: call.id } }, rep.token)).status, 200);
  assert.deepEqual(await followed(id), ['pending', null]);
  const { body } = await app.call(leadHistory.list, { params: { id } }, rep.token);
  const changes = body.data.flatMap((entry) => (entry.type === 'change' ? entry.changes : []));
  assert.ok(changes.some(({ field, new: now }) => field === 'call_status' && now === 'Busy'));
  assert.equal((await leadOf(id)).version, 6);
});

test('a later contact that was not a call stays', async () => {
  const { rep } = world.alpha;
  const { id } = await createLead(app, rep, { last_contacted_at: '2026-11-15T05:00:00.000Z' });
  const { body } = await log(id, { call_date: '2026-11-12T05:00:00.000Z', call_status: 'busy' });
  assert.deepEqual(await followed(id), ['busy', '2026-11-15T05:00:00.000Z']);
  await app.call(callLogs.remove, { params: { id: body.data.id } }, rep.token);
  assert.deepEqual(await followed(id), ['pending', '2026-11-15T05:00:00.000Z']);
});

test('a call and its follow-up are saved in one transaction or not at all', async () => {
  const { rep, otherRep } = world.alpha;
  const { id } = await createLead(app, rep, { assigned_to: otherRep.id });
  const reminder = {
    title: 'Send the quote',
    description: 'As agreed',
    reminder_date: '2026-12-02T03:30:00.000Z',
  };
  const { body } = await log(id, { reminder });
  assert.equal(body.message, 'Call log created and reminder scheduled successfully');
  assert.equal(body.data.reminder?.user_id, otherRep.id);
  assert.deepEqual({ ...body.data.reminder, ...reminder }, body.data.reminder);
  assert.equal((await leadOf(id)).next_followup_date, reminder.reminder_date);
  const before = await digestOf(app);
  const refused = await log(id, { reminder: { ...reminder, title: ' ' } });
  assert.deepEqual([refused.status, refused.body.message], [422, 'Reminder title is required.']);
  assert.deepEqual(await digestOf(app), before);
});

test('invalid calls are refused with a message', async () => {
  const { id } = await createLead(app, world.alpha.rep);
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString();
  for (const [sent, message] of [
    [{ notes: '  ' }, 'Comments are required.'],
    [{ duration: -1 }, 'Duration cannot be negative.'],
    [{ duration: 1.5 }, 'Duration must be a whole number of minutes.'],
    [{ duration: 1441 }, 'Duration is too long (1440 minutes at most).'],
    [{ call_status: 'asleep' }, 'Call status must be completed, no-answer, busy or voicemail.'],
    [{ call_date: tomorrow }, 'A call cannot be in the future.'],
  ] as const) {
    const { status, body } = await log(id, sent);
    assert.deepEqual([status, body.message], [422, message]);
  }
});

test('only managers and above change others’ calls, and calls of trashed leads are gone', async () => {
  const { rep, otherRep, manager } = world.alpha;
  const { id } = await createLead(app, rep);
  const params = { id: (await log(id)).body.data.id };
  for (const [endpoint, input] of [
    [callLogs.update, { params, body: { notes: 'Mine' } }],
    [callLogs.remove, { params }],
  ] as const) {
    const refused = await app.call(endpoint, input, otherRep.token);
    assert.deepEqual(
      [refused.status, refused.body.message],
      [403, 'You can change only calls that you made.'],
    );
  }
  const changed = await app.call(callLogs.update, { params, body: { notes: 'Ours' } }, manager.token);
  assert.deepEqual(
    [changed.status, changed.body.data.notes, changed.body.data.user_id],
    [200, 'Ours', rep.id],
  );
  await app.call(leads.remove, { params: { id } }, rep.token);
  assert.equal((await app.call(callLogs.get, { params }, manager.token)).status, 404);
  assert.equal((await app.call(callLogs.remove, { params }, manager.token)).status, 404);
  assert.equal((await list({ lead_id: id })).body.pagination.total, 0);
  const before = await digestOf(app);
  assert.equal((await log(id)).status, 404);
  assert.equal((await log((await createLead(app, world.beta.rep)).id.replace(/.$/, '0'))).status, 404);
  assert.notDeepEqual(await digestOf(app), before, 'only the lead of beta was added');
});

test('the list filters, sorts and pages by days of the client', async () => {
  const { rep, otherRep } = world.beta;
  const { id } = await createLead(app, rep);
  const made = async (at: string, more: object, token = rep.token) =>
    (await log(id, { call_date: at, ...more }, token)).body.data.id;
  // 18:29 UTC is the last minute of the day in Asia/Kolkata.
  const first = await made('2026-11-09T18:29:00.000Z', { duration: 30, call_type: 'inbound' });
  const second = await made('2026-11-09T18:30:00.000Z', { duration: 10, call_status: 'busy' });
  const third = await made('2026-11-10T18:29:00.000Z', { duration: 20 }, otherRep.token);
  const ids = async (query: Record<string, string>, token = rep.token) =>
    (await list(query, token)).body.data.map((call) => call.id);
  assert.deepEqual(await ids({}), [third, second, first]);
  assert.deepEqual(await ids({ sort_order: 'ASC' }), [first, second, third]);
  assert.deepEqual(await ids({ sort_by: 'duration', sort_order: 'asc' }), [second, third, first]);
  assert.deepEqual(await ids({ from_date: '2026-11-10', to_date: '2026-11-10' }), [third, second]);
  assert.deepEqual(await ids({ to_date: '2026-11-09' }), [first]);
  assert.deepEqual(await ids({ call_type: 'inbound' }), [first]);
  assert.deepEqual(await ids({ call_status: 'busy' }), [second]);
  assert.deepEqual(await ids({ user_id: 'me' }, otherRep.token), [third]);
  assert.deepEqual(await ids({ user_id: rep.id }), [second, first]);
  assert.deepEqual(await ids({ page: '2', limit: '2' }), [first]);
  const beyond = await list({ page: '9', limit: '2' }, rep.token);
  assert.deepEqual(beyond.body.data, []);
  assert.deepEqual(beyond.body.pagination, { page: 9, limit: 2, total: 3, totalPages: 2 });
  const wrong = await list({ from_date: '2026-11-10', to_date: '2026-11-09' }, rep.token);
  assert.deepEqual([wrong.status, wrong.body.message], [422, 'From date cannot be after To date']);
});

test('calls logged at once leave the lead at the latest of them', async () => {
  const { rep, otherRep } = world.alpha;
  const { id } = await createLead(app, rep);
  const statuses = ['busy', 'voicemail', 'no-answer', 'completed'];
  const replies = await Promise.all(
    [...Array(12).keys()].map((index) =>
      log(
        id,
        {
          call_date: `2026-11-12T05:${10 + ((index * 7) % 12)}:00.000Z`,
          call_status: statuses[index % 4],
          reminder: { title: 'Again', reminder_date: `2026-12-${10 + ((index * 5) % 12)}T05:00:00.000Z` },
        },
        index % 2 ? rep.token : otherRep.token,
      ),
    ),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  const [latest] = (await list({ lead_id: id })).body.data;
  const lead = await leadOf(id);
  assert.deepEqual([lead.call_status, lead.last_contacted_at], [latest?.call_status, latest?.call_date]);
  assert.equal(lead.next_followup_date, '2026-12-10T05:00:00.000Z');
  const planned = await app.call(reminders.list, { query: { lead_id: id } }, rep.token);
  assert.equal(planned.body.data.counts.upcoming, 12);
});

test('call totals across clients are the sums of each client’s, without leads in the trash', async () => {
  const lead = await createLead(app, world.beta.rep, { name: 'Called in beta' });
  for (const call_status of ['completed', 'busy', 'busy'])
    await log(lead.id, { call_status }, world.beta.rep.token);
  const totals = async () => {
    const queries: Record<string, string>[] = [
      {},
      { call_status: 'busy' },
      { call_type: 'outbound', call_status: 'completed' },
    ];
    for (const query of queries) {
      const all = (await list(query, world.superadmin.token)).body;
      const [alpha, beta] = [await list(query), await list(query, world.beta.rep.token)];
      assert.equal(all.pagination.total, all.data.length, JSON.stringify(query));
      assert.equal(all.pagination.total, alpha.body.pagination.total + beta.body.pagination.total);
    }
    return (await list({}, world.superadmin.token)).body.pagination.total;
  };
  const before = await totals();
  await app.call(leads.remove, { params: { id: lead.id } }, world.beta.manager.token);
  assert.equal(await totals(), before - 3);
});

const plan = async (lead_id: string, title: string, reminder_date = '2026-10-01T05:00:00.000Z') =>
  (await app.call(reminders.create, { body: { lead_id, title, reminder_date } }, world.alpha.rep.token)).body
    .data;

test('a call completes its follow-up and plans the next one in one step', async () => {
  const { id } = await createLead(app, world.alpha.rep);
  const met = await plan(id, 'Call back');
  const date = '2031-05-06T05:00:00.000Z';
  const next = { title: 'Call again', reminder_date: date };
  const headers = { 'idempotency-key': `both-${id}` };
  const body = { lead_id: id, duration: 1, notes: 'x', completes_reminder_id: met.id, reminder: next };
  for (const isReplayed of [undefined, 'true']) {
    const reply = await app.call(callLogs.create, { body, headers }, world.alpha.rep.token);
    assert.equal(reply.status, 201, reply.body.message);
    assert.equal(reply.headers['idempotent-replayed'], isReplayed);
    const { completed, reminder, lead } = reply.body.data;
    assert.deepEqual([completed?.id, completed?.is_completed, completed?.version], [met.id, true, 2]);
    assert.deepEqual([reminder?.title, reminder?.is_completed], ['Call again', false]);
    assert.equal(lead.next_followup_date, date);
  }
  const open = await app.call(
    reminders.list,
    { query: { lead_id: id, is_completed: 'false' } },
    world.alpha.rep.token,
  );
  assert.deepEqual(
    open.body.data.reminders.map(({ title }) => title),
    ['Call again'],
  );
});

test('a call leaves a follow-up unchanged that is already completed', async () => {
  const { id } = await createLead(app, world.alpha.rep);
  const met = await plan(id, 'Call back');
  const done = (await app.call(reminders.complete, { params: { id: met.id } }, world.alpha.rep.token)).body
    .data;
  const { status, body } = await log(id, { completes_reminder_id: met.id });
  assert.equal(status, 201, body.message);
  const { version, completed_at } = body.data.completed ?? {};
  assert.deepEqual([version, completed_at], [done.version, done.completed_at]);
});

test("a call that names another lead's follow-up, or one that does not exist, is refused and writes nothing", async () => {
  const { rep } = world.alpha;
  const [{ id }, other] = [await createLead(app, rep), await createLead(app, rep)];
  const foreign = await plan(other.id, 'Of the other');
  const before = await digestOf(app);
  for (const completes_reminder_id of [foreign.id, id]) {
    const { status, body } = await log(id, { completes_reminder_id });
    assert.deepEqual([status, body.message], [404, 'This reminder does not exist.']);
  }
  assert.deepEqual(await digestOf(app), before);
});
