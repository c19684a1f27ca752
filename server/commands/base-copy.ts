// A base copy for the continuous backup: the server starts this each night, at low priority.
import { constants, setPriority } from 'node:os';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { copyBase } from '#server/backup/continuous/base-copy.ts';
import { backupKey } from '#server/backup/continuous/backup-key.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { runCommand } from './command.ts';
import { withOwner } from './with-database.ts';

async function run(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  await withOwner(async ({ owner, dataDir, config }) => {
    if (!config.backupTo) throw new InvalidConfig('BACKUP_TO is not set.');
    const { path, bytes } = await copyBase(
      { owner, dataDir },
      new ArchiveFolder(config.backupTo),
      backupKey(dataDir),
    );
    process.stdout.write(`\n  ${path}, ${(bytes / 1e6).toFixed(1)} MB\n\n`);
  });
}

runCommand(
  ['node server/commands/base-copy.ts    writes a base copy for the continuous backup to BACKUP_TO'],
  run,
);
