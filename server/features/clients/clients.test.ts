import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getCountries } from 'libphonenumber-js/min';
import { clients, ENDS_BEFORE_START, SCHEMA_NAME_RULE } from '#shared/installation/clients.ts';
import { COUNTRIES } from '#shared/values/countries.ts';
import { leads } from '#shared/leads/leads.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { ROLES_OF_CLIENTS, digestOf } from '#test/rows/digest.ts';
import { createLead, createTestClient, withOwnWorld } from '#test/world.ts';

const { app, world } = await withOwnWorld();

const create = async (body: object) => await app.call(clients.create, { body }, world.superadmin.token);

/** Schemas of the register, schemas of the database and roles must always agree. */
async function catalogue() {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{
      registered: string[];
      schemas: string[];
      roles: string[];
      wanted: string[];
    }>(`
      SELECT (SELECT array_agg(schema_name ORDER BY schema_name) FROM core.clients) AS registered,
        (SELECT array_agg(nspname::text ORDER BY nspname::text) FROM pg_namespace WHERE nspname !~ '^pg_'
          AND nspname NOT IN ('information_schema', 'citus', 'citus_internal', 'public', 'core', 'all_clients', 'client_template', 'extensions', '_texts')) AS schemas,
        (SELECT array_agg(name ORDER BY name) FROM (${ROLES_OF_CLIENTS}) r) AS roles,
        (SELECT array_agg(role_name ORDER BY role_name) FROM core.clients) AS wanted`);
    assert.ok(rows[0]);
    return rows[0];
  });
}

async function assertConsistent(): Promise<void> {
  const { registered, schemas, roles, wanted } = await catalogue();
  assert.deepEqual(schemas, registered);
  assert.deepEqual(roles, wanted);
}

test('a new client is returned and listed, with money only for superadmins', async () => {
  const dates = { subscriptionStartDate: '2026-01-01', subscriptionEndDate: '2026-12-31' };
  const place = { timeZone: 'Asia/Dubai', country: 'AE', yearBegins: 1 };
  const { status, body } = await create({
    clientName: ' शर्मा Interiors ',
    schemaName: ' Sharma_1 ',
    ...dates,
    amountPaid: 1234.5,
    ...place,
  });
  assert.deepEqual([status, body.message], [201, 'Client added successfully']);
  const { client } = body.data;
  assert.deepEqual(client, {
    id: client.id, clientName: 'शर्मा Interiors', name: 'शर्मा Interiors', schemaName: 'sharma_1', version: client.version, isActive: true,
    ...place, ...dates, amountPaid: 1234.5, createdAt: client.createdAt,
  }); // prettier-ignore
  const search = { query: { search: 'शर्मा' } };
  assert.deepEqual((await app.call(clients.list, search, world.superadmin.token)).body.data.clients, [
    client,
  ]);
  const seen = (await app.call(clients.list, search, world.admin.token)).body.data.clients[0];
  assert.deepEqual(
    [seen?.id, seen?.amountPaid, seen?.subscriptionEndDate],
    [client.id, undefined, undefined],
  );
  const own = (await app.call(clients.list, {}, world.alpha.admin.token)).body;
  assert.deepEqual([own.data.clients.map(({ id }) => id), own.pagination.total], [[world.alpha.id], 1]);
  await assertConsistent();
});

test('everything of a client but its schema can be corrected, and its subscription ends after it begins', async () => {
  const { id } = (await create({ clientName: 'Typo', schemaName: 'typo' })).body.data.client;
  const change = async (body: object) =>
    await app.call(clients.update, { params: { id }, body }, world.superadmin.token);
  const facts = { clientName: 'Right', timeZone: 'Europe/London', country: 'GB', yearBegins: 12 };
  await change({ ...facts, amountPaid: 5 });
  const { client } = (await change({ subscriptionStartDate: '2026-03-01' })).body.data;
  assert.deepEqual({ ...client, ...facts, amountPaid: 5, subscriptionStartDate: '2026-03-01' }, client);
  const early = { subscriptionStartDate: '2026-03-01', subscriptionEndDate: '2026-02-28' };
  for (const reply of [
    await change({ subscriptionEndDate: '2026-02-28' }),
    await change(early),
    await create({ clientName: 'Early', schemaName: 'early', ...early }),
  ])
    assert.deepEqual([reply.status, reply.body.message], [422, ENDS_BEFORE_START]);
  for (const wrong of [{ country: 'XX' }, { timeZone: 'Mars' }, { timeZone: '+05:30' }, { yearBegins: 13 }])
    assert.equal((await change(wrong)).status, 422);
  assert.deepEqual(COUNTRIES.toSorted(), getCountries().toSorted());
});

