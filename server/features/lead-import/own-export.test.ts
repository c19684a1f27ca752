import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { users } from '#shared/accounts/users.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { countsOf, importFile, leadsByName, previewFile } from '#test/input/upload.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app } = await withWorld();
const UPDATE = { update_existing: 'true' };

let clients = 0;
/** A client with leads of every kind: some without email and phone, one with notes of its own. */
async function company(): Promise<TestClient> {
  const client = await createTestClient(app, `own_${++clients}`);
  const people = [
    {
      name: 'Asha',
      email: 'asha@example.in',
      phone: '+91 98450 10001',
      notes: 'Met at the fair\n\nWants a sample',
      location: 'Pune',
    },
    { name: 'Bina', notes: 'Status: ask again', location: 'Puri', tags: ['vip', 'a,b'] },
    { name: 'Bina', phone: '98450 10003', value: 150_000, next_followup_date: '2027-03-04T05:30:00.000Z' },
    { name: '=Chand', email: 'chand@example.in', status: 'lost', description: 'Speaks Odia' },
    { name: 'Dev', phone: '98450 10003', company_name: 'Acme' },
  ];
  for (const person of people) await createLead(app, client.rep, person);
  return client;
}

async function exported(client: TestClient): Promise<{ titles: string[]; rows: string[][] }> {
  const reply = await app.call(leadExport.run, { query: { show_all: 'true' } }, client.manager.token);
  assert.equal(reply.status, 200);
  const [titles = [], ...rows] = parse(reply.text, { bom: true });
  return { titles, rows };
}

const send = async (
  client: TestClient,
  table: string[][],
  fields: Record<string, string> = UPDATE,
  delimiter = ',',
) => await importFile(app, client.rep, { content: stringify(table, { delimiter, bom: true }), fields });
const byId = (leads: Lead[]) => new Map(leads.map((lead) => [lead.id, lead]));

test('an export with added and renamed columns updates its leads, and only the new column goes to the notes', async () => {
  const client = await company();
  const before = byId(await leadsByName(app, client));
  const { titles, rows } = await exported(client);
  const id = titles.indexOf('Lead ID');
  const place = titles.indexOf('Location');
  const changed = rows.map((row, index) => [...row.with(place, 'Goa'), index === 0 ? 'call first' : '']);
  const table = [[...titles.with(place, 'City'), 'My remark'], ...changed];
  const preview = await previewFile(app, client.rep, { content: stringify(table), fields: UPDATE });
  const targets = preview.body.data.columns.map(({ header, target }) => [header, target] as const);
  assert.deepEqual(
    targets.filter(([, target]) => target === 'keep_in_notes'),
    [['My remark', 'keep_in_notes']],
  );
  const { body } = await send(client, table);
  assert.deepEqual(countsOf(body.data), { inserted: 0, updated: 5, skipped: 0, failed: 0 });
  const after = await leadsByName(app, client);
  assert.equal(after.length, 5);
  for (const lead of after) {
    const old = before.get(lead.id);
    assert.ok(old);
    const remark = lead.id === rows[0]?.[id] ? 'My remark: call first' : undefined;
    assert.equal(lead.notes, [old.notes, remark].filter(Boolean).join('\n') || null);
    assert.equal(lead.location, 'Goa');
  }
  const again = await send(client, table);
  assert.deepEqual(countsOf(again.body.data), { inserted: 0, updated: 0, skipped: 5, failed: 0 });
});

test('the ids and one other column suffice, and a row from our export never creates a second lead', async () => {
  const client = await company();
  const { titles, rows } = await exported(client);
  const ids = rows.map((row) => row[titles.indexOf('Lead ID')] ?? '');
  const few = [['lead id', 'Company'], ...ids.map((id) => [id, 'Tata'])];
  const skipped = { inserted: 0, updated: 0, skipped: 5, failed: 0 };
  for (const fields of [{}, { skip_duplicates: 'false' }] as Record<string, string>[])
    assert.deepEqual(countsOf((await send(client, few, fields)).body.data), skipped);
  const { body } = await send(client, few);
  assert.deepEqual(countsOf(body.data), { ...skipped, updated: 5, skipped: 0 });
  assert.deepEqual(
    (await leadsByName(app, client)).map(({ company_name }) => company_name),
    Array(5).fill('Tata'),
  );
});

