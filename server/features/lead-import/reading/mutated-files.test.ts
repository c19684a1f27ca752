import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import iconv from 'iconv-lite';
import { openRows } from '#server/spreadsheets/open-rows.ts';
import { UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';
import { HEADERS, crmExport, csv, oneSheet, textRow, workbookParts, zip } from '#test/input/crafted-files.ts';
import { xls } from '#test/input/crafted-xls.ts';
import { rowNormaliser } from './normalise-row.ts';
import { surveyFile } from './survey-file.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lead-files-'));
});
after(() => rm(folder, { recursive: true }));

/** The same numbers in every run, so that a failure can be investigated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A copy with some bytes changed, a piece cut out, or a piece duplicated. */
function mutate(good: Buffer, next: (below: number) => number): Buffer {
  const bytes = Buffer.from(good);
  for (let times = next(8); times >= 0; times--) bytes[next(bytes.length)] = next(256);
  const [from, length] = [next(bytes.length), next(200)];
  const kind = next(4);
  if (kind === 0) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, from + length), bytes.subarray(from)]);
  return bytes;
}

async function readAll(path: string, filename: string): Promise<number> {
  const source = await openRows({ path, filename });
  const survey = await surveyFile(source);
  const rules = {
    columns: survey.columns,
    dateOrders: survey.dateOrders,
    timeZone: 'Asia/Kolkata',
    country: 'IN',
    options: {},
    custom: {},
  };
  const normalise = rowNormaliser(rules);
  let rows = 0;
  for await (const batch of source.rows())
    for (const row of batch) rows += normalise(row).values.length > 0 ? 1 : 0;
  return rows;
}

test('a damaged file is read or refused with a message, and never crashes', async () => {
  const table = [HEADERS, ...crmExport(40)];
  const sheet = table
    .map((row, index) =>
      textRow(
        index + 1,
        row.map((cell) => cell.replaceAll('&', '&amp;')),
      ),
    )
    .join('');
  const stored = zip(
    workbookParts({ sheets: [{ name: 'S', xml: sheet }] }).map((part) => ({ ...part, stored: true })),
  );
  const files = [
    ['leads.csv', Buffer.from(csv(table))],
    ['leads.csv', iconv.encode(`\ufeff${csv(table, ';', '\r\n')}`, 'utf-16le')],
    ['leads.xlsx', oneSheet(sheet)],
    ['leads.xlsx', stored],
    ['leads.xls', xls(table)],
  ] as const;
  let [read, refused] = [0, 0];
  for (const [index, [filename, good]] of files.entries()) {
    const next = numbers(index + 1);
    const path = join(folder, `${index}`);
    for (let round = 0; round < 80; round++) {
      await writeFile(path, mutate(good, next));
      try {
        read += Math.sign(await readAll(path, filename));
      } catch (error) {
        assert.ok(
          error instanceof UnreadableFile,
          `${index}/${round}: ${error instanceof Error ? error.stack : String(error)}`,
        );
        refused++;
      }
    }
  }
  // Both outcomes occur, so the mutations are neither all harmless nor all fatal.
  assert.ok(read > 50 && refused > 50, `${read} read, ${refused} refused`);
});
