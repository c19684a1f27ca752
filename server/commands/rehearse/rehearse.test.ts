import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { backupKey } from '#server/backup/continuous/backup-key.ts';
import { copyBase } from '#server/backup/continuous/base-copy.ts';
import { LogArchiver } from '#server/backup/continuous/log-archiver.ts';
import { isRehearsalDue } from '#server/backup/rehearse-weekly.ts';
import { backUp } from '#server/backup/write-backup.ts';
import { checkRehearsal } from '#server/backup/check-backups.ts';
import { openDatabase } from '#server/db/database.ts';
import { DRAFT } from '#server/embedded/cluster.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import type { EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { runningProcesses } from '#server/embedded/processes.ts';
import { secretOf } from '#server/embedded/secret.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { configOf } from '#test/config.ts';
import { IS_ROOT, settledFolder, temporaryFolder, until } from '#test/servers/embedded-servers.ts';
import { environmentOf } from '#test/servers/program.ts';
import { differencesOf } from './figures.ts';
import { noteRehearsal } from '#server/backup/last-rehearsal.ts';
import { rehearse } from './rehearse.ts';

const dataDir = settledFolder();
const backups = join(temporaryFolder(), 'backups');
const folder = new ArchiveFolder(backups);
let source: EmbeddedDatabase;
let owner: pg.Client;

before(async () => {
  mkdirSync(backups);
  source = await startEmbeddedDatabase({ dataDir, log: { info() {}, warn() {}, error() {} }, memory: 1024 });
  const database = await openDatabase(source.owner, secretOf(dataDir, 'installation', undefined));
  await createClient(database, { clientName: 'Acme', schemaName: 'acme' });
  await database.close();
  owner = new pg.Client(source.owner);
  await owner.connect();
  await owner.query("INSERT INTO acme.products (id, name, price) VALUES (gen_random_uuid(), 'Sofa', 1)");
  await bring();
  await copyBase({ owner: source.owner, dataDir }, folder, backupKey(dataDir), { brought: bring });
  await bring();
});

after(async () => {
  await owner.end();
  await source.stop();
});

const bring = async () => await new LogArchiver(folder, dataDir, backupKey(dataDir)).bring(owner);

const tryOut = async (file?: string, say: (line: string) => void = () => {}) =>
  await rehearse(configOf(dataDir, { BACKUP_TO: backups }), file, say);

/** Changes the running database, rehearses its backup, and changes it back. */
async function triedWith(change: string, back: string): Promise<string[]> {
  await owner.query(change);
  await bring();
  const { problems } = await tryOut();
  await owner.query(back);
  await bring();
  return problems;
}

test('a sound backup is restored, upgraded, compared and thrown away, from the log and from a file', async () => {
  const file = join(temporaryFolder(), 'b.zip');
  await backUp(source.owner, file);
  const there = readdirSync(dataDir).toSorted();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  for (const { clients, rows, problems } of [await tryOut(), await tryOut(file, say)]) {
    assert.deepEqual(problems, []);
    assert.equal(clients, 1);
    assert.ok(rows >= 2);
  }
  // The whole upgrade is measured as such, the copy for users of all clients included.
  assert.deepEqual(said, ['1 of 1 clients: acme', 'Upgrading to this release']);
  assert.deepEqual(readdirSync(dataDir).toSorted(), there);
});

