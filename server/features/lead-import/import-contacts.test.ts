import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { countsOf, importAsPreviewed, importFile, leadsByName, previewFile } from '#test/input/upload.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { csv, oneSheet } from '#test/input/crafted-files.ts';

const { app } = await withWorld();

let clients = 0;
const newClient = async (): Promise<TestClient> => await createTestClient(app, `client_${++clients}`);
const leadsOf = async (client: TestClient) => await leadsByName(app, client);
const UPDATE = { update_existing: 'true' };

const run = async (client: TestClient, rows: string[][], fields: Record<string, string> = {}) =>
  await importAsPreviewed(app, client.rep, { content: csv(rows), fields }, rows.length - 1);

const HEAD = ['Name', 'Email', 'Phone', 'Company', 'Tags', 'Notes', 'Status', 'Created'];

test('an invalid value beside a contact refuses no row: the notes keep it, with a warning', async () => {
  const client = await newClient();
  const rows = [
    ['Name', 'Phone', 'Value', 'Created', 'Lead Score', 'Interest Level', 'Notes'],
    ['Asha', '98765 00001', '1,50,000', '21/11/2026', '50', 'Hot', 'own'],
    ['Ravi', 'call after 6', 'much', '31/02/2026', '103', 'maybe', ''],
  ];
  const { errors, warnings, ...counts } = await run(client, rows);
  assert.deepEqual([counts, errors], [{ inserted: 2, updated: 0, skipped: 0, failed: 0 }, []]);
  assert.deepEqual(
    warnings?.map(({ row, field, message }) => [row, field, message]),
    [
      [3, 'phone', 'Phone "call after 6" is not a phone number. The value is in the notes.'],
      [3, 'value', 'Value "much" is not an amount in rupees, such as 1,50,000. The value is in the notes.'],
      [3, 'created_at', 'Created "31/02/2026" is not a date. Dates of this column are day/month/year. The value is in the notes.'],
      [3, 'lead_score', 'Lead Score must be a whole number from 0 to 100, not "103". The value is in the notes.'],
      [3, 'interest_level', 'Interest Level "maybe" isn’t one of: High, Medium, Low. The value is in the notes.'],
    ],
  ); // prettier-ignore
  const [asha, ravi] = await leadsOf(client);
  assert.deepEqual(
    [asha?.value, asha?.created_at, asha?.lead_score, asha?.interest_level, asha?.notes],
    [150000, '2026-11-20T18:30:00.000Z', 50, 'high', 'own'],
  );
  assert.deepEqual(
    [ravi?.phone, ravi?.value, ravi?.lead_score, ravi?.notes],
    [
      null,
      null,
      0,
      'Phone: call after 6\nValue: much\nCreated: 31/02/2026\nLead Score: 103\nInterest Level: maybe',
    ],
  );
});

test('rows of one person are merged into the first, but matches do not chain across rows', async () => {
  const client = await newClient();
  const rows = [
    HEAD,
    ['Asha', 'asha@x.in', '', '', 'a', 'first'],
    ['Asha P.', 'asha@x.in', '98765 00001', 'Bricks', 'b, A', 'second'],
    ['', '', '98765 00001', 'Not taken'],
    ['Meera', 'meera@x.in', '98765 00001'],
    ['Asha', 'asha@x.in', '98765 00002'],
  ];
  const result = await run(client, rows);
  assert.deepEqual([countsOf(result), result.errors], [
    { inserted: 2, updated: 0, skipped: 3, failed: 0 },
    [3, 4, 6].map((row) => ({ row, message: 'Same person as in row 2, merged into it.' })),
  ]); // prettier-ignore
  const said = async () =>
    (await leadsOf(client)).map((lead) => [
      lead.name,
      lead.email,
      lead.phone,
      lead.company_name,
      lead.tags,
      lead.notes,
    ]);
  assert.deepEqual(await said(), [
    ['Asha', 'asha@x.in', '98765 00001', 'Bricks', ['a', 'b'], 'first\nsecond\nPhone: 98765 00002'],
    ['Meera', 'meera@x.in', '98765 00001', null, [], null],
  ]); // prettier-ignore
  assert.equal((await run(client, rows)).inserted, 0);
});

