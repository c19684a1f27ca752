// npm run backup [-- FILE]: copies everything into one file while users keep working.
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UnusableBackup } from '#server/backup/container.ts';
import { backupFolder, stampOf } from '#server/backup/folder.ts';
import { unlessMade } from '#server/backup/nightly.ts';
import { backUp } from '#server/backup/write-backup.ts';
import { runCommand } from './command.ts';
import { progress, sayNumbers } from './terminal.ts';
import { withOwner } from './with-database.ts';

const warn = (sentence: string) => void process.stderr.write(`\n  ${sentence}\n`);

async function run(): Promise<void> {
  // The backup yields to users' requests.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // How the server calls this command at night.
  const options = { nightly: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  await withOwner(async ({ owner, replica, dataDir }) => {
    const [given] = positionals;
    const file = given ? resolve(given) : join(backupFolder(dataDir), `lms-all-${stampOf(new Date())}.zip`);
    if (existsSync(file)) throw new UnusableBackup(`${file} exists already. Choose another file.`);
    const make = async () => {
      const line = progress();
      const since = performance.now();
      const summary = await backUp(owner, file, { say: line.show, warn, replica }).finally(line.end);
      process.stdout.write(
        `\n  ${file}\n  ${sayNumbers(summary)}, read again and found whole, in ${((performance.now() - since) / 1000).toFixed(1)} s.\n\n`,
      );
    };
    await (values.nightly ? unlessMade(owner, dataDir, make) : make());
  });
}

runCommand(
  [
    'npm run backup                    copies everything into a new file in the data folder’s backups',
    'npm run backup -- FILE            copies everything into FILE',
  ],
  run,
);