test('clients are requested by id, and a user of one client finds no other', async () => {
  const { alpha, beta, superadmin } = world;
  const named = async (ids: string, token: string) => {
    const { status, body } = await app.call(clients.list, { query: { ids } }, token);
    return status === 200 ? body.data.clients.map(({ id }) => id).toSorted() : status;
  };
  const unknown = randomUUID();
  assert.deepEqual(await named(`${alpha.id},${beta.id},${unknown}`, superadmin.token), [alpha.id, beta.id].toSorted()); // prettier-ignore
  assert.deepEqual(await named(beta.id, alpha.admin.token), []);
  assert.equal(await named(`${alpha.id},x`, superadmin.token), 422);
  assert.equal(await named(Array(101).fill(alpha.id).join(), superadmin.token), 422);
});

test('missing or invalid fields are reported in sentences', async () => {
  const name = { clientName: 'X', schemaName: 'never' };
  const before = await digestOf(app);
  for (const [body, message] of [
    [{ schemaName: 'never' }, 'Name is required'],
    [{ ...name, clientName: ' ' }, 'Name is required'],
    [{ ...name, schemaName: '' }, 'Schema name is required'],
    [{ ...name, amountPaid: -1 }, 'Amount paid cannot be negative.'],
    [{ ...name, amountPaid: '12' }, 'Amount paid must be a number.'],
    [{ ...name, amountPaid: 1e15 }, 'Amount paid is too large.'],
    [{ ...name, subscriptionStartDate: '31/12/2026' }, 'Subscription start must be a date.'],
    [{ ...name, subscriptionEndDate: '2026-02-30' }, 'Subscription end must be a date.'],
    [{ ...name, timeZone: 'Mars/Olympus' }, 'This time zone is not known.'],
  ] as const) {
    // prettier-ignore
    const reply = await create(body);
    assert.deepEqual([reply.status, reply.body.message], [422, message], JSON.stringify(body));
  }
  assert.deepEqual(await digestOf(app), before);
});

