// Test files in groups, each a process: loading the server costs a file's process more time than many a file's tests take.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const CACHE = join(ROOT, 'node_modules', '.cache');
/** Files of a group: more hold the memory of more databases and servers, whose test files are loaded until the process ends. */
const SIZE = 8;
/** Files that take long, measure their process, or start and end servers. */
const ALONE =
  /^test\/(?:citus|authorization|references|fuzz|limits|lists|visibility|isolation|openapi|crash|stalling-callers|two-servers|surroundings|torture|recipes|sabotage)\b|lead-export-load/;
const isAlone = (file) => ALONE.test(file);

/**
 * Paths for Node's runner, long ones first. The files of a group run one after the other, each as a test of its own, whose
 * hooks are its own. One file stays as it is. `remove` ends a run, which may have others beside it.
 */
export function groupsOf(files) {
  if (files.length === 1) return { paths: files, remove: () => {} };
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'test-groups-'));
  const together = files.filter((file) => !isAlone(file));
  const count = Math.ceil(together.length / SIZE);
  const groups = Array.from({ length: count }, (_, index) => {
    const path = join(folder, `group-${String(index + 1).padStart(2, '0')}.test.mjs`);
    writeFileSync(path, program(together.slice(index * SIZE, (index + 1) * SIZE)));
    return path;
  });
  return {
    paths: [...files.filter(isAlone), ...groups],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** All are made known at once: the runner leaves when the tests it knows of have ended. */
const program = (files) => `import { test } from 'node:test';
const files = ${JSON.stringify(files.map((file) => [file, pathToFileURL(join(ROOT, file)).href]))};
for (const [file, address] of files) void test(file, async () => void (await import(address)));
`;
