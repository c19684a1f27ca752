import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients } from '#shared/installation/clients.ts';
import { dayOf, startOfDay } from '#shared/values/dates.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

const FIRST = '2026-12-01T04:30:00.000Z';
const SECOND = '2026-12-05T04:30:00.000Z';
const THIRD = '2026-12-20T04:30:00.000Z';

const plan = async (lead_id: string, more: object = {}, token = world.alpha.rep.token) =>
  await app.call(reminders.create, { body: { lead_id, title: 'Send the quote', reminder_date: FIRST, ...more } }, token); // prettier-ignore
const planned = async (lead_id: string) =>
  (await app.call(reminders.list, { query: { lead_id, limit: 100 } }, world.alpha.rep.token)).body.data
    .reminders;
const brief = async (lead_id: string) =>
  (await planned(lead_id)).map(({ title, reminder_date, is_completed }) => [
    title,
    reminder_date,
    is_completed,
  ]);
const dateOf = async (id: string) =>
  (await app.call(leads.get, { params: { id } }, world.alpha.rep.token)).body.data.next_followup_date;
const edit = async (id: string, next_followup_date: string | null) =>
  await app.call(leads.update, { params: { id }, body: { next_followup_date } }, world.alpha.rep.token);

test('a reminder defaults to the assignee, carries its lead, and becomes the next step', async () => {
  const { rep, otherRep, manager, id: clientId } = world.alpha;
  const lead = await createLead(app, rep, { name: 'Meera Shah', company_name: 'Shah & Co', assigned_to: otherRep.id }); // prettier-ignore
  const { status, body } = await plan(lead.id, { description: ' By email ' });
  assert.equal(status, 201, body.message);
  const { id, user_name, ...rest } = body.data;
  assert.match(user_name ?? '', /salesrep/);
  assert.deepEqual(rest, {
    version: 1,
    title: 'Send the quote',
    description: 'By email',
    reminder_date: FIRST,
    is_completed: false,
    completed_at: null,
    lead_id: lead.id,
    user_id: otherRep.id,
    handled_by: null,
    handled_by_name: null,
    repeat: null,
    lead: {
      name: 'Meera Shah',
      company_name: 'Shah & Co',
      email: null,
      phone: null,
      status: 'new',
      last_contacted_at: null,
    },
    clientId,
  });
  assert.equal(await dateOf(lead.id), FIRST);
  assert.equal((await plan(lead.id, { user_id: manager.id })).body.data.user_id, manager.id);
  assert.equal((await plan(lead.id, { user_id: null })).body.data.user_id, otherRep.id);
  const stranger = await plan(lead.id, { user_id: world.beta.rep.id });
  assert.deepEqual([stranger.status, stranger.body.message], [422, 'Choose a user of this client.']);
  const update = { params: { id }, body: { user_id: world.beta.rep.id } };
  assert.equal((await app.call(reminders.update, update, rep.token)).status, 422);
});

test('completing, reopening, snoozing and deleting move the date, and a stale version is refused', async () => {
  const { rep, otherRep } = world.alpha;
  const { id: leadId } = await createLead(app, rep);
  const { id } = (await plan(leadId)).body.data;
  await plan(leadId, { reminder_date: SECOND });
  const params = { id };
  const done = await app.call(reminders.complete, { params }, rep.token);
  assert.deepEqual([done.body.message, done.body.data.is_completed, done.body.data.version], ['Reminder marked as completed', true, 2]); // prettier-ignore
  assert.ok(done.body.data.completed_at);
  assert.equal(await dateOf(leadId), SECOND);
  const again = await app.call(reminders.complete, { params }, rep.token);
  assert.deepEqual([again.status, again.body.data], [200, done.body.data]);
  const open = await app.call(reminders.reopen, { params }, otherRep.token);
  assert.deepEqual([open.body.data.is_completed, open.body.data.completed_at], [false, null]);
  assert.equal(await dateOf(leadId), FIRST);
  const body = { version: 3, reminder_date: THIRD };
  const snoozed = await app.call(reminders.update, { params, body }, rep.token);
  assert.deepEqual([snoozed.body.data.reminder_date, snoozed.body.data.version], [THIRD, 4]);
  assert.equal(await dateOf(leadId), SECOND);
  const stale = await app.call(reminders.update, { params, body: { ...body, title: 'Lost' } }, rep.token);
  assert.equal(stale.status, 412);
  const repeated = await app.call(reminders.update, { params, body }, rep.token);
  assert.deepEqual(
    [repeated.status, repeated.body.data.version],
    [200, 4],
    'An edit that is sent again, since its response was lost, is no conflict.',
  );
  assert.deepEqual(stale.body.data, snoozed.body.data);
  assert.equal((await app.call(reminders.remove, { params }, rep.token)).status, 200);
  assert.deepEqual(await brief(leadId), [['Send the quote', SECOND, false]]);
  const { body: history } = await app.call(leadHistory.list, { params: { id: leadId } }, rep.token);
  assert.ok(history.data.some((entry) => entry.type === 'reminder'));
  const moved = history.data.flatMap((entry) => (entry.type === 'change' ? entry.changes : []));
  assert.equal(moved.filter(({ field }) => field === 'next_followup_date').length, 4);
});

