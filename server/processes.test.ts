import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { isAlive, runningProcesses } from '#server/embedded/processes.ts';
import { databaseUrl, openEmptyDatabase } from '#test/database.ts';
import { until } from '#test/servers/embedded-servers.ts';
import { endServer, send, signInOver, startServer } from '#test/servers/process.ts';

const place = await openEmptyDatabase();
const settings = { DATABASE_URL: databaseUrl(place.owner), PROCESSES: '2', LOG_LEVEL: 'silent' };
const server = await startServer(place.dataDir, settings);
after(async () => {
  await endServer(server, 'SIGTERM');
  await place.stop();
});

/** Ids of the processes that serve requests. */
function serving(): number[] {
  const programs = runningProcesses().filter(({ command }) => command.includes('server/main.ts'));
  return programs.map(({ pid }) => pid).filter((pid) => parentOf(pid) === server.child.pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[1]);
  } catch {
    return undefined;
  }
}

const figures = async () => await (await fetch(`${server.address}/api/metrics`)).text();

test('several processes serve one port like a single one, and the metrics list each of them', async () => {
  assert.equal(serving().length, 2);
  const token = await signInOver(server);
  const whoAmI = async () => {
    // Requests at the same time need connections of their own, which go to the processes in turn.
    const replies = [1, 2, 3, 4].map(async () => await send(server, 'GET', '/auth/me', token));
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  assert.deepEqual(await whoAmI(), [200, 200, 200, 200]);
  const text = await figures();
  for (const id of [1, 2]) assert.match(text, new RegExp(`lms_database_up\\{process="${id}"\\} 1`));
  // The first process does the jobs, and makes the backups.
  await until('a job of the first process is counted', async () =>
    /^lms_job_last_success_timestamp_seconds\{.*work="purge".*process="0".*\} \d/m.test(await figures()),
  );
  const backups = text.split('\n').filter((line) => line.startsWith('lms_backup_log_timestamp_seconds'));
  assert.deepEqual(backups, ['lms_backup_log_timestamp_seconds{process="0"} 0']);
  assert.equal(text.match(/^# TYPE lms_database_up /gm)?.length, 1);
  const { status } = await send(server, 'POST', '/auth/logout', token);
  assert.equal(status, 200);
  await until('both processes know of the sign-out', async () =>
    (await whoAmI()).every((code) => code === 401),
  );
});

test('a process that was killed is replaced, and the others go on meanwhile', async () => {
  const [killed, other] = serving();
  assert.ok(killed && other);
  process.kill(killed, 'SIGKILL');
  await until('it has ended', () => !serving().includes(killed));
  // Connections to the killed process are lost; new ones go to the other one.
  const health = async () => await send(server, 'GET', '/health').catch(() => undefined);
  await until('the other one answers', async () => (await health())?.status === 200);
  await until('another one serves', () => serving().length === 2);
  assert.ok(serving().includes(other));
  await signInOver(server);
});

test('all processes end with the first one', async () => {
  const all = [server.child.pid ?? 0, ...serving()];
  await endServer(server, 'SIGTERM');
  await until('all have ended', () => !all.some((pid) => isAlive(pid)));
});
