import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { countsOf, importFile, previewFile } from '#test/input/upload.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { crmExport, csv, HEADERS, oneSheet, textRow } from '#test/input/crafted-files.ts';

const { app, world } = await withWorld();

let clients = 0;
const newClient = async (): Promise<TestClient> => await createTestClient(app, `client_${++clients}`);

async function leadsOf(client: TestClient): Promise<Lead[]> {
  const query = { show_all: 'true', sort_by: 'email', sort_order: 'asc' };
  return (await app.call(leads.list, { query }, client.manager.token)).body.data;
}

/** The values of a lead that come from the file, without those that the server adds. */
const said = ({ name, email, phone, company_name, source, status, created_at, notes }: Lead) => [
  name,
  email,
  phone,
  company_name,
  source,
  status,
  created_at,
  notes,
];

const ROWS = 240;
const EXPORT = [HEADERS, ...crmExport(ROWS)];

test('an export of another CRM imports without manual mapping: every row, every column in its place', async () => {
  const client = await newClient();
  const file = { content: csv(EXPORT), filename: 'crm-export.csv' };
  const preview = await previewFile(app, client.rep, file);
  assert.equal(preview.status, 200, preview.text);
  const { data } = preview.body;
  assert.deepEqual(countsOf(data), { inserted: ROWS, updated: 0, skipped: 0, failed: 0 });
  assert.deepEqual(data.columns.map(({ header, target }) => [header, target]), [
    ['LEADID', 'keep_in_notes'], ['Last Name', 'last_name'], ['Company', 'company_name'], ['Lead Owner', 'owner'], ['Email', 'email'], ['Mobile', 'phone'],
    ['Website', 'keep_in_notes'], ['Industry', 'keep_in_notes'], ['Lead Source', 'source'], ['Lead Status', 'status'], ['Created Time', 'created_at'],
    ['CONVERTED', 'keep_in_notes'], ['month_Created Time1', 'keep_in_notes'],
  ]); // prettier-ignore
  assert.deepEqual(
    data.new_statuses.map(({ value, rows }) => [value, rows]),
    [
      ['Attempted to Contact', 60],
      ['Junk Lead', 60],
      ['Pre Qualified', 60],
    ],
  );
  assert.deepEqual(
    data.new_sources.map(({ value }) => value),
    ['Cold Call', 'Employee Referral', 'Sales Mail Alias'],
  );
  assert.deepEqual(
    data.unknown_owners.map(({ value, rows }) => [value, rows]),
    [
      ['David Love', 80],
      ['Lazar Mathew', 80],
      ['Pete Zachariah', 80],
    ],
  );
  assert.equal((await leadsOf(client)).length, 0);

  const run = await importFile(app, client.rep, file);
  assert.deepEqual([run.status, run.body.message], [200, `Successfully imported ${ROWS} leads`]);
  const { operation_id, ...result } = run.body.data;
  assert.deepEqual(result, { inserted: ROWS, updated: 0, skipped: 0, failed: 0, errors: [], warnings: [] });
  assert.match(operation_id ?? '', /^[0-9a-f-]{36}$/);
  const stored = await leadsOf(client);
  assert.equal(stored.length, ROWS);
  const first = stored.find(({ email }) => email === 'lead0@armyspy.com');
  assert.ok(first);
  assert.deepEqual(said(first), [
    'Denson', 'lead0@armyspy.com', '600-100-1000', 'Maurice The Pants Man', 'Employee Referral', 'contacted', '2020-12-31T18:33:00.000Z',
    'LEADID: 4563\nWebsite: CameraUpdate.com\nIndustry: Education\nCONVERTED: Yes\nmonth_Created Time1: Jan\nLead Owner: David Love',
  ]); // prettier-ignore
  const { assigned_to, created_by, gender, interest_level, is_duplicate, version, lead_score } = first;
  assert.deepEqual(
    [assigned_to, created_by, gender, interest_level, is_duplicate, version, lead_score],
    [null, client.rep.id, null, null, false, 1, 0],
  );
});

