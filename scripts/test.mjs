// npm test: every check, in this order, up to the first that fails; those that need one processor run beside each other.
//   npm test                     everything
//   npm test -- unit             one step (several names may be given; e2e brings build and browser along)
//   npm test -- unit leads       only the test files with "leads" in their path
//   npm test -- quick            every check, the tests without a database, and one path of each area in the browser
//   npm test -- leads users      those with "leads" or "users" in their path, of both steps that run tests
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkBundle } from './bundle-size.mjs';
import { findBrowser } from './browser.mjs';
import { checkLock } from './lock-file.mjs';
import { lightFiles, pathsOfBrowser } from './quick.mjs';
import { main, ROOT, run, ScriptError, seconds } from './run.mjs';
import { buildChildren, buildWeb, setUp } from './setup.mjs';
import { inCleanSurroundings } from './surroundings.mjs';
import { startDatabase } from './test-database.mjs';
import { groupsOf } from './test-groups.mjs';

const SOURCES = ['shared', 'server', 'web', 'test', 'e2e', 'bench', 'scripts'];

/** Adjacent steps marked `beside` run at the same time and print all of their output when they end. */
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
    beside: true,
    work: tool('oxfmt/bin/oxfmt', ['--list-different']),
    advice: 'Run "npm run format".',
  },
  {
    name: 'lint',
    title: 'Lint',
    beside: true,
    work: tool('oxlint/bin/oxlint', []),
  },
  {
    name: 'types',
    title: 'Types',
    beside: true,
    // Several parallel checkers would each work out the same types again.
    work: tool('typescript/bin/tsc', ['-b', '--checkers', '1']),
  },
  { name: 'build', title: 'Build', beside: true, work: ({ node }) => buildBoth(node) },
  { name: 'browser', title: 'Browser', beside: true, work: browser },
  {
    name: 'unused',
    title: 'What nobody uses',
    beside: true,
    work: unused,
    advice: 'Delete it; what only tests import is marked @internal (knip.jsonc).',
  },
  { name: 'imports', title: 'Import rules', beside: true, work: imports },
  { name: 'size', title: 'Size of the web app', work: () => checkBundle(ROOT) },
  { name: 'unit', title: 'Tests on a real database', work: unit },
  { name: 'e2e', title: 'Tests in a real browser', work: e2e },
];
/**
 * The steps that run tests, and their files. Filters apply to these steps. Tests that need a cluster
 * (.citus.ts) only run with npm run test:citus.
 */
const FILES = {
  unit: [
    process.env.TEST_CLUSTER ? /\.(?:test|citus)\.ts$/ : /\.test\.ts$/,
    // The files that take longest come first, so that no process is still busy with them when the others are done.
    ['test', 'server', 'shared', 'web'],
  ],
  e2e: [/\.e2e\.ts$/, ['e2e']],
};
const REQUIRED = { size: ['build'], e2e: ['build', 'browser'] };

await main(async () => {
  const words = process.argv.slice(2);
  const isQuick = words.join() === 'quick';
  const { steps, filters } = select(isQuick ? [] : words);
  const node = await setUp();
  await inCleanSurroundings(async () => await runSteps(steps, { node, filters, isQuick, env: {} }));
});

/** Throws ScriptError that names the first failed step and the command that repeats it. */
async function runSteps(steps, state) {
  const { filters } = state;
  const since = performance.now();
  for (const group of groups(steps)) {
    const number = steps.indexOf(group[0]) + 1;
    await (group.length > 1 ? runBeside(group) : runAlone(group[0], `${number}/${steps.length}`));
  }
  console.log(
    `\n✔ ${state.isQuick ? 'The quick checks' : steps.length === STEPS.length ? 'All checks' : steps.map(({ name }) => name).join(', ')} passed in ${seconds(since)}.`,
  );

  async function runAlone(step, number) {
    console.log(heading(`${number} ${step.title}`));
    const start = performance.now();
    if ((await step.work(state)) === false) throw failure([step], seconds(start), filters);
    console.log(`   ${step.title}: passed in ${seconds(start)}`);
  }

  async function runBeside(group) {
    console.log(heading(group.map(({ title }) => title).join(', ')));
    const start = performance.now();
    const waiting = [...group];
    const failed = [];
    const work = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const begin = performance.now();
        const said = [];
        const passed = (await step.work({ ...state, said })) !== false;
        if (!passed) failed.push(step);
        const result = `   ${step.title}: ${passed ? 'passed in' : 'failed after'} ${seconds(begin)}`;
        console.log([...said.map((text) => text.trimEnd()), result].filter(Boolean).join('\n'));
      }
    };
    await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
    if (failed.length > 0) throw failure(failed, seconds(start), filters);
  }
}

