import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { addEveryType, addField } from '#test/leads/custom-fields.ts';
import { countsOf, importFile, previewFile } from '#test/input/upload.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

async function listed(person: Person, custom: object) {
  const query = { page: '1', limit: '50', custom: JSON.stringify(custom) };
  const reply = await app.call(leads.list, { query }, person.token);
  assert.equal(reply.status, 200, reply.text);
  const { data, pagination } = reply.body;
  assert.equal(data.length, pagination.total);
  return data.map(({ name }) => name).toSorted();
}

async function exported(person: Person, format: 'csv' | 'xlsx', query: Record<string, string> = {}) {
  const search = new URLSearchParams({ format, ...query });
  const headers = { authorization: `Bearer ${person.token}` };
  const reply = await app.app.inject({ url: `/api${leadExport.run.path}?${search}`, headers });
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.rawPayload;
}

const FILE = `Name,Email,shirt size,Seats,FEE,Visit,Languages,VIP,Nickname,Hobby
Asha,asha@example.com,Large,"1,200",₹ 450.50,25/12/2026 10:30,"Hindi, ""Tamil, too""",yes,Ashu,Chess
Ravi,ravi@example.com,M,n/a,,,,no,,Cricket
Lena,lena@example.com,medium,3.5,,01/01/2027,Hindi,,"=cmd()",
`;

test('fields are added, imported, filtered, exported, edited and announced without a restart', async () => {
  const { alpha } = world;
  const before_ = await createLead(app, alpha.rep, { name: 'Before' });
  assert.deepEqual(before_.custom, {});
  await addEveryType(app, alpha);
  const sized = FILE.replace(',M,', ',m,');

  const preview = (await previewFile(app, alpha.rep, { content: sized })).body.data;
  assert.deepEqual(
    preview.columns.map(({ target }) => target),
    ['name', 'email', 'custom.shirt_size', 'custom.seats', 'custom.fee', 'custom.visit', 'custom.languages', 'custom.vip', 'custom.nickname', 'keep_in_notes'],
  ); // prettier-ignore
  assert.equal(preview.sample[0]?.['custom.shirt_size'], 'l');
  assert.equal(preview.sample[0]?.['custom.languages'], 'Hindi, Tamil, too');

  const run = await importFile(app, alpha.rep, { content: sized });
  assert.deepEqual(countsOf(run.body.data), { inserted: 3, updated: 0, skipped: 0, failed: 0 }, run.text);
  const all = (await app.call(leads.list, { query: { page: '1', limit: '50' } }, alpha.rep.token)).body.data;
  const lead = (name: string) => all.find((each) => each.name === name);
  assert.deepEqual(lead('Asha')?.custom, {
    shirt_size: 'l',
    seats: 1200,
    fee: 450.5,
    visit: '2026-12-25T05:00:00.000Z',
    languages: ['Hindi', 'Tamil, too'],
    vip: true,
    nickname: 'Ashu',
  });
  assert.deepEqual([lead('Ravi')?.custom, lead('Ravi')?.notes], [{ shirt_size: 'm' }, 'Hobby: Cricket']);

  assert.deepEqual(await listed(alpha.rep, { shirt_size: 'm' }), ['Lena', 'Ravi']);
  assert.deepEqual(await listed(alpha.rep, { shirt_size: 'm', seats: '3..4' }), ['Lena']);
  const csv = await exported(alpha.rep, 'csv', { custom: '{"languages":"Hindi"}', sort_by: 'name' });
  const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
  assert.deepEqual(
    rows.map((row) => [row['Name'], row['Seats'], row['Fee'], row['Visit'], row['Languages'], row['VIP'], row['Nickname']]),
    [
      ['Lena', '3.5', '', '01/01/2027 00:00', 'Hindi', 'No', "'=cmd()"],
      ['Asha', '1200', '450.5', '25/12/2026 10:30', 'Hindi, "Tamil, too"', 'Yes', 'Ashu'],
    ],
  ); // prettier-ignore

  const params = { id: lead('Asha')?.id ?? '' };
  const body = { custom: { seats: 7, vip: false, nickname: ' ', languages: ['Hindi'] } };
  const edited = await app.call(leads.update, { params, body }, alpha.rep.token);
  const { vip: _, nickname: __, ...rest } = lead('Asha')?.custom ?? {};
  assert.deepEqual(edited.body.data.custom, { ...rest, seats: 7, languages: ['Hindi'] });
  const [entry] = (await app.call(leadHistory.list, { params }, alpha.rep.token)).body.data;
  assert.ok(entry?.type === 'change');
  assert.deepEqual(entry.changes, [
    { field: 'custom.seats', old: '1200', new: '7' },
    { field: 'custom.languages', old: 'Hindi, Tamil, too', new: 'Hindi' },
    { field: 'custom.vip', old: 'Yes', new: null },
    { field: 'custom.nickname', old: 'Ashu', new: null },
  ]);
  await assertCounted(app, alpha);
});

