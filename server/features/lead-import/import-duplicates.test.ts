import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { foldOption } from '#shared/fields/lead-options.ts';
import { leads } from '#shared/leads/leads.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { countsOf, importAsPreviewed, importFile, leadsByName } from '#test/input/upload.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { csv } from '#test/input/crafted-files.ts';
import { openCore } from '#server/db/system-scope.ts';
import { sameOption } from './same-value.ts';

const { app } = await withWorld();

let clients = 0;
const newClient = async (): Promise<TestClient> => await createTestClient(app, `client_${++clients}`);
const leadsOf = async (client: TestClient) => await leadsByName(app, client);
const UPDATE = { update_existing: 'true' };
const ALL = { skip_duplicates: 'false' };

const run = async (client: TestClient, rows: string[][], fields: Record<string, string> = {}) =>
  await importAsPreviewed(app, client.rep, { content: csv(rows), fields }, rows.length - 1);

const HEAD = ['Name', 'Email', 'Phone', 'Company', 'Tags', 'Notes', 'Status', 'Created'];

test('a lead with the same email, or else the same phone, in any spelling, is skipped', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'By mail', email: 'asha@example.com', phone: '+91 98765 00001' });
  await createLead(app, client.rep, { name: 'By phone', phone: '098765-00002' });
  const result = await run(client, [
    HEAD,
    ['Same mail', ' ASHA@Example.COM ', '1111111'],
    ['Same phone', '', '(98765) 00002'],
    ['Same phone, new mail', 'new@example.com', '+919876500002'],
    ['Same phone, other mail', 'other@example.com', '98765 00001'],
    ['New', 'fresh@example.com', '98765 00003'],
  ]);
  assert.deepEqual(result, {
    inserted: 2, updated: 0, skipped: 3, failed: 0,
    errors: [
      { row: 2, message: 'A lead with this email exists: By mail.' }, { row: 3, message: 'A lead with this phone exists: By phone.' },
      { row: 4, message: 'A lead with this phone exists: By phone.' },
    ],
  }); // prettier-ignore
  assert.deepEqual(
    (await leadsOf(client)).map(({ name }) => name),
    ['By mail', 'By phone', 'New', 'Same phone, other mail'],
  );
});

test('rows that repeat a row of the same file are skipped', async () => {
  const result = await run(await newClient(), [
    HEAD,
    ['One', 'one@x.in', '98765 00001'],
    ['One again', 'ONE@x.in', ''],
    ['Other mail, same phone', 'two@x.in', '98765 00001'],
    ['By its phone', '', '+91 98765 00001'],
    ['Bare', '', '98765 00009'],
    ['Bare with mail', 'bare@x.in', '98765 00009'],
  ]);
  assert.deepEqual(result, {
    inserted: 3, updated: 0, skipped: 3, failed: 0,
    errors: [{ row: 3, message: 'Same person as in row 2, merged into it.' }, { row: 5, message: 'Same person as in row 2, merged into it.' }, { row: 7, message: 'Same person as in row 6, merged into it.' }],
  }); // prettier-ignore
});

test('with update_existing a lead takes the file’s values and keeps the rest', async () => {
  const client = await newClient();
  const lead = await createLead(app, client.rep, {
    name: 'Asha',
    email: 'asha@x.in',
    company_name: 'Old',
    location: 'Pune',
    tags: ['a'],
    notes: 'first',
    value: 5,
  });
  const rows = [
    HEAD,
    ['Asha Patel', 'ASHA@x.in', '98765 00001', 'New', 'A, b', 'second', 'converted', '2020-01-01'],
    ['New', 'new@x.in', '', '', '', '', '', ''],
  ];
  const result = await run(client, rows, UPDATE);
  assert.deepEqual(result, { inserted: 1, updated: 1, skipped: 0, failed: 0, errors: [] });
  const after = (await app.call(leads.get, { params: { id: lead.id } }, client.rep.token)).body.data;
  assert.ok(after.converted_at);
  assert.deepEqual(
    { ...after, updated_at: '', converted_at: '' },
    {
      ...lead, name: 'Asha Patel', email: 'ASHA@x.in', phone: '98765 00001', company_name: 'New', tags: ['a', 'b'], notes: 'first\nsecond', status: 'converted',
      version: 2, updated_at: '', converted_at: '',
    },
  ); // prettier-ignore
  const again = await run(client, rows, UPDATE);
  assert.deepEqual(countsOf(again), { inserted: 0, updated: 0, skipped: 2, failed: 0 });
  assert.equal(again.errors[0]?.message, 'Nothing to change: the lead says the same already.');
  assert.equal(
    (await app.call(leads.get, { params: { id: lead.id } }, client.rep.token)).body.data.version,
    2,
  );
});

