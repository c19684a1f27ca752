import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { auth } from '#shared/auth.ts';
import { clients } from '#shared/clients.ts';
import { leads } from '#shared/leads.ts';
import { users } from '#shared/users.ts';
import { clientRole } from '#server/db/client-role.ts';
import { LATEST_CLIENT_VERSION } from '#server/db/client-schemas.ts';
import { openCore } from '#server/db/system-scope.ts';
import { removeClient, settleRemovals } from '#server/features/clients/client-removal.queries.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { cutConnections } from '#test/cut-connections.ts';
import { digestOf } from '#test/digest.ts';
import { createLead, createTestClient, PASSWORD, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const remove = async (id: string) =>
  await app.call(clients.remove, { params: { id } }, world.superadmin.token);
const backups = () => readdirSync(join(app.dataDir, 'backups'));
const totalOfAll = async () =>
  (await app.call(leads.list, { query: { page: '1' } }, world.admin.token)).body.pagination.total;

/** Everything the database still knows of a client. */
async function traces(id: string, schema: string): Promise<Record<string, unknown>> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM core.clients WHERE id = $1) AS clients, (SELECT count(*)::int FROM core.users WHERE client_id = $1) AS users,
        (SELECT count(*)::int FROM pg_namespace WHERE nspname = $2) AS schemas, (SELECT count(*)::int FROM pg_roles WHERE rolname = $3) AS roles,
        (SELECT count(*)::int FROM core.sessions s WHERE NOT EXISTS (SELECT FROM core.users u WHERE u.id = s.user_id)) AS sessions,
        (SELECT count(*)::int FROM all_clients.leads WHERE client_id = $1) + (SELECT count(*)::int FROM all_clients.lead_totals WHERE client_id = $1) AS mirrored`,
      [id, schema, clientRole(id)],
    );
    return rows[0];
  });
}
const NOTHING = { clients: 0, users: 0, schemas: 0, roles: 0, sessions: 0, mirrored: 0 };

test('removing a client backs its rows up for the operator and leaves nothing in the database', async () => {
  const client = await createTestClient(app, 'leaving');
  const kept = await createLead(app, world.alpha.rep);
  const names = ['राम कुमार', 'Comma, "quote"', '=SUM(1)\nnew line'];
  for (const name of names) await createLead(app, client.rep, { name, tags: ['a,b', '"c"'] });
  await createLead(app, world.superadmin, { name: 'By a guest' }, client.id);
  const total = await totalOfAll();

  const reply = await remove(client.id);
  assert.deepEqual(
    [reply.status, reply.body.message, reply.body.data],
    [200, 'Client removed', { id: client.id }],
  );
  assert.deepEqual(await traces(client.id, 'leaving'), NOTHING);
  for (const { token } of [client.admin, client.manager, client.rep])
    assert.equal((await app.call(auth.me, {}, token)).status, 401);
  const login = await app.call(auth.login, { body: { email: client.rep.email, password: PASSWORD } });
  assert.deepEqual([login.status, login.body.message], [401, 'Invalid email or password']);
  assert.equal(await totalOfAll(), total - 4);
  assert.equal((await app.call(leads.get, { params: { id: kept.id } }, world.alpha.rep.token)).status, 200);
  assert.equal((await remove(client.id)).status, 404);

  const [name = ''] = backups();
  const folder = join(app.dataDir, 'backups', name);
  assert.match(name, /^leaving-\d{4}-\d\d-\d\dT/);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  assert.deepEqual(
    [manifest.schema, manifest.version, manifest.rows.leads, manifest.rows.members],
    ['leaving', LATEST_CLIENT_VERSION, 4, 5],
  );
  const file = gunzipSync(readFileSync(join(folder, 'leads.csv.gz'))).toString();
  for (const each of ['राम कुमार', '"Comma, ""quote"""', '"=SUM(1)\nnew line"'])
    assert.ok(file.includes(each), each);
  assert.ok(!file.split('\n', 1)[0]?.includes('search_text'));
  for (const each of [folder, ...readdirSync(folder).map((entry) => join(folder, entry))])
    assert.equal(statSync(each).mode & 0o077, 0, each);
});

test('the backup can be loaded into a new schema, row for row', async () => {
  const client = await createTestClient(app, 'restored');
  for (let index = 0; index < 5; index += 1)
    await createLead(app, client.rep, { name: `Lead ${index}`, tags: ['x'], value: index });
  const rows = async (schema: string) =>
    await app.database.asOwner(
      async (owner) => (await owner.query(`SELECT * FROM ${schema}.leads ORDER BY id`)).rows,
    );
  const members = async (schema: string) =>
    await app.database.asOwner(
      async (owner) => (await owner.query(`SELECT * FROM ${schema}.members ORDER BY id`)).rows,
    );
  const before = [await members('restored'), await rows('restored')];
  await remove(client.id);
  const folder = join(app.dataDir, 'backups', backups().find((name) => name.startsWith('restored-')) ?? '');
  await createClient(app.database, { clientName: 'Again', schemaName: 'restored' });
  await app.database.asOwner(async (owner) => {
    for (const table of ['members', 'leads']) {
      const [header = '', ...lines] = gunzipSync(readFileSync(join(folder, `${table}.csv.gz`)))
        .toString()
        .trimEnd()
        .split('\n');
      const { from } = await import('pg-copy-streams');
      const stream = owner.query(from(`COPY restored.${table} (${header}) FROM STDIN (FORMAT csv)`));
      stream.end(`${lines.join('\n')}\n`);
      await new Promise((resolve, reject) => stream.once('finish', resolve).once('error', reject));
    }
  });
  assert.deepEqual([await members('restored'), await rows('restored')], before);
});

test('a name used again is a new, empty client; old tokens and ids mean nothing there', async () => {
  const old = await createTestClient(app, 'reused');
  const lead = await createLead(app, old.rep, { name: 'Of the old client', status: 'converted', value: 5 });
  await remove(old.id);
  const fresh = await createTestClient(app, 'reused');
  assert.notEqual(fresh.id, old.id);
  const list = await app.call(leads.list, { query: { show_all: 'true', page: '1' } }, fresh.manager.token);
  assert.deepEqual([list.body.data, list.body.pagination.total], [[], 0]);
  const stats = await app.call(leads.stats, {}, fresh.manager.token);
  assert.deepEqual([stats.body.data.total_leads, stats.body.data.revenue], [0, 0]);
  assert.deepEqual((await app.call(leads.values, {}, fresh.rep.token)).body.data, { status: [], source: [] });
  assert.equal((await app.call(leads.get, { params: { id: lead.id } }, fresh.rep.token)).status, 404);
  assert.equal((await app.call(leads.list, {}, old.rep.token)).status, 401);
  assert.equal((await app.call(users.list, {}, fresh.rep.token)).body.pagination.total, 4);
});

test('when the backup cannot be written the client stays, as active and whole as before, and its people signed in', async () => {
  const client = await createTestClient(app, 'kept');
  const lead = await createLead(app, client.rep);
  const before = (await traces(client.id, 'kept')) as typeof NOTHING;
  const { dataDir } = app;
  writeFileSync(join(dataDir, 'a-file'), '');
  app.config.dataDir = join(dataDir, 'a-file');
  const reply = await remove(client.id);
  app.config.dataDir = dataDir;
  assert.deepEqual(
    [reply.status, reply.body.message],
    [
      500,
      'The backup could not be made because the backups folder cannot be written (ENOTDIR). The client has not been removed.',
    ],
  );
  assert.deepEqual({ ...(await traces(client.id, 'kept')), mirrored: 0 }, { ...before, mirrored: 0 });
  const read = await app.call(leads.get, { params: { id: lead.id } }, world.superadmin.token);
  assert.equal(read.status, 200);
  const listed = await app.call(clients.list, { query: { search: 'kept' } }, world.superadmin.token);
  assert.equal(listed.body.data.clients[0]?.isActive, true);
  assert.equal((await app.call(auth.me, {}, client.rep.token)).status, 200);
});

test('a removal that fails in the database leaves the client whole', async () => {
  const client = await createTestClient(app, 'stuck');
  await createLead(app, client.rep);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `CREATE TABLE public.holds (id int); GRANT SELECT ON public.holds TO ${clientRole(client.id)}`,
      ),
  );
  const before = await digestOf(app);
  await assert.rejects(
    async () => await removeClient(app.database, client.id, app.config),
    /cannot be dropped/,
  );
  assert.deepEqual(await digestOf(app), before);
  await app.database.asOwner(async (owner) => await owner.query('DROP TABLE public.holds'));
  await removeClient(app.database, client.id, app.config);
  assert.deepEqual(await traces(client.id, 'stuck'), NOTHING);
});

test('people of a client that is removed while they work get answers, then 401; nothing is left', async () => {
  for (let round = 0; round < 3; round += 1) {
    const client = await createTestClient(app, `busy_${round}`);
    const statuses = new Set<number>();
    let running = true;
    const worker = async (token: string) => {
      while (running) {
        const read = await app.call(leads.list, { query: { page: '1' } }, token);
        const written = await app.call(leads.create, { body: { name: 'Busy' } }, token);
        statuses.add(read.status).add(written.status);
      }
    };
    const working = [client.admin, client.manager, client.rep].map(async ({ token }) => await worker(token));
    const reply = await remove(client.id);
    running = false;
    await Promise.all(working);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      [...statuses].filter((status) => ![200, 201, 401, 404].includes(status)),
      [],
    );
    assert.deepEqual(await traces(client.id, `busy_${round}`), NOTHING);
  }
});

/** Writes a lead of the client in a transaction that stays open until `finish`. */
async function openWrite(client: { id: string }, schema: string): Promise<{ finish: () => Promise<void> }> {
  const [written, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handle = app.database.client({ schema, role: clientRole(client.id) });
  const work = handle.transaction().execute(async (trx) => {
    await trx.insertInto('leads').values({ id: uuidv7(), name: 'At the last moment' }).execute();
    written.resolve();
    await ending.promise;
  });
  await written.promise;
  const finish = async () => {
    ending.resolve();
    await work;
  };
  return { finish };
}

/** The people of a client are refused once the removal has begun to wait. */
async function untilRefused(token: string): Promise<void> {
  while ((await app.call(auth.me, {}, token)).status === 200) await new Promise((turn) => setImmediate(turn));
}

const isActive = async (id: string) =>
  (await app.call(clients.list, { query: { ids: id } }, world.superadmin.token)).body.data.clients[0]
    ?.isActive;
const backupsOf = (schema: string) => backups().filter((name) => name.startsWith(`${schema}-`));

test('a client that is at work for too long is not removed, is as active as before, and has no backup', async () => {
  for (const wasActive of [true, false]) {
    const name = `at_work_${wasActive}`;
    const client = await createTestClient(app, name);
    const body = { isActive: wasActive };
    await app.call(clients.setActive, { params: { id: client.id }, body }, world.superadmin.token);
    const write = await openWrite(client, name);
    const refused = removeClient(app.database, client.id, { dataDir: app.dataDir, patience: 0 });
    await assert.rejects(refused, { status: 409, message: /still at work. It has not been removed/ });
    assert.equal(await isActive(client.id), wasActive);
    await write.finish();
    assert.deepEqual(backupsOf(name), []);
  }
});

test('what is acknowledged while a removal waits is in the backup', async () => {
  const client = await createTestClient(app, 'last_word');
  const write = await openWrite(client, 'last_word');
  const removing = remove(client.id);
  await untilRefused(client.rep.token);
  await write.finish();
  const reply = await removing;
  assert.equal(reply.status, 200, reply.text);
  const [folder = '', ...others] = backupsOf('last_word');
  assert.deepEqual(others, []);
  const manifest = readFileSync(join(app.dataDir, 'backups', folder, 'manifest.json'), 'utf8');
  assert.equal(JSON.parse(manifest).rows.leads, 1);
});

test('a start puts back what a removal that was killed has left', async () => {
  const client = await createTestClient(app, 'cut_short');
  await openCore(app.database)
    .updateTable('core.clients')
    .set({ is_active: false, active_before_removal: true })
    .where('id', '=', client.id)
    .execute();
  const draft = (name: string, manifest?: object) => {
    const folder = join(app.dataDir, 'backups', `${name}.part`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'leads.csv.gz'), '');
    if (manifest) writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  };
  draft('cut_short-1');
  draft('cut_short-2', { client: client.id });
  draft('cut_short-3', { client: uuidv7() });
  await settleRemovals(app.database, app.dataDir);
  // The backup of a client that is gone is its only remainder.
  assert.deepEqual(backupsOf('cut_short'), ['cut_short-3']);
  assert.ok(await isActive(client.id));
  assert.equal((await app.call(auth.me, {}, client.rep.token)).status, 200);
});

test('losing the database in the middle of a removal leaves the client as it was', async () => {
  const client = await createTestClient(app, 'lost');
  const write = await openWrite(client, 'lost');
  const removing = remove(client.id);
  await untilRefused(client.rep.token);
  await cutConnections(app, 'lms owner');
  const reply = await removing;
  assert.deepEqual([reply.status, reply.body.code], [503, 'unavailable']);
  assert.match(reply.body.message, /has not been removed and is as it was/);
  await write.finish();
  assert.deepEqual(backupsOf('lost'), []);
  assert.equal((await app.call(auth.me, {}, client.rep.token)).status, 200);
});
