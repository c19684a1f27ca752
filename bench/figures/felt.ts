import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../load.ts';
import type { Options } from '../options.ts';
import { number } from '../report.ts';
import type { Line } from '../report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Requests, and milliseconds until the page shows the act. */
const GOALS: Record<string, readonly [requests: number, ms: number]> = {
  'sign in to the first row of My Day': [3, 1300],
  'My Day: Done': [2, 150],
  'Start calling': [3, 400],
  'no answer, next lead': [3, 250],
  'open a lead from the list': [2, 400],
  'next lead': [2, 250],
  note: [2, 150],
};

type Felt = { requests: number; ms: number };

/**
 * Figures 21 and 22: the acts of a rep's day on a phone network (150 ms, 1.6 Mbit/s) with a processor four
 * times slower.
 */
export async function measureFelt({ runs }: Options): Promise<Line[]> {
  const args = ['scripts/gallery.mjs', 'felt', String(runs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const felt = stdout.trim().split('\n').at(-1) ?? '';
  return Object.entries(JSON.parse(felt) as Record<string, Felt[]>).map(lineOf);
}

function lineOf([what, felt]: [string, Felt[]]): Line {
  const [most, goal] = GOALS[what.slice(0, what.lastIndexOf(','))] ?? [0, 0];
  const requests = Math.max(...felt.map((one) => one.requests));
  const ms = median(felt.map((one) => one.ms));
  return {
    figure: '21, 22',
    what,
    lms: `${number(ms)} ms`,
    other: '',
    result: `${requests} requests`,
    goal: `≤ ${goal} ms; ${most}`,
    passes: ms <= goal && requests <= most,
  };
}
