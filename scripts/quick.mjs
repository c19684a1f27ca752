// The tests of npm test -- quick: those that need no database, and one path through the browser for each area.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './run.mjs';

/** One path for each area: its file in e2e/, and its title or the beginning of that. */
export const PATHS = {
  'sign-in': 'one signs in with the keyboard alone',
  session: 'signing out asks first, then ends the session here and on the server',
  'lead-list': 'headers sort: dates created start with the newest',
  'add-lead': 'the popup adds a lead over the list, which shows it at once',
  'lead-detail': 'the next step stands at the top of the lead',
  'lead-board': 'two moves of one lead meet: mine and theirs are shown',
  palette: 'from any page a lead is found by a number in any form',
  import: 'a file is taken where it is dropped',
  'follow-ups': 'completing asks, can be undone, and offers the next step',
  'log-call': 'one request saves the call and its reminder',
  dashboard: 'cards, trend, statuses and sources, each number with its list',
  products: 'search, category and page are in the address, and Back restores them',
  settings: 'the roles name their permissions',
};

/** The arguments by which Playwright runs these paths. */
export function pathsOfBrowser() {
  const titles = Object.values(PATHS).map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [...Object.keys(PATHS).map((name) => `e2e/${name}.e2e.ts`), '--grep', titles.join('|')];
}

/** Modules that start a database, a server or a compiler: tests that come to one of them are for the whole run. */
const HEAVY =
  /^(?:test\/(?:database|process|program|embedded-servers|walls\.test|recipes\/|sabotage\/|openapi\.test|commands\.test|surroundings\.test)|server\/embedded\/embedded-database)/;

/** The test files from which no import leads to a heavy module. */
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

/** Paths of the modules of the project that a module imports, but for their types alone. */
function importsOf(file) {
  const path = join(ROOT, file);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8').replace(/^import type [^;]*;/gm, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, name]) =>
    name.startsWith('#') ? name.slice(1) : relative(ROOT, join(dirname(path), name)).replaceAll('\\', '/'),
  );
}
