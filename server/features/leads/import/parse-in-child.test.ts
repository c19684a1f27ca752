import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { writeXlsx } from 'hucre';
import iconv from 'iconv-lite';
import {
  HEADERS,
  crmExport,
  csv,
  deflatedBomb,
  oneSheet,
  textRow,
  workbookParts,
  zip,
} from './crafted-files.ts';
import { xls } from './crafted-xls.ts';
import { residentMegabytes } from './memory-watch.ts';
import { TooManyImports, UnreadableFile, inspectLeadFile, readLeadRows } from './parse-in-child.ts';
import type { ImportProgress, LeadFile } from './parse-in-child.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lead-files-'));
});
after(() => rm(folder, { recursive: true }));

let files = 0;
async function file(content: string | Uint8Array, filename = 'leads.csv'): Promise<LeadFile> {
  const path = join(folder, `upload-${files++}`);
  await writeFile(path, content);
  return { path, filename, owner: `client-${files}` };
}

async function lines(of: LeadFile) {
  const { rows, summary } = readLeadRows(of);
  let text = '';
  for await (const piece of rows.setEncoding('utf8')) text += piece;
  return { text, summary: await summary };
}

const refusal = (status: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnreadableFile, String(error));
  assert.equal(error.status, status);
  assert.match(error.message, message);
  return true;
};

/** Processes this one has started and not yet seen the end of. */
async function children(): Promise<number> {
  // The event loop closes the handle of an ended process after its turn's immediates.
  await setImmediate();
  await setImmediate();
  return process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
}
/** The id of the one running child; 0 before it runs. */
function childId(): number {
  if (process.platform === 'linux') {
    return Number(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').at(-1));
  }
  const list = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], {
    encoding: 'utf8',
  }).split('\n');
  const child = list
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...args]) => {
      return Number(parent) === process.pid && args.join(' ').includes('import-child.ts');
    });
  return Number(child?.[0] ?? 0);
}

const LEADS = [HEADERS, ...crmExport(1000)];

