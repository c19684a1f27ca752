import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo } from '#server/embedded/account.ts';
import { folderOwner } from '#server/embedded/folders.ts';

const FILE = 'asleep';

/** Whether the installation sends nothing: no emails, no webhooks, and no questions to portals. */
export const isAsleep = (dataDir: string): boolean => existsSync(join(dataDir, FILE));

/** Keeps a restored installation from sending what the original has sent or is still sending. */
export function putToSleep(dataDir: string): void {
  const file = join(dataDir, FILE);
  writeFileSync(file, 'npm run wake lets this installation send emails and webhooks again.\n', {
    mode: 0o600,
  });
  giveTo(folderOwner(dataDir), file);
}

export const wake = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });
