import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { DEFAULT_FIELD_CONFIGURATION, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leads } from '#shared/leads/leads.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { exportedFiles } from '#test/input/exported-files.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
const { exported, importBack, stored } = exportedFiles(app);

type Query = Record<string, string>;

async function rowsOf(person: Person, query: Query = {}): Promise<Record<string, string>[]> {
  const { status, text } = await exported(person, query);
  assert.equal(status, 200, text);
  return parse(text, { bom: true, columns: true });
}

const NASTY = [
  '=1+1', '+919876543210', '-2+3', '@SUM(A1)', "=cmd|' /C calc'!A0", '＝1', '＋1', '－1', '＠a', "'=1+1", "''=1", "'", "'tis",
  '\u200b=1+1', '\u00a0=1', 'a\u2028b', '"', '""', '"a","b"', 'a;b', 'a,b', 'राम कुमार', 'é', '👩‍👩‍👧', '\\', '\\N', '<b>&amp;</b>',
  '_x000D_', '_x0041_', '1e5', '0012', 'TRUE', '#REF!', '1/2/2026', '  inner   spaces  ', '%s', '{{7*7}}', 'NULL', 'N/A', '-', 'مرحبا',
  '\u202eabc', '𠜎𠜱', '–', '=HYPERLINK("http://x","y")', '\ufffd', 'ﷺ', '1,50,000',
]; // prettier-ignore

/** The same text in every field that accepts it, and again with line breaks. */
function nasty(text: string, index: number): Partial<NewLead> {
  return {
    name: text,
    phone: index % 3 === 0 ? text : `+91 98765 ${10_000 + index}`,
    email: index % 4 === 0 ? `Lead.${index % 8}@Example.com` : null,
    company_name: text,
    designation: index % 5 === 0 ? `two\nlines ${text}` : text,
    source: text,
    status: index % 2 === 0 ? text : 'Closed-Won',
    interest_level: index % 2 === 0 ? 'weird' : 'high',
    location: text,
    address: `${text}\r\n${text}`,
    description: text,
    notes: `${text}\n\n"${text}"\n=1`,
    tags: [text, `${text}, b`, `"${text}`, `x${index}`, '* star', 'a "b" c'],
    value: index * 1000.5,
    budget: 999_999_999_999,
    age: index,
    gender: 'male',
    next_followup_date: '2026-12-25T04:30:15.123Z',
    last_contacted_at: '2026-01-05T18:59:59.999Z',
    campaign_id: text,
    utm_source: text,
  };
}

test('an export reimported changes nothing, as CSV and as a spreadsheet, under renamed fields too', async () => {
  const gamma = await createTestClient(app, 'gamma');
  for (const [index, text] of NASTY.entries()) await createLead(app, gamma.rep, nasty(text, index));
  await createLead(app, gamma.rep, { name: 'No contact' });
  await createLead(app, gamma.rep, { name: 'No contact' });
  const before = await stored(gamma);
  const roundTrip = async () => {
    for (const format of ['csv', 'xlsx']) {
      const { file, status, headers } = await exported(gamma.rep, { format, show_all: 'true' });
      assert.equal(status, 200, file.toString());
      assert.equal(headers['x-total-count'], String(before.length));
      const { inserted, updated, failed, skipped, errors } = await importBack(
        gamma.rep,
        file,
        `leads.${format}`,
      );
      assert.deepEqual(
        { inserted, updated, failed, skipped },
        { inserted: 0, updated: 0, failed: 0, skipped: before.length },
        JSON.stringify(errors.slice(0, 5)),
      );
      assert.deepEqual(await stored(gamma), before, format);
    }
  };
  await roundTrip();
  const { name, company_name, updated_by } = DEFAULT_FIELD_CONFIGURATION;
  const config_value = {
    company_name: { ...company_name, title: 'विद्यालय', order: 0 },
    name: { ...name, title: '=Student' },
    updated_by: { ...updated_by, title: 'Agent' },
  };
  const changed = await app.call(
    fieldConfiguration.update,
    { params: { tenantId: gamma.id }, body: { config_value } },
    gamma.admin.token,
  );
  assert.equal(changed.status, 200, changed.text);
  await roundTrip();
});