test('an interrupted rehearsal leaves neither its database nor its folder', async () => {
  const there = readdirSync(dataDir).toSorted();
  const draft = () => readdirSync(dataDir).find((name) => name.startsWith(DRAFT));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const child = spawn(process.execPath, ['server/commands/rehearse.ts'], {
      env: environmentOf({ DATA_DIR: dataDir, BACKUP_TO: backups }),
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const pidFile = () => join(dataDir, draft() ?? 'none', 'postgres', 'postmaster.pid');
    await until('the database of the rehearsal', () => existsSync(pidFile()));
    const place = join(dataDir, draft() ?? '');
    child.kill(signal);
    assert.deepEqual(await ended, [code, null]);
    assert.deepEqual(readdirSync(dataDir).toSorted(), there);
    await until('no process', () => !runningProcesses().some(({ command }) => command.includes(place)));
  }
});

test('a damaged index, a missing wall and a migration that fails are each said in a sentence', async () => {
  const mark = (isValid: boolean) =>
    `UPDATE pg_index SET indisvalid = ${isValid} WHERE indexrelid = 'acme.products_pkey'::regclass`;
  const problems = await triedWith(
    `${mark(false)}; GRANT SELECT ON acme.leads TO PUBLIC; GRANT USAGE ON SCHEMA acme TO PUBLIC`,
    `${mark(true)}; REVOKE SELECT ON acme.leads FROM PUBLIC; REVOKE USAGE ON SCHEMA acme FROM PUBLIC`,
  );
  const index = /^Invalid, so searches can’t use them: acme\.products_pkey/;
  assert.ok(
    problems.some((problem) => index.test(problem)),
    problems.join('\n'),
  );
  assert.ok(
    problems.some((problem) => !index.test(problem) && /acme/.test(problem)),
    problems.join('\n'),
  );
  const { rows } = await owner.query<{ version: string }>(
    "SELECT version FROM core.clients WHERE schema_name = 'acme'",
  );
  const [upgrade = ''] = await triedWith(
    "UPDATE core.clients SET version = '0035' WHERE schema_name = 'acme'",
    `UPDATE core.clients SET version = '${rows[0]?.version}' WHERE schema_name = 'acme'`,
  );
  assert.match(upgrade, /^The upgrade fails: /);
});

test('rows that an upgrade loses, doubles or exchanges are named with their table', () => {
  const then = new Map([
    ['acme.leads', { rows: 3, sum: '7' }],
    ['acme.call_logs', { rows: 2, sum: '5' }],
    ['acme.reminders', { rows: 1 }],
    ['core.users', { rows: 4, sum: '1' }],
  ]);
  const now = new Map([
    ['acme.leads', { rows: 2, sum: '3' }],
    ['acme.call_logs', { rows: 2, sum: '6' }],
    ['acme.reminders', { rows: 1, sum: '9' }],
  ]);
  assert.deepEqual(differencesOf(then, now), [
    'acme.leads has 2 rows instead of 3',
    'the rows of acme.call_logs differ from the backup',
    'core.users and its 4 rows are missing',
  ]);
});

test('a rehearsal is due once each Sunday morning, and the doctor knows of the last one', () => {
  const at = (text: string) => new Date(`2026-11-${text}:00`);
  assert.ok(isRehearsalDue(at('29T03:10'), undefined));
  assert.ok(isRehearsalDue(at('29T03:10'), at('22T03:10').getTime()));
  assert.ok(!isRehearsalDue(at('29T04:10'), at('29T03:10').getTime()));
  assert.ok(!isRehearsalDue(at('29T12:00'), undefined));
  assert.ok(!isRehearsalDue(at('30T03:10'), undefined));
  const place = { dataDir: temporaryFolder(), databaseUrl: undefined };
  const levels = (now: number) => checkRehearsal(place, now).map(({ level }) => level);
  const noted = Date.parse('2026-11-29T03:10:00Z');
  const days = (count: number) => noted + count * 24 * 60 * 60_000;
  assert.deepEqual(levels(days(1)), ['note']);
  // As root, for a service of another user, who must be able to note its own rehearsals later.
  if (IS_ROOT) chownSync(place.dataDir, 4321, 4321);
  noteRehearsal(place.dataDir, [], noted);
  const [note = assert.fail()] = readdirSync(place.dataDir);
  assert.equal(statSync(join(place.dataDir, note)).uid, statSync(place.dataDir).uid);
  assert.deepEqual([levels(days(8)), levels(days(12))], [['good'], ['note']]);
  noteRehearsal(place.dataDir, ['acme.leads has 2 rows instead of 3'], days(7));
  assert.deepEqual(levels(days(8)), ['wrong']);
  const [{ says } = { says: '' }] = checkRehearsal(place, days(8));
  assert.match(says, /on 6 December 2026 \(the last good one: 29 November 2026\)\. acme\.leads has 2 rows/);
});