test('an export reimported changes nothing, as CSV and as a spreadsheet', async () => {
  const { beta } = world;
  await addEveryType(app, beta);
  const awkward = ['+91 98765', "'quoted", '"x", y', 'two\nlines', '=1+1', 'नमस्ते', 'n/a', '-', 'a  b'];
  for (const [index, text] of awkward.entries()) {
    await createLead(app, beta.rep, {
      name: `Lead ${index}`,
      custom: {
        nickname: text,
        about_them: text,
        office_phone: text,
        shirt_size: index % 2 ? 'l' : 'a value of no option',
        seats: [0.1 + 0.2, -1234567.891, 1e-9, 999999999999, 0, 12, 1 / 3, 2.5, -0][index] ?? null,
        fee: index * 1.05,
        visit: '2026-11-21T10:20:30.456Z',
        languages: [text, 'plain'],
        vip: index % 2 === 0,
        office_mail: 'Office@Example.com',
      },
    });
  }
  await createLead(app, beta.rep, { name: 'Nothing of its own' });
  const read = async () =>
    (await app.call(leads.list, { query: { page: '1', limit: '50' } }, beta.rep.token)).body.data;
  const before_ = await read();
  for (const format of ['csv', 'xlsx'] as const) {
    const content = await exported(beta.rep, format);
    const file = { content, filename: `leads.${format}`, fields: { update_existing: 'true' } };
    const run = await importFile(app, beta.rep, file);
    assert.deepEqual(
      countsOf(run.body.data),
      { inserted: 0, updated: 0, skipped: awkward.length + 1, failed: 0 },
      `${format} ${run.text}`,
    );
    assert.deepEqual(await read(), before_);
  }
});

test('an import adds to a lead’s values, and its undo restores every value', async () => {
  const { alpha } = world;
  const email = 'undo@example.com';
  const custom = { languages: ['Hindi'], vip: true, nickname: 'Old', shirt_size: 'l', fee: 10 };
  const lead = await createLead(app, alpha.rep, { email, custom });
  const content = `Email,Languages,VIP,Nickname,Shirt Size,Fee\n${email},"Tamil, Hindi",no,New,LARGE,\n`;
  const run = await importFile(app, alpha.rep, { content, fields: { update_existing: 'true' } });
  assert.deepEqual(countsOf(run.body.data), { inserted: 0, updated: 1, skipped: 0, failed: 0 }, run.text);
  const params = { id: lead.id };
  const now = async () => (await app.call(leads.get, { params }, alpha.rep.token)).body.data.custom;
  assert.deepEqual(await now(), { languages: ['Hindi', 'Tamil'], nickname: 'New', shirt_size: 'l', fee: 10 });
  const undone = await app.call(
    operations.undo,
    { params: { id: run.body.data.operation_id ?? '' } },
    alpha.rep.token,
  );
  assert.equal(undone.body.data.restored, 1, undone.text);
  assert.deepEqual(await now(), custom);
  const [undo, imported] = (await app.call(leadHistory.list, { params }, alpha.rep.token)).body.data;
  assert.ok(undo?.type === 'change' && imported?.type === 'change');
  assert.deepEqual([undo.via, imported.via], ['undo', 'import']);
  assert.deepEqual(imported.changes, [
    { field: 'custom.languages', old: 'Hindi', new: 'Hindi, Tamil' },
    { field: 'custom.vip', old: 'Yes', new: null },
    { field: 'custom.nickname', old: 'Old', new: 'New' },
  ]);
  assert.equal(undo.changes.length, 3);
});

