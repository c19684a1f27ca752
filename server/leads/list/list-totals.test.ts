import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { clients } from '#shared/installation/clients.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { userActor } from '#server/db/actors.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { Scope } from '#server/db/scope.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { foldCounts } from '#server/leads/changes/lead-counters.queries.ts';
import { countLeadsUpTo } from '#server/leads/list/leads.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { insertManyLeads } from '#test/rows/many-leads.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

async function scopeOf({ rep }: TestClient): Promise<ClientScope> {
  const account = await findAccount(app.database, rep.id);
  assert.ok(account);
  return await new Scope(app.database, userActor(account, 'client')).writingIn();
}

async function assertCounted(client: TestClient): Promise<void> {
  assert.deepEqual(await countingErrors(app, client), []);
}

const rowsIn = async (query: string) => await ownerRows<Record<string, unknown>>(app, query);

const rowsOf = async (table: string) => {
  const [found] = await ownerRows<{ rows: number }>(app, `SELECT count(*)::int AS rows FROM ${table}`);
  return found?.rows ?? 0;
};

const STATUSES = ['new', 'contacted', 'converted', 'closed_won', 'lost'];
const SOURCES = ['website', 'referral', null];
type Step = {
  kind: string;
  at: number;
  status: string;
  source: string | null;
  value: number | null;
  flag: boolean;
  person: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'edit',
    'edit',
    'status',
    'archive',
    'duplicate',
    'assign',
    'convert',
    'delete',
    'fold',
  ),
  at: fc.nat(1000),
  status: fc.constantFrom(...STATUSES),
  source: fc.constantFrom(...SOURCES),
  value: fc.option(fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)),
  flag: fc.boolean(),
  person: fc.nat(2),
});

/** Makes one change through the API to a lead of `ids`; a refused change (trash) must not count either. */
async function act(
  client: TestClient,
  ids: string[],
  { kind, at, status, source, value, flag, person }: Step,
): Promise<void> {
  const { token } = client.manager;
  const people = [client.rep.id, client.otherRep.id, null];
  const assigned_to = people[person] ?? null;
  if (kind === 'fold') return await foldCounts(await scopeOf(client));
  if (kind === 'create' || ids.length === 0) {
    const body = {
      name: 'Counted',
      status,
      value,
      assigned_to,
      is_archived: flag,
      ...(source && { source }),
    };
    const { body: answer } = await app.call(leads.create, { body }, token);
    ids.push(answer.data.id);
    return;
  }
  const params = { id: ids[at % ids.length] ?? '' };
  if (kind === 'edit')
    await app.call(leads.update, { params, body: { status, source, value, assigned_to } }, token);
  if (kind === 'status') await app.call(leads.setStatus, { params, body: { status } }, token);
  if (kind === 'archive') await app.call(leads.setArchived, { params, body: { is_archived: flag } }, token);
  if (kind === 'duplicate')
    await app.call(leads.setDuplicate, { params, body: { is_duplicate: flag } }, token);
  if (kind === 'assign') await app.call(leads.assign, { params, body: { assigned_to } }, token);
  if (kind === 'convert') await app.call(leads.convert, { params, body: {} }, token);
  if (kind === 'delete') await app.call(leads.remove, { params }, token);
}

test('after any history of changes the counters match the leads', async () => {
  const client = await createTestClient(app, 'history');
  const ids: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const each of steps) await act(client, ids, each);
      await assertCounted(client);
    }),
    { numRuns: 20 },
  );
  assert.ok(ids.length > 20);
});

test('the same with many concurrent writers, while the counters are folded', async () => {
  const client = await createTestClient(app, 'crowded');
  const scope = await scopeOf(client);
  const ids = [(await createLead(app, client.rep)).id];
  const writers = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { numRuns: 4, seed: 7 });
  const done = new AbortController();
  const folding = (async () => {
    let folds = 0;
    while (!done.signal.aborted) {
      await foldCounts(scope);
      folds += 1;
    }
    return folds;
  })();
  await Promise.all(writers.map(async (steps) => { for (const each of steps) await act(client, ids, each); })); // prettier-ignore
  done.abort();
  assert.ok((await folding) > 3);
  await assertCounted(client);
  await foldCounts(scope);
  await assertCounted(client);
});

test('imports that insert, update and skip are counted, and folded afterwards', async () => {
  const client = await createTestClient(app, 'imported');
  const rows = Array.from({ length: 60 }, (_, index) => ({
    name: `Row ${index}`, email: index % 4 === 0 ? '' : `row${index % 40}@example.com`, status: STATUSES[index % 5] ?? '', source: SOURCES[index % 3] ?? '', value: index * 10,
    created_at: `2026-0${1 + (index % 9)}-15 23:45`,
  })); // prettier-ignore
  const run = async (body: object) => await app.call(leadImport.run, { body }, client.rep.token);
  const first = await run({ leads: rows });
  assert.equal(first.status, 200, first.text);
  await assertCounted(client);
  const changed = rows.map((row) => ({ ...row, status: 'lost', value: row.value + 1 }));
  const second = await run({ leads: changed, update_existing: true });
  assert.ok(second.body.data.updated > 0, second.text);
  await assertCounted(client);
  const third = await run({ leads: changed, skip_duplicates: false });
  assert.ok(third.body.data.inserted > 0);
  await assertCounted(client);
  const cells = await rowsOf(`${client.schema}.lead_totals`);
  assert.ok(cells < 30, `${cells} cells`);
});

