import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { backUp } from '#server/backup/write-backup.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import { MIGRATION_LOCK } from '#server/db/structure/releases.ts';
import { MIRROR_LOCK } from '#server/db/tables/mirrored-tables.ts';
import { databaseUrl } from '#test/database.ts';
import { environmentOf, runProgram } from '#test/servers/program.ts';
import { withOwnWorld } from '#test/world.ts';

const { app } = await withOwnWorld();
const settings = { DATA_DIR: app.dataDir, DATABASE_URL: databaseUrl(app.owner) };
const file = join(app.dataDir, 'all.zip');

let backups = 0;
const backup = () => ['backup', join(app.dataDir, `backup-${(backups += 1)}.zip`)];
const doctor = () => ['doctor'];
const superadmin = () => ['superadmin', '--email', 'operator@example.com'];
const restore = () => ['restore', file, '--client', 'alpha', '--as', 'alpha_copy'];

const MIGRATING = `SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
const MIRRORING = `SELECT pg_advisory_lock(${MIRROR_LOCK})`;

/** Holds a lock while `work` runs, which may release it. */
async function holding(statement: string, work: (letGo: () => Promise<void>) => Promise<void>) {
  await onOwnConnection(app.owner, async (owner) => {
    await inTransaction(owner, async () => {
      await owner.query(statement);
      await work(async () => void (await owner.query('ROLLBACK; SELECT pg_advisory_unlock_all()')));
    });
    await owner.query('SELECT pg_advisory_unlock_all()');
  });
}

test('a command waits for a held lock, says so, and continues when the lock is free', async () => {
  await backUp(app.owner, file);
  const cases = [
    [MIGRATING, backup()],
    [MIRRORING, doctor()],
    ['LOCK TABLE core.users', superadmin()],
  ] as const;
  for (const [statement, [name = '', ...args]] of cases)
    await holding(statement, async (letGo) => {
      let said = '';
      const { status, stdout, stderr } = await runProgram(name, args, settings, (part) => {
        if (said === '') void letGo();
        said += part;
      });
      assert.match(stderr, /Another process is using the same data\. Waiting up to 10 seconds …/, statement);
      assert.equal(status, 0, stdout + stderr);
    });
});

/**
 * Runs commands side by side while these locks are held. Each reports that it waits, and gives up with a
 * message.
 */
async function endInWords(locks: string, commands: string[][]): Promise<string[]> {
  const said: string[] = [];
  await holding(locks, async () => {
    const ended = commands.map(async ([name = '', ...args]) => {
      const since = performance.now();
      const result = await runProgram(name, args, settings);
      assert.ok(performance.now() - since > 10_000, `${name} has not waited`);
      return result;
    });
    for (const { status, stdout, stderr } of await Promise.all(ended)) {
      assert.match(stderr, /Waiting up to 10 seconds/);
      assert.doesNotMatch(stdout + stderr, /\n +at |Error/);
      assert.equal(status, 1, stdout + stderr);
      said.push(stdout + stderr);
    }
  });
  return said;
}

test('a command gives up with a message when a lock is held too long', async () => {
  const said = await endInWords(`${MIGRATING}; LOCK TABLE core.users`, [
    backup(),
    doctor(),
    superadmin(),
    restore(),
  ]);
  for (const each of said) assert.match(each, /Another process has been using the same data for too long/);
});

test('the doctor reports a busy mirror and checks the rest', async () => {
  const [looked = '', remade = ''] = await endInWords(MIRRORING, [doctor(), ['doctor', '--directory']]);
  assert.match(looked, /✗ mirror: .* is busy.*\n +→ Run npm run doctor again[^]*mail: /);
  assert.match(remade, /Another process has been using/);
});

test('a command shows how to call it, and names an option that it does not have', async () => {
  for (const name of ['doctor', 'backup', 'restore', 'rehearse', 'superadmin', 'rebalance', 'wake']) {
    const source = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
    assert.match(
      source,
      new RegExp(`^(?:runCommand\\(|const USAGE = )\\s*\\[\\s*['\`]npm run ${name}\\b`, 'm'),
    );
  }
  for (const name of ['doctor', 'restore']) {
    const { status, stdout, stderr } = await runProgram(name, ['--help'], settings);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, new RegExp(`^\n  npm run ${name}\\b[^]*\n\n$`));
  }
  const { status, stderr } = await runProgram('doctor', ['--all'], settings);
  assert.deepEqual(
    [status, stderr.trim()],
    [1, "Unknown option '--all'. --help shows what the command knows."],
  );
});

test('a command ends quietly when its output pipe closes', async () => {
  const child = spawn('/bin/sh', ['-c', `"$0" server/commands/doctor.ts | head -n 1`, process.execPath], {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  assert.deepEqual([stdout.split('\n').length, stderr, status], [2, '', 0]);
});
