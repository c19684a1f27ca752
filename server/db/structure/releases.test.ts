import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { appPassword } from './installation.ts';
import { migrate } from './migrate.ts';
import { UnusableDatabase } from './usable.ts';
import { NEWER_RELEASE, THIS_RELEASE, lockForBackup } from './releases.ts';
import type { Release } from './releases.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { openCore } from '#server/db/system-scope.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { removeClient } from '#server/features/clients/client-removal.queries.ts';
import { databaseUrl, openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { digestOf } from '#test/rows/digest.ts';
import {
  endServer,
  newDataFolder,
  removeDataFolder,
  send,
  signInOver,
  startServer,
} from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';

/** A release with one more core and client migration than this one. */
function newer(number: string, olderMayServe?: true): Release {
  const may = olderMayServe && { olderMayServe };
  const core = {
    name: `${number}-made-up-core`,
    sql: () => `CREATE TABLE core.made_up_${number} (id int)`,
    ...may,
  };
  const client = {
    name: `${number}-made-up`,
    sql: (schema: string) => `ALTER TABLE ${schema}.leads ADD COLUMN made_up_${number} text;`,
    ...may,
  };
  return { core: [...latest.core, core], client: [...latest.client, client] };
}
let latest = THIS_RELEASE;

let fixture: TestDatabase;
const folder = newDataFolder();
let server: ServerProcess;
let token: string;
before(async () => {
  fixture = await openTestDatabase();
  server = await startServer(folder, { DATABASE_URL: databaseUrl(fixture.owner) });
  token = await signInOver(server);
  await createClient(fixture.database, { clientName: 'Kept', schemaName: 'kept' });
});
after(async () => {
  await endServer(server, 'SIGTERM');
  await fixture.close();
  removeDataFolder(folder);
});

test('a start with nothing to migrate waits neither for a backup nor for a reader of the register', async () => {
  await onOwnConnection(fixture.owner, async (backup) => {
    await lockForBackup(backup);
    await backup.query('BEGIN; SELECT FROM core.migrations; SELECT FROM core.clients');
    const impatient = { ...fixture.owner, options: '-c lock_timeout=2s' };
    await migrate(impatient, appPassword(fixture.owner, ''));
    await assert.rejects(migrate(impatient, appPassword(fixture.owner, ''), newer('9000')), {
      code: '55P03',
    });
  });
});

const upgrade = async (release: Release) => {
  const secret = appPassword(fixture.owner, '');
  await migrate(fixture.owner, secret, release);
  latest = release;
};
const columnsOfLeads = async (schema: string) =>
  await fixture.database.onOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2',
      [schema, 'leads'],
    );
    return rows.map(({ name }) => name);
  });

test('a compatible older release continues to serve, but neither adds nor removes clients', async () => {
  await upgrade(newer('0998', true));
  assert.ok((await columnsOfLeads('kept')).includes('made_up_0998'));
  const listed = await send(server, 'GET', '/clients', token);
  const [kept] = (listed.data as { clients: { id: string }[] }).clients;
  const lead = await send(server, 'POST', `/leads?clientId=${kept?.id}`, token, { name: 'Asha' });
  assert.equal(lead.status, 201, lead.message);
  const refusal = 'LMS is being upgraded. Please add or remove clients when that is done.';
  const added = await send(server, 'POST', '/clients', token, { clientName: 'Old', schemaName: 'old_shape' });
  assert.deepEqual([added.status, added.message], [409, refusal]);
  const removed = await send(server, 'DELETE', `/clients/${kept?.id}`, token);
  assert.deepEqual([removed.status, removed.message], [409, refusal]);
  assert.deepEqual(await columnsOfLeads('old_shape'), []);
  const later = await send(server, 'GET', '/clients', token);
  assert.equal((later.data as { clients: { isActive: boolean }[] }).clients[0]?.isActive, true);
});

test('an incompatible older release exits with a message when the newer one migrates', async () => {
  let said = '';
  server.child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(server.child, 'exit');
  await upgrade(newer('0999'));
  assert.deepEqual(await ended, [1, null]);
  assert.equal(said.trim(), NEWER_RELEASE);
});

test('an older release refuses to start on a newer database, and writes nothing', async () => {
  const was = await digestOf(fixture);
  await assert.rejects(migrate(fixture.owner, 'another password'), new UnusableDatabase(NEWER_RELEASE));
  await assert.rejects(startServer(folder, { DATABASE_URL: databaseUrl(fixture.owner) }), (error: Error) => {
    assert.equal(error.message.trim(), `The server ended with 1: \n  ${NEWER_RELEASE}`);
    return true;
  });
  assert.deepEqual(await digestOf(fixture), was);
  const kept = openCore(fixture.database).selectFrom('core.clients').select(['id', 'version']);
  const { id, version } = await kept.executeTakeFirstOrThrow();
  assert.equal(version, '0999-made-up');
  await assert.rejects(removeClient(fixture.database, id, { dataDir: folder }), /being upgraded/);
});

test('the newer release starts again on its own data', async () => {
  const was = await digestOf(fixture);
  await upgrade(latest);
  assert.deepEqual(await digestOf(fixture), was);
});
