import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Test files that may stand for a source: more would take the time of the whole suite. */
const MOST = 5;

type TestFile = { path: string; text: string };
let known: TestFile[] | undefined;

const testFiles = () =>
  (known ??= globSync('{server,shared,test}/**/*.test.ts')
    .filter((path) => !/sabotage|recipes|surroundings/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })));

const near = new Map<string, readonly string[]>();

/** The test files nearest to a source: of its name, of its folder, then those that import it or its folder's contract. */
export function nearTests(source: string): readonly string[] {
  const before = near.get(source);
  if (before) return before;
  const folder = dirname(source);
  const stem = basename(source).replace(/(?:\.queries|\.routes)?\.ts$/, '');
  const contract = `#shared/${basename(folder)}.ts`;
  const distance = ({ path, text }: TestFile): number => {
    if (path === `${folder}/${stem}.test.ts`) return 0;
    if (dirname(path) === folder && folder !== 'shared') return 1;
    if (text.includes(`'#${source}'`)) return 2;
    if (basename(path).startsWith(stem)) return 3;
    return text.includes(`'${contract}'`) ? 4 : 9;
  };
  const paths = testFiles()
    .map((file) => ({ path: file.path, far: distance(file) }))
    .filter(({ far }) => far < 9)
    .sort((one, other) => one.far - other.far || (one.path < other.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ path }) => path);
  near.set(source, paths);
  return paths;
}
