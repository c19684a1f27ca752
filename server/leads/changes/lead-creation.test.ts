import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const { app, world } = await withWorld();
let rep: Person;
before(async () => {
  ({ rep } = world.alpha);
});

const create = async (body: object, headers: Record<string, string> = {}, { token } = rep) =>
  await app.call(leads.create, { body, headers }, token);
const countOf = async (client: TestClient) =>
  (await app.call(leads.list, { query: { page: '1', show_all: 'true' } }, client.manager.token)).body
    .pagination.total;

test('a lead with only a name gets the specified defaults', async () => {
  const { status, body } = await create({ name: ' Asha  Patel ' });
  assert.deepEqual(
    [status, body.message],
    [201, 'Lead created successfully! The new lead has been added to your pipeline.'],
  );
  const { id, created_at, updated_at, assigned_user_name, ...rest } = body.data;
  const empty = ['email', 'phone', 'company_name', 'designation', 'lost_reason', 'value', 'budget', 'product_id', 'product_name', 'next_followup_date', 'location', 'address', 'preferred_contact_time',
    'communication_channel', 'description', 'notes', 'campaign_id', 'form_id', 'utm_source', 'utm_medium', 'utm_campaign', 'last_contacted_at', 'converted_at', 'escalated_at']; // prettier-ignore
  assert.deepEqual(rest, {
    ...Object.fromEntries(empty.map((key) => [key, null])), version: 1, name: 'Asha  Patel', status: 'new', source: 'website', interest_level: 'low', gender: 'male', assigned_to: rep.id,
    lead_score: 0, age: 0, tags: [], call_status: 'pending', is_duplicate: false, is_archived: false, created_by: rep.id, created_user_name: assigned_user_name,
    updated_by: rep.id, updated_user_name: assigned_user_name, custom: {}, clientId: world.alpha.id,
  }); // prettier-ignore
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.ok(
    Math.abs(Date.parse(created_at) - Date.now()) < 10_000 &&
      Math.abs(Date.parse(updated_at) - Date.now()) < 10_000,
  );
});

test('every field sent is stored and returned as sent', async () => {
  const sent = {
    name: 'राम 😀 O’Brien', email: 'Ram@Example.com', phone: '+91 98765-43210', company_name: 'A "B" & Co', designation: 'CEO', status: 'Site Visit', source: 'Walk-in',
    interest_level: 'high', value: 1234567.89, budget: 0, assigned_to: world.alpha.manager.id, next_followup_date: '2026-12-24T08:15:30.000Z', lead_score: 73, location: 'पुणे',
    address: '1 Street\n2nd line\t(tab)', preferred_contact_time: '09:00', communication_channel: 'WhatsApp', age: 150, gender: 'female', description: '<b>not html</b>',
    notes: 'x'.repeat(20_000), tags: ['a,b', '"q"', "it's", '{x}', 'back\\slash', 'null'], campaign_id: 'c', form_id: 'f', utm_source: 's', utm_medium: 'm', utm_campaign: 'u',
    is_duplicate: true, is_archived: true, last_contacted_at: '2026-01-01T00:00:00.000Z',
  }; // prettier-ignore
  const { status, body } = await create(sent);
  assert.equal(status, 201, body.message);
  const stored = Object.fromEntries(
    Object.keys(sent).map((key) => [key, body.data[key as keyof typeof body.data]]),
  );
  assert.deepEqual(stored, sent);
  assert.deepEqual(
    (await app.call(leads.get, { params: { id: body.data.id } }, rep.token)).body.data,
    body.data,
  );
});

