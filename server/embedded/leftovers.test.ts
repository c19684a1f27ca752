import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  ask,
  IS_ROOT,
  killed,
  otherServer,
  postmasterPid,
  recorder,
  settledFolder,
  started,
} from '#test/servers/embedded-servers.ts';
import { runningProcesses } from './processes.ts';

/** One cluster for all tests here, stopped between them. */
const settled = settledFolder();

test('a killed postmaster restarts with everything committed', async (t) => {
  const dataDir = settled;
  const { said, log } = recorder();
  const database = await started(t, dataDir, log);
  await ask(database, 'CREATE TABLE committed AS SELECT 7 AS value');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await said('ended unexpectedly');
  await said('runs again');
  assert.deepEqual(await ask(database, 'SELECT value FROM committed'), [{ value: 7 }]);
});

test('stopping during a restart keeps the server stopped', async (t) => {
  const dataDir = settled;
  const { said, log } = recorder();
  const database = await started(t, dataDir, log);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await said('ended unexpectedly');
  await database.stop();
  await assert.rejects(ask(database, 'SELECT 1'));
  await started(t, dataDir);
});

test('a server whose Node process was killed is stopped, and its data kept', async (t) => {
  const dataDir = settled;
  const other = otherServer(t, dataDir);
  await other.line('ready');
  const orphan = postmasterPid(dataDir);
  await killed(other.child);
  const { lines, log } = recorder();
  const database = await started(t, dataDir, log);
  assert.match(lines.join('\n'), new RegExp(`process ${orphan}\\b.*stopping it`));
  assert.ok(!runningProcesses().some(({ pid }) => pid === orphan));
  assert.notEqual(postmasterPid(dataDir), orphan);
  assert.deepEqual(await ask(database, 'SELECT 1 AS one'), [{ one: 1 }]);
});

test('an orphan is found without its pid file', async (t) => {
  const dataDir = settled;
  const other = otherServer(t, dataDir);
  await other.line('ready');
  const orphan = postmasterPid(dataDir);
  await killed(other.child);
  rmSync(join(dataDir, 'postgres/postmaster.pid'));
  await started(t, dataDir);
  assert.ok(!runningProcesses().some(({ pid }) => pid === orphan));
});

test('a foreign process with the number in postmaster.pid is left alone', async (t) => {
  const dataDir = settled;
  await (await started(t, dataDir)).stop();
  // The process runs as the database's user: by itself PostgreSQL would refuse to start beside it.
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], IS_ROOT ? { uid, gid, stdio: 'ignore' } : { stdio: 'ignore' });
  t.after(() => void stranger.kill());
  await once(stranger, 'spawn');
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n`);
  const database = await started(t, dataDir);
  assert.deepEqual(await ask(database, 'SELECT 1 AS one'), [{ one: 1 }]);
  assert.equal(stranger.exitCode ?? stranger.signalCode, null);
});

for (const [name, content] of [
  ['empty', ''],
  ['senseless', '\0\0garbage\n'],
  ['negative', '-1\n'],
] as const) {
  test(`a postmaster.pid that is ${name} does not prevent the start`, async (t) => {
    const dataDir = settled;
    await (await started(t, dataDir)).stop();
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), content);
    const database = await started(t, dataDir);
    assert.deepEqual(await ask(database, 'SELECT 1 AS one'), [{ one: 1 }]);
  });
}

test('a second server on the same folder is refused, and the first keeps running', async (t) => {
  const dataDir = settled;
  const database = await started(t, dataDir);
  const other = otherServer(t, dataDir);
  await other.line(
    `DatabaseStartError: The data folder ${dataDir} is in use by another running server (process ${process.pid})`,
  );
  assert.deepEqual(await ask(database, 'SELECT 1 AS one'), [{ one: 1 }]);
});

test('of five simultaneous servers one starts', async (t) => {
  const dataDir = settled;
  const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => started(t, dataDir)));
  assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a lock left by a dead process, by a newer process with its number, or by a torn write is taken over', async (t) => {
  const dataDir = settled;
  const gone = spawn(process.execPath, ['-e', '0']);
  await once(gone, 'exit');
  const locks = [
    JSON.stringify({ pid: gone.pid }),
    JSON.stringify({ pid: process.pid, started: 'earlier' }),
    '{"pid',
  ];
  for (const lock of locks) {
    writeFileSync(join(dataDir, 'server.lock'), lock);
    await (await started(t, dataDir)).stop();
    assert.equal(existsSync(join(dataDir, 'server.lock')), false);
  }
});
