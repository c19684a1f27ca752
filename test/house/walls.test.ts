import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const PROJECTS = ['shared', 'server', 'web', 'e2e'];

/** A project that contains only forbidden imports and globals, under this project's rules. */
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-walls-'));
  const rules = [
    'package.json',
    '.dependency-cruiser.mjs',
    '.oxlintrc.json',
    'tsconfig.base.json',
    'tsconfig.json',
  ];
  for (const file of [...rules, ...PROJECTS.map((name) => `${name}/tsconfig.json`)])
    cpSync(join(ROOT, file), join(folder, file));
  mkdirSync(join(folder, 'node_modules/pg'), { recursive: true });
  for (const name of ['@types', 'vite']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  plant('node_modules/pg/index.js', 'export const planted = 1;');
  plant('node_modules/pg/package.json', '{ "name": "pg", "type": "module", "exports": "./index.js" }');
});
after(() => rmSync(folder, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${text}\n`);
}

/** The output of a tool run there; the tools exit with an error, because they find something. */
async function said(script: string, ...args: string[]): Promise<string> {
  return await new Promise((resolve) => {
    const file = join(ROOT, 'node_modules', script);
    execFile(process.execPath, [file, ...args], { cwd: folder, maxBuffer: 1e8 }, (_, out) => resolve(out));
  });
}

const BROWSER = 'export const planted = [document, HTMLElement];';
const NODE = "export const planted = [process.env['SECRET'], Buffer];";
const MODULE = "export { readFileSync } from 'node:fs';";

test('code for another wing, a forgotten return, and an optional value set to undefined do not compile', async () => {
  plant('server/db/page.ts', BROWSER);
  plant('server/db/node.ts', NODE);
  plant('test/page.ts', BROWSER);
  plant('bench/page.ts', BROWSER);
  plant('web/lib/node.ts', NODE);
  plant('web/lib/module.ts', MODULE);
  plant('web/lib/page.ts', BROWSER);
  plant('shared/page.ts', BROWSER);
  plant('shared/node.ts', NODE);
  plant('server/db/optional.ts', 'export const planted: { one?: string } = { one: undefined };');
  plant('server/db/returns.ts', 'export const planted = (one: number) => { if (one) return one; };');
  plant('e2e/both.ts', `${BROWSER}\n${MODULE}`);
  const lines = (await said('typescript/bin/tsc', '-b', '--incremental', 'false', '--checkers', '1')).split(
    '\n',
  );
  const found = lines.flatMap((line) => {
    const [, file, name] =
      /^(\S+)\(.*(?:Cannot find name '|Not all code paths |with ')([\w:]*\w)/.exec(line) ?? [];
    return file ? [`${file} ${name}`] : [];
  });
  assert.deepEqual(found.toSorted(), [
    'bench/page.ts HTMLElement',
    'bench/page.ts document',
    'server/db/optional.ts exactOptionalPropertyTypes',
    'server/db/page.ts HTMLElement',
    'server/db/page.ts document',
    'server/db/returns.ts return',
    'shared/node.ts Buffer',
    'shared/node.ts process',
    'shared/page.ts HTMLElement',
    'shared/page.ts document',
    'test/page.ts HTMLElement',
    'test/page.ts document',
    'web/lib/module.ts node:fs',
    'web/lib/node.ts Buffer',
    'web/lib/node.ts process',
  ]);
});

/** By rule: a file, and a module that it must not import, not even its types unless stated. */
const FORBIDDEN: readonly [rule: string, file: string, imported: string, onlyByValue?: true][] = [
  ['server-never-imports-web', 'server/db/a.ts', 'web/lib/target.ts'],
  ['web-never-imports-server', 'web/lib/b.ts', 'server/db/target.ts'],
  ['shared-imports-zod-and-itself', 'shared/c.ts', 'server/errors.ts'],
  ['server-features-meet-at-their-queries', 'server/features/users/d.ts', 'server/features/leads/target.ts'],
  ['server-db-knows-no-higher-floor', 'server/db/e.ts', 'server/features/leads/target.queries.ts'],
  ['server-leads-knows-no-higher-floor', 'server/leads/f.ts', 'server/features/leads/target.queries.ts'],
  ['server-spreadsheets-knows-no-higher-floor', 'server/spreadsheets/g.ts', 'server/leads/target.ts'],
  ['web-features-never-import-each-other', 'web/features/users/h.ts', 'web/features/leads/target.ts'],
  [
    'accounts-are-opened-by-their-features',
    'server/features/leads/i.queries.ts',
    'server/db/system-scope.ts',
  ],
  ['accounts-are-opened-by-their-features', 'server/features/users/i.routes.ts', 'server/db/system-scope.ts'],
  ['the-database-is-for-few', 'server/features/leads/j.queries.ts', 'server/db/database.ts'],
  ['queries-know-no-http', 'server/features/leads/k.queries.ts', 'server/http/target.ts'],
  ['pg-stays-in-the-database-folder', 'server/features/leads/l.queries.ts', 'pg', true],
];

test('forbidden imports are found, including type imports', async () => {
  for (const [, file, imported] of FORBIDDEN) {
    const path = imported === 'pg' ? 'pg' : relative(join(folder, dirname(file)), join(folder, imported));
    const from = path === 'pg' || path.startsWith('.') ? path : `./${path}`;
    if (path !== 'pg' && !existsSync(join(folder, imported))) plant(imported, 'export const planted = 1;');
    plant(file, `import { planted } from '${from}';\nexport const used = planted;`);
    plant(
      file.replace('.', '-types.'),
      `import type { planted } from '${from}';\nexport type T = typeof planted;`,
    );
  }
  plant('server/db/one.ts', "import type { Two } from './two.ts';\nexport type One = Two;");
  plant('server/db/two.ts', "import type { One } from './one.ts';\nexport type Two = One;");
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'server', 'web', 'shared'];
  const answer = await said('dependency-cruiser/bin/dependency-cruiser.mjs', ...args);
  type Found = { summary: { violations: { from: string; rule: { name: string } }[] } };
  const found = new Set(
    (JSON.parse(answer) as Found).summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`),
  );
  const wanted = FORBIDDEN.flatMap(([rule, file, , onlyByValue]) => [
    `${rule}: ${file}`,
    ...(onlyByValue ? [] : [`${rule}: ${file.replace('.', '-types.')}`]),
  ]);
  assert.deepEqual(
    [...wanted, 'no-cycles: server/db/one.ts'].filter((line) => !found.has(line)),
    [],
  );
});

