import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';
import { cells, markdown } from './report.ts';
import type { Line } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs', 'performance.md');
const BEGIN = '<!-- npm run bench -- --document writes this table. -->';
const END = '<!-- The end of the written table. -->';
/** Writes the figures of this run into docs/performance.md. */
export async function writeDocument(lines: readonly Line[]): Promise<void> {
  const day = new Date().toLocaleDateString('en-GB');
  const text = withFigures(readFileSync(FILE, 'utf8'), lines, day);
  const style = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code } = await format(FILE, text, style);
  writeFileSync(FILE, code);
}

/**
 * Returns the document with these lines in its table, each with the day of its measurement. A line replaces
 * the earlier one of the same measurement, and lines not measured now stay. Throws if the document has no
 * table.
 */
export function withFigures(text: string, lines: readonly Line[], day: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${FILE} has no table of figures: ${BEGIN} … ${END}`);
  const begin = from + BEGIN.length;
  const old = text
    .slice(begin, to)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const rows = new Map(
    [...old, ...lines.map((line) => [...cells(line), day])].map((row) => [keyOf(row), row]),
  );
  const sorted = [...rows.values()].toSorted((a, b) => Number(a[0] || 99) - Number(b[0] || 99));
  return `${text.slice(0, begin)}\n\n${markdown(['Measured'], sorted)}\n\n${text.slice(to)}`;
}

/** The number of a figure and the name of its measurement. */
const keyOf = ([figure, what]: readonly string[]) => `${figure} ${what}`;
