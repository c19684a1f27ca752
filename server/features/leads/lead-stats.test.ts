import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { insertManyLeads } from '#test/rows/many-leads.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const statsOf = async ({ rep }: TestClient) => (await app.call(leads.stats, {}, rep.token)).body.data;

test('an empty client has a conversion rate of zero', async () => {
  const zeros = {
    total_leads: 0,
    new_this_week: 0,
    new_this_month: 0,
    converted_leads: 0,
    conversion_rate: 0,
    revenue: 0,
  };
  assert.deepEqual(await statsOf(world.beta), zeros);
});

test('conversion is won over unarchived non-duplicate leads, and revenue is the value of the won ones', async () => {
  const client = await createTestClient(app, 'stats');
  const add = async (lead: object) => await createLead(app, client.rep, lead);
  await add({ status: 'new', value: 5000 });
  await add({ status: 'lost', value: 700 });
  await add({ status: 'closed_lost' });
  await add({ status: 'converted', value: 100.25 });
  await add({ status: 'closed_won', value: 200.5 });
  await add({ status: 'Closed Won', value: 50 });
  await add({ status: 'won' });
  await add({ status: 'converted', value: 1_000_000, is_archived: true });
  await add({ status: 'converted', value: 1_000_000, is_duplicate: true });
  const trashed = await add({ status: 'converted', value: 1_000_000 });
  await app.call(leads.remove, { params: { id: trashed.id } }, client.rep.token);
  const expected = {
    total_leads: 7,
    new_this_week: 7,
    new_this_month: 7,
    converted_leads: 4,
    conversion_rate: 57.1,
    revenue: 350.75,
  };
  assert.deepEqual(await statsOf(client), expected);
});

test('the numbers of the cards are the totals of the lists they open', async () => {
  const client = await createTestClient(app, 'cards');
  await insertManyLeads(app, client, 500);
  const total = async (query: object) =>
    (await app.call(leads.list, { query: { page: '1', is_duplicate: 'false', ...query } }, client.rep.token))
      .body.pagination.total;
  const stats = await statsOf(client);
  assert.equal(stats.total_leads, await total({}));
  assert.equal(
    stats.converted_leads,
    (await total({ status: 'converted' })) + (await total({ status: 'closed_won' })),
  );
  assert.equal(stats.conversion_rate, Math.round((stats.converted_leads / stats.total_leads) * 1000) / 10);
});

test('weeks start on Monday, months on the first, in the client’s time zone', async () => {
  const client = await createTestClient(app, 'kiritimati');
  const timeZone = 'Pacific/Kiritimati';
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE core.clients SET time_zone = $1 WHERE id = $2`, [timeZone, client.id]),
  );
  const today = new Date(`${new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())}T00:00:00Z`);
  const monday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * 86_400_000);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
  // Midnight in Kiritimati is 10:00 UTC of the day before.
  const at = (day: Date, minutes: number) =>
    new Date(day.getTime() - 14 * 3_600_000 + minutes * 60_000).toISOString();
  const moments = [at(monday, 0), at(monday, -1), at(first, 0), at(first, -1), at(today, 1)];
  const rows = moments.map((created_at, index) => ({ name: `Edge ${index}`, created_at }));
  const imported = await app.call(leadImport.run, { body: { leads: rows } }, client.rep.token);
  assert.equal(imported.body.data.inserted, 5, imported.text);
  const since = (from: Date) => moments.filter((moment) => moment >= at(from, 0)).length;
  const stats = await statsOf(client);
  assert.deepEqual(
    [stats.new_this_week, stats.new_this_month, stats.total_leads],
    [since(monday), since(first), 5],
  );
});

test('a user with access to all clients gets the sum, or one of them', async () => {
  const [one, other] = [await createTestClient(app, 'one_sum'), await createTestClient(app, 'other_sum')];
  const all = async (query = {}) =>
    (await app.call(leads.stats, { query }, world.superadmin.token)).body.data;
  const before = await all();
  await createLead(app, one.rep, { status: 'converted', value: 10 });
  for (let count = 0; count < 3; count += 1) await createLead(app, other.rep, { value: 1 });
  const after = await all();
  assert.deepEqual(
    [
      after.total_leads - before.total_leads,
      after.converted_leads - before.converted_leads,
      after.revenue - before.revenue,
    ],
    [4, 1, 10],
  );
  assert.deepEqual(await all({ clientId: one.id }), await statsOf(one));
  assert.deepEqual(await all({ clientId: other.id }), await statsOf(other));
});

test('values offer the statuses and sources in use, and drop those no lead has', async () => {
  const client = await createTestClient(app, 'values');
  const values = async () => (await app.call(leads.values, {}, client.rep.token)).body.data;
  assert.deepEqual(await values(), { status: [], source: [] });
  const lead = await createLead(app, client.rep, { status: 'Site Visit', source: 'Walk-in' });
  await createLead(app, client.rep, { is_archived: true });
  assert.deepEqual(await values(), { status: ['Site Visit', 'new'], source: ['Walk-in', 'website'] });
  await app.call(
    leads.update,
    { params: { id: lead.id }, body: { status: 'qualified', source: null } },
    client.rep.token,
  );
  assert.deepEqual(await values(), { status: ['new', 'qualified'], source: ['website'] });
  await app.call(leads.remove, { params: { id: lead.id } }, client.rep.token);
  assert.deepEqual(await values(), { status: ['new'], source: ['website'] });
});
