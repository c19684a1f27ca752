import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CUSTOM_FIELDS } from '#shared/fields/custom-fields.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldSetting, NewField } from '#shared/fields/field-configuration.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { digestOf } from '#test/rows/digest.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';
import { newKey } from './new-field-key.ts';

const { app, world } = await withWorld();

const FIELD = { type: 'text', showTable: true, showForm: true, required: false } as const;

async function read({ id, rep }: TestClient) {
  const reply = await app.call(fieldConfiguration.get, { params: { tenantId: id } }, rep.token);
  const found = reply.body.data.configurations[0];
  assert.ok(found, reply.text);
  return found;
}
const add = async ({ id, admin }: TestClient, field: Partial<NewField>, by = admin) =>
  await app.call(
    fieldConfiguration.add,
    { params: { tenantId: id }, body: { ...FIELD, title: '', ...field } },
    by.token,
  );
const remove = async ({ id, admin }: TestClient, key: string, version?: string, by = admin) =>
  await app.call(
    fieldConfiguration.remove,
    { params: { tenantId: id, key }, ...(version && { query: { version } }) },
    by.token,
  );
const restore = async ({ id, admin }: TestClient, key: string, version?: string, by = admin) =>
  await app.call(
    fieldConfiguration.restore,
    { params: { tenantId: id, key }, ...(version && { query: { version } }) },
    by.token,
  );
const put = async ({ id, admin }: TestClient, config_value: object) =>
  await app.call(
    fieldConfiguration.update,
    { params: { tenantId: id }, body: { config_value } },
    admin.token,
  );

test('a key is derived from the title once, for any title', () => {
  const keyOf = (title: string, ...taken: string[]) =>
    newKey(title, Object.fromEntries(taken.map((key) => [key, {}])));
  assert.equal(keyOf('  Größe (cm) №1 '), 'custom.gro_e_cm_no1');
  assert.equal(keyOf('Crème brûlée'), 'custom.creme_brulee');
  assert.equal(keyOf('शहर'), 'custom.field');
  assert.equal(keyOf('शहर', 'custom.field', 'custom.field_2'), 'custom.field_3');
  const long = 'Preferred way of paying the second instalment';
  assert.equal(keyOf(long), 'custom.preferred_way_of_paying_the_second_insta');
  assert.equal(keyOf(long, keyOf(long)), 'custom.preferred_way_of_paying_the_second_ins_2');
  // Every object has a property of this name.
  assert.equal(keyOf('Constructor'), 'custom.constructor_2');
  assert.equal(keyOf('__proto__'), 'custom.proto');
});

test('a new field comes last, at once and for every user of the client, and is in the audit log', async () => {
  const { alpha } = world;
  const added = await add(alpha, { title: 'Shirt Size', placeholder: 'S to XL' });
  assert.equal(added.status, 201, added.text);
  assert.equal(added.body.data.key, 'custom.shirt_size');
  const { effective_value, version, removed } = await read(alpha);
  assert.deepEqual([version, removed], [added.body.data.version, []]);
  assert.equal(Object.keys(effective_value).at(-1), 'custom.shirt_size');
  const { order, ...setting } = effective_value['custom.shirt_size'] as FieldSetting;
  assert.deepEqual(setting, { ...FIELD, title: 'Shirt Size', placeholder: 'S to XL' });
  assert.ok(order > effective_value.updated_by.order);
  assert.equal((await read(world.beta)).effective_value['custom.shirt_size'], undefined);
  const log = await app.call(auditLog.list, { query: { action: 'fields_configured' } }, alpha.admin.token);
  assert.deepEqual(log.body.data.entries[0]?.details, { added: 'Shirt Size', fields: 'custom.shirt_size' });
});

const REFUSED: [what: string, field: object, field: string, message: string][] = [
  ['no title', { title: ' ' }, 'title', 'A field needs a name.'],
  ['a title of nothing but signs', { title: '!?' }, 'title', 'A title needs a letter or a digit.'],
  ['the title of another field', { title: 'email' }, 'title', 'Two fields cannot have the title email.'],
  ['the title of an id', { title: 'lead-id' }, 'title', 'lead-id is the name of the lead’s id in exports. Choose another title.'],
  ['a list of no options', { title: 'List', type: 'select' }, 'options', 'List needs one option at least.'],
  ['an empty list', { title: 'List', type: 'select', options: [] }, 'options', 'List needs one option at least.'],
  ['an option twice', { title: 'List', type: 'select', options: [{ value: 'a', label: 'A' }, { value: 'A', label: 'B' }] }, 'options', 'List has the option A twice.'],
  ['a user', { title: 'Helper', type: 'user' }, 'type', 'Choose a type.'],
  ['what must be filled and cannot be', { title: 'Must', required: true, showForm: false }, 'showForm', 'Must is required, so the form must show it.'],
]; // prettier-ignore

