import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeXlsx } from 'hucre';
import iconv from 'iconv-lite';
import { HEADERS, crmExport, csv, oneSheet, textRow } from '#test/input/crafted-files.ts';
import { lines, refusal, upload } from '#test/input/crafted-upload.ts';
import { xls } from '#test/input/crafted-xls.ts';
import type { ImportProgress } from './child-messages.ts';

const LEADS = [HEADERS, ...crmExport(1000)];

test('an export of another product gives the same leads as CSV, as UTF-16 with semicolons, as xlsx and as xls', async () => {
  const plain = await lines(await upload(csv(LEADS)));
  assert.equal(plain.summary.rows, 1000);
  assert.equal(plain.summary.refused, 0);
  assert.match(plain.text, /^2,,,"\[""4563"",""Denson""/);
  assert.match(
    plain.text,
    /"David Love",,"Denson","lead0@armyspy.com","600-100-1000","Maurice The Pants Man",,"contacted","Employee Referral"/,
  );
  assert.match(plain.text, /"2020-12-31T18:33:00.000Z","lead0@armyspy.com","\+916001001000","{}",,\n/);
  for (const [content, filename] of [
    [iconv.encode(`\ufeff${csv(LEADS, ';', '\r\n')}`, 'utf-16le'), 'leads.csv'],
    [await writeXlsx({ sheets: [{ name: 'Leads', rows: LEADS }] }), 'leads.xlsx'],
    [xls(LEADS), 'leads.xls'],
  ] as const) {
    const other = await lines(await upload(content, filename));
    assert.equal(other.text, plain.text, filename);
    assert.equal(other.summary.rows, 1000);
  }
});

test('the summary reports columns, samples, counts and the date order', async () => {
  const dates = [
    ['Email', 'Created'],
    ['a@b.in', '03/04/2024'],
    ['b@b.in', ''],
    ['c@b.in', '05/06/2024'],
  ];
  const { summary: found } = await lines(await upload(csv(dates, '\t')));
  assert.deepEqual(
    { ...found, sample: found.sample.length },
    {
      kind: 'csv',
      encoding: 'UTF-8',
      encodingIsCertain: true,
      delimiter: '\t',
      sheets: [],
      headerRow: 1,
      rows: 3,
      leftOut: 0,
      sample: 3,
      refused: 0,
      columns: [
        { index: 0, header: 'Email', target: 'email', samples: ['a@b.in', 'b@b.in', 'c@b.in'] },
        { index: 1, header: 'Created', target: 'created_at', samples: ['03/04/2024', '05/06/2024'] },
      ],
      dates: { order: 'day_first', ambiguous: 2, example: '03/04/2024' },
    },
  );
  assert.deepEqual(found.sample[0]?.lead, { email: 'a@b.in', created_at: '2024-04-02T18:30:00.000Z' });
});

test('one date that proves month first decides its column, and another that proves day first asks the user', async () => {
  const filled = Array.from({ length: 500 }, (_, index) => [`a${index}@b.in`, '03/04/2024']);
  const american = await upload(csv([['Email', 'Created'], ...filled, ['z@b.in', '04/15/2024']]));
  const { text, summary } = await lines({ ...american, timeZone: 'UTC' });
  assert.deepEqual(summary.dates, { order: 'month_first', ambiguous: 0 });
  assert.match(text, /^2,.*"2024-03-04T00:00:00.000Z"/);
  assert.equal(summary.refused, 0);
  const mixed = await lines(
    await upload(csv([['Email', 'Created'], ...filled, ['y@b.in', '15/04/2024'], ['z@b.in', '04/15/2024']])),
  );
  // Ambiguous dates are left to the user.
  assert.deepEqual(mixed.summary.dates, { order: 'day_first', ambiguous: 500, example: '03/04/2024' });
  assert.match(mixed.text, /^503,.*"2024-04-14T18:30:00.000Z"/m);
});

test('a mapping, options, country and time zone of the client are used', async () => {
  const given = await upload(
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
  assert.match(text, /"negotiation".*"\+12024561111","{}",,\n$/);
  assert.deepEqual(
    summary.columns.map((column) => column.target),
    ['name', 'phone', 'status'],
  );
  await assert.rejects(
    lines({ ...given, mapping: ['name'] }),
    refusal(422, /has 3 columns, but the mapping has 1/),
  );
});

test('progress is reported and ends with the whole file', async () => {
  const seen: ImportProgress[] = [];
  const given = await upload(csv([HEADERS, ...crmExport(9000)]));
  const { summary } = await lines({ ...given, onProgress: (progress) => seen.push(progress) });
  assert.equal(summary.rows, 9000);
  assert.ok(seen.length >= 3);
  const last = seen.at(-1);
  assert.deepEqual(last, { bytesRead: last?.bytesTotal, bytesTotal: last?.bytesTotal, rows: 9000 });
});

test('a file that cannot be imported is refused with a message', async () => {
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
    await assert.rejects(lines(await upload(content, filename)), refusal(status, message), String(message));
  }
});

test('an installation may allow fewer rows than the reader could handle', async () => {
  for (const [content, filename] of [
    [csv(LEADS), 'leads.csv'],
    [await writeXlsx({ sheets: [{ name: 'Leads', rows: LEADS }] }), 'leads.xlsx'],
  ] as const) {
    const file = await upload(content, filename);
    assert.equal((await lines({ ...file, mostRows: 1001 })).summary.rows, 1000);
    await assert.rejects(lines({ ...file, mostRows: 999 }), refusal(422, /more than 999 rows/));
  }
});