test('the same export as xlsx or as UTF-16 with semicolons gives the same leads, and repeats add nothing', async () => {
  const xml = (cell: string) => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const variants = [
    { content: csv(EXPORT) },
    {
      content: oneSheet(EXPORT.map((row, index) => textRow(index + 1, row.map(xml))).join('')),
      filename: 'leads.xlsx',
      type: 'application/octet-stream',
    },
    { content: Buffer.from(`\ufeff${csv(EXPORT, ';', '\r\n')}`, 'utf16le'), filename: 'LEADS.CSV' },
    { content: `\ufeff${csv(EXPORT, '\t')}`, filename: 'leads', type: 'text/csv; charset=utf-8' },
  ];
  const seen: unknown[] = [];
  for (const file of variants) {
    const client = await newClient();
    const first = await importFile(app, client.rep, file);
    assert.deepEqual(
      countsOf(first.body.data),
      { inserted: ROWS, updated: 0, skipped: 0, failed: 0 },
      first.text,
    );
    seen.push((await leadsOf(client)).map(said));
    const second = await importFile(app, client.manager, file);
    assert.deepEqual(countsOf(second.body.data), { inserted: 0, updated: 0, skipped: ROWS, failed: 0 });
    assert.equal(second.body.message, 'Successfully imported 0 leads');
    assert.deepEqual(second.body.data.errors[0], {
      row: 2,
      message: 'A lead with this email exists: Denson.',
    });
    assert.equal((await leadsOf(client)).length, ROWS);
  }
  for (const each of seen) assert.deepEqual(each, seen[0]);
});

test('other headers, split names and missing columns work', async () => {
  const client = await newClient();
  const files = [
    'First Name,Last Name,Email Address,Phone Number,Organization,Labels\nAsha,Patel,asha@x.in,98765 00001,Bricks,"hot, new"\n',
    'नाम;मोबाइल;शहर\nरवि कुमार;98765 00002;पुणे\n',
    'Email\nonly@x.in\n',
    'full name|MOBILE NO.|next follow up\nMeera|98765 00003|25/12/2026 10:30 AM\n',
  ];
  for (const content of files) {
    const { body, text } = await importFile(app, client.rep, { content });
    assert.equal(body.data.inserted, 1, text);
  }
  const byName = Object.fromEntries((await leadsOf(client)).map((lead) => [lead.name, lead]));
  const { 'Asha Patel': asha, 'रवि कुमार': ravi, 'only@x.in': only, Meera: meera } = byName;
  assert.deepEqual(
    [asha?.email, asha?.phone, asha?.company_name, asha?.tags],
    ['asha@x.in', '98765 00001', 'Bricks', ['hot', 'new']],
  );
  assert.deepEqual([ravi?.phone, ravi?.location], ['98765 00002', 'पुणे']);
  assert.deepEqual([only?.email, only?.status], ['only@x.in', 'new']);
  assert.equal(meera?.next_followup_date, '2026-12-25T05:00:00.000Z');
});

test('a manual mapping overrides detection, in preview and run', async () => {
  const client = await newClient();
  const content = 'Who,Where,What,Email\nAsha,Pune,secret,not used\n';
  const mapping = JSON.stringify(['name', 'location', 'ignore', 'keep_in_notes']);
  const preview = await previewFile(app, client.rep, { content, fields: { mapping } });
  assert.deepEqual(preview.body.data.sample, [{ name: 'Asha', location: 'Pune', notes: 'Email: not used' }]);
  const run = await importFile(app, client.rep, { content, fields: { mapping } });
  assert.equal(run.body.data.inserted, 1);
  const [lead] = await leadsOf(client);
  assert.deepEqual(
    [lead?.name, lead?.location, lead?.email, lead?.notes],
    ['Asha', 'Pune', null, 'Email: not used'],
  );
  for (const [wrong, message] of [
    ['["name", "password"]', 'This is not a field a column can be imported into.'],
    ['{', 'mapping must be a JSON list.'],
    ['"name"', 'mapping must be a list.'],
  ] as const) {
    // prettier-ignore
    const refused = await importFile(app, client.rep, { content, fields: { mapping: wrong } });
    assert.deepEqual([refused.status, refused.body.message], [422, message], wrong);
  }
});

