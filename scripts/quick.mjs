// The tests of npm test -- quick: those that need no database, and one browser test for each area.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './run.mjs';

/** One browser test for each area: its file in e2e/, and its title or the beginning of the title. */
export const PATHS = {
  'accounts/sign-in': 'a user signs in with only the keyboard',
  'accounts/session': 'signing out asks first, then ends the session in the browser and on the server',
  'lists/lead-list': 'headers sort: dates created start with the newest',
  'leads/add-lead': 'the popup adds a lead, and the list below shows it at once',
  'leads/lead-detail': 'the next step is shown at the top of the lead',
  'lists/lead-board': 'leads move by mouse, keyboard and menu',
  'page/palette': 'from any page a lead is found by a phone number in any format',
  'lists/import': 'a dropped file is accepted',
  'activities/follow-ups': 'completing asks, can be undone, and offers the next step',
  'activities/log-call': 'one request saves the call and its reminder',
  'activities/dashboard': 'cards, trend, statuses and sources: each number opens its list',
  'leads/products': 'search, category and page are in the address, and Back restores them',
  'company/settings': 'the roles name their permissions',
};

/** The arguments with which Playwright runs these tests. */
export function pathsOfBrowser() {
  const titles = Object.values(PATHS).map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [...Object.keys(PATHS).map((name) => `e2e/${name}.e2e.ts`), '--grep', titles.join('|')];
}

/**
 * Modules that start a database, a server or a compiler. Tests that import one of them only run in the full
 * run.
 */
const HEAVY =
  /^(?:test\/(?:database|servers\/(?:process|program|embedded-servers)|house\/(?:walls|commands|surroundings)\.test|calls\/openapi\.test|recipes\/|sabotage\/)|server\/embedded\/embedded-database)/;

/** The test files whose imports never reach a heavy module. */
export function lightFiles(files) {
  const known = new Map();
  const isHeavy = (file) => {
    if (HEAVY.test(file)) return true;
    if (!known.has(file)) {
      known.set(file, false);
      known.set(file, importsOf(file).some(isHeavy));
    }
    return known.get(file);
  };
  return files.filter((file) => !isHeavy(file));
}

/** Returns the paths of the project modules that a module imports, without type-only imports. */
function importsOf(file) {
  const path = join(ROOT, file);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8').replace(/^import type [^;]*;/gm, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, name]) =>
    name.startsWith('#') ? name.slice(1) : relative(ROOT, join(dirname(path), name)).replaceAll('\\', '/'),
  );
}