for (const [what, field, name, message] of REFUSED) {
  test(`a new field with ${what} is refused with a message, and nothing is stored`, async () => {
    const before_ = await digestOf(app);
    const reply = await add(world.alpha, field);
    assert.equal(reply.status, 422, reply.text);
    assert.deepEqual(reply.body.errors?.[0], { field: name, message });
    assert.deepEqual(await digestOf(app), before_);
  });
}

test('title, options and place of a field change, its type and key do not, and there are no other settings', async () => {
  const client = await createTestClient(app, 'changing');
  const key = await addField(app, client, { title: 'Batch', type: 'select' });
  const { effective_value } = await read(client);
  const setting = effective_value[key as 'custom.batch'] as FieldSetting;
  const options = [{ value: 'am', label: 'Morning', tone: 'pink' as const }];
  const changed = await put(client, { [key]: { ...setting, title: 'Class', order: 0, options } });
  assert.equal(changed.status, 200, changed.text);
  const [first, found] = Object.entries((await read(client)).effective_value)[0] ?? [];
  assert.deepEqual([first, found], [key, { ...setting, title: 'Class', order: 0, options }]);
  const refusals: [object, string][] = [
    [{ [key]: { ...setting, type: 'text' } }, 'The type of Batch cannot be changed.'],
    [{ 'custom.nothing': setting }, 'There is no such field.'],
    [{ [key]: { ...setting, title: 'Name' } }, 'Two fields cannot have the title Name.'],
    [{ [key]: { ...setting, options: [] } }, 'Batch needs one option at least.'],
  ];
  for (const [change, message] of refusals) {
    const reply = await put(client, change);
    assert.deepEqual([reply.status, reply.body.message], [422, message]);
  }
  await remove(client, key);
  assert.equal((await put(client, { [key]: setting })).body.message, 'There is no such field.');
});

test('a removed field is hidden everywhere, and its values return when it is restored', async () => {
  const client = await createTestClient(app, 'removing');
  const key = await addField(app, client, { title: 'Batch', type: 'text' });
  await addField(app, client, { title: 'Seats', type: 'number' });
  const lead = await createLead(app, client.rep, { custom: { batch: 'Morning', seats: 3 } });
  const params = { id: lead.id };
  const removed = await remove(client, key);
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual((await read(client)).removed, [{ key, title: 'Batch', type: 'text' }]);
  const seen = async (person: Person) => [
    (await app.call(leads.get, { params }, person.token)).body.data.custom,
    (await app.call(leads.list, { query: { page: '1', search: lead.name } }, person.token)).body.data.find(
      ({ id }) => id === lead.id,
    )?.custom,
    (await app.call(leads.list, { query: {} }, person.token)).body.data.find(({ id }) => id === lead.id)
      ?.custom,
  ];
  for (const person of [client.rep, world.superadmin])
    assert.deepEqual(await seen(person), [{ seats: 3 }, { seats: 3 }, { seats: 3 }]);
  const told = (await app.call(leads.update, { params, body: { custom: { seats: 4 } } }, client.rep.token)).body.data; // prettier-ignore
  assert.deepEqual(told.custom, { seats: 4 });
  for (const custom of [{ batch: 'Evening' }, { batch: null }, { nothing: 1 }]) {
    const reply = await app.call(leads.update, { params, body: { custom } }, client.rep.token);
    assert.deepEqual([reply.status, reply.body.message], [422, 'There is no such field.']);
  }
  const filter = { query: { page: '1', custom: '{"batch":"Morning"}' } };
  assert.equal((await app.call(leads.list, filter, client.rep.token)).status, 422);
  // A new field with the same title is a different field.
  assert.equal(await addField(app, client, { title: 'Batch', type: 'number' }), 'custom.batch_2');
  const taken = await restore(client, key);
  assert.deepEqual(taken.body.errors, [
    { field: 'title', message: 'Two fields cannot have the title Batch.' },
  ]);
  await remove(client, 'custom.batch_2');
  assert.equal((await restore(client, key)).status, 200);
  const { custom } = (await app.call(leads.get, { params }, client.rep.token)).body.data;
  assert.deepEqual(custom, { batch: 'Morning', seats: 4 });
  assert.equal((await app.call(leads.list, filter, client.rep.token)).body.data.length, 1);
});

