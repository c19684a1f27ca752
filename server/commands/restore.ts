// npm run restore -- FILE [--client NAME [--as NAME]]: fills an empty installation from a backup, or restores
// one client. With --to "2026-11-25 14:37" or --to last instead of a file: from the continuous backup.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '#shared/values/numbers.ts';
import { BackupReader, UnusableBackup } from '#server/backup/container.ts';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { existingBackupKey, keyIn } from '#server/backup/continuous/backup-key.ts';
import { restoreClientTo, restoreMoment } from '#server/backup/continuous/restore-moment.ts';
import { restoreAll } from '#server/backup/restore-all.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { readConfig } from '#server/config.ts';
import { runCommand } from './command.ts';
import { mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { progress } from './terminal.ts';
import { openAt, withOwner } from './with-database.ts';
import type { Place } from './with-database.ts';

const USAGE = [
  'npm run restore -- FILE                              fills an empty installation from a backup',
  'npm run restore -- FILE --client NAME [--as NAME]    restores one client, beside the others',
  'npm run restore -- --to "2026-11-25 14:37"           takes that moment of the continuous backup',
  'npm run restore -- --to last                         takes its last moment',
  '    --from FOLDER    the folder of the continuous backup, if it is not BACKUP_TO',
  '    --key FILE       its key, if it is not in the data folder',
];
const say = (line: string) => process.stdout.write(`  ${line}\n`);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      client: { type: 'string' },
      as: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const [file] = positionals;
  const isMisused = values.as && !values.client;
  if (positionals.length > 1 || isMisused || (file === undefined) === (values.to === undefined))
    throw new UnusableBackup('Give a backup file, or a time with --to. --help shows how.');
  const since = performance.now();
  if (values.to !== undefined) await restoreTo({ ...values, to: values.to });
  else if (file) await restoreFile(file, values);
  say(`It took ${((performance.now() - since) / 1000).toFixed(1)} s.\n`);
}

type Wished = { client?: string | undefined; as?: string | undefined };

async function restoreFile(file: string, { client, as }: Wished): Promise<void> {
  const backup = await BackupReader.open(resolve(file));
  try {
    await backup.check();
    await withOwner(async (place) => {
      if (client) await oneClient(place, backup, { client, as });
      else await everything(place, backup);
    });
  } finally {
    backup.close();
  }
}

/** Restores everything, or one client into a running installation, from the continuous backup. */
async function restoreTo({
  to,
  from,
  key,
  ...wished
}: Wished & { to: string; from?: string | undefined; key?: string | undefined }): Promise<void> {
  const moment = to === 'last' ? undefined : momentOf(to);
  const { dataDir, backupTo } = readConfig();
  const place = from === undefined ? backupTo : resolve(from);
  if (!place)
    throw new UnusableBackup('Name the folder of the continuous backup with --from, or set BACKUP_TO.');
  const line = progress();
  const wish = {
    folder: new ArchiveFolder(place),
    key: key === undefined ? existingBackupKey(dataDir) : keyIn(resolve(key)),
    to: moment,
    say: line.show,
  };
  const { at } = await (
    wished.client
      ? restoreClientTo(wish, dataDir, async (file) => await restoreFile(file, wished))
      : restoreMoment(wish, dataDir)
  ).finally(line.end);
  say(`\n  As of ${new Date(at).toLocaleString()}.`);
  if (!wished.client)
    say(
      'Everybody has to sign in again. This installation is asleep: it sends no emails and no webhooks until npm run wake.',
    );
}

/** Other texts would be read as UTC, or with the month first. */
const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Throws UnusableBackup for a text that is not a valid time; without a zone it is this machine's time. */
function momentOf(text: string): number {
  const moment = MOMENT.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(moment))
    throw new UnusableBackup(`${text} isn’t a valid time. Write it like "2026-11-25 14:37", or --to last.`);
  return moment;
}

async function everything({ owner, secret }: Place, backup: BackupReader): Promise<void> {
  const line = progress();
  await restoreAll(owner, secret, backup, line.show).finally(line.end);
  const { at, clients } = backup.manifest;
  say(`\n  ${counted(clients.length, 'client')} restored as of ${at}. Everybody has to sign in again.`);
}

async function oneClient(
  place: Place,
  backup: BackupReader,
  wish: { client: string; as: string | undefined },
): Promise<void> {
  const database = await openAt(place);
  try {
    const noPassword = await hashPassword(randomBytes(32).toString('base64url'));
    const { id, name, schema, accounts, without } = await restoreClient(database, backup, {
      ...wish,
      noPassword,
    });
    await mendMirror(database, id);
    await followClient(database, id);
    say(
      `\n  ${name} is back as "${schema}", as of ${backup.manifest.at}, with ${counted(accounts, 'account')}.`,
    );
    if (without.length > 0)
      say(`These accounts already exist here and were not changed: ${without.join(', ')}`);
    if (backup.manifest.kind === 'archive')
      say('An archive contains no passwords: create password links in Settings → Users.');
  } finally {
    await database.close();
  }
}

runCommand(USAGE, run);
