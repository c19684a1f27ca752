import { execFile, type SpawnOptions } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError } from './start-error.ts';

type Invocation = { file: string; args: string[]; options: SpawnOptions & { env: NodeJS.ProcessEnv } };

/** Wraps a program and its arguments so that `spawn` runs it as the database's account. */
export type Launcher = (program: string, args: string[]) => Invocation;

const run = promisify(execFile);

/**
 * Chooses how to run the database. When started as root, the database's account may be unable to enter the
 * project or data folder (0700 root, as `mktemp -d` creates): then the programs keep one capability, to read,
 * or failing that to traverse, files regardless of permissions. Throws DatabaseStartError when no way works.
 */
export async function chooseLauncher(
  binaries: Binaries,
  dataDir: string,
  account: Account | undefined,
): Promise<Launcher> {
  const plain = plainLauncher(binaries, account);
  if (!account) return plain;
  const capable = process.platform === 'linux' ? ['dac_read_search', 'dac_override'] : [];
  const launchers = [plain, ...capable.map((name) => capabilityLauncher(binaries, account, name))];
  for (const launcher of launchers) {
    if (await canReach(launcher, binaries, dataDir)) return launcher;
  }
  throw new DatabaseStartError(
    `PostgreSQL does not run as root, and the user "${account.name}" cannot reach ${dataDir} or the programs in ` +
      `${binaries.postgres}. Start as an ordinary user, move the project to a folder others may enter ` +
      '(such as /opt or /srv), or set DATABASE_URL.',
  );
}

function plainLauncher(binaries: Binaries, account: Account | undefined): Launcher {
  return (program, args) => ({
    file: program,
    args,
    options: { cwd: startFolder(), env: cleanEnvironment(binaries), uid: account?.uid, gid: account?.gid },
  });
}

function capabilityLauncher(binaries: Binaries, account: Account, capability: string): Launcher {
  return (program, args) => ({
    file: 'setpriv',
    args: [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--no-new-privs',
      // Without this, access(2), which PostgreSQL uses to find its own files, ignores the capability.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      '--',
      program,
      ...args,
    ],
    options: { cwd: startFolder(), env: cleanEnvironment(binaries) },
  });
}

/** Proves that the program starts with its libraries and that the data folder can be entered. */
async function canReach(launcher: Launcher, binaries: Binaries, dataDir: string): Promise<boolean> {
  const script = '"$1" -V && test -x "$2" && test -r "$3"';
  const share = binaries.initdb.replace(/bin\/initdb$/, 'share/postgresql/postgresql.conf.sample');
  const probe = launcher('/bin/sh', ['-c', script, 'sh', binaries.postgres, dataDir, share]);
  try {
    await run(probe.file, probe.args, { ...probe.options, timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** The account may be unable to enter the current folder; PostgreSQL would complain. */
function startFolder(): string | undefined {
  return process.platform === 'win32' ? undefined : '/';
}

/**
 * PGDATA, PGPORT and similar variables must not reach the server; the ones with which libfaketime moves the
 * clock in tests must.
 */
function cleanEnvironment(binaries: Binaries): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|SYSTEMROOT|TEMP|TMP|TMPDIR|COMSPEC|WINDIR|LD_PRELOAD|FAKETIME\w*)$/i.test(name),
  );
  const libraries = binaries.libraryPath
    ? { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: binaries.libraryPath }
    : {};
  return { ...Object.fromEntries(kept), ...libraries };
}