/** By rule: code that it must find, in a file of the server, or in one of the page. */
const SERVER_FAULTS: Record<string, string> = {
  'eslint(no-new)': 'export const planted = () => { new Map(); };',
  'eslint(no-shadow)': 'const one = 1; export const planted = (one: number) => one; planted(one);',
  'eslint(no-unmodified-loop-condition)': 'export function planted(go: boolean) { while (go) Date.now(); }',
  'import(no-unassigned-import)': "import './imported.ts';",
  'promise(always-return)':
    'export const planted = (wait: Promise<number>) => wait.then((n) => { Date.UTC(n); });',
  'promise(no-promise-in-callback)':
    'export const planted = (wait: Promise<number>) => (error: Error) => { wait.then(() => error); };',
  'typescript(no-explicit-any)': 'export const planted = (value: any) => value as string;',
  'typescript(no-floating-promises)': 'export function planted(wait: Promise<number>) { wait; }',
  'typescript(no-misused-promises)': 'export const planted = (wait: Promise<boolean>) => (wait ? 1 : 2);',
  'typescript(no-non-null-assertion)': 'export const planted = (one?: string) => one!.length;',
  'typescript(no-unnecessary-type-assertion)': 'export const planted = (one: string) => one as string;',
  'typescript(no-unnecessary-type-conversion)': 'export const planted = (one: string) => String(one);',
  'typescript(no-unsafe-argument)': "export const planted = () => Number.parseInt(JSON.parse('1'));",
  'typescript(no-unsafe-assignment)': "export const planted: { name: string } = JSON.parse('{}');",
  'typescript(no-unsafe-call)': "export const planted = () => { JSON.parse('{}')(); };",
  'typescript(no-unsafe-member-access)': "export const planted = () => JSON.parse('{}').name as string;",
  'typescript(no-unsafe-return)': "export const planted = (): string => JSON.parse('{}');",
  'typescript(restrict-template-expressions)': 'export const planted = (one: object) => `${one}`;',
  'typescript(switch-exhaustiveness-check)':
    "export function planted(one: 'a' | 'b') { switch (one) { case 'a': return 1; } return 2; }",
  'unicorn(no-array-reverse)': 'export const planted = (list: string[]) => [...list.reverse()];',
  'unicorn(no-array-sort)': 'export const planted = (list: string[]) => [...list.sort()];',
  // A message, as there is no rule of this name.
  'Unused oxlint-disable directive (no problems were reported).':
    'export const planted = 1; // oxlint-disable-line no-new',
};
const PAGE_FAULTS: Record<string, string> = {
  'react-hooks(exhaustive-deps)':
    "import { useEffect } from 'react'; export const usePlanted = (go: (one: number) => void, one: number) => useEffect(() => go(one), []);",
  'react(no-unstable-nested-components)':
    'export function Planted() { const Inside = () => <p>Again</p>; return <Inside />; }',
  'react-hooks(rules-of-hooks)':
    "import { useId } from 'react'; export const usePlanted = (is: boolean) => (is ? useId() : '');",
  'unicorn(prefer-add-event-listener)':
    'export const planted = (call: XMLHttpRequest) => { call.onload = () => Date.now(); };',
};