test('text is stored in one Unicode form, without control characters, a name on one line, and lengths count characters', async () => {
  const { body } = await create({
    name: 'Zoe\u0308 \u0007\u0000\r\n Bell\ufeff',
    notes: 'a\r\nb\u007f',
    tags: ['e\u0301', 'é'],
    company_name: '',
  });
  assert.deepEqual(
    [body.data.name, body.data.notes, body.data.tags, body.data.company_name],
    ['Zoë Bell', 'a\nb', ['é'], null],
  );
  assert.equal((await create({ name: '😀'.repeat(200) })).status, 201);
  assert.equal(
    (await create({ name: '😀'.repeat(201) })).body.message,
    'Name is too long (200 characters at most).',
  );
  const marks = `e${'\u0301'.repeat(150)}`;
  assert.equal((await create({ name: marks })).body.data.name, marks.normalize('NFC'));
});

test('an invalid lead is refused with a message, and nothing is stored', async () => {
  const before = await countOf(world.alpha);
  for (const [change, message] of [
    [{ name: undefined }, 'Name is required.'],
    [{ name: ' \u0000 ' }, 'Name is required.'],
    [{ name: 5 }, 'Name is required.'],
    [{ email: 'nobody' }, 'Enter an email address, such as name@example.com.'],
    [{ email: 'a b@c.in' }, 'Enter an email address, such as name@example.com.'],
    [{ phone: 98765 }, 'Phone must be text.'],
    [{ phone: '1'.repeat(41) }, 'Phone is too long (40 characters at most).'],
    [{ value: -1 }, 'Value cannot be negative.'],
    [{ value: '5' }, 'Value must be a number.'],
    [{ value: 0.005 }, 'Value has two decimals at most.'],
    [{ value: 1e20 }, 'Value is too large.'],
    [{ budget: -0.01 }, 'Budget cannot be negative.'],
    [{ age: -1 }, 'Age cannot be negative.'],
    [{ age: 151 }, 'Age must be at most 150.'],
    [{ age: 1.5 }, 'Age must be a whole number.'],
    [{ lead_score: 101 }, 'Lead score must be between 0 and 100.'],
    [{ lead_score: null }, 'Lead score must be a whole number.'],
    [{ status: '' }, 'Status is required.'],
    [{ status: null }, 'Status is required.'],
    [{ next_followup_date: '31/12/2026' }, 'Next Follow-up must be a date and time.'],
    [{ next_followup_date: '2026-02-31T00:00:00Z' }, 'Next Follow-up must be a date and time.'],
    [{ next_followup_date: '0000-01-01T00:00:00Z' }, 'Next Follow-up is not a date that exists.'],
    [{ next_followup_date: '+275760-09-13T00:00:00Z' }, 'Next Follow-up must be a date and time.'],
    [{ next_followup_date: '9999-12-31T23:59:59Z' }, 'Next Follow-up is not a date that exists.'],
    [{ tags: 'a' }, 'Tags must be a list.'],
    [{ tags: [5] }, 'A tag must be text.'],
    [{ notes: 'x'.repeat(20_001) }, 'Notes is too long (20000 characters at most).'],
    [{ is_archived: 'false' }, 'Archived must be true or false.'],
    [{ assigned_to: 'me' }, 'This is not a valid id.'],
    [{ assigned_to: world.beta.rep.id }, 'Choose a user of this client.'],
  ] as const) {
    // prettier-ignore
    const { status, body } = await create({ name: 'Refused', ...change });
    assert.deepEqual([status, body.message], [422, message], JSON.stringify(change).slice(0, 100));
  }
  assert.equal(await countOf(world.alpha), before);
});

test('all errors are returned at once, each with its field', async () => {
  const { body } = await create({ name: '', email: 'x', age: 200, tags: ['ok', 5] });
  assert.deepEqual(body.errors, [
    { field: 'name', message: 'Name is required.' }, { field: 'email', message: 'Enter an email address, such as name@example.com.' },
    { field: 'age', message: 'Age must be at most 150.' }, { field: 'tags.1', message: 'A tag must be text.' },
  ]); // prettier-ignore
});

