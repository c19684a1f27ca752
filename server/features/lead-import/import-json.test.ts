import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { products } from '#shared/leads/products.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { countsOf, leadsByName } from '#test/input/upload.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app } = await withWorld();

let clients = 0;
const newClient = async (): Promise<TestClient> => await createTestClient(app, `client_${++clients}`);
const leadsOf = async (client: TestClient) => await leadsByName(app, client);
const send = async ({ rep }: TestClient, body: unknown) =>
  await app.call(leadImport.run, { body }, rep.token);

/** Upload files in the data folder. */
const leftovers = () =>
  readdirSync(join(app.config.dataDir, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

/** The values of a lead, without those that the server counts or stamps. */
const said = ({ version: _v, updated_at: _u, updated_by: _b, updated_user_name: _n, ...lead }: Lead) => lead;

test('leads import exactly as the API returns them', async () => {
  const client = await newClient();
  const key = await addField(app, client, { title: 'Shirt size', type: 'text' });
  const product = await app.call(products.create, { body: { name: 'Paint', price: 5 } }, client.admin.token);
  await createLead(app, client.rep, {
    name: "'=Asha",
    email: 'asha@x.in',
    phone: '+91 98765 00001',
    tags: ['b, c', 'say "hi"', 'a'],
    assigned_to: client.otherRep.id,
    product_id: product.body.data.id,
    is_archived: true,
    is_duplicate: true,
    lead_score: 7,
    value: 1500.5,
    next_followup_date: '2026-12-25T05:00:30.000Z',
    notes: "first\n'+second",
    custom: { [key.replace('custom.', '')]: 'XL' },
  });
  const [lead] = await leadsOf(client);
  assert.ok(lead);
  const same = await send(client, { leads: [lead], update_existing: true });
  assert.deepEqual(countsOf(same.body.data), { inserted: 0, updated: 0, skipped: 1, failed: 0 }, same.text);

  await app.call(leads.remove, { params: { id: lead.id } }, client.rep.token);
  const back = await send(client, { leads: [lead] });
  assert.deepEqual(countsOf(back.body.data), { inserted: 1, updated: 0, skipped: 0, failed: 0 }, back.text);
  assert.deepEqual(back.body.data.warnings, []);
  const [found] = await leadsOf(client);
  assert.ok(found);
  assert.deepEqual({ ...said(found), id: lead.id }, said(lead));

  // Another client has neither the user nor the product: their names go to the notes, and nothing refers to
  // them.
  const other = await newClient();
  await send(other, { leads: [lead] });
  const [moved] = await leadsOf(other);
  assert.deepEqual([moved?.assigned_to, moved?.product_id, moved?.custom], [null, null, {}]);
  assert.equal(
    moved?.notes,
    `first\n'+second\n${key}: XL\nLead Owner: ${lead.assigned_user_name}\nProduct: Paint`,
  );
});

test('invalid JSON is refused with a message, and leaves nothing', async () => {
  const client = await newClient();
  const keys = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${from + index}`, 'x']));
  for (const [body, status, message] of [
    [{ leads: [keys(201)] }, 422, 'These leads have more than 200 different keys.'],
    [
      { leads: Array.from({ length: 2000 }, (_, row) => keys(10, row * 10)) },
      422,
      'These leads have more than 200 different keys.',
    ],
    [
      {
        leads: [{ custom: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}`, 1])) }],
      },
      422,
      'custom names too many fields.',
    ],
    [{ leads: [{ name: 'x', address: { city: ['a', { b: 1 }] } }] }, 422, 'leads.0.address is not valid.'],
    [{ leads: [{ name: 'x' }], date_order: 'x' }, 422, 'date_order must be day_first or month_first.'],
    [{ leads: [{ name: 'x' }], skip_duplicates: 'x' }, 422, 'skip_duplicates must be true or false.'],
    [{ leads: [{ name: 'x'.repeat(40_000) }] }, 422, 'Row 2 has a cell with more than 32,767 characters.'],
    [
      { leads: [{ name: 'x', notes: 'y'.repeat(10 * 1024 * 1024) }] },
      413,
      'The request is larger than 10 MB.',
    ],
  ] as const) {
    // prettier-ignore
    const refused = await send(client, body);
    assert.deepEqual([refused.status, refused.body.message], [status, message]);
    assert.equal(refused.body.success, false);
  }
  assert.deepEqual([await leadsOf(client), leftovers()], [[], []]);
});