test('cells that do not fit their field go to the notes, with a warning', async () => {
  const { alpha } = world;
  const cells = { 'Shirt Size': 'XXL', Seats: '2 lakh', Fee: '-5', Visit: '31/02/2026', VIP: 'perhaps', 'Office mail': 'nobody', Nickname: 'x'.repeat(201) }; // prettier-ignore
  const lines = Object.entries(cells).map(([title, cell]) => ({ name: 'Wrong', [title]: cell }));
  const columns = ['name', ...Object.keys(cells)];
  const rows = lines.map((line) => columns.map((column) => (line as Record<string, string>)[column] ?? ''));
  const content = [columns, ...rows].map((row) => row.join(',')).join('\n');
  const { inserted, warnings } = (await importFile(app, alpha.rep, { content })).body.data;
  assert.equal(inserted, lines.length);
  assert.deepEqual(
    warnings.map(({ field, message }) => [field, message.replace(' The value is in the notes.', '')]),
    [
      ['custom.shirt_size', 'Shirt Size "XXL" isn’t one of: Large, Medium.'],
      ['custom.seats', 'Seats "2 lakh" is not a number.'],
      ['custom.fee', 'Fee cannot be negative.'],
      ['custom.visit', 'Visit "31/02/2026" is not a date. Dates of this column are day/month/year.'],
      ['custom.vip', 'VIP must be yes or no, not "perhaps".'],
      ['custom.office_mail', 'Office mail "nobody" is not an email address.'],
      ['custom.nickname', 'Nickname is too long (200 characters at most).'],
    ],
  );
});

test('columns can be mapped manually to custom fields, and JSON rows name them by key', async () => {
  const { alpha } = world;
  const content = 'Who,What,Again\nMapped,3,4\n';
  const mapping = (target: string) => ({
    mapping: JSON.stringify(['name', target, 'custom.seats']),
  });
  const wrong = await importFile(app, alpha.rep, { content, fields: mapping('custom.nothing') });
  assert.deepEqual([wrong.status, wrong.body.message], [422, 'There is no such field.']);
  const run = await importFile(app, alpha.rep, { content, fields: mapping('custom.seats') });
  assert.equal(run.body.data.inserted, 1, run.text);
  const rows = [{ name: 'As JSON', 'custom.seats': 5, 'custom.vip': true, 'custom.languages': ['Hindi', 'Urdu'] }]; // prettier-ignore
  const json = await app.app.inject({
    method: 'POST',
    url: '/api/leads/import',
    headers: { authorization: `Bearer ${alpha.rep.token}` },
    payload: { leads: rows },
  });
  assert.equal(json.statusCode, 200, json.body);
  const all = (await app.call(leads.list, { query: { page: '1', limit: '50' } }, alpha.rep.token)).body.data;
  const found = (name: string) => all.find((each) => each.name === name);
  assert.deepEqual([found('Mapped')?.custom, found('Mapped')?.notes], [{ seats: 3 }, 'Again: 4']);
  assert.deepEqual(found('As JSON')?.custom, { seats: 5, vip: true, languages: ['Hindi', 'Urdu'] });
});

test('the sample file ends with the custom fields of the client', async () => {
  const key = await addField(app, world.alpha, { title: 'Blood group', type: 'text' });
  assert.equal(key, 'custom.blood_group');
  const sample = async ({ token }: Person, query = '') => {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await app.app.inject({ url: `/api/leads/import/sample${query}`, headers });
    return (body.split('\n')[0] ?? '').split(',').at(-1);
  };
  assert.equal(await sample(world.alpha.rep), 'Blood group');
  assert.equal(await sample(world.superadmin, `?clientId=${world.alpha.id}`), 'Blood group');
  assert.equal(await sample(world.superadmin), 'Created');
  assert.notEqual(await sample(world.beta.rep, `?clientId=${world.alpha.id}`), 'Blood group');
});
