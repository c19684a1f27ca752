import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The most test files to run for a source; more would take as long as the whole suite. */
const MOST = 8;
/** The maximum weight of common words: they are a hint beside name, folder and imports. */
const MOST_WORDS = 6;

type TestFile = {
  path: string;
  imports: ReadonlySet<string>;
  words: ReadonlySet<string>;
  isLight: boolean;
};
let known: readonly TestFile[] | undefined;

const wordsOf = (text: string) => new Set(text.match(/[A-Za-z_]\w{3,}/g) ?? []);
/** The project files that a file imports, except for their types only. */
const importsOf = (path: string, text: string) =>
  [...text.matchAll(/^import (?!type )[^;']*'(#(?:server|shared|test)\/[^']+|\.\.?\/[^']+)';$/gm)].map(
    ([, name = '']) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)),
  );

/** Files that open a database or an application, directly or through others: their tests take a hundred times as long. */
const heavy = new Map<string, boolean>();
function opensDatabase(path: string): boolean {
  const before = heavy.get(path);
  if (before !== undefined || !existsSync(path)) return before ?? false;
  heavy.set(path, path === 'test/database.ts' || path === 'test/servers/process.ts');
  const found = importsOf(path, readFileSync(path, 'utf8')).some(opensDatabase);
  heavy.set(path, heavy.get(path) === true || found);
  return heavy.get(path) === true;
}

const testFiles = () =>
  (known ??= globSync('{server,shared,test}/**/*.test.ts')
    .filter((path) => !/sabotage|recipes|surroundings/.test(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const imports = new Set(importsOf(path, text));
      return { path, imports, words: wordsOf(text), isLight: !opensDatabase(path) };
    }));

/** In how many test files a word occurs: the rarer, the more it says. */
let counts: Map<string, number> | undefined;
function weightOf(word: string): number {
  if (!counts) {
    counts = new Map();
    for (const file of testFiles()) for (const one of file.words) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const count = counts.get(word) ?? 0;
  return count === 0 ? 0 : 1 / Math.sqrt(count);
}

/**
 * The test files nearest to a place in a source file, by name, folder, imports and the rare words they share
 * with the lines `around` it; those without a database first.
 */
export function nearTests(source: string, around: string): readonly string[] {
  const folder = dirname(source);
  const stem = basename(source).replace(/(?:\.queries|\.routes)?\.ts$/, '');
  const contract = new RegExp(`^shared/[^/]+/(?:${basename(folder)}|${stem})\\.ts$`);
  const words = [...wordsOf(around)];
  const nearness = ({ path, imports, words: said, isLight }: TestFile): number => {
    const points = [
      // A list over the whole contract concerns each part of it.
      isLight && source.startsWith('shared/') && imports.has('shared/protocol/api.ts') ? 4 : 0,
      path === `${folder}/${stem}.test.ts` ? 8 : basename(path).startsWith(stem) ? 4 : 0,
      imports.has(source) ? 5 : 0,
      dirname(path) === folder && !folder.startsWith('shared/') ? 3 : 0,
      [...imports].some((each) => contract.test(each)) ? 2 : 0,
      Math.min(
        MOST_WORDS,
        words.reduce((sum, word) => sum + (said.has(word) ? 3 * weightOf(word) : 0), 0),
      ),
    ];
    return points.reduce((sum, one) => sum + one, 0);
  };
  return testFiles()
    .map((file) => ({ ...file, near: nearness(file) }))
    .filter(({ near }) => near >= 1)
    .toSorted((one, other) => other.near - one.near || (one.path < other.path ? -1 : 1))
    .slice(0, MOST)
    .toSorted((one, other) => Number(other.isLight) - Number(one.isLight))
    .map(({ path }) => path);
}