test('lint finds a planted error of each of its stricter rules', async () => {
  plant('server/faults/imported.ts', 'export const planted = 1;');
  const planted = Object.entries({ ...SERVER_FAULTS, ...PAGE_FAULTS }).map(([rule, text], number) => {
    const file = rule in PAGE_FAULTS ? `web/faults/f${number}.tsx` : `server/faults/f${number}.ts`;
    plant(file, text);
    return `${file} ${rule}`;
  });
  const answer = await said('oxlint/bin/oxlint', '-f', 'json', 'server/faults', 'web/faults');
  type Found = { diagnostics: { code?: string; message: string; filename: string }[] };
  const found = (JSON.parse(answer) as Found).diagnostics.map(
    ({ code, message, filename }) => `${filename} ${code ?? message}`,
  );
  assert.deepEqual(
    planted.filter((line) => !found.includes(line)),
    [],
  );
});

test('no value is cast through unknown', () => {
  const files = [...PROJECTS, 'test', 'bench'].flatMap((part) =>
    readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).map((file) => join(part, file)),
  );
  const cast = /\bas unknown as\b/;
  assert.deepEqual(
    files.filter((file) => /\.tsx?$/.test(file) && cast.test(readFileSync(join(ROOT, file), 'utf8'))),
    [],
  );
});

test('tables about leads are named directly only in writes, and read through the rows visible to the caller', () => {
  const places = serverFiles().flatMap((file) => {
    // The counters belong to the whole client: only this file writes them, and rebuilds them from all leads.
    if (file === join('leads', 'changes', 'lead-counters.queries.ts')) return [];
    const text = readFileSync(join(ROOT, 'server', file), 'utf8');
    const read = text.matchAll(/(?<!(?:INSERT INTO|UPDATE|DELETE FROM) \$\{)\b\w+\.stored\(/g);
    const written = text.matchAll(
      /(?:INSERT INTO|UPDATE|DELETE FROM) \$\{\w+\.table\('(?:leads|call_logs|reminders|lead_\w+|notifications)'\)/g,
    );
    return [...read, ...written].map(([found]) => `${file} ${found}`);
  });
  assert.deepEqual(places, []);
});

const serverFiles = () =>
  readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
