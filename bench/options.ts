import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The options of the command line. */
export type Options = {
  /** Rows in the one client's schema. */
  leads: number;
  /** Keys of the figures to measure; undefined for all. */
  only: string[] | undefined;
  /** Rounds per side; the medians are reported. */
  runs: number;
  /** Seconds per round. */
  seconds: number;
  /** Holds the database; reused when it fits. */
  dataDir: string;
  /** Whether the figures go into docs/performance.md. */
  document: boolean;
};

export const USAGE = `npm run bench -- [--leads 1000000] [--only list,search] [--runs 3] [--seconds 3] [--data folder] [--document]`;

/** The leads and rounds that the goals are about. */
const DOCUMENTED_LEADS = 1_000_000;
const DOCUMENTED_RUNS = 3;

/** Throws an Error in words for options whose figures do not belong into the document. */
export function checkDocumented({ leads, runs }: Pick<Options, 'leads' | 'runs'>): void {
  if (leads !== DOCUMENTED_LEADS || runs < DOCUMENTED_RUNS)
    throw new Error(
      `--document needs ${DOCUMENTED_LEADS.toLocaleString('en')} leads and ${DOCUMENTED_RUNS} rounds or more.`,
    );
}

/** Throws an Error in words for an unknown option, or one that is no whole number. */
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
