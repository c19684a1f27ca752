import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../../load.ts';
import type { Options } from '../../options.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LONGEST_INTERACTION = 120;
const MOST_SHIFT = 0.01;
/** Milliseconds until the largest paint. */
const GOALS: Record<string, number> = {
  'landing page': 1200,
  'sign-in': 1200,
  'My Day': 1800,
  'lead list': 1800,
};

/** Milliseconds until the largest paint, layout shift, milliseconds of the longest interaction. */
type Seen = { paint: number; shift: number; interaction: number };

/**
 * Figure 15: the first screens in a new browser on a processor four times slower, from a warm server with sample data:
 * largest paint, layout shift from the first byte to the last interaction, and the longest interaction.
 */
export async function measureScreens({ runs }: Options): Promise<Line[]> {
  const args = ['scripts/gallery.mjs', 'first-screens', String(runs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const seen = stdout.trim().split('\n').at(-1) ?? '';
  return Object.entries(JSON.parse(seen) as Record<string, Seen[]>).map(lineOf);
}

function lineOf([what, seen]: [string, Seen[]]): Line {
  const goal = GOALS[what] ?? 0;
  const paint = median(seen.map((one) => one.paint));
  const shift = Math.max(...seen.map((one) => one.shift));
  const interaction = median(seen.map((one) => one.interaction));
  return {
    figure: '15',
    what: `${what}, processor 4 × slower`,
    lms: `${number(paint)} ms`,
    other: '',
    result: `shift ${shift.toFixed(3)}, longest interaction ${number(interaction)} ms`,
    goal: `≤ ${goal} ms; ${MOST_SHIFT}; ${LONGEST_INTERACTION} ms`,
    passes: paint <= goal && shift <= MOST_SHIFT && interaction <= LONGEST_INTERACTION,
  };
}