/** Groups adjacent steps that may run in parallel; every other step is a group of one. */
function groups(steps) {
  const made = [];
  for (const step of steps) {
    const last = made.at(-1);
    if (step.beside && last?.[0].beside) last.push(step);
    else made.push([step]);
  }
  return made;
}

function heading(text) {
  return `\n── ${text} ${'─'.repeat(Math.max(2, 66 - text.length))}`;
}

function failure(steps, time, filters) {
  const advice = steps.flatMap((step) => step.advice ?? []).map((text) => `${text} `);
  const names = steps.map(({ name }) => again(name, filters)).join(' ');
  return new ScriptError(
    `✖ ${steps.map(({ title }) => title).join(', ')} failed after ${time}. ${advice.join('')}Again: npm test -- ${names}`,
  );
}

/** Words that name a step select it. The others match parts of test file paths; one match is enough. */
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

/**
 * A filter that matches nothing would be ignored silently, and the run would look like a run of the files it
 * names.
 */
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

/** Runs a tool from the packages. When it runs in parallel, its output is collected in `said`. */
function tool(script, args) {
  return async ({ node, env, said }) => {
    const { code, output } = await run(node, [join('node_modules', script), ...args], {
      env,
      quiet: said !== undefined,
    });
    said?.push(output);
    return code === 0;
  };
}

function imports(state) {
  const folders = SOURCES.filter((folder) => existsSync(join(ROOT, folder)));
  return tool('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    ...folders,
  ])(state);
}

/** Runs twice: with the tests and without them. */
async function unused(state) {
  const knip = (...args) => tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints', ...args])(state);
  return (await knip()) && (await knip('--production'));
}

async function buildBoth(node) {
  await buildChildren(node);
  await buildWeb(node);
}

async function unit({ node, filters, isQuick }) {
  await buildChildren(node);
  const files = isQuick ? lightFiles(testFiles('unit', [])) : testFiles('unit', filters);
  const options = [
    '--import=./test/preload.ts',
    '--test',
    `--test-concurrency=${process.env.TEST_CONCURRENCY ?? 4}`,
    '--test-timeout=600000',
    // A failed test leaves servers and connections open, and nothing waits for them.
    '--test-force-exit',
    '--test-reporter=spec',
    // Megabytes for young objects: with the default of 16, collecting them takes a twelfth of the time.
    '--max-semi-space-size=64',
  ];
  const { env, stop } = isQuick ? { env: {}, stop: () => {} } : await startDatabase(node);
  // Several files share one template database (test/servers/world-template.ts); a single file doesn't need it.
  if (files.length < 2) delete env.TEST_TEMPLATE;
  const chosen = groupsOf(files);
  try {
    const { code } = await run(node, [...options, ...chosen.paths], { env });
    return code === 0;
  } finally {
    chosen.remove();
    await stop();
  }
}

async function browser({ env }) {
  env.CHROMIUM_PATH = await findBrowser();
  console.log(env.CHROMIUM_PATH);
}

function e2e({ filters, isQuick, ...state }) {
  const files = isQuick ? pathsOfBrowser() : filters.length > 0 ? testFiles('e2e', filters) : [];
  return tool('@playwright/test/cli.js', ['test', ...files])(state);
}

/** Returns the test files of a step: all, or those with a filter in their path. */
function testFiles(step, filters) {
  const [ending, folders] = FILES[step];
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .toSorted(),
    )
    .filter(
      (file) => ending.test(file) && (filters.length === 0 || filters.some((part) => file.includes(part))),
    );
}
