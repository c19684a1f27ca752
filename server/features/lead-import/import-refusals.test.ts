import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  ImportOptions,
  INVALID_FILE_MESSAGE,
  leadImport,
  MAX_IMPORT_BYTES,
} from '#shared/leads/lead-import.ts';
import { digestOf } from '#test/rows/digest.ts';
import { FORM_TYPE, formOf, importFile, previewFile } from '#test/input/upload.ts';
import type { UploadFile } from '#test/input/upload.ts';
import { withWorld } from '#test/world.ts';
import { deflatedBomb, oneSheet, sheetXml, textRow, workbookParts, zip } from '#test/input/crafted-files.ts';

const { app, world } = await withWorld();
const { rep } = world.alpha;

/** Leftover uploads in this process's folder. */
const leftovers = () =>
  readdirSync(join(app.config.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('/'),
  );

/** Only the import is run: the preview reads a file the same way, which one file of each kind shows. */
async function assertRefused(
  file: UploadFile,
  status: number,
  message: string | RegExp,
  call: typeof importFile | typeof previewFile = importFile,
): Promise<void> {
  const reply = await call(app, rep, file);
  assert.equal(reply.status, status, `${file.filename} ${reply.text}`);
  if (typeof message === 'string') assert.equal(reply.body.message, message);
  else assert.match(reply.body.message, message);
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = await digestOf(app);
  await work();
  assert.deepEqual(await digestOf(app), before);
  assert.deepEqual(leftovers(), []);
}

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082',
  'hex',
);

test('a file that is not a spreadsheet is refused in the dialog’s words, whatever its name', async () => {
  await changesNothing(async () => {
    for (const file of [
      { content: PNG, filename: 'leads.csv' },
      { content: PNG, filename: 'leads.xlsx', type: 'application/vnd.ms-excel' },
      { content: 'Name\nAsha\n', filename: 'leads.txt', type: 'text/plain' },
      { content: '%PDF-1.7\n1 0 obj', filename: 'leads.csv' },
      { content: '<html><body>Name</body></html>', filename: 'leads.csv' },
      { content: '{"name": "Asha"}', filename: 'leads.csv' },
      { content: zip([{ name: 'word/document.xml', content: '<w/>' }]), filename: 'leads.xlsx' },
      { content: 'Name\nAsha\n', filename: 'leads.csv.exe', type: 'application/x-msdownload' },
    ])
      // prettier-ignore
      await assertRefused(file, 415, 'Please select a valid CSV or Excel file');
    const picture = { content: PNG, filename: 'leads.csv' };
    await assertRefused(picture, 415, INVALID_FILE_MESSAGE, previewFile);
  });
  assert.equal(INVALID_FILE_MESSAGE, 'Please select a valid CSV or Excel file');
});

test('empty, damaged and hostile files are refused with a message', async () => {
  const bomb = workbookParts({ sheets: [{ name: 'Leads', xml: '' }] });
  const [head = '', tail = ''] = sheetXml('<!--SPLIT-->').split('<!--SPLIT-->');
  const packed = deflatedBomb(9000, head, tail);
  await changesNothing(async () => {
    await assertRefused({ content: '' }, 422, 'This file has no rows.');
    await assertRefused({ content: 'Name,Email\n' }, 422, 'This file has no rows.');
    await assertRefused(
      {
        content: zip(bomb.map((part) => (part.name.includes('sheet1') ? { name: part.name, packed } : part))),
        filename: 'leads.xlsx',
      },
      422,
      /damaged or too large when unpacked/,
    );
    await assertRefused(
      { content: oneSheet(textRow(1, ['Name'])).subarray(0, 300), filename: 'leads.xlsx' },
      422,
      /^This Excel file is incomplete: a part of it was lost on its way/,
    );
    const whole = oneSheet(textRow(1, ['Name']));
    await assertRefused(
      { content: whole.subarray(0, -30), filename: 'leads.xlsx' },
      422,
      /^This Excel file is incomplete/,
      previewFile,
    );
    await assertRefused(
      { content: '<html><body><table><tr><td>Name</td></tr></table></body></html>', filename: 'leads.xls' },
      415,
      /^This file is a web page under the name of an Excel file/,
    );
    await assertRefused(
      { content: `Name\n"${'x'.repeat(40_000)}"\n` },
      422,
      'Row 2 has a cell with more than 32,767 characters.',
    );
    const wide = `${'a,'.repeat(300)}b\n`;
    await assertRefused(
      { content: `${wide}Asha${','.repeat(250)}x\n` },
      422,
      'Row 2 has more than 200 columns.',
    );
    await assertRefused(
      { content: `${'a,'.repeat(1_000_000)}b\nx\n` },
      422,
      'Line 1 has more than 200 columns.',
    );
    await assertRefused(
      { content: `Name\n${' '.repeat(1_000_000)}\n` },
      422,
      'Line 2 is too long to be a row of leads.',
    );
    await assertRefused(
      { content: `Name\n"${'x,y\n'.repeat(200_000)}` },
      422,
      'Line 2 has an opening quote (") that is never closed.',
    );
  });
});

test('columns beyond the two hundredth may have names, but no values', async () => {
  const names = ['Name', ...Array.from({ length: 300 }, (_, index) => `Field ${index}`)].join(',');
  const { status, body } = await previewFile(app, rep, { content: `${names}\nAsha${','.repeat(1500)}\n` });
  assert.deepEqual([status, body.data.inserted, body.data.columns.length], [200, 1, 200]);
});