test('a date creates a reminder, moves the next one and any due before it, and clearing it removes it', async () => {
  const { rep, otherRep } = world.alpha;
  const lead = await createLead(app, rep, { name: 'Asha Patel', next_followup_date: FIRST, assigned_to: otherRep.id }); // prettier-ignore
  assert.deepEqual(await brief(lead.id), [['Follow up with Asha Patel', FIRST, false]]);
  assert.equal((await planned(lead.id))[0]?.user_id, otherRep.id);
  await edit(lead.id, SECOND);
  assert.deepEqual(await brief(lead.id), [['Follow up with Asha Patel', SECOND, false]]);
  await plan(lead.id, { reminder_date: FIRST });
  await edit(lead.id, THIRD);
  assert.deepEqual(
    (await brief(lead.id)).map(([, date]) => date),
    [THIRD, THIRD],
  );
  assert.equal(await dateOf(lead.id), THIRD);
  await edit(lead.id, null);
  assert.deepEqual(await brief(lead.id), [['Send the quote', THIRD, true]]);
  assert.equal(await dateOf(lead.id), null);
});

test('a reminder created by a date stays once somebody has renamed it', async () => {
  const lead = await createLead(app, world.alpha.rep, { next_followup_date: FIRST });
  const [reminder] = await planned(lead.id);
  const params = { id: reminder?.id ?? '' };
  await app.call(reminders.update, { params, body: { title: 'Ask for the plan' } }, world.alpha.rep.token);
  await edit(lead.id, null);
  assert.deepEqual(await brief(lead.id), [['Ask for the plan', FIRST, true]]);
});

test('bulk changes, imports and their undo keep reminders in step', async () => {
  const { superadmin, alpha } = world;
  const email = 'in.step@example.com';
  const one = await createLead(app, alpha.rep, { name: 'One', email });
  const two = await createLead(app, alpha.rep, { name: 'Two' });
  await plan(two.id);
  const set = async (next_followup_date: string | null) =>
    await app.call(leadBulk.update, { body: { lead_ids: [one.id, two.id], updates: { next_followup_date } } }, superadmin.token); // prettier-ignore
  const undo = async (id = '') => await app.call(operations.undo, { params: { id } }, superadmin.token);
  const moved = await set(SECOND);
  assert.deepEqual(await brief(one.id), [['Follow up with One', SECOND, false]]);
  assert.deepEqual(await brief(two.id), [['Send the quote', SECOND, false]]);
  await undo(moved.body.data.operation_ids[0]);
  assert.deepEqual([await brief(one.id), await brief(two.id)], [[], [['Send the quote', FIRST, false]]]);
  const emptied = await set(null);
  assert.deepEqual(await brief(two.id), [['Send the quote', FIRST, true]]);
  await undo(emptied.body.data.operation_ids[0]);
  assert.deepEqual(await brief(two.id), [['Send the quote', FIRST, false]]);
  const rows = [
    { email, next_followup_date: THIRD },
    { name: 'Three', next_followup_date: THIRD },
  ];
  const imported = await app.call(
    leadImport.run,
    { body: { leads: rows, update_existing: true } },
    alpha.rep.token,
  );
  assert.deepEqual([imported.body.data.updated, imported.body.data.inserted], [1, 1]);
  assert.deepEqual(await brief(one.id), [['Follow up with One', THIRD, false]]);
  const found = await app.call(leads.list, { query: { search: 'Three', page: 1 } }, alpha.rep.token);
  assert.deepEqual(await brief(found.body.data[0]?.id ?? ''), [['Follow up with Three', THIRD, false]]);
});