test('the history leaves removed fields out', async () => {
  const client = await createTestClient(app, 'history');
  const key = await addField(app, client, { title: 'Batch', type: 'text' });
  const params = { id: (await createLead(app, client.rep)).id };
  await app.call(leads.update, { params, body: { custom: { batch: 'A' } } }, client.rep.token);
  const changes = async () => {
    const [entry] = (await app.call(leadHistory.list, { params }, client.rep.token)).body.data;
    return entry?.type === 'change' && entry.changes;
  };
  assert.deepEqual(await changes(), [{ field: key, old: null, new: 'A' }]);
  await remove(client, key);
  assert.deepEqual(await changes(), []);
});

test('of two admins who saw one version the second gets a conflict, and nothing of theirs is stored', async () => {
  const client = await createTestClient(app, 'both');
  const key = await addField(app, client, { title: 'Batch', type: 'text' });
  const { version } = await read(client);
  const replies = await Promise.all([
    add(client, { title: 'One', version }),
    add(client, { title: 'Two', version }),
    remove(client, key, version),
  ]);
  const [saved, ...refused] = replies.toSorted((one, other) => one.status - other.status);
  assert.ok(saved && saved.status < 300);
  for (const reply of refused) {
    assert.deepEqual(
      [reply.status, reply.body.message],
      [412, 'Someone else has changed this in the meantime.'],
    );
    assert.equal(reply.body.data.version, saved.body.data.version);
    assert.deepEqual(reply.body.data.config_value, saved.body.data.config_value);
  }
  assert.equal((await read(client)).version, saved.body.data.version);
  assert.equal((await restore(client, key, version)).status, 412);
});

test('another client’s fields cannot be added, removed or restored, and stay as they are', async () => {
  const { alpha, beta } = world;
  const key = await addField(app, beta, { title: 'Secret', type: 'text' });
  const before_ = await digestOf(app);
  for (const by of [alpha.admin, { ...alpha.rep }]) {
    const status = by === alpha.admin ? 404 : 403;
    assert.equal((await add(beta, { title: 'Mine' }, by)).status, status);
    assert.equal((await remove(beta, key, undefined, by)).status, status);
    assert.equal((await restore(beta, key, undefined, by)).status, status);
  }
  for (const unknown of ['custom.nothing', 'name', 'x', '__proto__']) {
    assert.equal((await remove(beta, unknown)).status, 404);
    assert.equal((await restore(beta, unknown)).status, 404);
  }
  assert.deepEqual(await digestOf(app), before_);
});

test('a client has at most a hundred custom fields, including removed ones', async () => {
  const client = await createTestClient(app, 'many');
  for (let made = 0; made < MAX_CUSTOM_FIELDS; made += 1)
    assert.equal((await add(client, { title: `Field ${made}` })).status, 201);
  const refusal = 'A client can have 100 fields of its own at most.';
  for (const message of [refusal, `${refusal} Removed ones count: 1 can be restored.`]) {
    const one_more = await add(client, { title: 'One more' });
    assert.deepEqual([one_more.status, one_more.body.message], [422, message]);
    await remove(client, 'custom.field_7');
  }
});

test('the option lists of a client have a common limit, since every user loads them', async () => {
  const client = await createTestClient(app, 'omega');
  const options = Array.from({ length: 500 }, (_, index) => ({
    value: `${index} `.padEnd(80, 'v'),
    label: `${index} `.padEnd(80, 'l'),
  }));
  const statuses: number[] = [];
  let message = '';
  while (statuses.at(-1) !== 422 && statuses.length < 20) {
    const reply = await add(client, { title: `List ${statuses.length}`, type: 'select', options });
    statuses.push(reply.status);
    message = reply.body.message;
  }
  assert.deepEqual(statuses, [201, 201, 422]);
  assert.equal(message, 'There are too many options across all fields. Remove some, or shorten their names.');
  const { effective_value } = await read(client);
  assert.ok(JSON.stringify(effective_value).length < 300_000);
});
