import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { clients } from '#shared/installation/clients.ts';
import { BackupReader } from '#server/backup/container.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { openDatabase } from '#server/db/database.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { hashPassword, verifyPassword } from '#server/secrets/passwords.ts';
import { allRows } from '#test/rows/all-rows.ts';
import { openEmptyDatabase } from '#test/database.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import {
  PASSWORD,
  createLead,
  createPerson,
  createTestClient,
  logCall,
  planReminder,
  withWorld,
  writeNote,
} from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

test('a client downloads all its data, without secrets and formulas, and the file restores everything', async () => {
  for (const name of ['=SUM(1)', "'=SUM(1)", "''+1", "'just a quote", '\u200b=1', '@x', '-1'])
    await createLead(app, world.beta.rep, { name, notes: name, tags: [name] });
  const chief = await createPerson(app, 'superadmin', world.beta.id);
  await writeNote(app, world.beta.rep);
  await logCall(app, world.beta.rep);
  await planReminder(app, world.beta.rep);
  const archive = join(app.dataDir, 'archive.zip');
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api/clients/${world.beta.id}/archive`,
    headers: { authorization: `Bearer ${world.beta.admin.token}` },
  });
  assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, 'application/zip']);
  assert.match(
    String(reply.headers['content-disposition']),
    /^attachment; filename="beta-\d{4}-\d\d-\d\d\.zip"$/,
  );
  writeFileSync(archive, reply.rawPayload);
  const backup = await BackupReader.open(archive);
  await backup.check();
  const { files } = backup.manifest;
  assert.deepEqual([...new Set(files.map(({ path }) => path.split('/')[0]))], ['core', 'clients']);
  assert.deepEqual([...new Set(files.map(({ schema }) => schema))], ['core', 'beta']);
  const secret = /password|hash|secret|token|phone|birth|amount/;
  const ofAccounts = files.filter(({ schema }) => schema === 'core').flatMap(({ columns }) => columns);
  assert.deepEqual(
    ofAccounts.filter((name) => secret.test(name)),
    [],
  );
  const leadsFile = files.find(({ table }) => table === 'leads');
  assert.ok(leadsFile);
  const cells = await readText(await backup.read(leadsFile));
  for (const cell of [",'=SUM(1),", ",''=SUM(1),", ",'@x,", ",'just a quote,"])
    assert.ok(cells.includes(cell), cell);
  assert.doesNotMatch(cells, /,[=@+]/);

  const place = await openEmptyDatabase();
  after(place.stop);
  const database = await openDatabase(place.owner, 'another secret');
  const noPassword = await hashPassword('nobody knows this');
  const back = await restoreClient(database, backup, { client: 'beta', noPassword });
  backup.close();
  assert.deepEqual([back.id, back.accounts], [world.beta.id, 5]);
  assert.deepEqual(
    await database.onOwner(async (owner) => await allRows(owner, 'beta')),
    await app.database.onOwner(async (owner) => await allRows(owner, 'beta')),
  );
  type User = { id: string; password_hash: string; role_id: string };
  const people = await ownerRows<User>({ database, owner: place.owner }, 'SELECT * FROM core.users');
  assert.ok(!(await verifyPassword(PASSWORD, people[0]?.password_hash)));
  assert.equal(people.find(({ id }) => id === chief.id)?.role_id, ROLE_IDS.admin);
  await database.close();
});

test('a client is restored without the account of a manager who has a new one, and with its other managers', async () => {
  const client = await createTestClient(app, 'regained');
  const { admin, manager, rep, otherRep } = client;
  const successor = await createPerson(app, 'salesrep', world.alpha.id);
  await app.database.asOwner(async (owner) => {
    const reportTo = 'UPDATE core.users SET manager_id = $1 WHERE id = $2';
    await owner.query(reportTo, [manager.id, rep.id]);
    await owner.query(reportTo, [admin.id, otherRep.id]);
  });
  await app.call(clients.remove, { params: { id: client.id } }, world.superadmin.token);
  await app.database.asOwner(async (owner) => {
    const text = 'UPDATE core.users SET email = $1, email_norm = $1 WHERE id = $2';
    await owner.query(text, [manager.email, successor.id]);
  });
  const [file = ''] = readdirSync(join(app.dataDir, 'backups'));
  const backup = await BackupReader.open(join(app.dataDir, 'backups', file));
  const back = await restoreClient(app.database, backup, { client: 'regained', noPassword: '' });
  backup.close();
  assert.deepEqual([back.accounts, back.without], [3, [manager.email]]);
  const managers = await ownerRows<{ id: string; manager_id: string | null }>(
    app,
    'SELECT id, manager_id FROM core.users WHERE client_id = $1',
    [client.id],
  );
  const managerOf = ({ id }: Person) => managers.find((one) => one.id === id)?.manager_id;
  assert.deepEqual([managerOf(rep), managerOf(otherRep)], [null, admin.id]);
});
