// npm test: every check, in this order, up to the first that fails.
//   npm test                     everything
//   npm test -- unit             one step (several names may be given; e2e brings build and browser along)
//   npm test -- unit leads       only the test files with "leads" in their path
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkBundle } from './bundle-size.mjs';
import { findBrowser } from './browser.mjs';
import { checkLock } from './lock-file.mjs';
import { main, ROOT, run, ScriptError, seconds } from './run.mjs';
import { buildWeb, setUp } from './setup.mjs';
import { startDatabase } from './test-database.mjs';

const SOURCES = ['shared', 'server', 'web', 'test', 'e2e', 'bench', 'scripts'];

const STEPS = [
  {
    name: 'lock',
    title: 'Package lock',
    work: () => checkLock(ROOT),
    advice: 'Choose versions that the registry has for every platform, and install them anew.',
  },
  {
    name: 'format',
    title: 'Format',
    work: tool('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
    advice: 'Run "npm run format".',
  },
  { name: 'lint', title: 'Lint', work: tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'imports', title: 'Import rules', work: imports },
  { name: 'types', title: 'Types', work: tool('typescript/bin/tsc', ['-b']) },
  { name: 'unit', title: 'Tests on a real database', work: unit },
  { name: 'build', title: 'Web build', work: ({ node }) => buildWeb(node) },
  { name: 'size', title: 'Size of the web app', work: () => checkBundle(ROOT) },
  { name: 'browser', title: 'Browser', work: browser },
  { name: 'e2e', title: 'Tests in a real browser', work: e2e },
];
const REQUIRED = { size: ['build'], e2e: ['build', 'browser'] };

await main(async () => {
  const { steps, filters } = select(process.argv.slice(2));
  const state = { node: await setUp(), filters, env: {} };
  const since = performance.now();
  for (const [index, step] of steps.entries()) {
    console.log(`\n── ${index + 1}/${steps.length} ${step.title} ${'─'.repeat(60 - step.title.length)}`);
    const start = performance.now();
    if ((await step.work(state)) === false) {
      throw new ScriptError(
        `✖ ${step.title} failed after ${seconds(start)}. ${step.advice ? `${step.advice} ` : ''}Again: npm test -- ${step.name}`,
      );
    }
    console.log(`   ${step.title}: passed in ${seconds(start)}`);
  }
  console.log(
    `\n✔ ${steps.length === STEPS.length ? 'All checks' : steps.map(({ name }) => name).join(', ')} passed in ${seconds(since)}.`,
  );
});

/** Words that name a step select it; the others are parts of the paths of test files. */
function select(words) {
  const names = new Set(words.filter((word) => STEPS.some(({ name }) => name === word)));
  const filters = words.filter((word) => !names.has(word));
  if (names.size === 0 && filters.length > 0) {
    if (unitFiles(filters).length > 0) names.add('unit');
    if (browserFiles(filters).length > 0) names.add('e2e');
    if (names.size === 0)
      throw new ScriptError(
        `Neither a step nor a test file is called "${filters.join(' ')}". Steps: ${STEPS.map(({ name }) => name).join(', ')}.`,
      );
  }
  for (const name of names) (REQUIRED[name] ?? []).forEach((other) => names.add(other));
  return { steps: STEPS.filter(({ name }) => names.size === 0 || names.has(name)), filters };
}

function tool(script, args) {
  return async ({ node, env }) =>
    (await run(node, [join('node_modules', script), ...args], { env })).code === 0;
}

function imports(state) {
  const folders = SOURCES.filter((folder) => existsSync(join(ROOT, folder)));
  return tool('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    ...folders,
  ])(state);
}

async function unit({ node, filters }) {
  const files = unitFiles(filters);
  if (files.length === 0) throw new ScriptError(`No test file has "${filters.join(' ')}" in its path.`);
  const options = [
    '--import=./test/seed.ts',
    '--test',
    '--test-concurrency=2',
    '--test-timeout=300000',
    '--test-reporter=spec',
  ];
  const { env, stop } = await startDatabase(node);
  return await run(node, [...options, ...files], { env })
    .then(({ code }) => code === 0)
    .finally(stop);
}

async function browser({ env }) {
  env.CHROMIUM_PATH = await findBrowser();
  console.log(env.CHROMIUM_PATH);
}

function e2e({ filters, ...state }) {
  return tool('@playwright/test/cli.js', ['test', ...filters])(state);
}

function unitFiles(filters) {
  return filesEndingIn('.test.ts', ['server', 'shared', 'test', 'web'], filters);
}

function browserFiles(filters) {
  return filesEndingIn('.e2e.ts', ['e2e'], filters);
}

function filesEndingIn(ending, folders, filters) {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => file.endsWith(ending) && filters.every((part) => file.includes(part)))
    .sort();
}
