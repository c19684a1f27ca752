// The environment of a test run, the same for everybody: nothing of the user's or the machine's settings
// reaches a test.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, ScriptError } from './run.mjs';

/**
 * Variables that a test run keeps: paths of programs and temporary files, output format, a shifted clock and
 * the run's options.
 */
const KEPT =
  /^(?:PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|TERM|CI|NO_COLOR|FORCE_COLOR|DEBUG|LD_PRELOAD|FAKETIME\w*|TEST_\w+|FC_SEED|CHROMIUM_PATH|NODE_COMPILE_CACHE)$/i;

/** The paths where Debian and others install libfaketime (apt-get install libfaketime). */
const MOVERS = [
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime`,
  '/usr/lib64/faketime',
  '/usr/lib/faketime',
];

/**
 * TEST_CLOCK shifts the clock of every process of a run, PostgreSQL included: by a number of days (+45d), or
 * to a moment (2028-02-29T18:30Z) from which it runs on.
 */
function movedClock(home) {
  const { TEST_CLOCK: wanted } = process.env;
  if (!wanted) return {};
  const days = /^\+(\d+)d$/.exec(wanted)?.[1];
  const ahead = days ? Number(days) * 86_400 : Math.round((Date.parse(wanted) - Date.now()) / 1000);
  if (Number.isNaN(ahead))
    throw new ScriptError(`TEST_CLOCK is ${wanted}; it is to be +45d or 2028-02-29T18:30Z.`);
  const library = MOVERS.map((folder) => join(folder, 'libfaketime.so.1')).find((path) => existsSync(path));
  if (!library)
    throw new ScriptError('TEST_CLOCK needs libfaketime, such as from: apt-get install libfaketime gcc.');
  return {
    LD_PRELOAD: `${builtMover(home)}:${library}`,
    FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Otherwise a browser's timed waits end late, and fifty short requests take half a minute.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
}

/** Builds `moved-clock.c`, which says why it is needed, and returns the library's path. */
function builtMover(home) {
  // The dynamic linker splits paths at spaces, which the project's own may have.
  const built = join(home, 'moved-clock.so');
  const source = join(ROOT, 'test', 'servers', 'moved-clock.c');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', built, source]);
  } catch (error) {
    throw new ScriptError(
      `TEST_CLOCK needs a C compiler, such as from: apt-get install gcc. ${error.message}`,
    );
  }
  return built;
}

/**
 * Runs `work` with an empty home folder, in UTC, and without settings of LMS, Git, npm, PostgreSQL or a
 * proxy.
 */
export async function inCleanSurroundings(work) {
  const home = mkdtempSync(join(tmpdir(), 'lms-test-home-'));
  for (const name of Object.keys(process.env)) if (!KEPT.test(name)) delete process.env[name];
  const git = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
  process.umask(0o022);
  try {
    Object.assign(process.env, {
      HOME: home,
      USERPROFILE: home,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      ...git,
      ...movedClock(home),
    });
    return await work();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
