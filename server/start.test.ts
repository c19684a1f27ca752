import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { MIGRATION_LOCK } from '#server/db/structure/releases.ts';
import { databaseUrl, openEmptyDatabase } from '#test/database.ts';
import {
  endServer,
  newDataFolder,
  removeDataFolder,
  settledDataFolder,
  startServer,
} from '#test/servers/process.ts';
import { environmentOf, runProgram } from '#test/servers/program.ts';
import { until } from '#test/servers/embedded-servers.ts';

/** Starts the server, tells it to stop when `isThere` holds, and returns its exit code and output. */
async function stopWhen(isThere: () => Promise<boolean> | boolean, settings: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: environmentOf({ PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await until('the moment to stop', isThere);
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return { code, said: (await said).join('') };
}

test('a server stopped while it migrates exits quietly', async () => {
  const place = await openEmptyDatabase();
  after(place.stop);
  await onOwnConnection(place.owner, async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const isWaiting = async () => {
      const { rowCount } = await owner.query(
        `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
      );
      return rowCount !== 0;
    };
    const settings = { DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl(place.owner) };
    assert.deepEqual(await stopWhen(isWaiting, settings), { code: 0, said: '' });
  });
});

test('a server stopped while its database starts stops the database too', async () => {
  const dataDir = newDataFolder();
  after(() => removeDataFolder(dataDir));
  const file = join(dataDir, 'postgres/postmaster.pid');
  const ended = await stopWhen(() => existsSync(file), { DATA_DIR: dataDir });
  assert.deepEqual(ended, { code: 0, said: '' });
  assert.ok(!existsSync(file), 'PostgreSQL still runs');
});

test('neither a stop nor the doctor waits for the disk of the continuous backup', async () => {
  const dataDir = settledDataFolder();
  const backups = newDataFolder();
  after(() => [dataDir, backups].forEach(removeDataFolder));
  // Reading it waits for a writer, as every call waits for a network drive that is away.
  const file = join(backups, 'latest.json');
  execFileSync('mkfifo', [file]);
  const settings = { DATA_DIR: dataDir, BACKUP_TO: backups };
  const server = await startServer(dataDir, settings);
  let writer: FileHandle | undefined;
  await until('the backup waits to read', async () => {
    writer = await open(file, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
    return writer !== undefined;
  });
  const { stdout } = await runProgram('doctor', [], settings);
  assert.match(stdout, /✗ continuous backup: The disk of .* doesn’t respond\.[^]*✓ mirror/);
  await endServer(server, 'SIGTERM');
  assert.ok(!existsSync(join(dataDir, 'postgres/postmaster.pid')), 'PostgreSQL still runs');
  await writer?.close();
});

test('a start waits for a database that lets nobody in yet', async () => {
  const place = await openEmptyDatabase();
  after(place.stop);
  const settings = { DATABASE_URL: databaseUrl(place.owner), DEMO: '0' };
  await endServer(await startServer(place.dataDir, settings), 'SIGTERM');
  await onOwnConnection(place.owner, async (owner) => {
    const { rows } = await owner.query<{ role: string }>(
      `SELECT rolname AS role FROM pg_roles WHERE rolname LIKE 'lms_app_%' AND has_database_privilege(rolname, current_database(), 'CONNECT')
        AND EXISTS (SELECT FROM pg_shdepend WHERE refobjid = pg_roles.oid AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    );
    const role = `"${rows[0]?.role}"`;
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: environmentOf({ PORT: '0', DATA_DIR: place.dataDir, LOG_LEVEL: 'warn', ...settings }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += String(part)));
    await until('the start waits', () => said.includes('The start waits for the database'));
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await until('the server is ready', () => said.includes('LMS is ready'));
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});

test('the embedded database ignores settings of other databases, for the server and for commands', async () => {
  const dataDir = settledDataFolder();
  after(() => removeDataFolder(dataDir));
  const others = {
    PGSSLMODE: 'require',
    PGOPTIONS: '-c nonsense=1',
    PGHOST: 'nobody.invalid',
    PGUSER: 'nobody',
  };
  const server = await startServer(dataDir, others);
  const superadmin = async () =>
    await runProgram('superadmin', ['--email', 'operator@example.com'], { DATA_DIR: dataDir, ...others });
  assert.equal((await superadmin()).status, 0);
  await endServer(server, 'SIGTERM');
  assert.equal((await superadmin()).status, 0);
});
