import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../../load.ts';
import type { Options } from '../../options.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The most requests, and milliseconds until the page shows the act, also on a processor four times slower. */
const GOALS: Record<string, { requests: number; ms: number; slowMs: number }> = {
  'sign in to the first row of My Day': { requests: 3, ms: 800, slowMs: 1300 },
  'My Day: Done': { requests: 2, ms: 100, slowMs: 150 },
  'Start calling': { requests: 3, ms: 300, slowMs: 400 },
  'no answer, next lead': { requests: 3, ms: 150, slowMs: 250 },
  'open a lead from the list': { requests: 2, ms: 400, slowMs: 400 },
  'next lead': { requests: 2, ms: 250, slowMs: 250 },
  note: { requests: 2, ms: 100, slowMs: 150 },
};

type Felt = { what: string; look: string; slower: number; requests: number; ms: number };

/**
 * Figures 21 and 22: the acts of a rep's day on a phone network (150 ms, 1.6 Mbit/s), at this machine's speed
 * and at a quarter of it.
 */
export async function measureFelt({ runs }: Options): Promise<Line[]> {
  const args = ['scripts/gallery.mjs', 'felt', String(runs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const all = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Felt[];
  const acts = Map.groupBy(all, ({ what, look, slower }) => `${what}, ${look}, ${slower} × slower`);
  return [...acts.entries()].map(([act, felt]) => lineOf(act, felt));
}

function lineOf(act: string, felt: Felt[]): Line {
  const { what = '', slower } = felt[0] ?? {};
  const goal = GOALS[what] ?? { requests: 0, ms: 0, slowMs: 0 };
  const most = slower === 1 ? goal.ms : goal.slowMs;
  const requests = Math.max(...felt.map((one) => one.requests));
  const ms = median(felt.map((one) => one.ms));
  return {
    figure: '21, 22',
    what: act,
    lms: `${number(ms)} ms`,
    other: '',
    result: `${requests} requests`,
    goal: `≤ ${most} ms; ${goal.requests}`,
    passes: ms <= most && requests <= goal.requests,
  };
}
