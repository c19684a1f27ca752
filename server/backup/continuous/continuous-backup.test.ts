import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import pg from 'pg';
import { isAsleep } from '#server/backup/asleep.ts';
import { checkContinuousBackup } from '#server/backup/check-backups.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import type { EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { secretOf } from '#server/embedded/secret.ts';
import { configOf } from '#test/config.ts';
import { IS_ROOT, recorder, settledFolder, temporaryFolder } from '#test/servers/embedded-servers.ts';
import { ArchiveFolder } from './archive-folder.ts';
import { backupKey } from './backup-key.ts';
import { copyBase } from './base-copy.ts';
import { backUpContinuously } from './continuous-backup.ts';
import { LogArchiver } from './log-archiver.ts';
import { restoreMoment } from './restore-moment.ts';
import { keyOf } from './sealed-file.ts';
import { SEGMENT_BYTES } from './wal.ts';

const quiet = { info() {}, warn() {}, error() {} };
const dataDir = settledFolder();
const backups = join(temporaryFolder(), 'backups');
const folder = new ArchiveFolder(backups);
const moments: Record<'first' | 'second' | 'last', number> = { first: 0, second: 0, last: 0 };
let source: EmbeddedDatabase;
let client: pg.Client;
let key: Buffer;
const archiver = () => new LogArchiver(folder, dataDir, key);

/** Notes a line, brings the log and begins its next file; returns a moment after the line. */
async function write(text: string): Promise<number> {
  await client.query('INSERT INTO lines (text) VALUES ($1)', [text]);
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await archiver().bring(client);
  await client.query('SELECT pg_switch_wal()');
  return (rows[0]?.now.getTime() ?? 0) + 1;
}

before(async () => {
  mkdirSync(backups);
  source = await startEmbeddedDatabase({ dataDir, log: quiet, memory: 1024 });
  const database = await openDatabase(source.owner, secretOf(dataDir, 'installation', undefined));
  await database.close();
  key = backupKey(dataDir);
  client = new pg.Client(source.owner);
  await client.connect();
  await client.query('CREATE TABLE lines (text text)');
  await archiver().bring(client);
  await copyBase({ owner: source.owner, dataDir }, folder, key, {
    brought: async () => await archiver().bring(client),
  });
  moments.first = await write('one');
  moments.second = await write('two');
  moments.last = await write('three');
  // The backup may have been brought in the same millisecond, before that moment.
  let reached = 0;
  while (reached < moments.last) reached = (await archiver().bring(client)).at;
});

after(async () => {
  await client.end();
  await source.stop();
});

/** A copy of the backup as a network drive may make it: each file is dated an hour from now. */
async function copied(): Promise<ArchiveFolder> {
  const copy = new ArchiveFolder(join(temporaryFolder(), 'copy'));
  cpSync(backups, copy.path, { recursive: true });
  const later = new Date(Date.now() + 60 * 60_000);
  for (const { path } of await copy.segments()) utimesSync(path, later, later);
  return copy;
}

async function linesOf(place: string): Promise<string[]> {
  const database = await startEmbeddedDatabase({ dataDir: place, log: quiet, memory: 1024 });
  const reader = new pg.Client(database.owner);
  try {
    await reader.connect();
    return (await reader.query<{ text: string }>('SELECT text FROM lines')).rows.map(({ text }) => text);
  } finally {
    await reader.end();
    await database.stop();
  }
}

const restore = async (to: number | undefined, from = folder, withKey = key) => {
  const place = join(temporaryFolder(), 'restored');
  return { place, ...(await restoreMoment({ folder: from, key: withKey, to, say: () => {} }, place)) };
};

test('the last moment is restored, with everything that was acknowledged, asleep and with its keys', async () => {
  const { place, at } = await restore(undefined);
  assert.deepEqual(await linesOf(place), ['one', 'two', 'three']);
  assert.equal(at, (await folder.latest())?.at);
  assert.ok(isAsleep(place));
  const secret = (of: string) => readFileSync(join(of, 'secrets/installation.key'), 'utf8');
  assert.equal(secret(place), secret(dataDir));
  assert.deepEqual(
    readdirSync(place).filter((name) => name.startsWith('postgres.new-')),
    [],
  );
});