test('groups, chips and leads without a next step are counted per requested user, by the client’s calendar', async () => {
  const client = await createTestClient(app, 'counted');
  const [{ rep }, { otherRep }] = [client, client];
  const zone = 'Asia/Kolkata';
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const midnight = startOfDay(dayOf(new Date(), zone), zone, 1) ?? new Date();
  const lastMinute = new Date(midnight.getTime() - 1).toISOString();
  const lead = await createLead(app, rep, { name: 'Planned' });
  for (const reminder_date of [hours(-2), lastMinute, midnight.toISOString(), hours(100)])
    assert.equal((await plan(lead.id, { reminder_date }, rep.token)).status, 201);
  const done = await plan(lead.id, { reminder_date: hours(-1) }, rep.token);
  await app.call(reminders.complete, { params: { id: done.body.data.id } }, rep.token);
  await createLead(app, rep, { name: 'Free' });
  await createLead(app, rep, { name: 'Won', status: 'converted' });
  await createLead(app, rep, { name: 'Archived', is_archived: true });
  await createLead(app, otherRep, { name: 'Free too', status: 'contacted' });
  const trashed = await createLead(app, rep, { next_followup_date: hours(1) });
  await app.call(leads.remove, { params: { id: trashed.id } }, rep.token);
  const list = async (query: object, { token }: Person = rep) =>
    (await app.call(reminders.list, { query: { limit: '100', ...query } }, token)).body.data;
  const due = { overdue: 1, today: 1, later: 2, tomorrow: 1, after_tomorrow: 1 };
  const counts = { upcoming: 4, completed: 1, ...due, no_next_step: 2 };
  const all = await list({});
  assert.deepEqual(all.counts, counts);
  assert.deepEqual(
    all.reminders.map(({ is_completed }) => is_completed),
    [false, false, false, false, true],
  );
  for (const [query, total] of [
    [{ is_completed: 'false' }, 4],
    [{ is_completed: 'true' }, 1],
    [{ due: 'overdue' }, 1],
    [{ due: 'today' }, 1],
    [{ due: 'later' }, 2],
    [{ user_id: 'me' }, 5],
    [{ ids: [done.body.data.id, trashed.id].join() }, 1],
    [{ ids: done.body.data.id, due: 'overdue' }, 0],
    [{ ids: '' }, 0],
    [{ from_date: dayOf(midnight, zone), to_date: dayOf(midnight, zone) }, 1],
    [{ limit: '1', page: '3' }, 5],
  ] as const) {
    // prettier-ignore
    const found = await list(query);
    assert.equal(found.pagination.total, total, JSON.stringify(query));
    if (!('limit' in query)) assert.equal(found.reminders.length, total);
    assert.deepEqual(found.counts, 'user_id' in query ? { ...counts, no_next_step: 1 } : counts);
  }
  const others = await list({ user_id: 'me' }, otherRep);
  assert.deepEqual([others.reminders, others.counts.upcoming, others.counts.no_next_step], [[], 0, 1]);
  const everywhere = await list({ client_id: client.id }, world.superadmin);
  assert.deepEqual(everywhere.counts, counts);
  const free = await app.call(leads.list, { query: { no_next_step: 'true', page: 1, sort_by: 'name', sort_order: 'asc' } }, rep.token); // prettier-ignore
  assert.deepEqual(
    free.body.data.map(({ name }) => name),
    ['Free', 'Free too'],
  );
  assert.equal(free.body.pagination.total, 2);
  const freeToAll = await app.call(
    leads.list,
    { query: { no_next_step: 'true', page: 1, limit: 100 } },
    world.superadmin.token,
  );
  assert.ok(
    freeToAll.body.data.length >= 2 && freeToAll.body.data.every(({ status }) => status !== 'converted'),
  );
});

test('reminders of a lead in the trash stay there with it', async () => {
  const { rep } = world.alpha;
  const { id } = await createLead(app, rep);
  const reminder = (await plan(id)).body.data;
  await app.call(leads.remove, { params: { id } }, rep.token);
  assert.deepEqual(await planned(id), []);
  for (const endpoint of [reminders.complete, reminders.reopen, reminders.remove])
    assert.equal((await app.call(endpoint, { params: { id: reminder.id } }, rep.token)).status, 404);
  assert.equal((await plan(id)).status, 404);
});

test('follow-up counts across clients are the sums of each client’s, and match their lists', async () => {
  const { alpha, beta, superadmin } = world;
  const ids: string[] = [];
  for (const [client, name, at] of [
    [alpha, 'Overdue', '2026-01-01T04:30:00Z'],
    [alpha, 'Today', new Date(Date.now() - 1000).toISOString()],
    [beta, 'Far', '2031-01-01T04:30:00Z'],
    [beta, 'Trashed', '2031-01-01T04:30:00Z'],
    [alpha, 'Unplanned', undefined],
  ] as const) {
    const { id } = await createLead(app, client.rep, { name });
    ids.push(id);
    const body = { lead_id: id, title: name, reminder_date: at ?? '' };
    if (at) await app.call(reminders.create, { body }, client.rep.token);
  }
  const trashed = ids[3] ?? '';
  await app.call(leads.remove, { params: { id: trashed } }, beta.manager.token);
  const countsOf = async (query: object) =>
    (await app.call(reminders.list, { query: { limit: 100, ...query } }, superadmin.token)).body;
  const { body: all } = await app.call(clients.list, { query: { limit: 100 } }, superadmin.token);
  const everywhere = await countsOf({});
  const { counts } = everywhere.data;
  for (const key of Object.keys(counts) as (keyof typeof counts)[]) {
    let sum = 0;
    for (const { id } of all.data.clients) sum += (await countsOf({ client_id: id })).data.counts[key];
    assert.equal(counts[key], sum, key);
  }
  assert.ok(counts.no_next_step > 0 && counts.overdue > 1 && counts.after_tomorrow > 0);
  for (const query of [
    {},
    { is_completed: 'true' },
    { is_completed: 'false' },
    { due: 'overdue' },
    { due: 'until_today' },
    { due: 'later' },
    { due: 'later', is_completed: 'true' },
    { from_date: '2030-01-01' },
  ]) {
    const { data, pagination } = await countsOf(query);
    assert.equal(pagination?.total, data.reminders.length, JSON.stringify(query));
  }
  await app.call(leadTrash.restore, { params: { id: trashed } }, beta.manager.token);
  assert.equal((await countsOf({})).data.counts.upcoming, counts.upcoming + 1);
  assert.deepEqual(await mirrorErrors(app), []);
});