test('with update_existing the last row of a person wins, and a repeated import changes nothing', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'Asha', email: 'asha@x.in', phone: '98765 00009' });
  await createLead(app, client.rep, { name: 'By phone', phone: '98765 00005' });
  const rows = [
    HEAD,
    ['Asha', 'asha@x.in', '98765 00001', 'Old'],
    ['Asha Patel', 'asha@x.in', '98765 00002', 'New'],
    ['', '', '98765 00002', '', 'vip'],
    ['First', 'first@x.in', '98765 00005'],
    ['Second', 'second@x.in', '98765 00005'],
  ];
  const result = await run(client, rows, UPDATE);
  assert.deepEqual(countsOf(result), { inserted: 1, updated: 2, skipped: 2, failed: 0 });
  const said = (await leadsOf(client)).map(({ name, email, phone, company_name, tags, notes }) => [name, email, phone, company_name, tags, notes]); // prettier-ignore
  assert.deepEqual(said, [
    ['Asha Patel', 'asha@x.in', '98765 00002', 'New', ['vip'], 'Phone: 98765 00001'],
    ['First', 'first@x.in', '98765 00005', null, [], null],
    ['Second', 'second@x.in', '98765 00005', null, [], null],
  ]);
  assert.deepEqual(countsOf(await run(client, rows, UPDATE)), {
    inserted: 0,
    updated: 0,
    skipped: 5,
    failed: 0,
  });
});

test('a row skipped because of an existing lead takes no other row with it', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'Asha', email: 'asha@x.in' });
  const rows = [HEAD, ['Asha', 'asha@x.in', '98765 00001'], ['Desk', '', '98765 00001']];
  const result = await run(client, rows);
  assert.deepEqual(result.errors, [{ row: 2, message: 'A lead with this email exists: Asha.' }]);
  assert.deepEqual((await leadsOf(client)).map(({ name, phone }) => [name, phone]), [['Asha', null], ['Desk', '98765 00001']]); // prettier-ignore
});

test('Google lead forms import with their contacts, and a file without contacts is announced', async () => {
  const client = await newClient();
  const head = ['Lead ID', 'Full Name', 'User Email', 'User Phone', 'Lead Submit Time', 'Campaign ID'];
  const content = csv([head, ['1', 'Asha', 'asha@x.in', '+919876500001', '2026-11-20 10:00:00', '77']]);
  const preview = (await previewFile(app, client.rep, { content })).body.data;
  assert.deepEqual(preview.notices, []);
  await importFile(app, client.rep, { content });
  const [lead] = await leadsOf(client);
  assert.deepEqual(
    [lead?.email, lead?.phone, lead?.created_at, lead?.campaign_id],
    ['asha@x.in', '+919876500001', '2026-11-20T04:30:00.000Z', '77'],
  );
  const without = await previewFile(app, client.rep, { content: 'Name,Reach me\nAsha,asha@x.in\n' });
  assert.deepEqual(without.body.data.notices, [
    'No column is mapped to email or phone. These leads can’t be contacted, and importing the file again would add them again. Map the column that contains them.',
  ]);
});

test('numbers damaged by a spreadsheet are repaired where nothing was lost', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'Known', phone: '+91 98765 00001' });
  const cells = ['9876500001.0', '="9876500002"', 'nan', '#N/A', 'TRUE'];
  const content = `Name,Phone\n${cells.map((cell, index) => `Lead ${index},${cell}`).join('\n')}\n`;
  const { errors, warnings, ...counts } = await importAsPreviewed(app, client.rep, { content }, 5);
  assert.deepEqual(counts, { inserted: 4, updated: 0, skipped: 1, failed: 0 });
  assert.deepEqual(errors, [{ row: 2, message: 'A lead with this phone exists: Known.' }]);
  assert.deepEqual(warnings?.map(({ row }) => row), [6]); // prettier-ignore
  assert.deepEqual(
    (await leadsOf(client)).map(({ phone, notes }) => [phone, notes]),
    [['+91 98765 00001', null], ['9876500002', null], [null, null], [null, null], [null, 'Phone: TRUE']],
  ); // prettier-ignore
});

test('a date order can be chosen where the file proves none, and serial dates are read', async () => {
  const client = await newClient();
  const content = 'Name,Created,Next Follow-up\nAsha,03/04/2026,45425\nRavi,05/06/2026,45425.5\n';
  const at = async (fields: Record<string, string>) => {
    const { dates, sample } = (await previewFile(app, client.rep, { content, fields })).body.data;
    return [dates.order, dates.ambiguous, sample.map(({ created_at }) => created_at?.slice(0, 10))];
  };
  assert.deepEqual(await at({}), ['day_first', 2, ['2026-04-02', '2026-06-04']]);
  assert.deepEqual(await at({ date_order: 'month_first' }), ['month_first', 2, ['2026-03-03', '2026-05-05']]);
  const imported = await importFile(app, client.rep, { content, fields: { date_order: 'month_first' } });
  assert.deepEqual(countsOf(imported.body.data), { inserted: 2, updated: 0, skipped: 0, failed: 0 });
  assert.deepEqual(
    (await leadsOf(client)).map(({ created_at, next_followup_date }) => [created_at, next_followup_date]),
    [['2026-03-03T18:30:00.000Z', '2024-05-12T18:30:00.000Z'], ['2026-05-05T18:30:00.000Z', '2024-05-13T06:30:00.000Z']],
  ); // prettier-ignore
  // The file proves its order, which no choice overrides.
  const proved = 'Name,Created\nAsha,03/04/2026\nRavi,25/06/2026\n';
  const { dates } = (
    await previewFile(app, client.rep, { content: proved, fields: { date_order: 'month_first' } })
  ).body.data;
  assert.deepEqual(dates, { order: 'day_first', ambiguous: 0 });
  const wrong = await importFile(app, client.rep, { content, fields: { date_order: 'year_first' } });
  assert.deepEqual([wrong.status, wrong.body.message], [422, 'date_order must be day_first or month_first.']);
});