test('a lead gets the client’s first options, and any spelling of an option matches it', async () => {
  const client = await createTestClient(app, 'options');
  const { body: stored } = await app.call(
    fieldConfiguration.get,
    { params: { tenantId: client.id } },
    client.admin.token,
  );
  const { effective_value: fields } = stored.data.configurations[0] ?? assert.fail();
  const config_value = {
    status: {
      ...fields.status,
      options: [
        { value: 'hot', label: 'Garam' },
        { value: 'new', label: 'New' },
        { value: 'site_visit', label: 'Site Visit', meaning: 'won' as const },
      ],
    },
    source: { ...fields.source, options: [{ value: 'expo', label: 'Expo' }] },
    gender: { ...fields.gender, showForm: false },
  };
  const configured = await app.call(
    fieldConfiguration.update,
    { params: { tenantId: client.id }, body: { config_value } },
    client.admin.token,
  );
  assert.equal(configured.status, 200, configured.text);
  const { token } = client.rep;
  const plain = (await create({ name: 'Plain' }, {}, client.rep)).body.data;
  assert.deepEqual([plain.status, plain.source, plain.gender], ['hot', 'expo', null]);
  const spelled = (
    await create({ name: 'Spelled', status: 'SITE-visit', source: ' EXPO', gender: 'Male' }, {}, client.rep)
  ).body.data;
  assert.deepEqual([spelled.status, spelled.source, spelled.gender], ['site_visit', 'expo', 'male']);
  assert.notEqual(spelled.converted_at, null);
  const params = { id: plain.id };
  const put = await app.call(
    leads.update,
    { params, body: { status: 'garam', interest_level: 'HIGH' } },
    token,
  );
  assert.deepEqual([put.body.data.status, put.body.data.interest_level], ['hot', 'high']);
  const patched = await app.call(leads.setStatus, { params, body: { status: 'Site visit' } }, token);
  assert.equal(patched.body.data.status, 'site_visit');
  const bulk = { lead_ids: [plain.id], updates: { status: 'NEW', source: 'Walk-In' } };
  const updated = await app.call(leadBulk.update, { body: bulk }, world.superadmin.token);
  assert.equal(updated.status, 200, updated.text);
  const after = (await app.call(leads.get, { params }, token)).body.data;
  assert.deepEqual([after.status, after.source], ['new', 'Walk-In']);
});

test('a user with access to all clients names the client, and users without a client cannot create', async () => {
  for (const person of [world.superadmin, world.admin]) {
    const { status, body } = await create({ name: 'Nowhere' }, {}, person);
    assert.deepEqual(
      [status, body.errors],
      [422, [{ field: 'clientId', message: 'Select a client for this lead.' }]],
    );
    const lead = await createLead(app, person, {}, world.beta.id);
    assert.deepEqual(
      [lead.clientId, lead.created_by, lead.assigned_to],
      [world.beta.id, person.id, person.id],
    );
    assert.equal(lead.created_user_name?.startsWith(person.role), true);
    // A guest is a member, so the reference is valid, though guests are not offered as assignees.
    assert.equal(lead.assigned_user_name, lead.created_user_name);
    const guest = await ownerRows(app, 'SELECT belongs, email FROM beta.members WHERE id = $1', [person.id]);
    assert.deepEqual(guest, [{ belongs: false, email: person.email }]);
  }
});

test('an idempotency key creates one lead, and a repeat returns it again', async () => {
  const client = await createTestClient(app, 'once');
  const body = { name: 'Once', value: 5 };
  const headers = { 'idempotency-key': 'form-1' };
  const first = await create(body, headers, client.rep);
  assert.equal(first.headers['idempotent-replayed'], undefined);
  for (let count = 0; count < 3; count += 1) {
    const again = await create(body, headers, client.rep);
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
    assert.deepEqual(again.body.data, first.body.data);
  }
  assert.equal(await countOf(client), 1);
  const other = await create({ ...body, value: 6 }, headers, client.rep);
  assert.deepEqual(
    [other.status, other.body.message],
    [409, 'This Idempotency-Key was used for a different request. Send a new one.'],
  );
  assert.equal((await create(body, headers, client.manager)).headers['idempotent-replayed'], undefined);
  assert.equal((await create(body, headers, world.beta.rep)).headers['idempotent-replayed'], undefined);
  assert.equal(await countOf(client), 2);
});

