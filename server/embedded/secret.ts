import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo } from './account.ts';
import { DatabaseStartError } from './start-error.ts';

/**
 * The secret stored in `secrets/<name>.key` of the data folder (0600), created from 32 random bytes on first
 * use. `owner` is the user to whom root gives the files. Throws DatabaseStartError for a damaged file: a
 * secret is never replaced.
 */
export function secretOf(
  dataDir: string,
  name: string,
  owner: { uid: number; gid: number } | undefined,
): string {
  const folder = join(dataDir, 'secrets');
  if (mkdirSync(folder, { recursive: true, mode: 0o700 })) giveTo(owner, folder);
  const file = join(folder, `${name}.key`);
  const secret = readSecret(file) ?? createSecret(file, owner);
  if (!/^[\w-]{43}$/.test(secret)) {
    throw new DatabaseStartError(
      `${file} is damaged. Put it back from a backup; without it the database stays shut.`,
    );
  }
  return secret;
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Moves the secret into place when complete, so that a crash leaves no partial secret and two starting
 * processes agree on one.
 */
function createSecret(file: string, owner: { uid: number; gid: number } | undefined): string {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  giveTo(owner, draft);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
