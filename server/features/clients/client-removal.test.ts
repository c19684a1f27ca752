import assert from 'node:assert/strict';
import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { leads } from '#shared/leads/leads.ts';
import { users } from '#shared/accounts/users.ts';
import { BackupReader } from '#server/backup/container.ts';
import type { BackupFile } from '#server/backup/manifest.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { LATEST_CLIENT_VERSION } from '#server/db/structure/client-schemas.ts';
import { openCore } from '#server/db/system-scope.ts';
import { writeBackup } from '#server/features/clients/client-backup.ts';
import { removeClient, settleRemovals } from '#server/features/clients/client-removal.queries.ts';
import { allRows } from '#test/rows/all-rows.ts';
import { cutConnections } from '#test/servers/cut-connections.ts';
import { digestOf } from '#test/rows/digest.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { refreshTokenOf } from '#test/safety/principals.ts';
import { createLead, createTestClient, PASSWORD, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const remove = async (id: string) =>
  await app.call(clients.remove, { params: { id } }, world.superadmin.token);
const backups = () => readdirSync(join(app.dataDir, 'backups'));
/** The total of leads across clients, including every earlier change, however busy the machine is. */
const totalOfAll = async () => {
  await app.database.follower?.settle(20_000);
  return (await app.call(leads.list, { query: { page: '1' } }, world.admin.token)).body.pagination.total;
};

/** Everything the database still has of a client. */
async function traces(id: string, schema: string): Promise<object> {
  const [found] = await ownerRows<object>(
    app,
    `SELECT (SELECT count(*)::int FROM core.clients WHERE id = $1) AS clients, (SELECT count(*)::int FROM core.users WHERE client_id = $1) AS users,
        (SELECT count(*)::int FROM pg_namespace WHERE nspname = $2) AS schemas, (SELECT count(*)::int FROM pg_roles WHERE rolname = $3) AS roles,
        (SELECT count(*)::int FROM core.sessions s WHERE NOT EXISTS (SELECT 1 FROM core.users u WHERE u.id = s.user_id)) AS sessions,
        (SELECT count(*)::int FROM all_clients.leads WHERE client_id = $1) + (SELECT count(*)::int FROM all_clients.lead_totals WHERE client_id = $1) AS mirrored`,
    [id, schema, clientRole(id)],
  );
  return found ?? {};
}
const NOTHING = { clients: 0, users: 0, schemas: 0, roles: 0, sessions: 0, mirrored: 0 };

test('removing a client writes a backup for the operator and leaves nothing in the database', async () => {
  const client = await createTestClient(app, 'leaving');
  const kept = await createLead(app, world.alpha.rep);
  const names = ['राम कुमार', 'Comma, "quote"', '=SUM(1)'];
  const more = { tags: ['a,b', '"c"'], address: 'one\nnew line' };
  for (const name of names) await createLead(app, client.rep, { name, ...more });
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
  assert.match(name, /^leaving-\d{4}-\d\d-\d\dT[\w-]+\.zip$/);
  const file = join(app.dataDir, 'backups', name);
  assert.equal(statSync(file).mode & 0o077, 0);
  const backup = await BackupReader.open(file);
  const { clients: of, files } = backup.manifest;
  const rowsOf = (table: string) => files.find((each) => each.table === table)?.rows;
  assert.deepEqual([of[0]?.schema, of[0]?.version], ['leaving', LATEST_CLIENT_VERSION]);
  assert.deepEqual(['leads', 'members', 'users'].map(rowsOf), [4, 5, 4]);
  const text = await readText(await backup.read(files.find(({ table }) => table === 'leads') as BackupFile));
  for (const each of ['राम कुमार', '"Comma, ""quote"""', '=SUM(1)', 'one\nnew line'])
    assert.ok(text.includes(each), each);
  assert.ok(!text.split('\n', 1)[0]?.includes('search_text'));
  backup.close();
});

test('a removed client is restored from its backup: rows, accounts and passwords', async () => {
  const client = await createTestClient(app, 'restored');
  for (let index = 0; index < 5; index += 1)
    await createLead(app, client.rep, { name: `Lead ${index}`, tags: ['x'], value: index });
  const rows = async () =>
    await app.database.asOwner(async (owner) => ({
      client: await allRows(owner, 'restored'),
      people: (await owner.query('SELECT * FROM core.users WHERE client_id = $1 ORDER BY id', [client.id]))
        .rows,
    }));
  const before = await rows();
  assert.equal((await remove(client.id)).status, 200);
  const backup = await BackupReader.open(join(app.dataDir, 'backups', backupsOf('restored')[0] ?? ''));
  await restoreClient(app.database, backup, { client: 'restored', noPassword: '' });
  backup.close();
  assert.deepEqual(await rows(), before);
  const login = await app.call(auth.login, { body: { email: client.rep.email, password: PASSWORD } });
  assert.equal(login.status, 200, login.text);
  assert.equal(await isActive(client.id), true);
});

test('a reused name is a new, empty client, and old tokens and ids mean nothing there', async () => {
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

test('if the backup cannot be written, the client stays active and whole, and its users signed in', async () => {
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

test('users at work while their client is removed get responses, then 503 and 401, and nothing is left', async () => {
  const client = await createTestClient(app, 'busy');
  const statuses = new Set<number>();
  const done = new AbortController();
  const worker = async (token: string) => {
    while (!done.signal.aborted) {
      const read = await app.call(leads.list, { query: { page: '1' } }, token);
      const written = await app.call(leads.create, { body: { name: 'Busy' } }, token);
      statuses.add(read.status).add(written.status);
    }
  };
  const working = [client.admin, client.manager, client.rep].map(async ({ token }) => await worker(token));
  const reply = await remove(client.id);
  done.abort();
  await Promise.all(working);
  assert.equal(reply.status, 200, reply.text);
  // 409: on a slow machine a write has waited two seconds for the removal.
  assert.deepEqual(
    [...statuses].filter((status) => ![200, 201, 401, 404, 409, 503].includes(status)),
    [],
  );
  assert.deepEqual(await traces(client.id, 'busy'), NOTHING);
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

/** Users of a client are refused as soon as the removal waits. */
async function untilRefused(token: string): Promise<void> {
  while ((await app.call(auth.me, {}, token)).status === 200) await new Promise((turn) => setImmediate(turn));
}

const isActive = async (id: string) =>
  (await app.call(clients.list, { query: { ids: id } }, world.superadmin.token)).body.data.clients[0]
    ?.isActive;
const backupsOf = (schema: string) => backups().filter((name) => name.startsWith(`${schema}-`));

test('a client busy for too long is not removed, stays as active as before, and has no backup', async () => {
  for (const wasActive of [true, false]) {
    const name = `at_work_${wasActive}`;
    const client = await createTestClient(app, name);
    const body = { isActive: wasActive };
    await app.call(clients.setActive, { params: { id: client.id }, body }, world.superadmin.token);
    const write = await openWrite(client, name);
    const refused = removeClient(app.database, client.id, { dataDir: app.dataDir, patience: 0 });
    await assert.rejects(refused, { status: 409, message: /still in use. It has not been removed/ });
    assert.equal(await isActive(client.id), wasActive);
    await write.finish();
    assert.deepEqual(backupsOf(name), []);
  }
});

test('writes acknowledged while a removal waits are in the backup', async () => {
  const client = await createTestClient(app, 'last_word');
  const write = await openWrite(client, 'last_word');
  const removing = remove(client.id);
  await untilRefused(client.rep.token);
  await write.finish();
  const reply = await removing;
  assert.equal(reply.status, 200, reply.text);
  const [name = '', ...others] = backupsOf('last_word');
  assert.deepEqual(others, []);
  const backup = await BackupReader.open(join(app.dataDir, 'backups', name));
  backup.close();
  assert.equal(backup.manifest.files.find(({ table }) => table === 'leads')?.rows, 1);
});

test('the next start reverts a removal that was killed', async () => {
  const client = await createTestClient(app, 'cut_short');
  await openCore(app.database)
    .updateTable('core.clients')
    .set({ is_active: false, active_before_removal: true })
    .where('id', '=', client.id)
    .execute();
  const folder = join(app.dataDir, 'backups');
  const gone = await createTestClient(app, 'cut_long');
  await remove(gone.id);
  const [whole = ''] = backupsOf('cut_long');
  const living = await createTestClient(app, 'cut_long');
  await app.database.asOwner(
    async (owner) => await writeBackup(owner, living, app.dataDir, 'cut_long-2026-1.zip'),
  );
  // The state between two steps of a removal, and of a backup of everything.
  renameSync(join(folder, whole), join(folder, `${whole}.part`));
  for (const name of ['cut_short-2026-1.zip.part', 'lms-all-2026-1.zip.part'])
    writeFileSync(join(folder, name), 'PK');
  await settleRemovals(app.database, app.dataDir);
  // The backup is all that remains of a removed client.
  assert.deepEqual([...backupsOf('cut_short'), ...backupsOf('cut_long')], [whole]);
  assert.deepEqual(backupsOf('lms'), ['lms-all-2026-1.zip.part']);
  assert.ok(await isActive(client.id));
  assert.equal((await app.call(auth.me, {}, client.rep.token)).status, 200);
});

test('losing the database during a removal leaves the client as it was', async () => {
  const client = await createTestClient(app, 'lost');
  const cookie = `__Host-lrt=${await refreshTokenOf(app, client.rep.email)}`;
  const write = await openWrite(client, 'lost');
  const removing = remove(client.id);
  await untilRefused(client.rep.token);
  // A 401 would sign their pages out.
  const refused = [
    await app.call(auth.me, {}, client.rep.token),
    await app.call(auth.refresh, { headers: { cookie } }),
  ];
  for (const { status, headers } of refused)
    assert.deepEqual([status, headers['retry-after'], headers['set-cookie']], [503, '30', undefined]);
  await cutConnections(app, 'lms owner');
  const reply = await removing;
  assert.deepEqual([reply.status, reply.body.code], [503, 'unavailable']);
  assert.match(reply.body.message, /has not been removed and is as it was/);
  await write.finish();
  assert.deepEqual(backupsOf('lost'), []);
  assert.equal((await app.call(auth.refresh, { headers: { cookie } })).status, 200);
  assert.equal((await app.call(auth.me, {}, client.rep.token)).status, 200);
});
