import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FIELD_CONFIGURATION, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import { leads } from '#shared/leads/leads.ts';
import { effectiveConfiguration } from '#server/leads/settings/effective-configuration.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const standard = DEFAULT_FIELD_CONFIGURATION;

async function read(person: Person, tenantId: string): Promise<FieldConfiguration> {
  const reply = await app.call(fieldConfiguration.get, { params: { tenantId } }, person.token);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.data.configurations[0]?.config_key, 'lead_config');
  return reply.body.data.configurations[0]?.effective_value;
}

async function put({ id, admin }: TestClient, config_value: object, version?: string) {
  return await app.call(
    fieldConfiguration.update,
    { params: { tenantId: id }, body: { config_value, ...(version && { version }) } },
    admin.token,
  );
}

async function versionNow({ id, admin }: TestClient): Promise<string> {
  const { body } = await app.call(fieldConfiguration.get, { params: { tenantId: id } }, admin.token);
  return body.data.configurations[0]?.version as string;
}

test('a client without configuration has the default fields, in their order', async () => {
  const config = await read(world.alpha.rep, world.alpha.id);
  assert.deepEqual(Object.keys(config), LEAD_FIELD_KEYS);
  assert.deepEqual(config, JSON.parse(JSON.stringify(standard)));
});

test('the fields of several clients come in one call, and never those of another client', async () => {
  const own = await createTestClient(app, 'own_words');
  const changed = await put(own, { status: { ...standard.status, title: 'Stage' } });
  assert.equal(changed.status, 200, changed.text);
  const ids = `${own.id},${world.beta.id}`;
  const titles = async ({ token }: Person) => {
    const { status, body, text } = await app.call(fieldConfiguration.ofClients, { query: { ids } }, token);
    assert.equal(status, 200, text);
    return body.data.configurations.map((one) => [one.client_id, one.effective_value.status.title]);
  };
  assert.deepEqual(await titles(world.superadmin), [[own.id, 'Stage']]);
  assert.deepEqual(await titles(own.rep), [[own.id, 'Stage']]);
  assert.deepEqual(await titles(world.beta.rep), []);
  assert.deepEqual(await titles(world.alpha.admin), []);
});

test('changed fields are saved, the others stay, and other clients are unaffected', async () => {
  const changed = await put(world.alpha, {
    company_name: {
      ...standard.company_name,
      title: 'School',
      order: 0,
      type: 'number',
      placeholder: 'Which?',
    },
  });
  assert.equal(changed.status, 200, changed.text);
  await put(world.alpha, { age: { ...standard.age, showForm: false } });
  const config = await read(world.superadmin, world.alpha.id);
  assert.equal(Object.keys(config)[0], 'company_name');
  const { title, type, placeholder } = config.company_name;
  assert.deepEqual([title, type, placeholder], ['School', 'text', 'Which?']);
  assert.equal(config.age.showForm, false);
  assert.equal((await read(world.beta.rep, world.beta.id)).company_name.title, 'Company');
});

const REFUSED: [what: string, change: object, message: RegExp][] = [
  ['a hidden name', { name: { ...standard.name, showForm: false } }, /^Name cannot be hidden from the form/],
  ['an optional name', { name: { ...standard.name, required: false } }, /^Name is always required/],
  ['a required field that is hidden', { age: { ...standard.age, required: true, showForm: false } }, /^Age is required, so the form must show it/],
  ['an option twice', { source: { ...standard.source, options: [{ value: 'cold-call', label: 'A' }, { value: 'Cold Call', label: 'B' }] } }, /^Source has the option Cold Call twice/],
  ['501 options', { source: { ...standard.source, options: Array.from({ length: 501 }, (_, i) => ({ value: `v${i}`, label: 'V' })) } }, /^A field can have 500 options at most/],
  ['a title in use', { location: { ...standard.location, title: 'email' } }, /^Two fields cannot have the title email|^Two fields cannot have the title Email/],
  ['an empty title', { location: { ...standard.location, title: ' ' } }, /^A field needs a name/],
  ['what the server sets', { created_at: { ...standard.created_at, showForm: true } }, /^Created is set by the server/],
  ['an unknown field', { nonsense: standard.name }, /^There is no such field/],
]; // prettier-ignore

