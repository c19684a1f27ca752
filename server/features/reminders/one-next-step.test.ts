import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { TestApp } from '#test/app.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { followUpErrors } from '#test/rows/follow-ups.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const moment = fc
  .integer({ min: -5, max: 20 })
  .map((days) => new Date(Date.UTC(2026, 10, 21, 9) + days * 86_400_000).toISOString());
const when = fc.oneof({ weight: 3, arbitrary: moment }, fc.constant(null));
const pick = fc.nat({ max: 50 });
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), date: when }),
  fc.record({ do: fc.constant('edit' as const), lead: pick, date: when }),
  fc.record({ do: fc.constant('bulk' as const), lead: pick, date: when }),
  fc.record({ do: fc.constant('import' as const), lead: pick, date: moment }),
  fc.record({ do: fc.constant('plan' as const), lead: pick, date: moment }),
  fc.record({ do: fc.constant('call' as const), lead: pick, date: when }),
  fc.record({ do: fc.constant('snooze' as const), reminder: pick, date: moment }),
  fc.record({
    do: fc.constantFrom('complete' as const, 'reopen' as const, 'discard' as const),
    reminder: pick,
  }),
  fc.record({ do: fc.constant('merge' as const), lead: pick, other: pick, date: fc.option(moment) }),
  fc.record({ do: fc.constantFrom('trash' as const, 'restore' as const), lead: pick }),
  fc.record({ do: fc.constant('undo' as const), operation: pick }),
  fc.record({
    do: fc.constantFrom('assign' as const, 'assign many' as const),
    lead: pick,
    to: fc.constantFrom(world.alpha.rep.id, world.alpha.otherRep.id, null),
    with_reminders: fc.option(fc.boolean(), { nil: undefined }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Everything created so far, including deleted objects, which steps also name. */
type Known = { leads: string[]; emails: string[] };

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const successes = new Map<string, number>();

async function call(...[endpoint, input]: Parameters<TestApp['call']>): Promise<void> {
  const reply = await app.call(endpoint, input, world.superadmin.token);
  // The object may be gone or the operation already undone, and only a few imports run at a time.
  const mayFail = endpoint === leadDuplicates.merge || (endpoint === leadImport.run && reply.status === 429);
  assert.ok([200, 201, 404, 409].includes(reply.status) || mayFail, reply.text);
  if (reply.status >= 300) return;
  const name = `${endpoint.method} ${endpoint.path}`;
  successes.set(name, (successes.get(name) ?? 0) + 1);
}

let addresses = 0;
async function create(known: Known, date: string | null): Promise<void> {
  addresses += 1;
  const email = `step.${addresses}@example.com`;
  const lead = await createLead(app, world.alpha.manager, { email, next_followup_date: date });
  known.leads.push(lead.id);
  known.emails.push(email);
}

async function take(known: Known, next: Step): Promise<void> {
  const id = 'lead' in next ? (at(known.leads, next.lead) ?? '') : '';
  const params = { id };
  if (next.do === 'create') await create(known, next.date);
  else if (next.do === 'edit') await call(leads.update, { params, body: { next_followup_date: next.date } });
  else if (next.do === 'bulk') {
    const body = {
      lead_ids: [...new Set([id, known.leads[0] ?? id])],
      updates: { next_followup_date: next.date },
    };
    await call(leadBulk.update, { body });
  } else if (next.do === 'import') {
    const email = at(known.emails, next.lead);
    const rows = [
      { email, next_followup_date: next.date },
      { name: 'New', next_followup_date: next.date },
    ];
    const query = { update_existing: true, clientId: world.alpha.id };
    await call(leadImport.run, { query, body: { leads: rows, update_existing: true } });
  } else if (next.do === 'plan')
    await call(reminders.create, {
      body: { lead_id: id, title: 'Send the quote', reminder_date: next.date },
    });
  else if (next.do === 'call') {
    const reminder = next.date ? { title: 'Ask again', reminder_date: next.date } : undefined;
    await call(callLogs.create, { body: { lead_id: id, duration: 1, notes: 'Busy', reminder } });
  } else if ('reminder' in next) await withReminder(next);
  else if (next.do === 'merge') {
    const body = {
      lead_id: at(known.leads, next.other),
      fields: next.date ? { next_followup_date: next.date } : {},
    };
    await call(leadDuplicates.merge, { params, body });
  } else if (next.do === 'assign') {
    const { to: assigned_to, with_reminders } = next;
    await call(leads.assign, { params, body: { assigned_to, with_reminders } });
  } else if (next.do === 'assign many') {
    const { to: assigned_to, with_reminders } = next;
    const lead_ids = [...new Set([id, known.leads[0] ?? id])];
    await call(leadBulk.update, { body: { lead_ids, updates: { assigned_to, with_reminders } } });
  } else if (next.do === 'trash') await call(leads.remove, { params });
  else if (next.do === 'restore') await call(leadTrash.restore, { params });
  else if (next.do === 'undo') {
    const recent = await app.call(operations.list, { query: { limit: 20 } }, world.superadmin.token);
    const operation = at(recent.body.data, next.operation);
    if (operation) await call(operations.undo, { params: { id: operation.id } });
  }
}

async function withReminder(next: Extract<Step, { reminder: number }>): Promise<void> {
  const listed = await app.call(reminders.list, { query: { limit: 50 } }, world.alpha.manager.token);
  const reminder = at(listed.body.data.reminders, next.reminder);
  if (!reminder) return;
  const params = { id: reminder.id };
  if (next.do === 'snooze') await call(reminders.update, { params, body: { reminder_date: next.date } });
  else if (next.do === 'complete') await call(reminders.complete, { params });
  else if (next.do === 'reopen') await call(reminders.reopen, { params });
  else await call(reminders.remove, { params });
}

test('whatever users do, a follow-up date is the earliest open reminder, and has an owner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const known: Known = { leads: [], emails: [] };
      await create(known, null);
      await create(known, '2026-11-25T04:30:00.000Z');
      for (const next of steps) {
        await take(known, next);
        assert.deepEqual(await followUpErrors(app, world.alpha.schema), [], JSON.stringify(next));
      }
    }),
    { numRuns: 15 },
  );
  assert.deepEqual(await countingErrors(app, world.alpha), []);
  const { create: plan, update, complete, reopen, remove } = reminders;
  const tried = [leads.update, leads.assign, leadBulk.update, leadImport.run, callLogs.create, leadDuplicates.merge, leads.remove, leadTrash.restore]; // prettier-ignore
  for (const { method, path } of [...tried, operations.undo, plan, update, complete, reopen, remove])
    assert.ok((successes.get(`${method} ${path}`) ?? 0) > 0, `${method} ${path}`);
});