test('ten megabytes are accepted, and one more byte is refused', async () => {
  const row = `${'x'.repeat(19_999)}\n`;
  const most = Buffer.alloc(MAX_IMPORT_BYTES, 'y');
  const text = `Name,Notes\n${Array.from({ length: 520 }, (_, index) => `Lead ${index},${row}`).join('')}`;
  most.write(text, 0);
  most.write('\nLast,', text.length);
  most.fill('z', text.length + 6, text.length + 100).fill('\n', text.length + 100);
  assert.equal(most.length, 10_485_760);
  await changesNothing(async () => {
    await assertRefused(
      { content: Buffer.concat([most, Buffer.from('\n')]) },
      413,
      'The file is larger than 10 MB.',
    );
    await assertRefused(
      { content: Buffer.alloc(MAX_IMPORT_BYTES * 1.2, 'a') },
      413,
      'The file is larger than 10 MB.',
    );
  });
  const { status, body } = await previewFile(app, rep, { content: most });
  // A busy machine refuses because of the time limit, not because of the file's size.
  if (status === 422) assert.match(body.message, /^This file took too long to read/);
  else assert.deepEqual([status, body.data?.inserted], [200, 521], body.message);
  assert.deepEqual(leftovers(), []);
});

async function send(body: string | Buffer, contentType: string, query = '') {
  const { token } = rep;
  const reply = await app.app.inject({
    method: 'POST', url: `/api/leads/import${query}`, payload: body, headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
  }); // prettier-ignore
  return {
    status: reply.statusCode,
    body: reply.json<{ message: string; success: boolean; request_id: string; data?: { failed: number } }>(),
  };
}

const CHOICES = Object.keys(ImportOptions.shape);

test('a form may make every choice at once', async () => {
  const fields = {
    skip_duplicates: 'true',
    update_existing: 'false',
    mapping: '["name"]',
    encoding: 'UTF-8',
    delimiter: 'comma',
    sheet: 'May',
    date_order: 'day_first',
    values: '{}',
    distribute: 'false',
    assign_to: JSON.stringify([rep.id]),
  };
  assert.deepEqual(Object.keys(fields).toSorted(), CHOICES.toSorted());
  const { status, body } = await previewFile(app, rep, { content: 'Name\nAsha\n', fields });
  assert.deepEqual([status, body.data?.inserted], [200, 1], body.message);
});

test('malformed forms are refused with 4xx, and leave nothing', async () => {
  const form = formOf({ content: 'Name\nAsha\n' }).toString();
  const part = (name: string, value = 'x') =>
    `--form-boundary\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = form.slice(0, form.indexOf('--form-boundary--'));
  const long = 'b'.repeat(252);
  const cases: [string | Buffer, string, number][] = [
    [form, 'multipart/form-data', 400], [form, 'multipart/form-data; boundary=', 400], [form, 'multipart/form-data; boundary=other', 400],
    [form.replaceAll('form-boundary', long), `multipart/form-data; boundary=${long}`, 400], [`${part('x')}--form-boundary--\r\n`, FORM_TYPE, 415],
    ['', FORM_TYPE, 415], [form.slice(0, form.indexOf('Asha') + 2), FORM_TYPE, 400], [`${part('__proto__')}${form}`, FORM_TYPE, 400], [`${part('constructor')}${form}`, FORM_TYPE, 400],
    [`${file}${form}`, FORM_TYPE, 413], [`${Array.from({ length: CHOICES.length + 1 }, (_, index) => part(`f${index}`)).join('')}${form}`, FORM_TYPE, 413],
    [`${part('mapping', 'x'.repeat(70_000))}${form}`, FORM_TYPE, 422], [`${part('skip_duplicates', 'perhaps')}${form}`, FORM_TYPE, 422],
    ['Name\nAsha\n', 'text/csv', 415], ['{"leads":[{"name":"x"}]}', 'text/plain', 415], ['{"leads":', 'application/json', 400], ['[]', 'application/json', 422], ['null', 'application/json', 422],
  ]; // prettier-ignore
  await changesNothing(async () => {
    for (const [body, type, expected] of cases) {
      const { status, body: answer } = await send(body, type);
      const where = `${type} ${String(body).slice(0, 80)}: ${JSON.stringify(answer)}`;
      assert.equal(status, expected, where);
      assert.ok(answer.message.length > 10 && !answer.success && answer.request_id, where);
    }
  });
});

test('the file may come before the fields', async () => {
  const form = formOf({ content: 'Name\nAsha\nAsha\n' }).toString();
  const end = form.indexOf('--form-boundary--');
  const late = `${form.slice(0, end)}--form-boundary\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n["keep_in_notes"]\r\n${form.slice(end)}`;
  const { status, body } = await send(late, FORM_TYPE);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.data?.failed, 2);
});

test('a manager cannot import into another client, and one without a client into none', async () => {
  await changesNothing(async () => {
    for (const endpoint of [leadImport.run, leadImport.preview]) {
      const reply = await app.call(
        endpoint,
        {
          body: formOf({ content: 'Name\nAsha\n' }),
          headers: { 'content-type': FORM_TYPE },
          query: { clientId: world.beta.id },
        },
        rep.token,
      );
      assert.deepEqual([reply.status, reply.body.message], [404, 'This client does not exist.']);
    }
  });
});
