import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { clients } from '#shared/installation/clients.ts';
import { dashboard } from '#shared/activities/dashboard.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leads } from '#shared/leads/leads.ts';
import { BackupReader } from '#server/backup/container.ts';
import { backUp } from '#server/backup/write-backup.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { checkReplica } from '#server/commands/doctor/check-replica.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { userActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { createLead, withReplicaWorld } from '#test/world.ts';

const { app, world } = await withReplicaWorld();
const { replica } = app.database;
const { standby } = app;
assert.ok(replica && standby);
const told: string[] = [];
replica.tell = (sentence) => told.push(sentence);
await replica.look();
// A machine busy with other tests replays late, and only one test needs the product's own patience.
const { patience } = replica;
const LONG = 15_000;
replica.patience = LONG;

const READY = 'The replica of DATABASE_READ_URL answers reads.';
const { alpha, beta, superadmin } = world;

/** Statements sent to a server while `work` ran, from the server's own log. */
async function statementsOf(dataDir: string, work: () => Promise<unknown>): Promise<string> {
  const file = join(dataDir, 'logs', 'postgres.log');
  const { size } = statSync(file);
  await work();
  return readFileSync(file).subarray(size).toString('utf8');
}

/** The server to which a statement with this text was sent while `work` ran. */
const askedFor = async (text: string, work: () => Promise<unknown>): Promise<string[]> => {
  let onPrimary = '';
  const onReplica = await statementsOf(standby.dataDir, async () => {
    onPrimary = await statementsOf(app.dataDir, work);
  });
  return [onPrimary.includes(text) ? 'primary' : '', onReplica.includes(text) ? 'replica' : ''].filter(
    Boolean,
  );
};

const onStandby = async (text: string) =>
  await onOwnConnection(
    standby.owner,
    async (owner) => (await owner.query<Record<string, unknown>>(text)).rows,
  );

/** Replay on the replica is paused from here to the end of the test. */
const pause = async (t: TestContext): Promise<void> => {
  await onStandby('SELECT pg_wal_replay_pause()');
  t.after(async () => {
    await onStandby('SELECT pg_wal_replay_resume()');
    await replica.look();
  });
  for (;;) {
    const [row] = await onStandby('SELECT pg_get_wal_replay_pause_state() AS state');
    if (row?.['state'] === 'paused') return;
  }
};

const exported = async (token = alpha.manager.token, query = {}) =>
  await app.call(leadExport.run, { query: { format: 'csv', ...query } }, token);

test('files are read from the replica, including what was just written', async () => {
  const name = 'Just Written';
  await createLead(app, alpha.rep, { name });
  const csv = async () => assert.match((await exported()).text, /Just Written/);
  assert.deepEqual(await askedFor('COPY (SELECT', csv), ['replica']);
  const xlsx = async () => assert.equal((await exported(alpha.rep.token, { format: 'xlsx' })).status, 200);
  assert.deepEqual(await askedFor('COPY (SELECT', xlsx), ['replica']);
  const archive = async () => {
    const reply = await app.call(clients.archive, { params: { id: alpha.id } }, alpha.admin.token);
    assert.equal(reply.status, 200);
  };
  assert.deepEqual(await askedFor('COPY (SELECT', archive), ['replica']);
  const unpaged = async () => {
    const reply = await app.call(leads.list, {}, alpha.manager.token);
    assert.ok(reply.body.data.some((lead) => lead.name === name));
  };
  assert.deepEqual(await askedFor('FROM "stream"', unpaged), ['replica']);
  // The audit line of an export is written on the primary.
  assert.deepEqual(await askedFor('"core"."audit"', csv), ['primary']);
});

test('dashboards over all clients use the replica, and those of one client the primary', async () => {
  const total = async (token: string) =>
    (await app.call(dashboard.get, {}, token)).body.data.stats.total_leads;
  const before = await total(superadmin.token);
  await createLead(app, beta.rep);
  const after = async () => assert.equal(await total(superadmin.token), before + 1);
  assert.deepEqual(await askedFor('jsonb_agg(c)', after), ['replica']);
  assert.deepEqual(await askedFor('jsonb_agg(c)', async () => await total(beta.manager.token)), ['primary']);
  const ofOne = async () => await app.call(dashboard.get, { query: { clientId: beta.id } }, superadmin.token);
  assert.deepEqual(await askedFor('jsonb_agg(c)', ofOne), ['primary']);
});