test('a moment between two changes is restored with the first and without the second', async () => {
  const { place, at } = await restore(moments.second);
  assert.equal(at, moments.second);
  assert.deepEqual(await linesOf(place), ['one', 'two']);
});

test('a moment is restored from a copy whose files have later dates, or the real end of its log is said', async () => {
  const whole = await copied();
  const { place, at } = await restore(moments.second, whole);
  assert.equal(at, moments.second);
  assert.deepEqual(await linesOf(place), ['one', 'two']);
  const cut = await copied();
  const stop = (await cut.bases())[0]?.stop ?? 0;
  for (const { start, path } of await cut.segments()) if (start > stop + 2 * SEGMENT_BYTES) rmSync(path);
  const shorter = await restore(moments.last, cut);
  assert.deepEqual(await linesOf(shorter.place), ['one', 'two']);
  assert.ok(shorter.at >= moments.first && shorter.at < moments.second, new Date(shorter.at).toISOString());
});

test('a moment that nothing follows is restored to the end of the log', async () => {
  const { place } = await restore(moments.last);
  assert.deepEqual(await linesOf(place), ['one', 'two', 'three']);
});

test('a restore that is impossible says why and leaves nothing', async () => {
  const other = keyOf(Buffer.alloc(32, 7).toString('base64url'));
  const [base] = await folder.bases();
  const damaged = await copied();
  const bytes = readFileSync(join(damaged.path, base?.name ?? ''));
  bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
  writeFileSync(join(damaged.path, base?.name ?? ''), bytes);
  await assert.rejects(restore(undefined, damaged), /is damaged, or was encrypted with another key/);
  const holed = await copied();
  for (const segment of await holed.segments()) if (segment.start === base?.start) rmSync(segment.path);
  await assert.rejects(restore(undefined, holed), /The log of .* is not complete/);
  await assert.rejects(restore(undefined, folder, other), /encrypted with another key/);
  await assert.rejects(restore(moments.first - 60 * 60_000), /The backup begins at/);
  await assert.rejects(restore(Date.now() + 60_000), /The backup ends at/);
  await assert.rejects(
    restore(undefined, new ArchiveFolder(temporaryFolder())),
    /There is no continuous backup in/,
  );
  const place = temporaryFolder();
  mkdirSync(join(place, 'postgres'));
  await assert.rejects(
    restoreMoment({ folder, key, to: undefined, say: () => {} }, place),
    /has a database already/,
  );
  assert.deepEqual(readdirSync(place), ['postgres']);
});

test('a folder that is away, empty or another installation’s gets nothing, and what waits comes later', async () => {
  const away = `${backups}.away`;
  renameSync(backups, away);
  await assert.rejects(archiver().bring(client), /isn’t there/);
  mkdirSync(backups);
  await assert.rejects(archiver().bring(client), /the disk may not be mounted/);
  assert.deepEqual(readdirSync(backups), []);
  await client.query("INSERT INTO lines (text) VALUES ('while away')");
  rmSync(backups, { recursive: true });
  renameSync(away, backups);
  const mark = join(backups, 'lms-continuous-backup.json');
  const text = readFileSync(mark, 'utf8');
  writeFileSync(mark, text.replace(/"system":"\d+"/, '"system":"1"'));
  await assert.rejects(archiver().bring(client), /the backup of another installation/);
  writeFileSync(mark, text);
  const { since } = await archiver().bring(client);
  assert.equal(since, (await folder.latest())?.since);
  const { place } = await restore(undefined);
  assert.ok((await linesOf(place)).includes('while away'));
});

