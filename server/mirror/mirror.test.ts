import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { callLogs } from '#shared/activities/call-logs.ts';
import { clients } from '#shared/installation/clients.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { products } from '#shared/leads/products.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { DatabaseUnavailable } from '#server/db/pool/ask.ts';
import { appPassword, quoted } from '#server/db/structure/installation.ts';
import { migrate } from '#server/db/structure/migrate.ts';
import { THIS_RELEASE } from '#server/db/structure/releases.ts';
import { MIRRORED } from '#server/db/tables/mirrored-tables.ts';
import { haveSumsGoneWrong, mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { Mirror } from '#server/mirror/mirror.ts';
import { recount } from '#test/rows/counters.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { createLead, createTestClient, logCall, planReminder, withOwnWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withOwnWorld();
const { alpha, beta, superadmin } = world;

const namesOfAll = async () => {
  const { body } = await app.call(leads.list, { query: { page: '1', limit: '100' } }, superadmin.token);
  return { names: body.data.map(({ name }) => name), total: body.pagination.total };
};

test('a client’s write is visible, and counted, for the next reader across clients', async () => {
  const made = await createLead(app, alpha.rep, { name: 'Asha', value: 5000, tags: ['NRI'] });
  await createLead(app, beta.rep, { name: 'Bela' });
  await logCall(app, alpha.rep);
  const planned = await planReminder(app, beta.rep);
  await app.call(products.create, { body: { name: 'Mirror' } }, alpha.manager.token);
  assert.equal((await namesOfAll()).total, 4);
  assert.deepEqual(await mirrorErrors(app), []);
  await app.call(leads.remove, { params: { id: made.id } }, alpha.manager.token);
  await app.call(reminders.remove, { params: { id: planned } }, beta.rep.token);
  assert.ok(!(await namesOfAll()).names.includes('Asha'));
  assert.deepEqual(await mirrorErrors(app), []);
});

test('a change by another process arrives even if that process has ended before it brought the change', async () => {
  const { id } = await createLead(app, alpha.rep, { name: 'Before' });
  await namesOfAll();
  const other = new pg.Client(app.owner);
  await other.connect();
  await other.query("UPDATE alpha.leads SET name = 'Lastword' WHERE id = $1", [id]);
  await other.end();
  await app.database.announcements.announce({ type: 'changed', clientId: alpha.id, kinds: ['leads'] });
  const until = performance.now() + 20_000;
  while (!(await namesOfAll()).names.includes('Lastword') && performance.now() < until) await wait(50);
  assert.ok((await namesOfAll()).names.includes('Lastword'));
});

const asOwner = async (statement: string) =>
  await app.database.asOwner(async (owner) => await owner.query(statement));

test('a lead whose copying to the mirror fails at first is found once a retry succeeds', async () => {
  await asOwner("ALTER TABLE all_clients.leads ADD CONSTRAINT refusing CHECK (name <> 'Delayed')");
  const { id } = await createLead(app, alpha.rep, { name: 'Delayed' });
  const opening = app.call(leads.get, { params: { id } }, superadmin.token);
  assert.equal(await app.database.follower?.settle(), false);
  await asOwner('ALTER TABLE all_clients.leads DROP CONSTRAINT refusing');
  const { status, body } = await opening;
  assert.deepEqual([status, body.data.name], [200, 'Delayed']);
});

const step = fc.record({
  kind: fc.constantFrom('create', 'edit', 'archive', 'delete', 'call', 'remind', 'bulk'),
  at: fc.nat(100),
  status: fc.constantFrom('new', 'contacted', 'converted'),
  value: fc.nat(1000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function act(
  { rep, manager }: TestClient,
  ids: string[],
  { kind, at, status, value }: Step,
): Promise<void> {
  const id = ids[at % ids.length];
  if (kind === 'create' || id === undefined) {
    ids.push((await createLead(app, rep, { name: `Lead ${value}`, status, value })).id);
    return;
  }
  const params = { id };
  const { token } = manager;
  if (kind === 'edit') await app.call(leads.update, { params, body: { status, value } }, token);
  if (kind === 'archive')
    await app.call(leads.setArchived, { params, body: { is_archived: at % 2 === 0 } }, token);
  if (kind === 'delete') await app.call(leads.remove, { params }, token);
  if (kind === 'call') await app.call(callLogs.create, { body: { lead_id: id, duration: at } }, token);
  const body = { lead_id: id, title: 'Call', reminder_date: '2027-01-01T04:30:00Z' };
  if (kind === 'remind') await app.call(reminders.create, { body }, token);
  if (kind === 'bulk')
    await app.call(leadBulk.update, { body: { lead_ids: ids, updates: { status } } }, superadmin.token);
}

/** Like the server, which tries again later if no connection becomes free in time. */
const follow = async (id: string) =>
  await followClient(app.database, id).catch((error) => assert.ok(error instanceof DatabaseUnavailable));

test('concurrent work in several clients, brought by several followers, is mirrored exactly', async () => {
  const histories = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), { numRuns: 4, seed: 11 });
  const done = new AbortController();
  const following = (async () => {
    while (!done.signal.aborted)
      for (const { id } of [alpha, beta]) await Promise.all([follow(id), follow(id)]);
  })();
  const ids: Record<string, string[]> = { [alpha.id]: [], [beta.id]: [] };
  await Promise.all(
    histories.map(async (steps, index) => {
      const client = index % 2 === 0 ? alpha : beta;
      for (const each of steps) await act(client, ids[client.id] ?? [], each);
    }),
  );
  done.abort();
  await following;
  await namesOfAll();
  assert.deepEqual(await mirrorErrors(app), []);
});

test('the mirror is complete when rebuilt while clients work', async () => {
  const ids: string[] = [];
  const steps = fc.sample(step, { numRuns: 40, seed: 12 });
  const remaking = (async () => {
    for (let times = 0; times < 3; times += 1) await app.database.remakeMirror();
  })();
  for (const each of steps) await act(alpha, ids, each);
  await remaking;
  await namesOfAll();
  assert.deepEqual(await mirrorErrors(app), []);
});

test('a removed client leaves neither rows nor counts', async () => {
  const client = await createTestClient(app, 'leaving');
  for (const name of ['One', 'Two', 'Three']) await createLead(app, client.rep, { name, value: 100 });
  const before = (await namesOfAll()).total;
  const reply = await app.call(clients.remove, { params: { id: client.id } }, superadmin.token);
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await namesOfAll()).total, before - 3);
  assert.deepEqual(await mirrorErrors(app), []);
});