test('a write is visible at once while the replica is paused, and the replica is used again afterwards', async (t) => {
  told.length = 0;
  await t.test('behind', async (behind) => {
    await pause(behind);
    replica.patience = patience;
    behind.after(() => (replica.patience = LONG));
    await createLead(app, alpha.rep, { name: 'Own Write' });
    const read = async () => assert.match((await exported()).text, /Own Write/);
    assert.deepEqual(await askedFor('COPY (SELECT', read), ['primary']);
    assert.deepEqual(await askedFor('COPY (SELECT', read), ['primary']);
  });
  assert.deepEqual(told, [
    'The primary answers all reads, since the replica of DATABASE_READ_URL does not. It is behind.',
    READY,
  ]);
  assert.deepEqual(await askedFor('COPY (SELECT', exported), ['replica']);
});

test('nobody notices a missing replica, and it is used again when it returns', async () => {
  told.length = 0;
  await standby.stop();
  assert.match((await exported()).text, /Own Write/);
  assert.equal((await app.call(dashboard.get, {}, superadmin.token)).status, 200);
  assert.equal(replica.isReady, false);
  await standby.start();
  await replica.look();
  assert.equal(told.at(-1), READY);
  assert.equal(told.length, 2, told.join('\n'));
  assert.deepEqual(await askedFor('COPY (SELECT', exported), ['replica']);
});

test('on the replica another client’s file is empty and its archive a 404, as on the primary', async () => {
  const foreign = { client_id: beta.id };
  const there = await exported(alpha.manager.token, foreign);
  const archive = { params: { id: beta.id } };
  assert.equal((await app.call(clients.archive, archive, alpha.admin.token)).status, 404);
  assert.equal(there.status, 200);
  assert.equal(there.headers['x-total-count'], '0');
  assert.doesNotMatch(there.text, /No\d/);
});

test('the wall between clients is proven on the replica, and nothing can be written there', async (t) => {
  const one = await findClient(app.database, alpha.id);
  assert.ok(one);
  const foreign = sql`SELECT 1 FROM ${sql.id(beta.schema, 'leads')}`;
  await assert.rejects(async () => await foreign.execute(replica.client(one)), { code: '42501' });
  const write = replica.client(one).deleteFrom('lead_views');
  await assert.rejects(async () => await write.execute(), { code: '25006' });
  const change = async (text: string) =>
    await app.database.asOwner(async (owner) => void (await owner.query(text)));
  await change(`GRANT USAGE ON SCHEMA ${beta.schema} TO ${clientRole(alpha.id)};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${beta.schema} TO ${clientRole(alpha.id)};
    GRANT USAGE ON SCHEMA ${alpha.schema} TO ${clientRole(beta.id)};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${alpha.schema} TO ${clientRole(beta.id)}`);
  t.after(async () => {
    await change(`REVOKE ALL ON SCHEMA ${beta.schema} FROM ${clientRole(alpha.id)};
      REVOKE ALL ON ALL TABLES IN SCHEMA ${beta.schema} FROM ${clientRole(alpha.id)};
      REVOKE ALL ON SCHEMA ${alpha.schema} FROM ${clientRole(beta.id)};
      REVOKE ALL ON ALL TABLES IN SCHEMA ${alpha.schema} FROM ${clientRole(beta.id)}`);
    await replica.look();
  });
  await assert.rejects(async () => await replica.look(), { name: 'UnusableDatabase' });
  assert.equal(replica.isReady, false);
});

/** The scope of a manager of Alpha, as in a request. */
async function managerScope(): Promise<Scope> {
  const account = await findAccount(app.database, alpha.manager.id);
  assert.ok(account);
  return new Scope(app.database, userActor(account, 'client'));
}

const LONG_READS = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep(20)%'`;