test('the same holds when everybody acts at once', async () => {
  const known: Known = { leads: [], emails: [] };
  for (let count = 0; count < 4; count += 1) await create(known, '2026-11-25T04:30:00.000Z');
  const steps = fc.sample(step, { numRuns: 64, seed: 20_261_121 });
  for (let from = 0; from < steps.length; from += 8)
    await Promise.all(steps.slice(from, from + 8).map(async (next) => await take(known, next)));
  assert.deepEqual(await followUpErrors(app, world.alpha.schema), []);
  assert.deepEqual(await countingErrors(app, world.alpha), []);
});

test('open reminders follow the lead to a new assignee, and undo returns each to its owner', async () => {
  const { manager, rep, otherRep } = world.alpha;
  const { id } = await createLead(app, manager, { name: 'Meera Shah', assigned_to: null });
  const [params, token] = [{ id }, manager.token];
  const plan = async (title: string, more: object = {}) =>
    (await app.call(reminders.create, { body: { lead_id: id, title, reminder_date: '2026-12-05T04:30:00.000Z', ...more } }, token)).body.data; // prettier-ignore
  const owners = async () => {
    const listed = await app.call(reminders.list, { query: { lead_id: id } }, token);
    return Object.fromEntries(listed.body.data.reminders.map(({ title, user_id }) => [title, user_id]));
  };
  const [of, mine] = [rep.id, otherRep.id];
  await plan('Of nobody');
  assert.deepEqual(await owners(), { 'Of nobody': null });
  await app.call(leads.assign, { params, body: { assigned_to: of } }, token);
  assert.deepEqual(await owners(), { 'Of nobody': of });
  // A reminder without an owner becomes the assignee's as well; a third user keeps theirs, and completed ones
  // stay.
  const done = await plan('Done');
  await app.call(reminders.complete, { params: { id: done.id } }, token);
  await plan('Of the manager', { user_id: manager.id });
  const before = { 'Of nobody': of, Done: of, 'Of the manager': manager.id };
  assert.deepEqual(await owners(), before);

  await app.call(leads.update, { params, body: { assigned_to: mine, with_reminders: false } }, token);
  assert.deepEqual(await owners(), before);
  await app.call(leads.assign, { params, body: { assigned_to: of } }, token);
  const updates = { assigned_to: mine };
  const bulk = async (body: object) =>
    (await app.call(leadBulk.update, { body: { lead_ids: [id], updates: body } }, world.superadmin.token))
      .body.data;
  const { operation_ids } = await bulk(updates);
  assert.deepEqual(await owners(), { ...before, 'Of nobody': mine });
  await app.call(operations.undo, { params: { id: operation_ids[0] ?? '' } }, world.superadmin.token);
  assert.deepEqual(await owners(), before);
  // Undo returns the lead to its former assignee; reminders that already were the new assignee's stay.
  await plan('Of the other rep', { user_id: mine });
  const again = await bulk(updates);
  await app.call(operations.undo, { params: { id: again.operation_ids[0] ?? '' } }, world.superadmin.token);
  assert.deepEqual(await owners(), { ...before, 'Of the other rep': mine });
  // So does the undo of a single edit.
  const edited = await app.call(leads.update, { params, body: updates }, token);
  assert.deepEqual(await owners(), { ...before, 'Of nobody': mine, 'Of the other rep': mine });
  await app.call(operations.undo, { params: { id: edited.body.data.operation_id ?? '' } }, token);
  assert.deepEqual(await owners(), { ...before, 'Of the other rep': mine });
  await bulk({ ...updates, with_reminders: false });
  assert.deepEqual(await owners(), { ...before, 'Of the other rep': mine });
});

test('the reminder of an imported date belongs to the owner named in the file, or to the first assignee', async () => {
  const { manager, rep } = world.alpha;
  const next_followup_date = '2026-12-05T04:30:00Z';
  const rows = [
    { name: 'Owned', email: 'owned@example.com', next_followup_date, 'Lead Owner': rep.email },
    { name: 'Free', email: 'free@example.com', next_followup_date },
  ];
  await app.call(leadImport.run, { body: { leads: rows } }, manager.token);
  const read = async (search: string) => {
    const [lead] = (await app.call(leads.list, { query: { search, page: 1, limit: 1 } }, manager.token)).body
      .data;
    const listed = await app.call(reminders.list, { query: { lead_id: lead?.id } }, manager.token);
    return { id: lead?.id ?? '', owner: listed.body.data.reminders[0]?.user_id };
  };
  assert.equal((await read('owned@example.com')).owner, rep.id);
  const free = await read('free@example.com');
  assert.equal(free.owner, null);
  await app.call(leads.assign, { params: { id: free.id }, body: { assigned_to: rep.id } }, manager.token);
  assert.equal((await read('free@example.com')).owner, rep.id);
});