for (const [what, change, message] of REFUSED) {
  test(`${what} is refused with a message, and nothing of the request is stored`, async () => {
    const { alpha } = world;
    const config = await read(alpha.rep, alpha.id);
    const reply = await put(alpha, { designation: { ...standard.designation, title: 'Rank' }, ...change });
    assert.equal(reply.status, 422, reply.text);
    assert.match(reply.body.message, message);
    assert.deepEqual(await read(alpha.rep, alpha.id), config);
  });
}

test('unreadable stored settings count as absent', () => {
  const config = effectiveConfiguration({
    nonsense: { title: 'X' },
    __proto__: { title: 'Y' },
    name: { title: 7, showForm: 'yes', order: 3.5 },
    email: { title: 'Mail', show: false, order: undefined },
    phone: { options: [{ value: 'x', label: 'X' }], order: 50 },
    status: {
      options: [
        { value: 'closed_won', label: 'Done' },
        { value: 'open', label: 'Open' },
      ],
    },
  });
  assert.deepEqual([config.name.title, config.name.showForm], ['Name', true]);
  assert.deepEqual(
    [config.email.title, config.email.showTable, config.email.showForm],
    ['Mail', false, false],
  );
  assert.equal(config.phone.options, undefined);
  assert.deepEqual(
    config.status.options?.map(({ meaning }) => meaning),
    ['won', 'open'],
  );
  // Fields without an order follow the last one, sorted by key.
  assert.deepEqual(Object.keys(config).slice(-4), ['phone', 'email', 'name', 'status']);
  assert.deepEqual(Object.keys(effectiveConfiguration('junk')), LEAD_FIELD_KEYS);
});

test('types accept the specification’s names too, and the older show setting covers table and form', async () => {
  const gamma = await createTestClient(app, 'legacy');
  const { showTable: _, showForm: __, ...email } = standard.email;
  const written = {
    phone: { ...standard.phone, type: 'tel', show: false },
    next_followup_date: { ...standard.next_followup_date, type: 'datetime-local' },
    email: { ...email, show: false },
  };
  assert.equal((await put(gamma, written as never)).status, 200);
  const config = await read(gamma.rep, gamma.id);
  assert.deepEqual(
    [config.phone.type, config.phone.showTable, config.next_followup_date.type],
    ['phone', true, 'datetime'],
  );
  assert.deepEqual([config.email.showTable, config.email.showForm], [false, false]);
  const { order: ___, ...gender } = standard.gender;
  assert.equal((await put(gamma, { gender })).status, 200);
  assert.equal(Object.keys(await read(gamma.rep, gamma.id)).at(-1), 'gender');
  await addField(app, gamma, { title: 'Shirt', type: 'text' });
  const { order: ____, ...age } = standard.age;
  assert.equal((await put(gamma, { age })).status, 200);
  assert.deepEqual(Object.keys(await read(gamma.rep, gamma.id)).slice(-2), ['age', 'gender']);
  const { status, body } = await put(gamma, { email });
  assert.deepEqual([status, body.errors?.[0]?.field], [422, 'config_value.email.showTable']);
});

test('two changes at once are both stored', async () => {
  const gamma = await createTestClient(app, 'gamma');
  const replies = await Promise.all([
    put(gamma, { age: { ...standard.age, title: 'Years' } }),
    put(gamma, { gender: { ...standard.gender, title: 'Sex' } }),
  ]);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  const config = await read(gamma.rep, gamma.id);
  assert.deepEqual([config.age.title, config.gender.title], ['Years', 'Sex']);
});

test('of two changes based on one version, the second is refused with the current configuration', async () => {
  const delta = await createTestClient(app, 'delta');
  const seen = await versionNow(delta);
  const replies = await Promise.all([
    put(delta, { age: { ...standard.age, title: 'Years' } }, seen),
    put(delta, { gender: { ...standard.gender, title: 'Sex' } }, seen),
  ]);
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 412],
  );
  const [saved, refused] = replies.toSorted((one, other) => one.status - other.status);
  assert.equal(refused?.body.message, 'Someone else has changed this in the meantime.');
  assert.deepEqual(refused?.body.data, saved?.body.data);
  assert.equal(saved?.body.data.version, await versionNow(delta));
  assert.deepEqual(await read(delta.rep, delta.id), saved?.body.data.config_value);
  // The refused edit can be applied to the current settings.
  const again = await put(
    delta,
    { gender: { ...standard.gender, title: 'Sex' }, age: { ...standard.age, title: 'Years' } },
    refused?.body.data.version,
  );
  assert.equal(again.status, 200, again.text);
  assert.deepEqual(
    [again.body.data.config_value.age.title, again.body.data.config_value.gender.title],
    ['Years', 'Sex'],
  );
});

