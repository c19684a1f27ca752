import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BackupReader } from '#server/backup/container.ts';
import { newestBackup, oneNight, outdated } from '#server/backup/nightly.ts';
import { isDue } from '#server/backup/schedule.ts';
import { withApp } from '#test/app.ts';
import { addressOf } from '#test/database.ts';
import { environmentOf } from '#test/servers/program.ts';

const app = await withApp();

const nightly = (day: string, hour = '02') => `lms-nightly-${day}T${hour}-00-00-000Z.zip`;
const daysBefore = (end: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(end) - index * 24 * 60 * 60_000).toISOString().slice(0, 10),
  );

test('a backup is due when none was made since 02:00', () => {
  const at = (text: string) => new Date(`2026-11-${text}:00`);
  assert.ok(isDue(at('22T12:00'), undefined));
  assert.ok(isDue(at('22T02:00'), at('22T01:59')));
  assert.ok(!isDue(at('22T12:00'), at('22T02:10')));
  assert.ok(!isDue(at('22T01:59'), at('21T02:10')));
  assert.ok(isDue(at('22T01:59'), at('21T01:00')));
  // The clock was wrong and has been corrected.
  assert.ok(isDue(at('22T12:00'), new Date('2030-01-01T02:00:00')));
  assert.ok(!isDue(at('22T12:00'), at('22T12:30')));
});

test('seven daily and four weekly nightly backups are retained, and no other file is deleted', () => {
  // Sunday of the past week is one of the seven days.
  const days = daysBefore('2026-11-22', 60);
  const others = ['lms-all-2026-01-01T00-00-00-000Z.zip', 'acme-2026-01-01T00-00-00-000Z.zip', 'a.txt'];
  const names = [...days.map((day) => nightly(day)), nightly('2026-11-20', '01'), ...others];
  const now = Date.parse('2026-11-22T12:00:00Z');
  const gone = new Set(outdated(names, now));
  assert.deepEqual(
    names.filter((name) => !gone.has(name)),
    [...daysBefore('2026-11-22', 7), '2026-11-15', '2026-11-08', '2026-11-01']
      .map((day) => nightly(day))
      .concat(others),
  );
  // A server that was off for months keeps its last backups.
  assert.deepEqual(outdated([nightly('2026-01-05'), nightly('2026-03-05')]), []);
  // Nights recorded by a wrong clock do not use up a night, and are not deleted.
  const ahead = daysBefore('2030-06-30', 60).map((day) => nightly(day));
  assert.deepEqual(outdated([...names, ...ahead], now), [...gone]);
});

test('of two servers with one data folder, one makes the backup of the night', async () => {
  const said: string[] = [];
  const log = { info: (text: string) => said.push(text), error: (text: string) => said.push(text) };
  const env = environmentOf({ DATA_DIR: app.dataDir, DATABASE_URL: addressOf(app.owner) });
  const nights = { dataDir: app.dataDir, log, env };
  let other: Promise<void> | undefined;
  await oneNight(nights, () => {
    // Their files have different names.
    for (const now = Date.now(); Date.now() === now;);
    other = oneNight(nights);
  });
  await other;
  const folder = join(app.dataDir, 'backups');
  const made = readdirSync(folder);
  assert.equal(made.length, 1, made.join());
  assert.deepEqual(said, [`The nightly backup is ${newestBackup(app.dataDir)?.file}.`]);
  rmSync(folder, { recursive: true });
});

test('the nightly job makes a complete backup, removes expired and partial ones, and reports failures', async () => {
  const folder = join(app.dataDir, 'backups');
  mkdirSync(folder);
  for (const day of daysBefore('2020-06-30', 12)) writeFileSync(join(folder, nightly(day)), '');
  const [killed, running] = [`${nightly('2020-01-01')}.part`, `${nightly('2020-01-02')}.part`];
  for (const name of [killed, running]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, killed), 0, 0);
  utimesSync(join(folder, running), new Date(), new Date());
  const said: string[] = [];
  const log = { info: (text: string) => said.push(text), error: (text: string) => said.push(text) };
  const env = environmentOf({ DATA_DIR: app.dataDir, DATABASE_URL: addressOf(app.owner) });
  const began = new Date();
  await oneNight({ dataDir: app.dataDir, log, env });
  const newest = newestBackup(app.dataDir);
  assert.ok(newest && newest.at >= began);
  assert.deepEqual(said, [`The nightly backup is ${newest.file}.`]);
  const backup = await BackupReader.open(newest.file);
  await backup.check();
  backup.close();
  const left = readdirSync(folder);
  assert.ok(left.includes(running) && !left.includes(killed));
  assert.equal(left.filter((name) => name.endsWith('.zip')).length, 1 + 6 + 1);

  await oneNight({ dataDir: app.dataDir, log, env: { ...env, DATABASE_URL: 'postgres://localhost:1/none' } });
  assert.match(said[1] ?? '', /^The nightly backup failed: The database at DATABASE_URL does not answer\./);
  assert.deepEqual([said.length, readdirSync(folder)], [2, left]);

  const { execPath } = process;
  process.execPath = join(app.dataDir, 'no-such-node');
  await oneNight({ dataDir: app.dataDir, log, env }).finally(() => (process.execPath = execPath));
  assert.match(said[2] ?? '', /^The nightly backup failed: spawn .*no-such-node ENOENT/);
});