test('serial dates in unformatted xlsx cells are read, in the 1900 and the 1904 system', async () => {
  const client = await newClient();
  const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
  const rows = `<row r="1">${text('Name')}${text('Created')}</row><row r="2">${text('Asha')}<c><v>45425.25</v></c></row>`;
  const { sample } = (await previewFile(app, client.rep, { content: oneSheet(rows), filename: 'leads.xlsx' }))
    .body.data;
  assert.equal(sample[0]?.['created_at'], '2024-05-13T00:30:00.000Z');
});

test('the encoding of Excel for Mac is read, and another one can be chosen where the bytes prove none', async () => {
  const client = await newClient();
  const text = 'Name;City\rJosé Müller;Málaga\rZoë Núñez;Córdoba\r';
  const mac = iconv.encode(text, 'macintosh');
  const read = async (content: Buffer, fields: Record<string, string> = {}) => {
    const { status, body, text: answer } = await previewFile(app, client.rep, { content, fields });
    assert.equal(status, 200, answer);
    return [body.data.encoding, body.data.sample[0]?.['name']];
  };
  assert.deepEqual(await read(mac), [{ name: 'macintosh', is_certain: false }, 'José Müller']);
  const western = iconv.encode(text, 'windows-1252');
  assert.deepEqual(await read(western), [{ name: 'windows-1252', is_certain: false }, 'José Müller']);
  assert.deepEqual(await read(Buffer.from(text)), [{ name: 'UTF-8', is_certain: true }, 'José Müller']);
  assert.deepEqual(await read(mac, { encoding: 'windows-1252' }), [
    { name: 'windows-1252', is_certain: false },
    'JosŽ MŸller',
  ]);
  // Two files concatenated.
  const mixed = Buffer.concat([
    iconv.encode('Name\nJosé\nZoë\nMüller\nÅsa\n', 'windows-1252'),
    Buffer.from('Renée\n'),
  ]);
  const { data } = (await previewFile(app, client.rep, { content: mixed })).body;
  assert.deepEqual(data.encoding, { name: 'UTF-8 and windows-1252', is_certain: false });
  assert.deepEqual(data.sample.map(({ name }) => name), ['José', 'Zoë', 'Müller', 'Åsa', 'Renée']); // prettier-ignore
  const wrong = await previewFile(app, client.rep, { content: mac, fields: { encoding: 'ebcdic' } });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body.message, /^encoding must be one of: UTF-8, windows-1252, macintosh/);
});

test('an errors file, corrected and reimported, leaves no trace of its extra columns in the leads', async () => {
  const client = await newClient();
  const content =
    'Name,Email,Website,Row,Reason\nAsha,asha@x.in,x.in,5,"Email ""nomail"" is not an email address."\n';
  await importFile(app, client.rep, { content });
  const [lead] = await leadsOf(client);
  assert.deepEqual([lead?.email, lead?.notes], ['asha@x.in', 'Website: x.in']);
});

test('the preview’s sample shows the first leads to be created, with what they take from merged rows and their future owners', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'Known', email: 'known@x.example' });
  const content = `Name,Email,Assigned To,Tags,Phone,Created,Product
Asha,asha@x.example,${client.otherRep.email},a,,2025-03-01,Nothing Here
,no address,,,,,
Known,known@x.example,,,,,
Chetan,chetan@x.example,Nobody Here,,,,
Asha R,ASHA@x.example,,b,98450 10001,2025-02-01,
`;
  const { sample } = (await previewFile(app, client.rep, { content })).body.data;
  assert.deepEqual(sample, [
    {
      name: 'Asha',
      email: 'asha@x.example',
      phone: '98450 10001',
      tags: 'a, b',
      created_at: '2025-01-31T18:30:00.000Z',
      owner: client.otherRep.email,
    },
    { name: 'Chetan', email: 'chetan@x.example' },
  ]);
});
