import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { from } from 'pg-copy-streams';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { HEADERS, crmExport, csv, oneSheet, textRow } from '#test/input/crafted-files.ts';
import { readLeadRows } from '#server/features/lead-import/reading/parse-in-child.ts';
import { STAGE_COLUMNS, STAGE_COPY_OPTIONS } from './stage-copy.ts';

let server: TestDatabase;
let folder = '';
before(async () => {
  server = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'lead-files-'));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const TYPES: Record<string, string> = { row_number: 'int', errors: 'jsonb', cells: 'jsonb', tags: 'text[]' };
const FIELD_TYPES: Record<string, string> = {
  datetime: 'timestamptz',
  number: 'int',
  money: 'numeric(14,2)',
};
const typeOf = (column: string) =>
  TYPES[column] ?? FIELD_TYPES[leadField(column as LeadFieldKey)?.type ?? ''] ?? 'text';

/** Copies a file into a stage with the documented types and returns its rows. */
async function stage(filename: string, content: string | Uint8Array): Promise<Record<string, unknown>[]> {
  const path = join(folder, filename);
  await writeFile(path, content);
  return await server.database.asOwner(async (client) => {
    const columns = STAGE_COLUMNS.map((column) => `${column} ${typeOf(column)}`).join(', ');
    await client.query(`CREATE TEMP TABLE stage (${columns}) ON COMMIT DROP`);
    const { rows } = readLeadRows({ path, filename, timeZone: 'Asia/Kolkata', country: 'IN' });
    const copy = from(`COPY pg_temp.stage (${STAGE_COLUMNS.join()}) FROM STDIN WITH (${STAGE_COPY_OPTIONS})`);
    await pipeline(rows, client.query(copy));
    return (await client.query<Record<string, unknown>>('SELECT * FROM pg_temp.stage ORDER BY row_number'))
      .rows;
  });
}

test('PostgreSQL accepts every row of a large export', async () => {
  const staged = await stage('leads.csv', csv([HEADERS, ...crmExport(3900)]));
  assert.equal(staged.length, 3900);
  assert.deepEqual(staged[3], {
    ...Object.fromEntries(STAGE_COLUMNS.map((column) => [column, null])),
    row_number: 5,
    cells: crmExport(4)[3],
    owner: 'David Love',
    name: 'Müller',
    email: 'lead3@armyspy.com',
    phone: '603-103-1003',
    company_name: 'Awthentikz',
    status: 'Pre Qualified',
    source: 'website',
    notes: 'LEADID: 4566\nIndustry: Education\nCONVERTED: No\nmonth_Created Time1: Oct',
    created_at: new Date('2021-10-03T18:33:00Z'),
    email_norm: 'lead3@armyspy.com',
    phone_norm: '+916031031003',
    other_phones: '{}',
  });
});

test('PostgreSQL accepts any text a cell may hold', async () => {
  const nasty = [
    '\\.', '\\N', 'NULL', '""', '"', ',', "';--", '\\', '{a,b}', '\u0000x', '\u0001x', 'a\r\nb', '\u2028', '😀', '\ufffe',
    'प्रिया', '\u202eabc', '=1+1', "'=1+1", '\t', 'a\u0300', '$1', '%s', '<b>', '\\u0000', '\\x00', '🏳️‍🌈',
  ]; // prettier-ignore
  const rows = nasty.map((text, index) => [`n${text}`, text, text, String(index)]);
  const staged = await stage('nasty.csv', csv([['Name', 'Tags', 'Industry', 'Age'], ...rows]));
  assert.deepEqual(staged.map((row) => row['errors']).filter(Boolean), []);
  assert.deepEqual(
    staged.map((row) => row['age']),
    nasty.map((_, index) => index),
  );
  assert.deepEqual(staged[3]?.['tags'], ['""']);
  assert.deepEqual(staged[8]?.['tags'], ['{a', 'b}']);
  assert.equal(staged[9]?.['name'], 'nx');
  // Half a character, as a damaged UTF-16 file or sheet may contain.
  const half = await stage('half.xlsx', oneSheet(textRow(1, ['Name']) + textRow(2, ['a_xD83D_b'])));
  assert.equal(half[0]?.['name'], 'a\ufffdb');
});

test('refused rows carry their reasons, and a failing file leaves nothing', async () => {
  const [row] = await stage('bad.csv', 'Name,Email\n,nope\n');
  assert.deepEqual(row?.['errors'], [{ field: 'email', message: 'Email "nope" is not an email address.' }]);
  assert.deepEqual(row?.['cells'], ['', 'nope']);
  const broken = csv([HEADERS, ...crmExport(20_000)]) + 'x,"never closed';
  await assert.rejects(stage('broken.csv', broken), UnreadableFile);
});