test('an edited export updates leads by their ids', async () => {
  const delta = await createTestClient(app, 'delta');
  const lead = await createLead(app, delta.rep, { name: 'Asha', email: 'a@b.in' });
  const other = await createLead(app, delta.rep, { name: 'Ravi', email: 'a@b.in' });
  const { text } = await exported(delta.rep);
  const result = await importBack(delta.rep, Buffer.from(text.replace('"Ravi"', '"Ravi Kumar"')), 'l.csv');
  assert.deepEqual([result.inserted, result.updated, result.skipped], [0, 1, 1]);
  const leadName = async (id: string) =>
    (await app.call(leads.get, { params: { id } }, delta.rep.token)).body.data.name;
  assert.deepEqual([await leadName(lead.id), await leadName(other.id)], ['Asha', 'Ravi Kumar']);
});

test('a CSV row is readable: names, the client’s dates, tags, and no runnable formulas', async () => {
  const { alpha } = world;
  await createLead(app, alpha.rep, {
    name: '=1+1',
    phone: '+91 98765 43210',
    value: 150000.5,
    tags: ['a', 'b, c'],
    next_followup_date: '2026-12-25T05:00:00Z',
    is_duplicate: true,
  });
  const { headers, text } = await exported(alpha.rep, { search: '98765' });
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(headers['content-disposition']), /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
  assert.ok(text.startsWith('\ufeff"Name","Email",'));
  assert.ok(text.endsWith('\n') && text.trimEnd().split('\n').length === 2);
  const [row] = await rowsOf(alpha.rep, { search: '98765' });
  assert.deepEqual(
    ['Name', 'Phone', 'Value', 'Tags', 'Next Follow-up', 'Duplicate', 'Assigned To', 'Created By', 'Age', 'Email'].map((key) => row?.[key]),
    ["'=1+1", "'+91 98765 43210", '150000.5', 'a, "b, c"', '25/12/2026 10:30', 'Yes', 'salesrep No5', 'salesrep No5', '', ''],
  ); // prettier-ignore
});