test('changing a client’s time zone recounts its leads by the new days', async () => {
  const client = await createTestClient(app, 'moving');
  for (const name of ['Early', 'Late']) await createLead(app, client.rep, { name });
  const mine = (text: string) => text.replaceAll('@', quoted(client.schema));
  await app.database.asOwner(async (owner) => {
    // Midnight in India is the evening before in London.
    await owner.query(mine("UPDATE @.leads SET created_at = '2026-03-01T19:00:00Z' WHERE name = 'Late'"));
    await owner.query(recount(client.schema));
    await owner.query(mine(`DELETE FROM @.changed_rows`));
  });
  await app.database.remakeMirror();
  const body = { timeZone: 'Europe/London' };
  const reply = await app.call(clients.update, { params: { id: client.id }, body }, superadmin.token);
  assert.equal(reply.status, 200, reply.text);
  const query = { from_date: '2026-03-01', to_date: '2026-03-01' };
  const found = await app.call(leads.list, { query }, superadmin.token);
  assert.equal(found.body.pagination.total, 1);
  assert.deepEqual(await mirrorErrors(app), []);
});

test('a manually corrupted mirror is noticed and repaired', async () => {
  const { id } = await createLead(app, alpha.rep, { name: 'Spoilt' });
  await namesOfAll();
  assert.equal(await mendMirror(app.database, alpha.id), false);
  for (const spoiling of [
    `DELETE FROM all_clients.leads WHERE id = '${id}'`,
    `UPDATE all_clients.lead_totals SET leads = leads + 1 WHERE client_id = '${alpha.id}'`,
    `DELETE FROM all_clients.call_logs`,
  ]) {
    await asOwner(spoiling);
    await namesOfAll();
    assert.equal(await mendMirror(app.database, alpha.id), true, spoiling);
    app.database.follower?.note(alpha.id);
    await namesOfAll();
    assert.equal(await mendMirror(app.database, alpha.id), false, spoiling);
  }
  await planReminder(app, alpha.rep);
  await namesOfAll();
  // The days still count the manually deleted lead.
  assert.equal(await haveSumsGoneWrong(app.database), true);
  await app.database.remakeMirror();
  for (const spoiling of [
    'UPDATE all_clients.lead_days SET leads = leads + 1',
    'UPDATE all_clients.lead_sums SET no_next_step = no_next_step + 1',
    'UPDATE all_clients.shown_reminder_days SET reminders = reminders + 1',
    'UPDATE all_clients.call_sums SET calls = calls + 1',
  ]) {
    await asOwner(spoiling);
    assert.equal(await haveSumsGoneWrong(app.database), true, spoiling);
    await app.database.remakeMirror();
    assert.equal(await haveSumsGoneWrong(app.database), false, spoiling);
  }
  assert.deepEqual(await mirrorErrors(app), []);
});