test('an export of another product gives the same leads as CSV, as UTF-16 with semicolons, as xlsx and as xls', async () => {
  const plain = await lines(await file(csv(LEADS)));
  assert.equal(plain.summary.rows, 1000);
  assert.equal(plain.summary.refused, 0);
  assert.match(plain.text, /^2,,"\[""4563"",""Denson""/);
  assert.match(
    plain.text,
    /"David Love","Denson","lead0@armyspy.com","600-100-1000","Maurice The Pants Man",,"contacted","Employee Referral"/,
  );
  assert.match(plain.text, /"2020-12-31T18:33:00.000Z","lead0@armyspy.com","\+916001001000"\n/);
  for (const [content, filename] of [
    [iconv.encode(`\ufeff${csv(LEADS, ';', '\r\n')}`, 'utf-16le'), 'leads.csv'],
    [await writeXlsx({ sheets: [{ name: 'Leads', rows: LEADS }] }), 'leads.xlsx'],
    [xls(LEADS), 'leads.xls'],
  ] as const) {
    const other = await lines(await file(content, filename));
    assert.equal(other.text, plain.text, filename);
    assert.equal(other.summary.rows, 1000);
  }
});

test('inspecting tells columns, samples, counts and how dates are read', async () => {
  const dates = [
    ['Email', 'Created'],
    ['a@b.in', '03/04/2024'],
    ['b@b.in', ''],
    ['c@b.in', '05/06/2024'],
  ];
  const found = await inspectLeadFile(await file(csv(dates, '\t')));
  assert.deepEqual(
    { ...found, sample: found.sample.length },
    {
      kind: 'csv',
      encoding: 'UTF-8',
      delimiter: '\t',
      headerRow: 1,
      rows: 3,
      sample: 3,
      columns: [
        { index: 0, header: 'Email', target: 'email', samples: ['a@b.in', 'b@b.in', 'c@b.in'] },
        { index: 1, header: 'Created', target: 'created_at', samples: ['03/04/2024', '05/06/2024'] },
      ],
      dates: { order: 'day_first', ambiguous: 2, example: '03/04/2024' },
    },
  );
  assert.deepEqual(found.sample[0], { email: 'a@b.in', created_at: '2024-04-02T18:30:00.000Z' });
});

test('one date that proves the month first turns its column, unless another proves the day first', async () => {
  const filled = Array.from({ length: 500 }, (_, index) => [`a${index}@b.in`, '03/04/2024']);
  const american = await file(csv([['Email', 'Created'], ...filled, ['z@b.in', '04/15/2024']]));
  const { text, summary } = await lines({ ...american, timeZone: 'UTC' });
  assert.deepEqual(summary.dates, { order: 'month_first', ambiguous: 0 });
  assert.match(text, /^2,.*"2024-03-04T00:00:00.000Z"/);
  assert.equal(summary.refused, 0);
  const mixed = await lines(
    await file(csv([['Email', 'Created'], ...filled, ['y@b.in', '15/04/2024'], ['z@b.in', '04/15/2024']])),
  );
  assert.equal(mixed.summary.dates.order, 'day_first');
  assert.equal(mixed.summary.refused, 1);
});

test('a mapping, options, country and time zone of the client are used', async () => {
  const given = await file(
    csv([
      ['A', 'B', 'C'],
      ['Asha', '(202) 456-1111', 'In Talks'],
    ]),
  );
  const { text, summary } = await lines({
    ...given,
    mapping: ['name', 'phone', 'status'],
    country: 'US',
    options: { status: [{ value: 'negotiation', label: 'In talks' }] },
  });
  assert.match(text, /"negotiation".*"\+12024561111"\n$/);
  assert.deepEqual(
    summary.columns.map((column) => column.target),
    ['name', 'phone', 'status'],
  );
  await assert.rejects(
    inspectLeadFile({ ...given, mapping: ['name'] }),
    refusal(422, /has 3 columns, the mapping 1/),
  );
});

test('progress is told and ends with the whole file', async () => {
  const seen: ImportProgress[] = [];
  const given = await file(csv([HEADERS, ...crmExport(9000)]));
  const { summary } = await lines({ ...given, onProgress: (progress) => seen.push(progress) });
  assert.equal(summary.rows, 9000);
  assert.ok(seen.length >= 3);
  const last = seen.at(-1);
  assert.deepEqual(last, { bytesRead: last?.bytesTotal, bytesTotal: last?.bytesTotal, rows: 9000 });
});

test('what cannot be imported is refused in words', async () => {
  for (const [content, filename, status, message] of [
    [
      Buffer.from('89504e470d0a1a0a0000000d494844520000', 'hex'),
      'leads.csv',
      415,
      /^Please select a valid CSV or Excel file$/,
    ],
    ['Name\nAsha\n', 'leads.exe', 415, /^Please select a valid CSV or Excel file$/],
    ['', 'leads.csv', 422, /This file has no rows/],
    ['N', 'leads.csv', 422, /This file has no rows/],
    ['Name,Email\n', 'leads.csv', 422, /This file has no rows/],
    ['\n\n , \n', 'leads.csv', 422, /This file has no rows/],
    ['Name,"Email\nAsha', 'leads.csv', 422, /Line 1 has an opening quote/],
    [`Name${',x'.repeat(10_000)}\nAsha\n`, 'leads.csv', 422, /Row 1 has more than 200 columns/],
    [
      `Name,Note\nAsha,${'x'.repeat(40_000)}\n`,
      'leads.csv',
      422,
      /Row 2 has a cell with more than 32,767 characters/,
    ],
    ['Name\n' + 'A\n'.repeat(100_001), 'leads.csv', 422, /more than 1,00,000 rows/],
    [
      oneSheet(Array.from({ length: 50_002 }, (_, index) => textRow(index + 1, ['Asha'])).join('')),
      'leads.xlsx',
      422,
      /more than 50,000 rows/,
    ],
    [Buffer.alloc(10 * 1024 * 1024 + 1, 'Name\n'), 'leads.csv', 413, /^The file is larger than 10 MB.$/],
  ] as const) {
    await assert.rejects(lines(await file(content, filename)), refusal(status, message), String(message));
  }
  assert.equal(await children(), 0);
});

test(
  'a bomb is refused quickly, in little memory, and so is one text repeated in every cell',
  { timeout: 20_000 },
  async () => {
    const parts = workbookParts({ sheets: [{ name: 'S', xml: '' }] });
    const bomb = zip(
      parts.map((part) =>
        part.name.includes('sheet1') ? { name: part.name, packed: deflatedBomb(9000, '<x>', '</x>') } : part,
      ),
    );
    const cell = `<c t="s"><v>0</v></c>`.repeat(100);
    const rows = Array.from({ length: 20_000 }, (_, index) => `<row r="${index + 1}">${cell}</row>`);
    const repeated = oneSheet(rows.join(''), { strings: `<si><t>${'x'.repeat(30_000)}</t></si>` });
    for (const content of [bomb, repeated]) {
      const given = await file(content, 'leads.xlsx');
      const since = performance.now();
      let most = 0;
      const reading = lines(given);
      const timer = setInterval(
        () => void residentMegabytes(childId()).then((held) => (most = Math.max(most, held))),
        20,
      );
      await assert.rejects(reading, refusal(422, /damaged or too large when unpacked/));
      clearInterval(timer);
      assert.ok(most < 256 && (most > 0 || process.platform !== 'linux'), `${most} MB`);
      assert.ok(performance.now() - since < 8000);
    }
  },
);

test('an abort, a reader that leaves and the time limit end the child at once', async () => {
  const big = await file(csv([HEADERS, ...crmExport(40_000)]));
  const stop = new AbortController();
  const aborted = readLeadRows({ ...big, signal: stop.signal });
  await once(aborted.rows, 'readable');
  assert.equal(await children(), 1);
  stop.abort(new Error('The user left.'));
  await assert.rejects(aborted.summary, /The user left/);
  assert.equal(await children(), 0);

  const left = readLeadRows(big);
  await once(left.rows, 'readable');
  left.rows.destroy();
  await assert.rejects(left.summary);
  assert.equal(await children(), 0);

  // Nobody takes the rows: the child waits for its reader until the limit.
  const slow = readLeadRows({ ...big, timeLimit: 1500 });
  await assert.rejects(slow.summary, refusal(422, /took too long to read/));
  assert.equal(await children(), 0);
  await assert.rejects(lines({ ...big, signal: AbortSignal.abort(new Error('Too late.')) }), /Too late/);
});

test('the child sees nothing of the environment of the server', async () => {
  process.env['SECRET_OF_THE_SERVER'] = 'secret';
  const { rows, summary } = readLeadRows(await file(csv([HEADERS, ...crmExport(40_000)])));
  await once(rows, 'readable');
  // Linux alone shows the environment of another process.
  const seen = process.platform === 'linux' ? readFileSync(`/proc/${childId()}/environ`, 'utf8') : '';
  delete process.env['SECRET_OF_THE_SERVER'];
  rows.destroy();
  await assert.rejects(summary);
  assert.doesNotMatch(seen, /secret/i);
});

test('a child that dies is a damaged file, never an end of its rows', async () => {
  const { rows, summary } = readLeadRows(await file(csv([HEADERS, ...crmExport(40_000)])));
  await once(rows, 'readable');
  process.kill(childId(), 'SIGKILL');
  const ended = new Promise((resolve) => rows.once('end', () => resolve('ended')).once('error', resolve));
  rows.resume();
  await assert.rejects(summary, refusal(422, /damaged or too large when unpacked/));
  assert.ok((await ended) instanceof UnreadableFile);
});

test('one import of an owner runs and one waits; the third is told to come back', async () => {
  const given = { ...(await file(csv(LEADS))), owner: 'one client' };
  const first = lines(given);
  const second = lines(given);
  await assert.rejects(lines(given), (error) => error instanceof TooManyImports && error.status === 429);
  const stop = new AbortController();
  const others = [
    lines({ ...given, owner: 'other' }),
    lines({ ...given, owner: 'third', signal: stop.signal }),
  ];
  stop.abort(new Error('Gone while waiting.'));
  await assert.rejects(others[1] ?? first, /Gone while waiting/);
  assert.ok((await children()) <= 2);
  for (const { summary } of await Promise.all([first, second, others[0] ?? first]))
    assert.equal(summary.rows, 1000);
  assert.equal((await lines(given)).summary.rows, 1000);
  assert.equal(await children(), 0);
});
