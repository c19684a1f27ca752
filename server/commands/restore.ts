// npm run restore -- FILE [--client NAME [--as NAME]]: fills an empty installation from a backup, or restores
// one client.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupReader, UnusableBackup } from '#server/backup/container.ts';
import { restoreAll } from '#server/backup/restore-all.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { runCommand } from './command.ts';
import { mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { progress } from './terminal.ts';
import { openAt, withOwner } from './with-database.ts';
import type { Place } from './with-database.ts';

const USAGE =
  'Name the file of the backup: npm run restore -- FILE, or npm run restore -- FILE --client NAME for one client.';
const say = (line: string) => process.stdout.write(`  ${line}\n`);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { client: { type: 'string' }, as: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || (values.as && !values.client)) throw new UnusableBackup(USAGE);
  const since = performance.now();
  const backup = await BackupReader.open(resolve(file));
  try {
    await backup.check();
    await withOwner(async (place) => {
      if (values.client) await oneClient(place, backup, { client: values.client, as: values.as });
      else await everything(place, backup);
    });
    say(`It took ${((performance.now() - since) / 1000).toFixed(1)} s.\n`);
  } finally {
    backup.close();
  }
}

async function everything({ owner, secret }: Place, backup: BackupReader): Promise<void> {
  const line = progress();
  await restoreAll(owner, secret, backup, line.show).finally(line.end);
  const { at, clients } = backup.manifest;
  say(`\n  ${clients.length} clients are back as they were at ${at}. Everybody has to sign in again.`);
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
    say(`\n  ${name} is back as "${schema}", as of ${backup.manifest.at}, with ${accounts} accounts.`);
    if (without.length > 0)
      say(`These accounts already exist here and were not changed: ${without.join(', ')}`);
    if (backup.manifest.kind === 'archive')
      say('An archive contains no passwords: create password links in Settings > Users.');
  } finally {
    await database.close();
  }
}

runCommand(run);
