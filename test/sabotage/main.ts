import { globSync, writeFileSync } from 'node:fs';
import { SMALL_ERRORS } from '#test/sabotage/errors/index.ts';
import { drawErrors } from '#test/sabotage/drawn-errors.ts';
import type { SmallError } from '#test/sabotage/small-error.ts';
import { Suites } from '#test/sabotage/suites.ts';
import { Tree } from '#test/sabotage/tree.ts';
import { typeErrors } from '#test/sabotage/types.ts';

type Options = {
  only?: string[];
  kind?: string[];
  shard?: string;
  draw?: string;
  seed: string;
  rest?: boolean;
  quick?: boolean;
  workers: string;
  out: string;
};
/** `scripts/sabotage.mjs` reads and explains the options before anything starts. */
const values = JSON.parse(process.argv[2] ?? '{"out":"sabotage.md","seed":"lms","workers":"1"}') as Options;
/** The number of errors to draw; 0 uses the list. */
const drawn = Number(values.draw ?? 0);
/** More are drawn than requested, because the compiler rejects many, which are skipped. */
const SPARE = 3;

const CAUGHT = 'caught';
/**
 * A test that hangs until its limit says less than one that fails, because it does not show what is wrong.
 */
const HUNG = '**caught by a hang**';

type Row = { error: SmallError; verdict: string; test: string; seconds: number };

function chosen(): readonly SmallError[] {
  const [part = 1, of = 1] = (values.shard ?? '1/1').split('/').map(Number);
  const list = drawn > 0 ? drawErrors(values.seed, SPARE * drawn) : SMALL_ERRORS;
  return list
    .filter(
      ({ id, kind }) =>
        (!values.only || values.only.some((name) => id === name)) &&
        (!values.kind || values.kind.includes(kind)),
    )
    .filter((_, index) => index % of === part - 1);
}

/** Every test file except those of the error itself. */
function rest({ tests }: SmallError): string[] {
  const asked = new Set(tests.map((name) => name.split(' > ')[0]));
  const files = globSync(['{server,shared,test,web}/**/*.test.ts', 'e2e/**/*.e2e.ts']).toSorted();
  return files.filter((file) => !asked.has(file) && !/sabotage|recipes/.test(file));
}

async function judge(
  tree: Tree,
  suites: Suites,
  sound: Map<string, boolean>,
  error: SmallError,
): Promise<Row> {
  const start = performance.now();
  const row = (verdict: string, test = '') => ({
    error,
    verdict,
    test,
    seconds: (performance.now() - start) / 1000,
  });
  for (const name of error.tests) {
    // A test that fails without the error says nothing about the error.
    if (!values.quick && !sound.has(name)) {
      const { failed, broken, output } = await suites.run([name]);
      sound.set(name, failed.length === 0 && !broken);
      if (!sound.get(name)) console.error(output.slice(-3000));
    }
    if (sound.get(name) === false) return row('**its test fails without it**', name);
  }
  try {
    tree.make(error);
    const near = await suites.run(error.tests);
    if (near.broken) return row(`**no small error: ${near.broken}**`);
    if (near.failed[0]) return row(near.isHang ? HUNG : CAUGHT, near.failed[0]);
    const far = values.rest ? await suites.run(rest(error)) : near;
    if (far.failed[0])
      return row(far.isHang ? HUNG : '**caught by a test that is not about it**', far.failed[0]);
    return row('**not caught**');
  } finally {
    tree.takeBack();
  }
}

function table(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const lines = rows.map(
    ({ error: { id, kind, file, breaks }, verdict, test, seconds }) =>
      `| ${id} | ${kind} | ${file} | ${cell(breaks)} | ${verdict} | ${cell(test)} | ${seconds.toFixed(0)} |`,
  );
  const count = (wanted: string) => rows.filter(({ verdict }) => verdict === wanted).length;
  const source = drawn > 0 ? `, drawn by the seed ${values.seed}` : '';
  return [
    `${count(CAUGHT)} of ${rows.length}${source} caught by a failed assertion of a test that is about them, ${count(HUNG)} by a hang.`,
    '',
    '| id | kind | file | what it breaks | verdict | caught by | s |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

const errors = chosen();
if (errors.length === 0) throw new Error('No error of the list fits.');
/** Mutants run in several copies at once. */
const trees = Array.from({ length: Number(values.workers) }, () => new Tree());
const rows: Row[] = [];
try {
  const [first = new Tree()] = trees;
  const wrong = values.quick && drawn === 0 ? new Map<string, string>() : await typeErrors(first, errors);
  const sound = new Map<string, boolean>();
  // The drawn errors that compile, up to the requested number.
  const taken = drawn > 0 ? errors.filter(({ id }) => !wrong.has(id)).slice(0, drawn) : errors;
  const waiting = taken.values();
  const work = async (tree: Tree) => {
    const suites = new Suites(tree);
    for (const error of waiting) {
      const found = wrong.get(error.id);
      const row: Row = found
        ? { error, verdict: `**the compiler refuses it: ${found}**`, test: '', seconds: 0 }
        : await judge(tree, suites, sound, error);
      rows.push(row);
      console.log(
        `${rows.length}/${taken.length} ${error.id}: ${row.verdict} ${row.test} (${row.seconds.toFixed(0)} s)`,
      );
      writeFileSync(values.out, table(rows));
    }
  };
  await Promise.all(trees.map(work));
} finally {
  for (const tree of trees) tree.remove();
}
process.exitCode = rows.every(({ verdict }) => verdict === CAUGHT) ? 0 : 1;
