import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The command-line options. */
export type Options = {
  /** Rows in the one client's schema. */
  leads: number;
  /** Keys of the figures to measure; undefined for all. */
  only: string[] | undefined;
  /** Rounds per side; the medians are reported. */
  runs: number;
  /** Seconds per round. */
  seconds: number;
  /** Contains the database; reused when it fits. */
  dataDir: string;
  /** Whether the figures are written to docs/performance.md. */
  document: boolean;
};

export const USAGE = `npm run bench -- [--leads 1000000] [--only list,search] [--runs 3] [--seconds 3] [--data folder] [--document]`;

/** The number of leads and rounds that the goals assume. */
const DOCUMENTED_LEADS = 1_000_000;
const DOCUMENTED_RUNS = 3;

/** Throws an Error with a message for options whose figures do not belong in the document. */
export function checkDocumented({ leads, runs }: Pick<Options, 'leads' | 'runs'>): void {
  if (leads !== DOCUMENTED_LEADS || runs < DOCUMENTED_RUNS)
    throw new Error(
      `--document needs ${DOCUMENTED_LEADS.toLocaleString('en')} leads and ${DOCUMENTED_RUNS} rounds or more.`,
    );
}

/** Throws an Error with a message for an unknown option, or one that is not a whole number. */
export function readOptions(args: string[], figures: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      leads: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      data: { type: 'string' },
      document: { type: 'boolean', default: false },
    },
  });
  const leads = whole('leads', values.leads, 1000, 10_000_000);
  const only = values.only?.split(',').filter((key) => key !== '');
  const unknown = only?.filter((key) => !figures.includes(key)) ?? [];
  if (unknown.length > 0) throw new Error(`--only knows ${figures.join(', ')}; not ${unknown.join(', ')}.`);
  const runs = whole('runs', values.runs, 1, 20);
  if (values.document) checkDocumented({ leads, runs });
  return {
    leads,
    only,
    runs,
    document: values.document,
    seconds: whole('seconds', values.seconds, 1, 60),
    dataDir: resolve(values.data ?? join(tmpdir(), `lms-bench-${leads}`)),
  };
}

function whole(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
  return number;
}
