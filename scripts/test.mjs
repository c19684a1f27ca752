// npm test: every check, in this order, up to the first that fails.
//   npm test                     everything
//   npm test -- unit             one step (several names may be given; e2e brings build and browser along)
//   npm test -- unit leads       only the test files with "leads" in their path
//   npm test -- leads users      those with "leads" or "users" in their path, of both steps that run tests
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
  {
    name: 'unused',
    title: 'What nobody uses',
    work: unused,
    advice: 'Delete it; what only tests import is marked @internal (knip.jsonc).',
  },
  { name: 'types', title: 'Types', work: tool('typescript/bin/tsc', ['-b']) },
  { name: 'unit', title: 'Tests on a real database', work: unit },
  { name: 'build', title: 'Web build', work: ({ node }) => buildWeb(node) },
  { name: 'size', title: 'Size of the web app', work: () => checkBundle(ROOT) },
  { name: 'browser', title: 'Browser', work: browser },
  { name: 'e2e', title: 'Tests in a real browser', work: e2e },
];
/** The steps that run tests, and their files: filters are for these. */
const FILES = { unit: ['.test.ts', ['server', 'shared', 'test', 'web']], e2e: ['.e2e.ts', ['e2e']] };
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
        `✖ ${step.title} failed after ${seconds(start)}. ${step.advice ? `${step.advice} ` : ''}Again: npm test -- ${again(step.name, filters)}`,
      );
    }
    console.log(`   ${step.title}: passed in ${seconds(start)}`);
  }
  console.log(
    `\n✔ ${steps.length === STEPS.length ? 'All checks' : steps.map(({ name }) => name).join(', ')} passed in ${seconds(since)}.`,
  );
});

/** Words that name a step select it; the others are parts of the paths of test files, any of which will do. */
function select(words) {
  const names = new Set(words.filter((word) => STEPS.some(({ name }) => name === word)));
  const filters = words.filter((word) => !names.has(word));
  const chosen = Object.keys(FILES).filter((name) => names.size === 0 || names.has(name));
  for (const filter of filters) refuseUnused(filter, chosen, names);
  if (filters.length > 0) {
    for (const name of chosen) {
      if (testFiles(name, filters).length > 0) names.add(name);
      else if (names.has(name))
        throw new ScriptError(
          `No test file of the step ${name} has ${filters.map((part) => `"${part}"`).join(' or ')} in its path.`,
        );
    }
  }
  for (const name of names) (REQUIRED[name] ?? []).forEach((other) => names.add(other));
  return { steps: STEPS.filter(({ name }) => names.size === 0 || names.has(name)), filters };
}

/** A filter that nothing goes by would be forgotten in silence, and the run look like one of the files it names. */
function refuseUnused(filter, chosen, names) {
  if (chosen.some((name) => testFiles(name, [filter]).length > 0)) return;
  const steps = STEPS.map(({ name }) => name).join(', ');
  if (names.size === 0)
    throw new ScriptError(`Neither a step nor a test file is called "${filter}". Steps: ${steps}.`);
  throw new ScriptError(
    chosen.length > 0
      ? `No test file of the chosen steps (${[...names].join(', ')}) has "${filter}" in its path. Steps: ${steps}.`
      : `"${filter}" chooses test files, and the chosen steps (${[...names].join(', ')}) run none. Add unit or e2e.`,
  );
}

/** The command that repeats one step of this run. */
function again(name, filters) {
  const used = FILES[name] ? filters.filter((filter) => testFiles(name, [filter]).length > 0) : [];
  return [name, ...used].join(' ');
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

/** Twice: with the tests, and without them. */
async function unused(state) {
  const knip = (...args) => tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints', ...args])(state);
  return (await knip()) && (await knip('--production'));
}

async function unit({ node, filters }) {
  const files = testFiles('unit', filters);
  const options = [
    '--import=./test/seed.ts',
    '--test',
    '--test-concurrency=3',
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
  const files = filters.length > 0 ? testFiles('e2e', filters) : [];
  return tool('@playwright/test/cli.js', ['test', ...files])(state);
}

/** The files of a step that runs tests: all, or those with a filter in their path. */
function testFiles(step, filters) {
  const [ending, folders] = FILES[step];
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter(
      (file) =>
        file.endsWith(ending) && (filters.length === 0 || filters.some((part) => file.includes(part))),
    )
    .sort();
}