test('JSON leads follow the same rules, and unknown keys go to the notes', async () => {
  const client = await newClient();
  const rows = [
    {
      name: 'Asha',
      email: 'ASHA@x.in',
      value: 1500.5,
      tags: ['a', 'b'],
      lead_score: 7,
      Website: 'x.in',
      status: 'Qualified',
      next_followup_date: null,
    },
    { 'First Name': 'Ravi', 'Last Name': 'Kumar', phone: 9876500001 },
    { email: 'asha@X.in' },
    { company_name: 'Nobody' },
  ];
  const run = await app.call(leadImport.run, { body: { leads: rows } }, client.rep.token);
  assert.deepEqual(countsOf(run.body.data), { inserted: 2, updated: 0, skipped: 1, failed: 1 }, run.text);
  assert.deepEqual(run.body.data.errors, [
    { row: 5, message: 'This row has no name, email or phone.' }, { row: 4, message: 'Same person as in row 2, merged into it.' },
  ]); // prettier-ignore
  const [asha] = await leadsOf(client);
  assert.deepEqual(
    [asha?.email, asha?.value, asha?.tags, asha?.lead_score, asha?.notes, asha?.status],
    ['ASHA@x.in', 1500.5, ['a', 'b'], 7, 'Website: x.in', 'qualified'],
  );
  const again = await app.call(
    leadImport.run,
    { body: { leads: rows, skip_duplicates: true } },
    client.rep.token,
  );
  assert.equal(again.body.data.inserted, 0);
  for (const [body, message] of [
    [{ leads: [] }, 'There are no leads in this import.'],
    [{ leads: 'x' }, 'leads must be a list.'],
    [{}, 'leads must be a list.'],
    [{ leads: Array.from({ length: 10_001 }, () => ({})) }, 'At most 10000 leads can be sent at once.'],
  ] as const) {
    // prettier-ignore
    const refused = await app.call(leadImport.run, { body }, client.rep.token);
    assert.deepEqual([refused.status, refused.body.message], [422, message]);
  }
});

test('owners match active users of the client by name or email, and others go to the notes', async () => {
  const client = await newClient();
  const { rep, otherRep, manager } = client;
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `UPDATE ${client.schema}.members SET name = CASE WHEN id = $1 THEN 'Asha Patel' WHEN id IN ($2, $3) THEN 'Twin Name' ELSE name END`,
      [rep.id, otherRep.id, manager.id],
    );
    await owner.query(`UPDATE ${client.schema}.members SET is_active = false WHERE id = $1`, [
      client.admin.id,
    ]);
  });
  const owners = [
    'asha patel',
    rep.email.toUpperCase(),
    otherRep.email,
    'Twin Name',
    client.admin.email,
    world.beta.rep.email,
    'Stranger',
    '',
  ];
  const content = csv([['Name', 'Lead Owner'], ...owners.map((owner, index) => [`Lead ${index}`, owner])]);
  await importFile(app, client.rep, { content });
  const stored = (await leadsOf(client)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  assert.deepEqual(
    stored.map(({ assigned_to }) => assigned_to),
    [rep.id, rep.id, otherRep.id, null, null, null, null, null],
  );
  assert.deepEqual(
    stored.map(({ notes }) => notes),
    [null, null, null, ...owners.slice(3, 7).map((owner) => `Lead Owner: ${owner}`), null],
  );
});

test('a user with access to all clients chooses the client of an import', async () => {
  const client = await newClient();
  const refused = await importFile(app, world.superadmin, { content: 'Name\nAsha\n' });
  assert.deepEqual([refused.status, refused.body.message], [422, 'Select a client for this import.']);
  const run = await importFile(app, world.superadmin, { content: 'Name\nAsha\n', clientId: client.id });
  assert.equal(run.body.data.inserted, 1);
  assert.deepEqual(
    (await leadsOf(client)).map(({ created_by }) => created_by),
    [world.superadmin.id],
  );
});

test('the sample file imports as it is', async () => {
  const client = await newClient();
  const sample = await app.call(leadImport.sample, {}, client.rep.token);
  assert.equal(sample.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(sample.headers['content-disposition'], 'attachment; filename="leads-sample.csv"');
  assert.ok(sample.text.startsWith('\ufeff"') || sample.text.startsWith('\ufeffName,'));
  const run = await importFile(app, client.rep, { content: sample.text });
  const { operation_id, ...result } = run.body.data;
  assert.deepEqual(result, { inserted: 2, updated: 0, skipped: 0, failed: 0, errors: [], warnings: [] });
  assert.match(operation_id ?? '', /^[0-9a-f-]{36}$/);
  const stored = await leadsOf(client);
  assert.deepEqual(stored.map(({ name, status, source, value, tags }) => [name, status, source, value, tags]), [
    ['Asha Patel', 'new', 'website', 150000, ['showroom', 'priority']], ['रवि कुमार', 'contacted', 'referral', 75000, []],
  ]); // prettier-ignore
});
