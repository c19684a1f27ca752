import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { dashboard } from '#shared/activities/dashboard.ts';
import type { Dashboard } from '#shared/activities/dashboard.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { insertManyLeads } from '#test/rows/many-leads.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const HOUR = 3_600_000;

async function dashboardOf({ token }: Person, query: { clientId?: string } = {}): Promise<Dashboard> {
  const reply = await app.call(dashboard.get, { query }, token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
}

/** The total of a list; for a sales rep both from its rows and from the counters. */
async function totalOf({ token, role }: Person, query: Record<string, string>): Promise<number> {
  const all = { page: '1', limit: '1', is_duplicate: 'false', ...query };
  const { body, text } = await app.call(leads.list, { query: all }, token);
  assert.equal(body.pagination?.totalIsCapped, undefined, text);
  if (role !== 'salesrep') return body.pagination.total;
  const rows = (await app.call(leads.list, { query: { is_duplicate: 'false', ...query } }, token)).body.data;
  assert.equal(body.pagination.total, rows.length, JSON.stringify(query));
  return rows.length;
}

/** Every number of the dashboard is the total of the list that it opens. */
async function assertNumbersAreLists(person: Person, clientId?: string): Promise<void> {
  const of = clientId ? { clientId } : {};
  const list: Record<string, string> = clientId ? { client_id: clientId } : {};
  const { stats, week_begins, monthly_trend, leads_by_source, leads_by_status } = await dashboardOf(
    person,
    of,
  );
  const total = async (query: Record<string, string> = {}) => await totalOf(person, { ...list, ...query });
  const who = `${person.role} ${clientId ?? ''}`;
  assert.equal(stats.total_leads, await total(), who);
  assert.equal(stats.new_this_week, await total({ from_date: week_begins }), who);
  assert.equal(stats.converted_leads, await total({ meaning: 'won' }), who);
  for (const { month, leads: count } of monthly_trend) {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    assert.equal(count, await total({ from_date: `${month}-01`, to_date: `${month}-${last}` }), month);
  }
  for (const { source, leads: count } of leads_by_source)
    assert.equal(
      count,
      await total(source === null ? { no_source: 'true' } : { source }),
      `${who} ${source}`,
    );
  for (const { status, meaning, leads: count } of leads_by_status)
    assert.equal(count, await total({ status, meaning }), `${who} ${status}`);
  const meanings = await Promise.all(['open', 'won', 'lost'].map((meaning) => total({ meaning })));
  assert.equal(
    stats.total_leads,
    meanings.reduce((sum, each) => sum + each),
    who,
  );
  const separate = await Promise.all(
    [dashboard.stats, dashboard.monthlyTrend, dashboard.leadsBySource, dashboard.leadsByStatus].map(
      async (endpoint) => (await app.call(endpoint, { query: of }, person.token)).body.data,
    ),
  );
  assert.deepEqual(separate, [stats, monthly_trend, leads_by_source, leads_by_status]);
}

/** Repeatable: the same seed gives the same history. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function changeAtRandom(client: TestClient, changes: number): Promise<void> {
  const next = randomNumbers(changes);
  const { token } = client.rep;
  const ids = (await app.call(leads.list, { query: { show_all: 'true' } }, token)).body.data.map(
    ({ id }) => id,
  );
  const statuses = ['new', 'qualified', 'converted', 'lost', 'closed_won', 'Site Visit'];
  for (let change = 0; change < changes; change += 1) {
    const params = { id: ids[next(ids.length)] ?? '' };
    const update = (body: object) => app.call(leads.update, { params, body }, token);
    const kinds = [
      () => update({ status: statuses[next(statuses.length)] }),
      () => update({ source: next(3) ? 'referral' : null, value: next(1000) }),
      () => update({ is_archived: next(2) === 0 }),
      () => update({ is_duplicate: next(2) === 0 }),
      () => app.call(leads.remove, { params }, client.manager.token),
      () => createLead(app, client.rep, { status: statuses[next(statuses.length)], value: next(500) }),
    ];
    await kinds[next(kinds.length)]?.();
  }
  const lead_ids = ids.slice(0, 20);
  const body = { lead_ids, updates: { status: 'converted' } };
  await app.call(leadBulk.update, { body }, world.superadmin.token);
}

test('every number is the total of the list it opens, for every role, after random changes', async () => {
  const client = await createTestClient(app, 'numbers');
  await insertManyLeads(app, client, 200);
  await changeAtRandom(client, 60);
  for (const person of [client.admin, client.manager, client.rep]) await assertNumbersAreLists(person);
  await assertNumbersAreLists(world.superadmin);
  await assertNumbersAreLists(world.admin);
  await assertNumbersAreLists(world.admin, client.id);
  const { stats } = await dashboardOf(client.rep);
  assert.ok(stats.converted_leads >= 5 && stats.total_leads > 120);
});

test('archived, duplicate and trashed leads are not counted; rate and revenue count won leads', async () => {
  const client = await createTestClient(app, 'left_out');
  const add = async (lead: object) => await createLead(app, client.rep, { source: 'referral', ...lead });
  await add({ status: 'converted', value: 100.5 });
  await add({ status: 'won', value: 50 });
  await add({ status: 'lost', value: 1000 });
  await add({ status: 'converted', value: 10_000, is_archived: true });
  await add({ status: 'converted', value: 10_000, is_duplicate: true });
  const { id } = await add({ status: 'converted', value: 10_000 });
  await app.call(leads.remove, { params: { id } }, client.rep.token);
  const { stats, monthly_trend, leads_by_source, leads_by_status } = await dashboardOf(client.rep);
  assert.deepEqual(
    [stats.total_leads, stats.converted_leads, stats.conversion_rate, stats.revenue],
    [3, 2, 66.7, 150.5],
  );
  assert.deepEqual(leads_by_source, [{ source: 'referral', leads: 3 }]);
  assert.deepEqual(
    Object.fromEntries(leads_by_status.map(({ status, meaning, value }) => [status, [meaning, value]])),
    { converted: ['won', 100.5], lost: ['lost', 1000], won: ['won', 50] },
  );
  assert.deepEqual(
    monthly_trend.map((point) => point.leads),
    [0, 0, 0, 0, 0, 3],
  );
  await assertNumbersAreLists(client.rep);
});

/** Time zones and their winter offset from UTC. */
const ZONES = { 'Asia/Kolkata': '+05:30', UTC: 'Z', 'America/St_Johns': '-03:30' };

for (const [timeZone, offset] of Object.entries(ZONES)) {
  test(`days, weeks and months start at midnight in ${timeZone}, for one client and among all`, async () => {
    const schema = `zone_${timeZone.replaceAll(/\W/g, '_').toLowerCase()}`;
    const client = await createTestClient(app, schema);
    await app.database.asOwner(
      async (owner) =>
        await owner.query('UPDATE core.clients SET time_zone = $1 WHERE id = $2', [timeZone, client.id]),
    );
    const { week_begins, monthly_trend } = await dashboardOf(client.rep);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    assert.equal(new Date(`${week_begins}T00:00:00Z`).getUTCDay(), 1);
    assert.ok(week_begins <= today && Date.parse(today) - Date.parse(week_begins) < 7 * 24 * HOUR);
    assert.equal(monthly_trend.length, 6);
    assert.equal(monthly_trend.at(-1)?.month, today.slice(0, 7));
    // In summer the clocks of St John's are an hour ahead.
    const winter = monthly_trend.filter(({ month }) => ['12', '01', '02'].includes(month.slice(5)));
    const edges = [
      `${week_begins}T00:00:00${offset}`,
      ...winter.map(({ month }) => `${month}-01T00:00:00${offset}`),
    ];
    const before = await dashboardOf(world.superadmin);
    await addAt(
      client,
      edges.flatMap((edge) => [Date.parse(edge), Date.parse(edge) - 1000]),
    );
    await assertNumbersAreLists(client.rep);
    await assertNumbersAreLists(world.superadmin);
    const found = await dashboardOf(client.rep);
    const inZone = new Intl.DateTimeFormat('en-CA', { timeZone });
    const days = edges
      .flatMap((edge) => [Date.parse(edge), Date.parse(edge) - 1000])
      .map((at) => inZone.format(at));
    assert.equal(found.stats.new_this_week, days.filter((day) => day >= week_begins).length);
    for (const { month, leads: count } of found.monthly_trend)
      assert.equal(count, days.filter((day) => day.startsWith(month)).length, month);
    const all = await dashboardOf(world.superadmin);
    // On a Monday in India it may still be Sunday where the client is; the week of all clients is in the
    // default zone.
    assert.equal(
      all.stats.new_this_week - before.stats.new_this_week,
      days.filter((day) => day >= all.week_begins).length,
      'the week of all clients counts each lead by the clock of its client',
    );
  });
}

/** Adds a lead created at each of these moments, by an import, which preserves them. */
async function addAt({ rep }: TestClient, moments: readonly number[]): Promise<void> {
  const rows = moments.map((at) => ({ name: `At ${at}`, created_at: new Date(at).toISOString() }));
  const body = { leads: rows, skip_duplicates: false };
  const reply = await app.call(leadImport.run, { body }, rep.token);
  assert.equal(reply.body.data.inserted, moments.length, reply.text);
}

type LeadsCall = (typeof dashboard)[
  | 'recentLeads'
  | 'activeLeads'
  | 'convertedLeads'
  | 'highValueLeads'
  | 'leadsRequiringFollowup'];

test('next follow-ups are sorted overdue first, then by time; other orders and limits are honoured', async () => {
  const client = await createTestClient(app, 'followups');
  const { token } = client.rep;
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const add = async (name: string, lead: object) => (await createLead(app, client.rep, { name, ...lead })).id;
  await add('later', { next_followup_date: at(90), value: 5 });
  await add('overdue', { next_followup_date: at(-30), status: 'converted', value: 9 });
  await add('soon', { next_followup_date: at(0.01), value: 7 });
  await add('nothing planned', {});
  await add('archived', { next_followup_date: at(-60), is_archived: true });
  const names = async (endpoint: LeadsCall, query = {}) =>
    (await app.call(endpoint, { query }, token)).body.data.map(({ name }) => name);
  const next = ['overdue', 'soon', 'later', 'nothing planned'];
  assert.deepEqual(await names(dashboard.recentLeads), next);
  assert.deepEqual(
    (await dashboardOf(client.rep)).recent_leads.map(({ name }) => name),
    next,
  );
  assert.deepEqual(await names(dashboard.recentLeads, { limit: '2' }), ['overdue', 'soon']);
  const byValue = { orderBy: 'value', orderDirection: 'DESC', limit: '3' };
  assert.deepEqual(await names(dashboard.recentLeads, byValue), ['overdue', 'soon', 'later']);
  assert.deepEqual(await names(dashboard.activeLeads), ['nothing planned', 'soon', 'later']);
  assert.deepEqual(await names(dashboard.convertedLeads), ['overdue']);
  assert.deepEqual(await names(dashboard.highValueLeads), ['soon', 'later']);
  assert.equal((await names(dashboard.leadsRequiringFollowup))[0], 'overdue');
  const pending = await app.call(dashboard.pendingReminders, { query: { limit: '2' } }, token);
  const listed = await app.call(reminders.list, { query: { is_completed: 'false', limit: '2' } }, token);
  assert.deepEqual(pending.body.data, listed.body.data.reminders);
  const refused = await app.call(dashboard.recentLeads, { query: { orderBy: 'password' } }, token);
  assert.equal(refused.status, 422);
});

test('a client id narrows and never widens, and a user without a client sees zeros', async () => {
  const { alpha, beta } = world;
  await createLead(app, alpha.rep, { name: 'Of alpha', source: 'alpha only', value: 77 });
  const homeless = await createPerson(app, 'manager', null);
  for (const endpoint of Object.values(dashboard)) {
    for (const [person, query] of [
      [beta.rep, { clientId: alpha.id }],
      [homeless, {}],
      [homeless, { clientId: alpha.id }],
    ] as const) {
      const { status, text } = await app.call(endpoint, { query }, person.token);
      assert.equal(status, 200, text);
      assert.ok(!text.includes('alpha') && !/"leads":[1-9]/.test(text), `${endpoint.path} ${text}`);
    }
  }
  const nothing = await dashboardOf(beta.rep, { clientId: alpha.id });
  assert.deepEqual(
    [nothing.stats.total_leads, nothing.recent_leads, nothing.monthly_trend.length],
    [0, [], 6],
  );
  const narrowed = await dashboardOf(world.superadmin, { clientId: alpha.id });
  assert.deepEqual(narrowed.stats, (await dashboardOf(alpha.rep)).stats);
  assert.deepEqual(new Set(narrowed.recent_leads.map(({ clientId }) => clientId)), new Set([alpha.id]));
  assert.equal(narrowed.recent_leads[0]?.client_name, 'Client alpha');
});

test('the dashboard responds at its address with and without a trailing slash', async () => {
  for (const url of ['/api/dashboard', '/api/dashboard/']) {
    const headers = { authorization: `Bearer ${world.alpha.manager.token}` };
    assert.equal((await app.app.inject({ url, headers })).statusCode, 200, url);
  }
});

test('the first steps are shown until a company has leads, a team and a call', async () => {
  const id = await createClient(app.database, { clientName: 'Client of one', schemaName: 'of_one' });
  const admin = await createPerson(app, 'admin', id);
  const steps = async () => (await dashboardOf(admin)).first_steps;
  const none = { has_leads: false, has_team: false, is_given_out: true, has_calls: false };
  assert.deepEqual(await steps(), none);
  const lead = await createLead(app, admin, { assigned_to: null });
  assert.deepEqual(await steps(), { ...none, has_leads: true, is_given_out: false });
  const rep = await createPerson(app, 'salesrep', id);
  await app.call(leads.assign, { params: { id: lead.id }, body: { assigned_to: rep.id } }, admin.token);
  assert.deepEqual(await steps(), { ...none, has_leads: true, has_team: true });
  const call = await app.call(
    callLogs.create,
    { body: { lead_id: lead.id, duration: 3, notes: 'Hello' } },
    rep.token,
  );
  assert.equal(call.status, 201, call.text);
  assert.equal(await steps(), null);
});
