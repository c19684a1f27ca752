import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withFigures } from '../../bench/document.ts';
import { checkDocumented } from '../../bench/options.ts';
import type { Line } from '../../bench/report.ts';

const line = (figure: string, what: string, result: string): Line => ({
  figure,
  what,
  lms: '1 ms',
  other: '',
  result,
  goal: '',
  passes: true,
});
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((row) => row.startsWith('|') && /\d\d\/\d\d\/\d{4} +\|$/.test(row))
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(' · '),
    );

test('new figures replace the earlier ones in the document’s table, and the others stay', () => {
  const document = readFileSync('docs/performance.md', 'utf8');
  const others = rowsOf(document).length;
  const first = withFigures(document, [line('98', 'a', '2'), line('97', 'b', '3')], '01/02/2026');
  assert.deepEqual(rowsOf(first).slice(others), [
    '97 · b · 1 ms · 3 · pass · 01/02/2026',
    '98 · a · 1 ms · 2 · pass · 01/02/2026',
  ]);
  const second = withFigures(first, [line('98', 'a', '5')], '02/02/2026');
  assert.deepEqual(rowsOf(second).slice(others), [
    '97 · b · 1 ms · 3 · pass · 01/02/2026',
    '98 · a · 1 ms · 5 · pass · 02/02/2026',
  ]);
  assert.equal(second.slice(0, 2000), document.slice(0, 2000));
  assert.throws(() => withFigures('no table', [], ''), /has no table of figures/);
});

test('only figures of a million leads and three rounds are accepted for the document', () => {
  assert.throws(() => checkDocumented({ leads: 100_000, runs: 3 }), /needs 1,000,000 leads and 3 rounds/);
  assert.throws(() => checkDocumented({ leads: 1_000_000, runs: 1 }), /needs 1,000,000 leads and 3 rounds/);
  checkDocumented({ leads: 1_000_000, runs: 5 });
});