test('folding leaves one row per cell, drops empty ones and changes no sum', async () => {
  const client = await createTestClient(app, 'folded');
  await insertManyLeads(app, client, 200);
  const lead = await createLead(app, client.rep, { status: 'short-lived' });
  await app.call(leads.remove, { params: { id: lead.id } }, client.rep.token);
  const before = (await app.call(leads.stats, {}, client.rep.token)).body.data;
  await foldCounts(await scopeOf(client));
  const cells = await rowsIn(
    `SELECT status, source, assigned_to, is_archived, is_duplicate, count(*)::int AS rows FROM ${client.schema}.lead_totals GROUP BY 1, 2, 3, 4, 5`,
  );
  assert.deepEqual(new Set(cells.map((cell) => cell['rows'])), new Set([1]));
  assert.ok(!cells.some(({ status }) => status === 'short-lived'));
  assert.deepEqual((await app.call(leads.stats, {}, client.rep.token)).body.data, before);
  await assertCounted(client);
});

test('changing a client’s time zone recounts its leads by the new days', async () => {
  const client = await createTestClient(app, 'moving');
  await insertManyLeads(app, client, 240);
  for (const timeZone of ['Pacific/Auckland', 'America/New_York']) {
    const body = { timeZone };
    const moved = await app.call(clients.update, { params: { id: client.id }, body }, world.superadmin.token);
    assert.equal(moved.status, 200, moved.text);
    await assertCounted(client);
  }
});

for (const zone of ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']) {
  test(`leads are counted under their creation day in ${zone}, at any hour`, async () => {
    const client = await createTestClient(app, `days_of_${zone.toLowerCase().replace('/', '_')}`);
    await app.database.asOwner(
      async (owner) =>
        await owner.query('UPDATE core.clients SET time_zone = $2 WHERE id = $1', [client.id, zone]),
    );
    await insertManyLeads(app, client, 240);
    await assertCounted(client);
    const ids = (
      await rowsIn(`SELECT id FROM ${client.schema}.leads WHERE deleted_at IS NULL ORDER BY id LIMIT 90`)
    ).map(({ id }) => id as string);
    const { superadmin } = world;
    const [archived, trashed, edited] = [ids.slice(0, 40), ids.slice(40, 80), ids.slice(80)];
    const body = { lead_ids: archived, updates: { is_archived: true, is_duplicate: true } };
    const done = await app.call(leadBulk.update, { body }, superadmin.token);
    assert.equal(done.status, 200, done.text);
    await assertCounted(client);
    const gone = await app.call(leadBulk.remove, { body: { lead_ids: trashed } }, superadmin.token);
    assert.equal(gone.status, 200, gone.text);
    await assertCounted(client);
    for (const id of edited)
      await app.call(leads.setArchived, { params: { id }, body: { is_archived: true } }, client.rep.token);
    await assertCounted(client);
    for (const { id } of await rowsIn(`SELECT id FROM ${client.schema}.operations`))
      await app.call(operations.undo, { params: { id: id as string } }, superadmin.token);
    await assertCounted(client);
    // The list's day filter agrees with the leads' own days.
    const days = await rowsIn(`SELECT (created_at AT TIME ZONE '${zone}')::date AS day, count(*)::int AS leads
      FROM ${client.schema}.leads WHERE deleted_at IS NULL AND NOT is_archived AND NOT is_duplicate GROUP BY 1 ORDER BY 1 LIMIT 20`);
    for (const { day, leads: most } of days) {
      const query = { from_date: String(day), to_date: String(day), is_duplicate: 'false', limit: '1' };
      for (const person of [client.rep, superadmin]) {
        const found = await app.call(leads.list, { query: { ...query, client_id: client.id } }, person.token);
        assert.equal(found.body.pagination.total, most, `${String(day)}, ${person.role}`);
      }
    }
  });
}

test('the process folds the counters by itself from time to time', async () => {
  const client = await createTestClient(app, 'self');
  const isFolded = async () => (await rowsOf(`${client.schema}.lead_totals`)) <= 20;
  // A fold that comes while another one is at work is left to the next.
  for (let batch = 0; batch < 20 || (batch < 100 && !(await isFolded())); batch += 1)
    await Promise.all(Array.from({ length: 10 }, async () => await createLead(app, client.rep)));
  assert.ok(await isFolded());
  await assertCounted(client);
});

test('a failed change counts nothing', async () => {
  const { rep } = world.alpha;
  const lead = await createLead(app, rep);
  const before = await rowsOf(`${world.alpha.schema}.lead_totals`);
  await app.call(leads.create, { body: { name: 'x', assigned_to: world.beta.rep.id } }, rep.token);
  await app.call(
    leads.update,
    { params: { id: lead.id }, body: { status: 'lost', assigned_to: world.beta.rep.id } },
    rep.token,
  );
  await app.call(leads.update, { params: { id: lead.id }, body: { status: 'lost', version: 9 } }, rep.token);
  assert.equal(await rowsOf(`${world.alpha.schema}.lead_totals`), before);
  await assertCounted(world.alpha);
});

test('a count up to a cap is a lower bound beyond it', async () => {
  const account = (await findAccount(app.database, world.beta.rep.id)) ?? assert.fail();
  const reading = await new Scope(app.database, userActor(account, 'client')).reading();
  for (const name of ['Counted one', 'Counted two', 'Counted three'])
    await createLead(app, world.beta.rep, { name });
  const filters = await readyFilters(reading, { search: 'counted' });
  assert.deepEqual(await countLeadsUpTo(reading, filters, 2), { total: 2, isCapped: true });
  assert.deepEqual(await countLeadsUpTo(reading, filters, 3), { total: 3, isCapped: false });
});