test('while the disk of the folder gives no answer, the superadmins are told, and the backup can be stopped', async (t) => {
  const file = join(backups, 'latest.json');
  const text = readFileSync(file, 'utf8');
  const at = (await folder.latest())?.at;
  rmSync(file);
  // Reading it waits for a writer, as every call waits for a network drive that is away.
  execFileSync('mkfifo', [file]);
  const { log, said, lines } = recorder();
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  const options = { to: backups, owner: source.owner, dataDir, key, log, pause: 20, patience: 100 };
  const stop = backUpContinuously({ ...options, tell: async (reason) => tell(reason) });
  let writer: FileHandle | undefined;
  // The file can be opened to write as soon as the backup waits to read it.
  while (!writer) writer = await open(file, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
  const since = performance.now();
  t.mock.method(performance, 'now', () => since + 9 * 60_000);
  await said('has stopped: Its disk doesn’t respond, or is very slow.');
  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() + 2 * 60_000);
  assert.equal(await told, 'Its disk doesn’t respond, or is very slow.');
  t.mock.restoreAll();
  await stop();
  assert.match(lines.at(-1) ?? '', /is left as it is/);
  rmSync(file);
  writeFileSync(file, text);
  await writer.close();
  // The disk answers again, and the log that was left is brought.
  while ((await folder.latest())?.at === at) await immediate();
});

test('a log that PostgreSQL could not keep begins anew, and needs a new base copy', async () => {
  await client.query("SELECT pg_drop_replication_slot('lms_backup')");
  await client.query("INSERT INTO lines (text) VALUES ('anew')");
  if (IS_ROOT) chownSync(dataDir, 4321, 4321);
  // A round that fails must not make the next one forget it.
  const log = join(backups, 'log');
  renameSync(log, `${log}.away`);
  writeFileSync(log, '');
  await assert.rejects(archiver().bring(client), /ENOTDIR|EEXIST/);
  assert.equal(await folder.baseOf((await folder.latest()) ?? assert.fail()), undefined);
  rmSync(log);
  renameSync(`${log}.away`, log);
  assert.equal(await folder.baseOf(await archiver().bring(client)), undefined);
  assert.equal(statSync(join(dataDir, 'backup-to')).uid, statSync(dataDir).uid);
  const { rows } = await client.query("SELECT 1 FROM pg_replication_slots WHERE slot_name = 'lms_backup'");
  assert.equal(rows.length, 1);
});

test('while the base copy that a new log needs fails, the doctor says so, and the superadmins are told', async (t) => {
  const config = configOf(dataDir, { BACKUP_TO: backups });
  const { log, said, lines } = recorder();
  const now = Date.now.bind(Date);
  let attempts = 0;
  const { promise: told, resolve } = Promise.withResolvers<string>();
  const stop = backUpContinuously({
    to: backups,
    owner: source.owner,
    dataDir,
    key,
    log,
    tell: async (reason) => {
      attempts += 1;
      if (attempts === 1) throw new Error('The mail server is away.');
      resolve(reason);
    },
    pause: 20,
    // Without BACKUP_TO a copy fails.
    env: { ...process.env, DATA_DIR: dataDir },
  });
  t.after(stop);
  await said('has stopped: The base copy failed: BACKUP_TO is not set.');
  const [finding] = await checkContinuousBackup(config);
  assert.equal(finding?.level, 'wrong');
  assert.match(finding.says, /restarted and has no base copy yet/);
  let minutes = 11;
  t.mock.method(Date, 'now', () => now() + minutes * 60_000);
  await said('Nobody could be told of it: The mail server is away.');
  minutes = 22;
  assert.equal(await told, 'The base copy failed: BACKUP_TO is not set.');
  assert.equal(lines.filter((line) => line.includes('has stopped')).length, 1);
  t.mock.restoreAll();
  // Two archivers would bring the same file.
  await stop();
  await copyBase({ owner: source.owner, dataDir }, folder, key, {
    brought: async () => await archiver().bring(client),
  });
  assert.deepEqual(
    (await checkContinuousBackup(config)).map(({ level }) => level),
    ['good'],
  );
});