test('with neither option duplicates are imported and marked', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'Asha', email: 'asha@x.in' });
  const result = await run(
    client,
    [HEAD, ['Copy', 'asha@x.in'], ['New', 'new@x.in'], ['New copy', 'new@x.in']],
    ALL,
  );
  assert.deepEqual(countsOf(result), { inserted: 3, updated: 0, skipped: 0, failed: 0 });
  const stored = await leadsOf(client);
  assert.deepEqual(
    stored.map(({ name, is_duplicate }) => [name, is_duplicate]),
    [
      ['Asha', false],
      ['Copy', true],
      ['New', false],
      ['New copy', true],
    ],
  );
});

test('of several leads with one email the oldest is updated, and leads in the trash do not count', async () => {
  const client = await newClient();
  await createLead(app, client.rep, { name: 'Oldest', email: 'asha@x.in' });
  await createLead(app, client.rep, { name: 'Younger', email: 'asha@x.in' });
  await run(client, [HEAD, ['Renamed', 'asha@x.in']], UPDATE);
  assert.deepEqual(
    (await leadsOf(client)).map(({ name }) => name),
    ['Renamed', 'Younger'],
  );
  const trashed = await createLead(app, client.rep, {
    name: 'Trashed',
    email: 'gone@x.in',
    phone: '98765 00004',
  });
  await app.call(leads.remove, { params: { id: trashed.id } }, client.rep.token);
  const result = await run(client, [HEAD, ['Back', 'gone@x.in', '98765 00004']]);
  assert.equal(result.inserted, 1);
});

test('rows with only a name are not duplicated when the same file is imported again', async () => {
  const client = await newClient();
  const rows = [HEAD, ['Ravi'], ['Ravi'], ['Meera']];
  assert.equal((await run(client, rows)).inserted, 3);
  for (const fields of [{}, ALL, UPDATE]) {
    const again = await run(client, rows, fields);
    assert.deepEqual(countsOf(again), { inserted: 0, updated: 0, skipped: 3, failed: 0 });
    assert.equal(again.errors[0]?.message, 'This row came in with an earlier import of the same file.');
  }
  assert.equal((await run(client, [...rows, ['Somebody else']])).inserted, 4);
  assert.equal((await run(await newClient(), rows)).inserted, 3);
});

test('rows without a usable name, email or phone are refused with reasons, and all others are imported', async () => {
  const client = await newClient();
  const rows = [
    ['Name', 'Email', 'Phone', 'Value'],
    ['Good', 'good@x.in', '98765 00001', '1,50,000'],
    ['Bad mail', 'nobody', '', ''],
    ['', 'nobody', 'call', ''],
    ['Rounded', '', '9.87654E+09', ''],
    ['', '', '', '5'],
    ['Twice bad', 'x@', '9,87E+09', '-5'],
    ['', 'x@', '9,87E+09', '-5'],
  ];
  const { errors, warnings, ...counts } = await run(client, rows);
  assert.deepEqual(counts, { inserted: 4, updated: 0, skipped: 0, failed: 3 });
  const kept = (row: number, field: string, message: string) => ({
    row,
    field,
    message: `${message} The value is in the notes.`,
  });
  const rounded = 'has lost digits in a spreadsheet. Show that column as text and save the file again.';
  assert.deepEqual(warnings, [
    kept(3, 'email', 'Email "nobody" is not an email address.'),
    kept(5, 'phone', `Phone "9.87654E+09" ${rounded}`),
    kept(7, 'email', 'Email "x@" is not an email address.'),
    kept(7, 'phone', `Phone "9,87E+09" ${rounded}`),
    kept(7, 'value', 'Value cannot be negative.'),
  ]);
  assert.deepEqual(errors, [
    { row: 4, field: 'email', message: 'Email "nobody" is not an email address.' },
    { row: 4, field: 'phone', message: 'Phone "call" is not a phone number.' },
    { row: 6, message: 'This row has no name, email or phone.' },
    { row: 8, field: 'email', message: 'Email "x@" is not an email address.' },
    { row: 8, field: 'phone', message: `Phone "9,87E+09" ${rounded}` },
  ]);
});

