// Runs test files in groups, one process each: loading the server takes a process longer than many a file's
// tests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const CACHE = join(ROOT, 'node_modules', '.cache');
/**
 * The files in a group. A larger group uses more memory, since databases and servers of its files stay loaded
 * until the process ends.
 */
const SIZE = 16;
/** Files with a process each, by the beginning of their paths: those that take longest, which come first. */
const LONG = [
  'test/schedules/',
  'test/safety/authorization',
  'test/calls/fuzz',
  'test/servers/crash',
  'test/torture/',
  'test/safety/visibility',
  'test/servers/two-servers',
  'test/safety/references',
  'server/features/lead-export/lead-export-load',
];
/** The same for shorter ones, which measure their process, or start and stop servers; they come last. */
const SHORT = ['test/citus/', 'test/limits/stalling-callers', 'test/house/surroundings'];
const startingWith = (beginnings) => (file) => beginnings.some((beginning) => file.startsWith(beginning));

/**
 * Returns the paths for Node's test runner, long ones first. The files of a group run one after the other,
 * each as a separate test with its own hooks; neighbours are in different groups, because files of one folder
 * take similarly long. A single file is returned unchanged. `remove` deletes the folder of this run; other
 * runs may be active.
 */
export function groupsOf(files) {
  if (files.length === 1) return { paths: files, remove: () => {} };
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'test-groups-'));
  const together = files.filter((file) => !startingWith([...LONG, ...SHORT])(file));
  const count = Math.ceil(together.length / SIZE);
  const groups = Array.from({ length: count }, () => []);
  for (const [number, file] of together.entries()) groups[number % count].push(file);
  const paths = groups.map((group, index) => {
    const path = join(folder, `group-${String(index + 1).padStart(2, '0')}.test.mjs`);
    writeFileSync(path, program(group));
    return path;
  });
  return {
    paths: [
      ...LONG.flatMap((beginning) => files.filter(startingWith([beginning]))),
      ...paths,
      ...files.filter(startingWith(SHORT)),
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Registers all files at once: the runner exits when the tests it knows of have ended. */
const program = (files) => `import { test } from 'node:test';
const files = ${JSON.stringify(files.map((file) => [file, pathToFileURL(join(ROOT, file)).href]))};
for (const [file, address] of files) void test(file, async () => void (await import(address)));
`;