test('a sweep reports nothing about a sound mirror, and repairs a corrupted one', async () => {
  await createLead(app, alpha.rep, { name: 'Swept' });
  await namesOfAll();
  /**
   * Runs one sweep over all clients, lets its follower bring what was missing, and returns the complaints.
   */
  const sweep = async () => {
    const said: string[] = [];
    const { follower } = app.database;
    const mirror = new Mirror(app.database, (error) => said.push(String(error)));
    await mirror.startSweeping();
    await mirror.close();
    app.database.follower = follower;
    return said;
  };
  assert.deepEqual(await sweep(), []);
  await asOwner(`DELETE FROM all_clients.leads WHERE client_id = '${alpha.id}'`);
  const said = await sweep();
  assert.equal(said[0], `Error: The mirror differed from client ${alpha.id}, and is mended.`);
  assert.deepEqual(await mirrorErrors(app), []);
  assert.deepEqual(await sweep(), []);
});

test('across clients, each status counts as its own client defines it', async () => {
  const client = await createTestClient(app, 'meaning');
  const params = { tenantId: client.id };
  const { body: stored } = await app.call(fieldConfiguration.get, { params }, client.admin.token);
  const { effective_value: fields } = stored.data.configurations[0] ?? assert.fail();
  const options = [
    { value: 'new', label: 'New' },
    { value: 'visited', label: 'Visited', meaning: 'won' as const },
  ];
  const body = { config_value: { status: { ...fields.status, options } } };
  const configured = await app.call(fieldConfiguration.update, { params, body }, client.admin.token);
  assert.equal(configured.status, 200, configured.text);
  await createLead(app, client.rep, { name: 'Won by visit', status: 'visited', value: 10 });
  await createLead(app, alpha.rep, { name: 'Open visit', status: 'visited', value: 10 });
  for (const meaning of ['won', 'open'] as const) {
    const query = { meaning, page: '1', limit: '100' };
    const { body: found } = await app.call(leads.list, { query }, superadmin.token);
    const names = found.data.map(({ name }) => name);
    assert.equal(names.includes('Won by visit'), meaning === 'won');
    assert.equal(names.includes('Open visit'), meaning === 'open');
    assert.equal(found.pagination.total, names.length, meaning);
    if (meaning !== 'won') continue;
    const { body: stats } = await app.call(leads.stats, { query: {} }, superadmin.token);
    assert.equal(stats.data.converted_leads, names.length);
  }
});

test('every mirrored table records its changes', async () => {
  const { rows } = await app.database.onOwner(
    async (owner) =>
      await owner.query<{ name: string }>(`
        SELECT relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid
        WHERE relnamespace = 'client_template'::regnamespace AND proname LIKE 'note\\_changed\\_%'
        GROUP BY 1 HAVING bit_or(tgtype & 28) = 28`),
  );
  assert.deepEqual(
    rows.map(({ name }) => name).toSorted(),
    Object.keys(MIRRORED).toSorted(),
    'A table of MIRRORED needs, in the migration that makes the table, the triggers of 0010-changed-rows.ts for INSERT, UPDATE and DELETE. A table that no list across clients reads belongs in neither.',
  );
});

test('a newer release extends the mirror in place', async () => {
  const idOfMirror = async () =>
    await app.database.onOwner(
      async (owner) =>
        (await owner.query("SELECT 'all_clients.leads'::regclass::oid AS id")).rows[0] as unknown,
    );
  const before = await idOfMirror();
  const added = {
    name: '9999-added',
    olderMayServe: true as const,
    sql: (schema: string) => `ALTER TABLE ${schema}.leads ADD COLUMN added text NOT NULL DEFAULT 'as it was';
      CREATE INDEX leads_added ON ${schema}.leads (added);`,
  };
  const release = { ...THIS_RELEASE, client: [...THIS_RELEASE.client, added] };
  await migrate(app.owner, appPassword(app.owner, ''), release);
  assert.deepEqual(await idOfMirror(), before);
  await createLead(app, alpha.rep, { name: 'After the upgrade' });
  await app.database.asOwner(async (owner) => {
    await owner.query("UPDATE alpha.leads SET added = 'changed' WHERE name = 'After the upgrade'");
    const { rows } = await owner.query(
      "SELECT 1 FROM pg_indexes WHERE schemaname = 'all_clients' AND indexname = 'leads_added'",
    );
    assert.equal(rows.length, 1);
  });
  await namesOfAll();
  assert.deepEqual(await mirrorErrors(app), []);
});
