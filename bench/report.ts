import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Speed } from './load.ts';
import type { Options } from './options.ts';

/** One line of the table; `passes` is undefined when there is no goal. */
export type Line = {
  /** The number in the list of figures, and the name of the measurement. */
  figure: string;
  what: string;
  lms: string;
  other: string;
  result: string;
  goal: string;
  passes: boolean | undefined;
  /** The figure could not be measured. */
  isMissing?: true;
};

export const speedText = ({ rate, p50, p99 }: Speed) => `${number(rate)}/s ${number(p50)}/${number(p99)} ms`;
export const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);

/**
 * LMS against the bare server: requests per second, where the goal is a minimum share of the bare server's;
 * and processor time of server and database per request, for a machine with other load.
 */
export function shareOfBare(figure: string, what: string, lms: Speed, bare: Speed, goal: number): Line[] {
  const share = lms.rate / bare.rate;
  const speed: Line = {
    figure,
    what,
    lms: speedText(lms),
    other: speedText(bare),
    result: `${number(share)} × bare`,
    goal: `≥ ${goal} × bare`,
    passes: share >= goal,
  };
  if (!(lms.cpu > 0 && bare.cpu > 0)) return [speed];
  const work: Line = {
    figure,
    what: `${what}, processor time`,
    lms: `${number(lms.cpu)} ms`,
    other: `${number(bare.cpu)} ms`,
    result: `${number(bare.cpu / lms.cpu)} × bare's requests`,
    goal: '',
    passes: undefined,
  };
  return [speed, work];
}

/** The line of a figure that cannot be measured, so that the others still are. Fails the whole run. */
export function failed(key: string, error: unknown): Line {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
  const nothing = { figure: '', lms: '', other: '', goal: '' };
  return { ...nothing, what: key, result: 'failed, see above', passes: false, isMissing: true };
}

const HEADERS = {
  figure: '#',
  what: 'What',
  lms: 'LMS',
  other: 'Against',
  result: 'Result',
  goal: 'Goal',
  passes: '',
};
const verdict = (passes: boolean | undefined) => (passes === undefined ? 'noted' : passes ? 'pass' : 'SHORT');

/** The texts of a line, in column order. */
export const cells = (line: Line): string[] =>
  (Object.keys(HEADERS) as (keyof Line)[]).map((key) =>
    key === 'passes' ? verdict(line.passes) : String(line[key]),
  );

/** A Markdown table that is readable in a terminal too. */
export const table = (lines: readonly Line[]): string => markdown([], lines.map(cells));

/** The table of these rows, which have additional columns after the usual ones. */
export function markdown(further: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [[...Object.values(HEADERS), ...further], ...rows];
  const widths =
    all[0]?.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length))) ?? [];
  const written = all.map(
    (row) =>
      `| ${row.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length)).join(' | ')} |`,
  );
  written.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return written.join('\n');
}

/** Stores the last results beside the bench, for comparing machines. */
export function store(lines: Line[], { leads, runs, seconds }: Options): string {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'latest.json');
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
  const result = { at: new Date().toISOString(), leads, runs, seconds, machine, lines };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}