/** Names that must never become a schema. */
function nastyNames(): string[] {
  const reserved = ['public', 'information_schema', 'core', 'all_clients', 'client_template', 'extensions', 'citus', 'columnar', 'platform',
    'pg_catalog', 'pg_toast', 'pg_temp', 'pg_temp_3', 'pg_anything', 'PG_CATALOG', ' Public ', 'CORE']; // prettier-ignore
  const injections = ['x"; DROP SCHEMA alpha CASCADE; --', "x'; DROP SCHEMA alpha; --", 'a"b', "a'b", 'a;b', 'abc--', 'abc/*', '$$abc$$', 'abc\\', 'a\u0000bc', 'abc\u0000',
    'a b c', 'a.b', 'alpha.leads', '"alpha"', '../../alpha', 'a/b/c', '%s%s', '{abc}', 'a\nb', 'a\tbc', 'abc\r\n x', '${abc}', 'U&"abc"', 'E\'abc\'', 'abc)', '(abc', 'a,b,c', 'a=b', 'a@b', 'a#b', '-abc', 'a-b-c']; // prettier-ignore
  const shapes = [
    '',
    ' ',
    'a',
    'ab',
    '1abc',
    '_abc',
    '123',
    '___',
    'a'.repeat(42),
    'a'.repeat(64),
    'b'.repeat(10_000),
  ];
  const letters = [
    'аlpha',
    'ａｌｐｈａ',
    'älpha',
    'alphá',
    'αlpha',
    'ﬁrst',
    'ſtrong',
    'अल्फा',
    '客户端',
    'emoji😀',
    'al\u200bpha',
    'al\u0301pha',
    '\u202ealpha',
    'ıstanbul',
    'ß_client',
    'al\u00adpha',
    'abc\ud800',
  ];
  const generated = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^`{|}~ \u007f\u00a0\u0085'].flatMap((mark) => [
    `ab${mark}cd`,
    ...(mark.trim() === '' ? [] : [`${mark}abc`, `abc${mark}`]),
  ]);
  return [...reserved, ...injections, ...shapes, ...letters, ...generated];
}

test('two hundred invalid schema names are refused, and no schema is created or dropped', async () => {
  const names = nastyNames();
  assert.ok(names.length >= 170, String(names.length));
  const before = await digestOf(app);
  for (const schemaName of [...names, 5, null, true, ['abc'], { toString: 'abc' }]) {
    const { status, body } = await create({ clientName: 'Nasty', schemaName });
    assert.equal(status, 422, JSON.stringify(schemaName));
    if (typeof schemaName === 'string')
      assert.ok([SCHEMA_NAME_RULE, 'Schema name is required'].includes(body.message), body.message);
  }
  for (const taken of ['alpha', ' ALPHA ', 'beta']) {
    const { status, body } = await create({ clientName: 'Again', schemaName: taken });
    assert.deepEqual(
      [status, body.errors],
      [409, [{ field: 'schemaName', message: 'This schema name is taken.' }]],
    );
  }
  assert.deepEqual(await digestOf(app), before);
});

test('a client without a schema name gets the first free one made from its name', async () => {
  for (const [clientName, made] of [['Ácme & Söhne', 'acme_sohne'], ['acme (Söhne)', 'acme_sohne_2'], ['गृह', 'client']])
    assert.equal((await create({ clientName })).body.data.client.schemaName, made); // prettier-ignore
  await assertConsistent();
});

test('words that SQL reserves work as schema names', async () => {
  for (const schemaName of ['select', 'user_table', 'drop_schema', 'null', 'a23', 'x'.repeat(41)]) {
    const { status, body } = await create({ clientName: schemaName, schemaName });
    assert.equal(status, 201, body.message);
    const lead = await createLead(app, world.superadmin, { name: schemaName }, body.data.client.id);
    assert.equal(lead.clientId, body.data.client.id);
  }
  await assertConsistent();
});

test('ten simultaneous requests for one name make one client', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => await create({ clientName: 'Race', schemaName: 'race' })),
  );
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, ...Array.from({ length: 9 }, () => 409)],
  );
  await assertConsistent();
});

test('clients created at once are all whole, and visible to users with access to all clients', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `parallel_${index}`);
  const replies = await Promise.all(
    names.map(async (name) => await create({ clientName: name, schemaName: name })),
  );
  for (const { status, body } of replies) {
    assert.equal(status, 201, body.message);
    await createLead(app, world.superadmin, { name: body.data.client.schemaName }, body.data.client.id);
  }
  await assertConsistent();
  const { body } = await app.call(leads.list, { query: { search: 'parallel_' } }, world.admin.token);
  assert.deepEqual(body.data.map(({ name }) => name).toSorted(), names);
});

test('a creation that fails midway leaves no schema, role or row', async () => {
  const failures = [
    // The function that every leads table needs is missing, but the tables before it already exist.
    ['ALTER FUNCTION core.tags_text(text[]) RENAME TO hidden', 'ALTER FUNCTION core.hidden(text[]) RENAME TO tags_text'],
    ['ALTER TABLE core.clients ADD CHECK (schema_name <> \'halfway\')', 'ALTER TABLE core.clients DROP CONSTRAINT clients_schema_name_check1'],
  ] as const; // prettier-ignore
  for (const [breaking, mending] of failures) {
    await app.database.asOwner(async (owner) => await owner.query(breaking));
    const before = await digestOf(app);
    const halfway = create({ clientName: 'Halfway', schemaName: 'halfway' });
    const { status } = await halfway.catch(() => ({ status: 500 }));
    assert.ok(status >= 400, breaking);
    assert.deepEqual(await digestOf(app), before, breaking);
    await app.database.asOwner(async (owner) => await owner.query(mending));
    await assertConsistent();
  }
  assert.equal((await create({ clientName: 'Halfway', schemaName: 'halfway' })).status, 201);
});

test('an inactive client takes no new leads, not even from users with access to all clients', async () => {
  const client = await createTestClient(app, 'sleeping');
  await createLead(app, world.superadmin, {}, client.id);
  const setActive = async (isActive: boolean) =>
    await app.call(
      clients.setActive,
      { params: { id: client.id }, body: { isActive } },
      world.superadmin.token,
    );
  assert.equal((await setActive(false)).body.data.client.isActive, false);
  for (const { token } of [world.superadmin, world.admin]) {
    const refused = await app.call(
      leads.create,
      { body: { name: 'Late' }, query: { clientId: client.id } },
      token,
    );
    assert.deepEqual([refused.status, refused.body.message], [409, 'This client is inactive.']);
  }
  const read = await app.call(
    leads.list,
    { query: { client_id: client.id, page: '1' } },
    world.superadmin.token,
  );
  assert.equal(read.body.pagination.total, 1);
  await setActive(true);
  await createLead(app, world.superadmin, {}, client.id);
});

test('statistics and schema report what a client holds', async () => {
  const client = await createTestClient(app, 'measured');
  for (let count = 0; count < 3; count += 1) await createLead(app, client.rep);
  const params = { id: client.id };
  const stats = await app.call(clients.stats, { params }, world.superadmin.token);
  assert.ok(stats.body.data.bytes > 100_000);
  assert.deepEqual(
    { ...stats.body.data, bytes: 0 },
    { users: 4, active_users: 4, leads: 3, calls: 0, bytes: 0 },
  );
  const schema = await app.call(clients.schema, { params }, world.superadmin.token);
  assert.deepEqual(
    [schema.body.data.schemaName, schema.body.data.version],
    ['measured', Number(CLIENT_MIGRATIONS.at(-1)?.name.slice(0, 4))],
  );
  assert.ok(schema.body.data.tables.some(({ name }) => name === 'leads'));
  assert.equal(
    (await app.call(clients.stats, { params: { id: randomUUID() } }, world.superadmin.token)).body.message,
    'This client does not exist.',
  );
  assert.equal(clientRole(client.id), `lms_c_${client.id.replaceAll('-', '')}`);
});