test('simultaneous duplicate submits create one lead', async () => {
  const client = await createTestClient(app, 'doubled');
  for (let round = 0; round < 10; round += 1) {
    const submit = async () =>
      await create(
        { name: `Round ${round}` },
        { 'idempotency-key': `key ${round}`.replace(' ', '-') },
        client.rep,
      );
    const replies = await Promise.all(Array.from({ length: 6 }, submit));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(replies.map(({ body }) => body.data.id)).size, 1);
    assert.equal(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 5);
  }
  assert.equal(await countOf(client), 10);
});

test('a refused creation leaves its key usable for the corrected one', async () => {
  const headers = { 'idempotency-key': 'retry' };
  assert.equal((await create({ name: 'Retry', assigned_to: world.beta.rep.id }, headers)).status, 422);
  assert.equal((await create({ name: 'Retry' }, headers)).status, 201);
  for (const key of [' ', 'a b', 'é', 'x'.repeat(256)]) {
    const reply = await create({ name: 'Key' }, { 'idempotency-key': key });
    assert.ok(reply.status === 422 || key.trim() === '', key);
  }
});

test('a lead in the trash or the archive makes no new lead a duplicate', async () => {
  const { manager } = world.alpha;
  const email = 'trashed.twin@example.com';
  const gone = await createLead(app, rep, { email });
  await app.call(leads.remove, { params: { id: gone.id } }, manager.token);
  assert.equal((await createLead(app, rep, { email })).is_duplicate, false);
  assert.equal((await createLead(app, rep, { email })).is_duplicate, true);
  const phone = '+91 98765 00001';
  await createLead(app, rep, { phone, is_archived: true });
  assert.equal((await createLead(app, rep, { phone })).is_duplicate, false);
});

test('a lead is not a duplicate of itself', async () => {
  const email = 'only.one@example.com';
  const { id } = await createLead(app, world.alpha.rep, { email });
  const find = async (query: Record<string, string>) =>
    (await app.call(leadDuplicates.find, { query }, world.alpha.rep.token)).body.data.map((lead) => lead.id);
  assert.deepEqual(await find({ email }), [id]);
  assert.deepEqual(await find({ email, exclude: id }), []);
});

test('a duplicate in the trash says whether the reader may restore it', async () => {
  const email = 'thrown.away@example.com';
  const { rep: maker, otherRep, manager } = world.alpha;
  const { id } = await createLead(app, maker, { email });
  const mayRestore = async ({ token }: Person) => {
    const { data } = (await app.call(leadDuplicates.find, { query: { email } }, token)).body;
    return data.map((lead) => [lead.is_deleted, lead.can_restore]);
  };
  assert.deepEqual(await mayRestore(manager), [[false, false]]);
  await app.call(leads.remove, { params: { id } }, maker.token);
  for (const [person, may] of [
    [maker, true],
    [otherRep, false],
    [manager, true],
  ] as const)
    assert.deepEqual(await mayRestore(person), [[true, may]]);
});

test('one number or email is one person in any spelling', async () => {
  await createLead(app, rep, { phone: '+91 98765 12345' });
  for (const phone of ['098765-12345', '9876512345', '+91 (98765) 12 345', '00919876512345'])
    assert.equal((await createLead(app, rep, { phone })).is_duplicate, true, phone);
  assert.equal((await createLead(app, rep, { phone: '098765-12346' })).is_duplicate, false);
  await createLead(app, rep, { email: 'Twin@Example.com' });
  assert.equal((await createLead(app, rep, { email: ' twin@example.COM ' })).is_duplicate, true);
});