test('every lead sent is counted, an empty one as refused', async () => {
  const client = await newClient();
  const run = await send(client, { leads: [{}, { name: 'Asha' }, { notes: '' }] });
  assert.deepEqual(countsOf(run.body.data), { inserted: 1, updated: 0, skipped: 0, failed: 2 });
  assert.deepEqual(
    run.body.data.errors,
    [2, 4].map((row) => ({ row, message: 'This row has no name, email or phone.' })),
  );
});

test('two hundred keys across all leads are read, and rows are named by their position', async () => {
  const client = await newClient();
  const wide = Object.fromEntries(Array.from({ length: 199 }, (_, index) => [`key ${index}`, String(index)]));
  const run = await send(client, { leads: [{ name: 'Wide', ...wide }, { 'key 3': 'nobody' }] });
  assert.deepEqual(run.body.data.errors, [{ row: 3, message: 'This row has no name, email or phone.' }]);
  const [lead] = await leadsOf(client);
  assert.equal(lead?.notes?.split('\n').length, 199);
});

test('the same JSON again, even with other options, duplicates no lead without email and phone', async () => {
  const client = await newClient();
  const rows = [{ name: 'Ravi' }, { name: 'Ravi' }];
  assert.equal((await send(client, { leads: rows })).body.data.inserted, 2);
  const again = await send(client, { skip_duplicates: false, leads: rows });
  assert.deepEqual(countsOf(again.body.data), { inserted: 0, updated: 0, skipped: 2, failed: 0 });
});

test('leads from the API import without their ids too, with no server fields in their notes', async () => {
  const [client, other] = [await newClient(), await newClient()];
  await send(client, {
    leads: [{ name: 'Asha', email: 'asha@copy.example', notes: 'Mine', custom_note: 'x' }],
  });
  const [stored] = await leadsOf(client);
  const { id: _id, ...copy } = { ...stored };
  const { clientId: _client, version: _version, ...bare } = copy;
  const rows = [
    copy,
    { ...bare, email: 'bina@copy.example' },
    { ...copy, id: null, email: 'chand@copy.example' },
  ];
  const run = await send(other, { leads: rows });
  assert.deepEqual(countsOf(run.body.data), { inserted: 3, updated: 0, skipped: 0, failed: 0 });
  const notes = (await leadsOf(other)).map((lead) => lead.notes);
  assert.deepEqual(notes, Array(3).fill('Mine\ncustom_note: x'));
  const own = await send(client, {
    leads: [{ name: 'Own', phone: '98450 10001', version: 4, created_by: 'Ravi' }],
  });
  assert.equal(own.body.data.inserted, 1);
  assert.equal(
    (await leadsOf(client)).find(({ name }) => name === 'Own')?.notes,
    'version: 4\ncreated_by: Ravi',
  );
});

/** Begins a request over the network and never finishes it. */
async function beginUpload({ rep }: TestClient, address: AddressInfo, type: string) {
  const socket = connect(address.port, '127.0.0.1');
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('"request_id"')) resolve(text);
    });
    socket.on('error', () => {});
  });
  socket.write(
    `POST /api/leads/import HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${rep.token}\r\n` +
      `content-type: ${type}\r\ncontent-length: 1000\r\n\r\n{`,
  );
  return { socket, answer };
}

test('uploads that never end hold up only their own client', async () => {
  const [slow, quick] = [await newClient(), await newClient()];
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address() as AddressInfo;
  const begun = await Promise.all(
    Array.from({ length: 7 }, async () => await beginUpload(slow, address, 'application/json')),
  );
  // The seventh is one too many for this client.
  const first = await Promise.race(begun.map(({ answer }) => answer));
  assert.match(first, /^HTTP\/1\.1 429 .*Other imports are running/s);
  const own = await send(slow, { leads: [{ name: 'Own' }] });
  assert.equal(own.status, 429);
  const other = await send(quick, { leads: [{ name: 'Other' }] });
  assert.equal(other.status, 200, other.text);
  for (const { socket } of begun) socket.destroy();
});
