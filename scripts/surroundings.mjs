// The surroundings of a run of tests, the same for everybody: nothing of the user's or the machine's reaches a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Variables that a run takes over: where programs and temporary files are, how to print, a clock that is moved, and its options. */
const KEPT =
  /^(?:PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|TERM|CI|NO_COLOR|FORCE_COLOR|DEBUG|LD_PRELOAD|FAKETIME\w*|TEST_\w+|FC_SEED|CHROMIUM_PATH|NODE_COMPILE_CACHE)$/i;

/** Does `work` with an empty home folder, in UTC, and without settings of LMS, Git, npm, PostgreSQL or a proxy. */
export async function inCleanSurroundings(work) {
  const home = mkdtempSync(join(tmpdir(), 'lms-test-home-'));
  for (const name of Object.keys(process.env)) if (!KEPT.test(name)) delete process.env[name];
  const git = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
  Object.assign(process.env, { HOME: home, USERPROFILE: home, TZ: 'UTC', LANG: 'C.UTF-8', ...git });
  process.umask(0o022);
  try {
    return await work();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