test('spreadsheet cells are typed: text is text, numbers are numbers', async () => {
  const { file, headers } = await exported(world.alpha.rep, { search: '98765', format: 'xlsx' });
  assert.equal(headers['content-type'], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  assert.match(String(headers['content-disposition']), /\.xlsx"$/);
  const { sheets } = await readXlsx(new Uint8Array(file));
  const [titles = [], cells = []] = sheets[0]?.rows ?? [];
  const cell = (title: string) => cells[titles.indexOf(title)];
  assert.deepEqual([cell('Name'), cell('Phone'), cell('Value')], ['=1+1', '+91 98765 43210', 150000.5]);
});

test('the export is the list: its filters, its order, and only what the caller may see', async () => {
  const { beta } = world;
  for (const [name, value] of [['One', 5], ['Two', 9], ['Three', 7]] as const) await createLead(app, beta.rep, { name, value, source: value > 6 ? 'big' : 'small' }); // prettier-ignore
  const names = async (person: Person, query: Query = {}) => (await rowsOf(person, query)).map((row) => row['Name']);
  assert.deepEqual(await names(beta.rep, { sort_by: 'value', sort_order: 'DESC' }), ['Two', 'Three', 'One']);
  assert.deepEqual(await names(beta.rep, { source: 'big', sort_by: 'name', sort_order: 'asc' }), ['Three', 'Two']);
  assert.deepEqual(await names(world.alpha.rep, { client_id: beta.id }), []);
  assert.deepEqual(await names(world.superadmin, { client_id: beta.id, sort_by: 'value', sort_order: 'asc' }), ['One', 'Three', 'Two']);
  assert.ok((await names(world.superadmin)).length > 3);
  assert.equal((await exported(beta.rep, { created_by: beta.rep.id })).status, 403);
  const wrong = await exported(beta.rep, { from_date: '2026-02-01', to_date: '2026-01-01' });
  assert.equal(wrong.status, 422);
  assert.equal((JSON.parse(wrong.text) as { message: string }).message, 'From date cannot be after To date');
}); // prettier-ignore

test('exports for users with access to all clients name the client, and an import ignores that column', async () => {
  const { alpha, beta, superadmin } = world;
  const rows = await rowsOf(superadmin);
  const clientOf = (name: string) => rows.find((row) => row['Name'] === name)?.['Client'];
  assert.deepEqual([clientOf("'=1+1"), clientOf('Three')], [await nameOf(alpha), await nameOf(beta)]);
  const ofBeta = await rowsOf(superadmin, { client_id: beta.id });
  assert.deepEqual(new Set(ofBeta.map((row) => row['Client'])), new Set([await nameOf(beta)]));
  assert.equal(
    (await rowsOf(beta.rep)).some((row) => 'Client' in row),
    false,
  );
  const before = await stored(beta);
  const { file } = await exported(superadmin, { client_id: beta.id, show_all: 'true' });
  const { inserted, updated, failed, skipped } = await importBack(beta.rep, file, 'all.csv');
  assert.deepEqual({ inserted, updated, failed, skipped }, { inserted: 0, updated: 0, failed: 0, skipped: before.length }); // prettier-ignore
  assert.deepEqual(await stored(beta), before);
});

async function nameOf({ id }: TestClient): Promise<string> {
  const [client] = await ownerRows<{ name: string }>(
    app,
    'SELECT client_name AS name FROM core.clients WHERE id = $1',
    [id],
  );
  return client?.name ?? '';
}

test('filter values reach the COPY statement only as escaped literals', async () => {
  const { alpha } = world;
  await createLead(app, alpha.rep, { name: `O'Neil $1 \\ "x"`, status: `it's $2` });
  for (const search of [`O'Neil $1`, `\\ "x"`, `neil $1 \\`]) assert.equal((await rowsOf(alpha.rep, { search })).length, 1, search); // prettier-ignore
  assert.equal((await rowsOf(alpha.rep, { status: `it's $2`, assigned_to: 'me', from_date: '2020-01-01', is_duplicate: 'false' })).length, 1); // prettier-ignore
  for (const search of [
    `'; DELETE FROM alpha.leads; --`,
    `\\'; SELECT 1; --`,
    `' OR '1'='1`,
    `$1$1`,
    '\0a\0b\0c',
  ]) {
    const { status, text } = await exported(alpha.rep, { search });
    assert.ok(status < 500, text);
    assert.ok(status >= 400 || text.trimEnd().split('\n').length === 1, text);
  }
});

test('a title that a spreadsheet would run as a formula is escaped like any other cell', async () => {
  const client = await createTestClient(app, 'titled');
  for (const title of ['=1+1', '\u200e=2+2', 'Plain']) await addField(app, client, { title, type: 'text' });
  const [head = ''] = (await exported(client.rep, {})).text.split('\n');
  for (const cell of [`"'=1+1"`, `"'\u200e=2+2"`, '"Plain"']) assert.ok(head.includes(cell), head);
});

test('every export is in the audit log', async () => {
  await exported(world.beta.rep, { status: 'new', search: 'Asha Rao' });
  const line = await app.database.asOwner(
    async (owner) =>
      (await owner.query(`SELECT details, client_id FROM core.audit WHERE action = 'leads_exported' ORDER BY id DESC LIMIT 1`)).rows[0] as { details: Record<string, unknown>; client_id: string },
  ); // prettier-ignore
  assert.equal(line.client_id, world.beta.id);
  assert.deepEqual([line.details['format'], line.details['leads']], ['csv', 0]);
  assert.match(String(line.details['filters']), /"status":\["new"\]/);
  // The audit log records that there was a search, but not its text.
  assert.match(String(line.details['filters']), /"search":"…"/);
});

test('an export of leads without a next step omits planned, won and lost leads', async () => {
  const client = await createTestClient(app, 'nothing_planned');
  const add = async (name: string, lead: Partial<NewLead>) =>
    await createLead(app, client.rep, { name, ...lead });
  await add('Open', {});
  await add('Planned', { next_followup_date: '2026-12-01T04:30:00Z' });
  await add('Won', { status: 'converted' });
  await add('Lost "twice", {really}', { status: 'lost' });
  for (const person of [client.rep, world.superadmin]) {
    const rows = await rowsOf(person, { no_next_step: 'true', client_id: client.id });
    assert.deepEqual(
      rows.map((row) => row['Name']),
      ['Open'],
    );
  }
  const all = await rowsOf(world.superadmin, { no_next_step: 'true' });
  assert.ok(all.some((row) => row['Name'] === 'Open') && all.every((row) => row['Name'] !== 'Won'));
});
