import type { Run, Tree } from '#test/sabotage/tree.ts';

/**
 * The result of a test run: the titles of failed tests. A `broken` run says nothing about the error;
 * `isHang`: nothing failed, but the run did not end.
 */
export type Outcome = { failed: readonly string[]; broken?: string; isHang?: boolean; output: string };

const isBrowserTest = (name: string) => name.includes('.e2e.ts');

/** Runs test files on a tree, building its page only for browser tests. */
export class Suites {
  readonly #tree: Tree;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Stops at the first file with a failure. */
  async run(names: readonly string[]): Promise<Outcome> {
    const unit = names.filter((name) => !isBrowserTest(name));
    for (const name of unit) {
      const outcome = unitOutcome(await this.#tree.run(unitArguments(name)));
      if (outcome.failed.length > 0 || outcome.broken) return outcome;
    }
    const browser = names.filter(isBrowserTest);
    if (browser.length === 0) return { failed: [], output: '' };
    const build = await this.#tree.run(['node_modules/vite/bin/vite.js', 'build'], {
      NODE_ENV: 'production',
    });
    if (build.code !== 0) return { failed: [], broken: 'the page cannot be built', output: build.output };
    for (const name of browser) {
      const outcome = browserOutcome(await this.#tree.run(browserArguments(name)));
      if (outcome.failed.length > 0 || outcome.broken) return outcome;
    }
    return { failed: [], output: '' };
  }
}

function unitArguments(name: string): string[] {
  const [file = '', title] = name.split(' > ');
  const chosen = title ? [`--test-name-pattern=${escaped(title)}`] : [];
  const options = [
    '--import=./test/preload.ts',
    '--test',
    '--test-timeout=120000',
    '--test-force-exit',
    '--test-reporter=spec',
    ...chosen,
  ];
  return [...options, file];
}

function browserArguments(name: string): string[] {
  const [file = '', title] = name.split(' > ');
  const options = ['--workers=1', '--max-failures=1', '--reporter=list'];
  return [
    'node_modules/@playwright/test/cli.js',
    'test',
    ...options,
    ...(title ? ['-g', escaped(title)] : []),
    file,
  ];
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const NO_START = '(the file ends before its first test)';

/** @internal */
export function unitOutcome({ code, output, isCut }: Run): Outcome {
  if (code === 0) return { failed: [], output };
  const [list = '', details = ''] = output.split('✖ failing tests:');
  const failed = titles(list, /^\s*✖ (.+?) \([\d.]+ms\)/gm);
  if (isCut)
    return { failed: failed.length > 0 ? failed : ['(no end)'], isHang: failed.length === 0, output };
  if (/SyntaxError|ERR_MODULE_NOT_FOUND/.test(output))
    return { failed: [], broken: 'the tests cannot even be loaded', output };
  // The product, or its database, that a file opens before its first test, does not start.
  if (failed.every((title) => title.endsWith('.test.ts'))) return { failed: [NO_START], output };
  const reasons = details.split(/^✖ /m).slice(1);
  const isHang =
    reasons.length > 0 &&
    reasons.every((reason) => /timed out after|Promise resolution is still pending/.test(reason));
  return { failed: failed.filter((title) => !title.endsWith('.test.ts')), isHang, output };
}

function browserOutcome({ code, output, isCut }: Run): Outcome {
  if (code === 0) return { failed: [], output };
  const failed = titles(output, /^\s*✘ .*? › (.+?) \([\d.]+(?:ms|s|m)\)/gm);
  if (isCut && failed.length === 0) return { failed: ['(no end)'], isHang: true, output };
  if (failed.length === 0) return { failed, broken: 'the browser tests cannot even be loaded', output };
  return { failed, output };
}

function titles(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, title = '']) => title))];
}