test('a read cancelled by the replica because of removed rows is retried on the primary', async () => {
  const scope = await managerScope();
  const { id } = await createLead(app, alpha.rep, { name: 'Soon Gone' });
  const asked: string[] = [];
  await scope.onReplica('file', undefined, async (there) => {
    const isThere = there !== scope;
    asked.push(isThere ? 'replica' : 'primary');
    const reading = await there.reading();
    const snapshot = await openSnapshot(reading.db);
    try {
      await snapshot.rows(sql`SELECT id FROM ${reading.table('leads')} l`);
      if (!isThere) return;
      const long = snapshot.rows(sql`SELECT pg_sleep(20)`);
      long.catch(() => {});
      // A connection idle between statements would be closed entirely.
      while ((await onStandby(LONG_READS)).length === 0);
      await app.database.onOwner(async (owner) => {
        await owner.query(`UPDATE alpha.leads SET name = 'Gone' WHERE id = $1`, [id]);
        await owner.query('VACUUM alpha.leads');
      });
      await long;
    } finally {
      await snapshot.close();
    }
  });
  assert.deepEqual(asked, ['replica', 'primary']);
  assert.ok(replica.isReady, 'the next read asks the replica again');
  assert.deepEqual(await askedFor('COPY (SELECT', exported), ['replica']);
});

test('data read from the replica is not cached, as it may predate changes this process has heard of', async (t) => {
  const scope = await managerScope();
  const title = async (at: Scope) => (await fieldOptions(await at.reading())).configuration.location.title;
  const { token } = alpha.admin;
  await scope.onReplica('file', undefined, async (there) => {
    assert.notEqual(there, scope);
    await pause(t);
    const { configuration } = await fieldOptions(await scope.reading());
    const config_value = { location: { ...configuration.location, title: 'Town' } };
    const input = { params: { tenantId: alpha.id }, body: { config_value } };
    const heard = Promise.withResolvers<void>();
    const stop = app.database.announcements.subscribe(
      (said) => said.type === 'changed' && said.kinds.includes('fields') && heard.resolve(),
    );
    assert.equal((await app.call(fieldConfiguration.update, input, token)).status, 200);
    await heard.promise;
    stop();
    assert.notEqual(await title(there), 'Town');
  });
  assert.equal(await title(scope), 'Town');
});

test('a backup reads from the replica, or from the primary when the replica is down', async () => {
  const copy = async (name: string) => {
    const file = join(app.dataDir, name);
    const said: string[] = [];
    await backUp(app.owner, file, { replica: standby.owner, warn: (line) => said.push(line) });
    const backup = await BackupReader.open(file);
    const rows = backup.manifest.files.map((part) => [part.path, part.rows]);
    backup.close();
    return { rows, said };
  };
  let there: Awaited<ReturnType<typeof copy>> | undefined;
  assert.deepEqual(await askedFor('COPY (SELECT', async () => (there = await copy('there.zip'))), [
    'replica',
  ]);
  assert.deepEqual(there?.said, []);
  await standby.stop();
  const here = await copy('here.zip');
  await standby.start();
  assert.match(here.said.join(), /^The primary is copied, since the replica/);
  assert.deepEqual(here.rows, there?.rows);
});

test('the doctor reports the state of the replica', async () => {
  const levels = async (settings: ConnectionSettings | undefined) =>
    await onOwnConnection(app.owner, async (owner) =>
      (await checkReplica(owner, settings)).map(({ level }) => level),
    );
  assert.deepEqual(await levels(undefined), []);
  // The replica may cancel a query to continue its replay.
  assert.deepEqual(await levels(standby.owner), ['note']);
  await standby.stop();
  assert.deepEqual(await levels(standby.owner), ['wrong']);
  appendFileSync(join(standby.dataDir, 'postgres/postgresql.auto.conf'), 'hot_standby_feedback = on\n');
  await standby.start();
  assert.deepEqual(await levels(standby.owner), ['good']);
  assert.deepEqual(await levels(app.owner), ['wrong'], 'the primary is no replica');
});

test('a replica that was promoted to primary is neither read nor written', async () => {
  told.length = 0;
  await replica.look();
  await onStandby('SELECT pg_promote()');
  assert.deepEqual(await askedFor('COPY (SELECT', exported), ['primary']);
  assert.match(told.join(), /The server there is no replica\.$/);
  const one = await findClient(app.database, alpha.id);
  assert.ok(one);
  const write = replica.client(one).deleteFrom('lead_views');
  await assert.rejects(async () => await write.execute(), { code: '25006' });
});
