// npm run doctor: checks an installation, reports problems and what to do, and repairs what can be rebuilt.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import {
  checkAsleep,
  checkBackups,
  checkContinuousBackup,
  checkRehearsal,
} from '#server/backup/check-backups.ts';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import { findClient, listClientIds } from '#server/db/find-client.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { checkMigrations, checkServer } from '#server/commands/doctor/check-database.ts';
import { checkIndexes } from '#server/commands/doctor/check-indexes.ts';
import { checkDisk, checkSettings } from '#server/commands/doctor/check-machine.ts';
import { checkMail, checkTls } from '#server/commands/doctor/check-outside.ts';
import { checkWalls } from '#server/commands/doctor/check-walls.ts';
import { checkReplica } from '#server/commands/doctor/check-replica.ts';
import { good, named, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';
import { endWithout } from '#server/hung-calls.ts';
import { differsFromMirror, haveSumsGoneWrong } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { within } from '#server/within.ts';
import { withDatabase, withOwner } from './with-database.ts';

/** Milliseconds for which the disk of the continuous backup may take. */
const DISK = 5000;
const MARKS = { good: '✓', note: '!', wrong: '✗' };
const say = (line: string) => process.stdout.write(`  ${line}\n`);

/** `--directory` first rebuilds the mirror for users with access to all clients. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { directory: { type: 'boolean' } } });
  if (values.directory) await withDatabase(remake);
  let isWrong = false;
  for await (const { level, part, says, remedy } of examine()) {
    say(`${MARKS[level]} ${part}: ${says}`);
    if (remedy) say(`    → ${remedy}`);
    isWrong ||= level === 'wrong';
  }
  say(isWrong ? '\n  Something is wrong: see ✗ above.\n' : '\n  Nothing is wrong.\n');
  if (isWrong) process.exit(1);
}

async function remake(database: Database): Promise<void> {
  const since = performance.now();
  await database.remakeMirror();
  say(`The mirror of all clients was rebuilt (${((performance.now() - since) / 1000).toFixed(1)} s).`);
}

async function* examine(): AsyncGenerator<Finding> {
  const config = readConfig();
  yield* checkSettings(config);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    throw new InvalidConfig(
      `There is no installation in ${config.dataDir} yet. Run npm start to create one.`,
    );
  yield* await checkDisk(config.dataDir);
  yield* checkBackups(config);
  yield* checkAsleep(config);
  yield* await unlessHung(config);
  yield* checkRehearsal(config);
  const inside = await withOwner(
    async ({ owner: settings, replica }) =>
      await onOwnConnection({ application_name: 'lms doctor', ...settings }, async (owner) => {
        await owner.query("SET search_path = ''; SET default_transaction_read_only = on");
        const server = await checkServer(owner);
        const { rows } = await owner.query<{ found: boolean }>(
          `SELECT to_regclass('core.clients') IS NOT NULL AS found`,
        );
        if (!rows[0]?.found)
          return [
            ...server,
            wrong('database', 'LMS has never run on this database.', 'Run npm start first.'),
          ];
        return [
          ...server,
          ...(await checkMigrations(owner)),
          ...(await checkWalls(owner)),
          ...(await checkIndexes(owner)),
          ...(await checkReplica(owner, replica)),
        ];
      }),
  );
  yield* inside;
  // Opens only a database at this release's version: opening any other would migrate it.
  const isCurrent = inside.some(({ level, part }) => part === 'migrations' && level === 'good');
  if (isCurrent) yield await withDatabase(checkMirror).catch(inWords);
  yield* await checkMail(config);
  yield* await checkTls(config.publicUrl);
}

/** The findings about the continuous backup, unless its disk keeps the command waiting. */
async function unlessHung(config: Config): Promise<Finding[]> {
  const checking = checkContinuousBackup(config);
  const says = `The disk of ${config.backupTo} doesn’t respond.`;
  const hung = [wrong('continuous backup', says, 'See that it is mounted and readable.')];
  const found = await within(DISK, checking, hung);
  if (found === hung) endWithout(checking);
  return found;
}

/** Whether the mirror for users with access to all clients matches every client. */
async function checkMirror(database: Database): Promise<Finding> {
  const differing: string[] = [];
  for (const id of await listClientIds(database)) {
    await followClient(database, id);
    if (await differsFromMirror(database, id)) differing.push(id);
  }
  if (differing.length === 0 && !(await haveSumsGoneWrong(database)))
    return good('mirror', 'The mirror of all clients is up to date.');
  const names = await Promise.all(
    differing.map(async (id) => (await findClient(database, id))?.schema ?? id),
  );
  const of = names.length > 0 ? ` for ${named(names)}` : '';
  return wrong('mirror', `The mirror doesn’t match the clients’ data${of}.`, 'npm run doctor -- --directory');
}

/** The mirror is busy, or keeps changing, for longer than the command waits. */
function inWords(error: unknown): Finding {
  if (!isBusy(error)) throw error;
  return wrong(
    'mirror',
    'The mirror of all clients is busy and can’t be checked.',
    'Run npm run doctor again in a moment.',
  );
}

runCommand(
  [
    'npm run doctor                    checks the installation and says what to do',
    'npm run doctor -- --directory     first rebuilds the mirror of all clients',
  ],
  run,
);