test('ids of another client match nothing: rows with a name become leads, others are refused', async () => {
  const [client, other] = [await company(), await company()];
  const { titles, rows } = await exported(other);
  const ids = rows.map((row) => row[titles.indexOf('Lead ID')] ?? '');
  const before = await leadsByName(app, other);
  const { body } = await send(client, [
    ['Lead ID', 'Name', 'Company', 'Updated'],
    [ids[0] ?? '', 'Esha', 'Tata', 'x'],
    [ids[1] ?? '', '', 'Tata', 'x'],
  ]);
  assert.deepEqual(countsOf(body.data), { inserted: 1, updated: 0, skipped: 0, failed: 1 });
  assert.deepEqual(body.data.errors, [{ row: 3, message: 'This row has no name, email or phone.' }]);
  const esha = (await leadsByName(app, client)).find(({ name }) => name === 'Esha');
  assert.deepEqual([esha?.notes, esha?.company_name], [null, 'Tata']);
  assert.deepEqual(await leadsByName(app, other), before);
});

test('a Lead ID of another product is not taken for one of ours', async () => {
  const client = await createTestClient(app, 'foreign_ids');
  for (const id of ['12345', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'])
    await importFile(app, client.rep, { content: `Lead ID,Name,Created By\n${id},Asha ${id},Meera\n` });
  const notes = (await leadsByName(app, client)).map((lead) => lead.notes);
  assert.deepEqual(notes, [
    'Lead ID: 12345\nCreated By: Meera',
    'Lead ID: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\nCreated By: Meera',
  ]);
});

test('a rounded phone in our own export replaces nothing and is reported, and the rest of its row is imported', async () => {
  const client = await company();
  const { titles, rows } = await exported(client);
  const before = await leadsByName(app, client);
  const city = titles.indexOf('Location');
  const phone = titles.indexOf('Phone');
  const { body } = await send(client, [
    titles,
    ...rows.map((row) => (row[phone] ? row.with(phone, '9.19845E+11').with(city, 'Nashik') : row)),
  ]);
  assert.deepEqual([body.data.failed, body.data.updated, body.data.warnings.length], [0, 3, 3]);
  const [{ message } = assert.fail()] = body.data.warnings;
  assert.match(message, /^Phone "9\.19845E\+11" has lost digits .* The row changes no phone\.$/);
  const contactsOf = (list: typeof before) => list.map(({ phone: number, notes }) => [number, notes]);
  const after = await leadsByName(app, client);
  assert.deepEqual(contactsOf(after), contactsOf(before));
  assert.equal(after.filter(({ location }) => location === 'Nashik').length, 3);
});

test('an update assigns leads as the file says, with their follow-ups, and keeps unknown owners in the notes', async () => {
  const client = await company();
  const { rep, otherRep } = client;
  const { titles, rows } = await exported(client);
  const [owner, name] = [titles.indexOf('Assigned To'), titles.indexOf('Name')];
  const owned = rows.map((row) => row.with(owner, row[name] === 'Asha' ? 'Nobody Known' : otherRep.email));
  const before = await leadsByName(app, client);
  const dated = before.find(({ next_followup_date }) => next_followup_date);
  assert.ok(before.every(({ assigned_to }) => assigned_to === rep.id));
  const followUps = async (lead_id = '') =>
    (await app.call(reminders.list, { query: { lead_id } }, client.manager.token)).body.data.reminders;

  const { body } = await send(client, [titles, ...owned]);
  assert.deepEqual(countsOf(body.data), { inserted: 0, updated: 5, skipped: 0, failed: 0 });
  const after = await leadsByName(app, client);
  for (const lead of after) {
    const isUnknown = lead.name === 'Asha';
    const old = before.find(({ id }) => id === lead.id);
    assert.equal(lead.assigned_to, isUnknown ? rep.id : otherRep.id);
    assert.equal(lead.notes, isUnknown ? `${old?.notes}\nLead Owner: Nobody Known` : old?.notes);
  }
  assert.deepEqual((await followUps(dated?.id)).map(({ user_id }) => user_id), [otherRep.id]); // prettier-ignore
  const again = await send(client, [titles, ...owned]);
  assert.deepEqual(countsOf(again.body.data), { inserted: 0, updated: 0, skipped: 5, failed: 0 });

  const left = await app.call(
    users.setActive,
    { params: { id: otherRep.id }, body: { isActive: false } },
    client.admin.token,
  );
  assert.equal(left.status, 200, left.text);
  const kept = await send(
    client,
    (({ titles: heads, rows: all }) => [heads, ...all])(await exported(client)),
  );
  assert.deepEqual(countsOf(kept.body.data), { inserted: 0, updated: 0, skipped: 5, failed: 0 });
  const params = { id: body.data.operation_id ?? '' };
  assert.equal((await app.call(operations.undo, { params }, rep.token)).body.data.restored, 5);
  assert.deepEqual(
    (await leadsByName(app, client)).map(({ assigned_to, notes }) => [assigned_to, notes]),
    before.map(({ assigned_to, notes }) => [assigned_to, notes]),
  );
  assert.deepEqual((await followUps(dated?.id)).map(({ user_id }) => user_id), [rep.id]); // prettier-ignore
});

/** Other recognised names for columns. */
const RENAMED: Record<string, string> = {
  Location: 'City',
  Phone: 'Mobile',
  Company: 'Company Name',
  'Next Follow-up': 'Follow Up Date',
  Remarks: 'Comments',
};
const ADDED = ['My remark', 'Called?', 'Zone', 'समय', 'Foo 2'];

const edits = fc.record({
  dropped: fc.uniqueArray(fc.nat(60), { maxLength: 45 }),
  renamed: fc.subarray(Object.keys(RENAMED)),
  added: fc.subarray(ADDED),
  order: fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
  rows: fc.uniqueArray(fc.nat(4), { minLength: 1 }),
  city: fc.constantFrom('Goa', 'Kochi', 'दिल्ली', 'X; Y'),
  delimiter: fc.constantFrom(',', ';', '\t'),
});

test('an export edited in a spreadsheet reimports with no duplicate leads or polluted notes', async () => {
  const client = await company();
  await fc.assert(
    fc.asyncProperty(edits, async ({ dropped, renamed, added, order, rows: kept, city, delimiter }) => {
      const before = byId(await leadsByName(app, client));
      const { titles, rows } = await exported(client);
      const id = titles.indexOf('Lead ID');
      const columns = titles
        .map((title, index) => ({ title, index }))
        .filter(({ index }) => index === id || !dropped.includes(index));
      const cells = (row: string[]) => [
        ...columns.map(({ title, index }) => (title === 'Location' ? city : (row[index] ?? ''))),
        ...added.map((title) => `${title} of ${row[id]?.slice(-4)}`),
      ];
      const shuffle = (row: string[]) =>
        row
          .map((cell, index) => ({ cell, at: order[index] ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ cell }) => cell);
      const heads = [
        ...columns.map(({ title }) => (renamed.includes(title) ? (RENAMED[title] ?? title) : title)),
        ...added,
      ];
      const sent = kept.flatMap((index) => (rows[index] ? [rows[index]] : []));
      const reply = await send(
        client,
        [shuffle(heads), ...sent.map((row) => shuffle(cells(row)))],
        UPDATE,
        delimiter,
      );
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual([reply.body.data.inserted, reply.body.data.failed], [0, 0], reply.text);
      const after = await leadsByName(app, client);
      assert.deepEqual(new Set(after.map((lead) => lead.id)), new Set(before.keys()));
      const touched = new Set(sent.map((row) => row[id]));
      for (const lead of after) {
        const old = before.get(lead.id);
        assert.ok(old);
        const { notes, location, version: _version, updated_at: _at, updated_by: _by, ...rest } = lead;
        const {
          notes: oldNotes,
          location: oldPlace,
          version: _v,
          updated_at: _a,
          updated_by: _b,
          ...oldRest
        } = old;
        assert.deepEqual(rest, oldRest);
        const isSent = touched.has(lead.id);
        assert.equal(location, isSent && columns.some(({ title }) => title === 'Location') ? city : oldPlace);
        const lines = isSent
          ? shuffle(heads)
              .filter((title) => ADDED.includes(title))
              .map((title) => `${title}: ${title} of ${lead.id.slice(-4)}`)
          : [];
        const held = oldNotes?.split('\n') ?? [];
        assert.equal(notes ?? '', [...held, ...lines.filter((line) => !held.includes(line))].join('\n'));
      }
    }),
    { numRuns: 10 },
  );
});