test('at most a thousand problems are listed, but all are counted', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => ['', `nobody ${index}`]);
  const { errors, ...counts } = await run(await newClient(), [['Name', 'Email'], ...rows]);
  assert.deepEqual([counts.failed, errors.length, errors.at(-1)?.row], [1500, 1000, 1001]);
});

test('for any file, options and leads the preview matches the run, all rows are counted, and a rerun adds nothing', async () => {
  const person = fc.record({
    name: fc.constantFrom('A', 'B', ''),
    email: fc.constantFrom('a@x.in', 'A@X.IN', 'b@x.in', 'c@x.in', 'bad', ''),
    phone: fc.constantFrom('9876500001', '+91 98765 00001', '98765 00002', ''),
  });
  const options = fc.constantFrom({}, UPDATE, ALL);
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 1, maxLength: 8 }),
      fc.array(person, { maxLength: 4 }),
      options,
      async (rows, existing, fields) => {
        const client = await newClient();
        for (const { name, email, phone } of existing) {
          if (name && email !== 'bad')
            await createLead(app, client.rep, { name, email: email || null, phone: phone || null });
        }
        const table = [
          ['Name', 'Email', 'Phone'],
          ...rows.map(({ name, email, phone }) => [name, email, phone]),
        ];
        if (rows.every((row) => Object.values(row).every((cell) => cell === ''))) return;
        const content = table.filter((row, index) => index === 0 || row.some((cell) => cell !== ''));
        const before = await leadsOf(client);
        const first = await run(client, content, fields);
        const after = await leadsOf(client);
        assert.equal(after.length, before.length + first.inserted);
        const again = await importFile(app, client.rep, { content: csv(content) });
        assert.equal(again.body.data.failed, first.failed);
        // A row that matched a lead by a number later replaced by another row matches no lead the next time.
        const numbers = new Map(after.map(({ id, phone }) => [id, phone]));
        const isReplaced = before.some(({ id, phone }) => phone !== null && numbers.get(id) !== phone);
        if (!isReplaced) assert.equal(again.body.data.inserted, 0);
        assert.deepEqual(await countingErrors(app, client), []);
      },
    ),
    { numRuns: 5 },
  );
});

test('PostgreSQL treats the same spellings of an option as equal as the page does', async () => {
  const spellings = [
    'In Talks',
    ' in-talks ',
    'IN_ _TALKS',
    'intalks',
    'ÄRZTE-Haus',
    'ärzte haus',
    'जारी  है',
    'जारी_है',
    'Builder’s Fair',
    "builder's fair",
    'Arzte haus',
    'Straße',
    'STRASSE',
    'Łódź',
    'lodz',
  ];
  const { rows } = await sql<{ a: string; b: string; same: boolean }>`
    SELECT a, b, ${sameOption(sql.ref('a'), sql.ref('b'))} AS same
    FROM unnest(${spellings}::text[]) a, unnest(${spellings}::text[]) b
  `.execute(openCore(app.database));
  assert.equal(rows.filter(({ same }) => same).length, 9 + 1 + 9 + 4 + 4 + 4 + 4);
  for (const { a, b, same } of rows) assert.equal(same, foldOption(a) === foldOption(b), `${a} / ${b}`);
});