test('the version identifies the content: a change and its reversal give the first version again', async () => {
  const epsilon = await createTestClient(app, 'epsilon');
  const first = await versionNow(epsilon);
  assert.equal((await put(epsilon, { age: standard.age }, first)).body.data.version, first);
  const changed = await put(epsilon, { age: { ...standard.age, title: 'Years' } }, first);
  assert.notEqual(changed.body.data.version, first);
  const back = await put(epsilon, { age: standard.age }, changed.body.data.version);
  assert.equal(back.body.data.version, first);
  // A script that sends no version changes only the fields it names.
  assert.equal((await put(epsilon, { age: { ...standard.age, title: 'Alter' } })).status, 200);
});

test('an option keeps its colour, and a colour outside the theme is refused', async () => {
  const zeta = await createTestClient(app, 'zeta');
  const withTone = (tone: string) => ({
    source: { ...standard.source, options: [{ value: 'fair', label: 'Trade fair', tone }] },
  });
  assert.equal((await put(zeta, withTone('chartreuse'))).status, 422);
  assert.equal((await put(zeta, withTone('pink'))).status, 200);
  assert.deepEqual((await read(zeta.rep, zeta.id)).source.options, [
    { value: 'fair', label: 'Trade fair', tone: 'pink' },
  ]);
});

test('configured options drive defaults, conversion and the figures at once', async () => {
  const { beta } = world;
  const changed = await put(beta, {
    source: { ...standard.source, options: [{ value: 'fair', label: 'Trade fair' }] },
    status: {
      ...standard.status,
      options: [
        { value: 'enquiry', label: 'Enquiry', meaning: 'open' },
        { value: 'enrolled', label: 'Enrolled', meaning: 'won' },
        { value: 'converted', label: 'Moved on', meaning: 'open' },
      ],
    },
  });
  assert.equal(changed.status, 200, changed.text);
  const lead = await createLead(app, beta.rep, { value: 500 });
  assert.deepEqual([lead.status, lead.source, lead.converted_at], ['enquiry', 'fair', null]);
  const setStatus = async (status: string) =>
    (await app.call(leads.setStatus, { params: { id: lead.id }, body: { status } }, beta.rep.token)).body
      .data;
  assert.equal((await setStatus('converted')).converted_at, null);
  const stats = async (person: Person, clientId?: string) =>
    (await app.call(leads.stats, { query: clientId ? { clientId } : {} }, person.token)).body.data;
  assert.equal((await stats(beta.rep)).converted_leads, 0);
  const won = await app.call(leads.convert, { params: { id: lead.id }, body: {} }, beta.rep.token);
  assert.equal(won.body.data.status, 'enrolled', won.text);
  assert.notEqual(won.body.data.converted_at, null);
  assert.deepEqual([(await stats(beta.rep)).converted_leads, (await stats(beta.rep)).revenue], [1, 500]);
  // Across all clients, each client's statuses count by that client's meanings.
  await createLead(app, world.alpha.rep, { status: 'converted', value: 70 });
  await createLead(app, world.alpha.rep, { status: 'enrolled', value: 9000 });
  assert.equal((await stats(world.superadmin)).revenue, 570);
});

test('cached fields are reloaded as soon as any process changes them', async () => {
  const client = await createTestClient(app, 'watchers');
  const { id, schema, rep } = client;
  const titles: string[] = [];
  const look = async () => titles.push((await read(rep, id)).age.title);
  await put(client, { age: { ...standard.age, title: 'One' } });
  await look();
  await look();
  await put(client, { age: { ...standard.age, title: 'Two' } });
  await look();
  await app.database.asOwner(async (owner) => {
    const changed = `UPDATE ${schema}.configurations SET value = jsonb_set(value, '{age,title}', '"Three"'), updated_at = $1`;
    await owner.query(changed, [new Date()]);
  });
  await look();
  assert.deepEqual(titles, ['One', 'One', 'Two', 'Three']);
});
