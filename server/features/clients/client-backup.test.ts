import assert from 'node:assert/strict';
import { createWriteStream, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { BackupWriter } from '#server/backup/container.ts';
import { backupFolder } from '#server/backup/folder.ts';
import { temporaryFolder } from '#test/servers/embedded-servers.ts';
import { backupName, settleBackups } from './client-backup.ts';

test('a backup that cannot be opened for a moment is kept, and gets its name when it can', async () => {
  const dataDir = temporaryFolder();
  const folder = backupFolder(dataDir);
  mkdirSync(folder);
  const names = ['away', 'whole', 'broken'].map((schema) => join(folder, `${backupName(schema)}.part`));
  const [away = '', whole = '', broken = ''] = names;
  const writer = new BackupWriter();
  const client = { id: uuidv7(), name: 'Whole', schema: 'whole', version: '0001' };
  writer.end({
    format: 'lms-backup-1',
    kind: 'client',
    at: new Date().toISOString(),
    postgres: '18',
    migrations: { core: [], client: [] },
    clients: [client],
    files: [],
  });
  await pipeline(writer.stream, createWriteStream(whole));
  // Opening a link to itself fails in the system (ELOOP), as opening a file of a disk that is away does.
  symlinkSync(away, away);
  writeFileSync(broken, 'PK');
  await assert.rejects(settleBackups(dataDir, new Set()));
  const settled = whole.slice(0, -'.part'.length);
  assert.deepEqual(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .toSorted(),
    [away, settled].toSorted(),
  );
  renameSync(settled, away);
  await settleBackups(dataDir, new Set());
  assert.deepEqual(
    readdirSync(folder).map((name) => join(folder, name)),
    [away.slice(0, -'.part'.length)],
  );
});
