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
};

export const USAGE = `npm run bench -- [--leads 1000000] [--only list,search] [--runs 3] [--seconds 3] [--data folder]`;

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
    },
  });
  const leads = whole('leads', values.leads, 1000, 10_000_000);
  const only = values.only?.split(',').filter((key) => key !== '');
  const unknown = only?.filter((key) => !figures.includes(key)) ?? [];
  if (unknown.length > 0) throw new Error(`--only knows ${figures.join(', ')}; not ${unknown.join(', ')}.`);
  return {
    leads,
    only,
    runs: whole('runs', values.runs, 1, 20),
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
