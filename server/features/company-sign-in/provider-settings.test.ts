import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { APP_SECRET, withProvider } from '#test/accounts/at-provider.ts';
import { startProvider } from '#test/accounts/provider.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta, superadmin } = world;
const at = await withProvider(app);
const { provider } = at;
let number = 0;
let client: TestClient;
beforeEach(async () => {
  client = await createTestClient(app, `settings${(number += 1)}`);
});

type Changes = Parameters<typeof at.settings>[1];
const set = async (changes: Changes = {}, by = client.admin) =>
  await app.call(
    companySignIn.set,
    { params: { id: client.id }, body: at.settings(client, changes) },
    by.token,
  );
const get = async (by = client.admin) =>
  (await app.call(companySignIn.get, { params: { id: client.id } }, by.token)).body.data;
const tryOut = async (body: object, by = client.admin) =>
  await app.call(companySignIn.test, { params: { id: client.id }, body }, by.token);

test('an admin sets a provider up, and the secret is stored sealed and never shown', async () => {
  const before = await get();
  assert.deepEqual(before, { provider: null, ...at.addresses(client.id) });
  const saved = await set({ domains: [' @Settings1.TEST', 'settings1.test'] });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual([saved.body.data.hasSecret, saved.body.data.domains], [true, ['settings1.test']]);
  const shown = await app.call(companySignIn.get, { params: { id: client.id } }, client.admin.token);
  assert.ok(!shown.text.includes(APP_SECRET) && !saved.text.includes(APP_SECRET));
  const stored = await ownerRows<{ secret: string }>(
    app,
    `SELECT secret FROM core.providers WHERE client_id = '${client.id}'`,
  );
  assert.ok(stored[0]?.secret && !stored[0].secret.includes(APP_SECRET));
  assert.equal((await get(superadmin)).provider?.name, `${client.schema} ID`);
});

test('without a secret the stored one stays, but not for another issuer or client ID', async () => {
  await set();
  const [{ secret: before }] = (await ownerRows(
    app,
    `SELECT secret FROM core.providers WHERE client_id = '${client.id}'`,
  )) as [{ secret: string }];
  assert.equal((await set({ secret: undefined, name: 'Other' })).status, 200);
  const [{ secret: after }] = (await ownerRows(
    app,
    `SELECT secret FROM core.providers WHERE client_id = '${client.id}'`,
  )) as [{ secret: string }];
  assert.equal(after, before);
  for (const moved of [{ issuer: 'https://evil.example' }, { appId: 'another' }]) {
    const refused = await set({ secret: undefined, ...moved });
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [422, 'secret']);
  }
  assert.equal((await set({ secret: null })).body.data.hasSecret, false);
});

test('only a superadmin can choose the domain of those who run the installation', async () => {
  const operator = await createPerson(app, 'superadmin', null);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE core.users SET email_norm = 'op@operators.test' WHERE id = $1`, [
        operator.id,
      ]),
  );
  const domains = ['operators.test'];
  assert.deepEqual(
    [(await set({ domains })).status, (await set({ domains }, superadmin)).status],
    [422, 200],
  );
});

test('a domain belongs to one company, and to none if others have its addresses', async () => {
  await set({ domains: ['shared.test'] });
  const other = await createTestClient(app, `other${number}`);
  for (const domain of ['shared.test', 'example.com', 'gmail.com']) {
    const body = at.settings(other, { domains: [domain] });
    const refused = await app.call(companySignIn.set, { params: { id: other.id }, body }, other.admin.token);
    assert.deepEqual(
      [refused.status, refused.body.message],
      [422, `${domain} cannot be used: its addresses do not belong to this company alone.`],
    );
  }
  assert.equal(
    (await app.call(companySignIn.get, { params: { id: other.id } }, other.admin.token)).body.data.provider,
    null,
  );
});

test('addresses that are no issuers are refused, and that of a discovery document is understood', async () => {
  for (const issuer of [
    'ftp://id.example',
    'http://id.example',
    'id.example',
    'https://user:secret@id.example',
    'https://id.example?tenant=1',
    'javascript:alert(1)',
    '',
  ]) {
    const refused = await set({ issuer });
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [422, 'issuer'], issuer);
  }
  const saved = await set({ issuer: `${provider.issuer}/.well-known/openid-configuration` });
  assert.equal(saved.body.data.issuer, provider.issuer, saved.text);
});

test('the admin of another company, and everybody below an admin, is refused', async () => {
  await set();
  for (const [by, status] of [
    [alpha.admin, 404],
    [client.manager, 403],
    [client.rep, 403],
  ] as const) {
    const params = { id: client.id };
    for (const reply of [
      await app.call(companySignIn.get, { params }, by.token),
      await set({ name: 'Taken' }, by),
      await app.call(companySignIn.remove, { params }, by.token),
      await tryOut({ issuer: provider.issuer, appId: 'lms' }, by),
    ])
      assert.equal(reply.status, status, reply.text);
  }
  assert.equal((await get()).provider?.name, `${client.schema} ID`);
});

test('a test of the connection says in a sentence what is wrong', async () => {
  await at.connect(client, client.admin);
  const { issuer } = provider;
  const right = await tryOut({ issuer, appId: 'lms' });
  assert.deepEqual(right.body.data, { isRight: true, message: 'The provider can be used for signing in.' });
  const wrongClient = 'The provider does not accept the client ID or the client secret.';
  const cases: [object, string | RegExp][] = [
    [{ issuer, appId: 'lms', secret: 'wrong' }, wrongClient],
    // The stored secret belongs to another client ID.
    [{ issuer, appId: 'unknown' }, wrongClient],
    [{ issuer: `${issuer}/`, appId: 'lms', secret: APP_SECRET }, 'The provider can be used for signing in.'],
    [
      { issuer: `${issuer}/realm`, appId: 'lms' },
      /^The provider cannot be reached, or there is no OpenID Connect/,
    ],
    [{ issuer: 'https://169.254.169.254', appId: 'lms' }, /^The provider cannot be reached/],
    [{ issuer: 'https://localhost', appId: 'lms' }, /^The provider cannot be reached/],
  ];
  for (const [body, message] of cases) {
    const { data } = (await tryOut(body)).body;
    if (typeof message === 'string') assert.equal(data.message, message, JSON.stringify(body));
    else assert.match(data.message, message);
  }
  const says = async (how: Parameters<typeof provider.tamper>[0]) => {
    provider.tamper(how);
    const { message } = (await tryOut({ issuer, appId: 'lms' })).body.data;
    provider.tamper(undefined);
    return message;
  };
  const inDocument = (changes: object) => (body: object, path: string) =>
    path.startsWith('/.well-known/') ? { ...body, ...changes } : body;
  assert.equal(
    await says(inDocument({ issuer: 'https://id.example' })),
    'The provider calls itself https://id.example. Enter exactly that as the issuer.',
  );
  assert.equal(
    await says(inDocument({ code_challenge_methods_supported: ['plain'] })),
    'The provider does not support PKCE with S256.',
  );
  assert.equal(
    await says((body, path) => (path === '/jwks' ? { keys: [] } : body)),
    'The provider publishes no keys.',
  );
  assert.equal(
    await says(inDocument({ jwks_uri: 'http://10.0.0.1/jwks' })),
    'The keys of the provider cannot be read.',
  );
});

test('the stored secret goes to no other address', async () => {
  await at.connect(client, client.admin);
  const other = await startProvider();
  app.config.internalProviders.push(other.issuer);
  // This one takes the client without a secret, and refuses it with one.
  const { redirectUri } = at.addresses(client.id);
  other.register({ client_id: 'lms', token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] });
  const without = await tryOut({ issuer: other.issuer, appId: 'lms' });
  const withOne = await tryOut({ issuer: other.issuer, appId: 'lms', secret: APP_SECRET });
  await other.close();
  assert.deepEqual([without.body.data.isRight, withOne.body.data.isRight], [true, false]);
});

test('of an email only the domain decides which provider is offered', async () => {
  await set({ domains: ['found.test'] });
  const find = async (domain: string) =>
    (await app.call(companySignIn.find, { query: { domain } })).body.data;
  assert.deepEqual(await find('found.test'), { provider: { name: `${client.schema} ID` } });
  for (const domain of ['other.test', 'sub.found.test', 'found.test.', '%', "' OR 1=1"])
    assert.deepEqual(await find(domain), { provider: null });
  const { url } = (await app.call(companySignIn.begin, { body: { email: 'a@found.test' } })).body.data ?? {};
  assert.ok(url?.startsWith(`${provider.issuer}/auth?`));
  const asked = new URL(url).searchParams;
  assert.deepEqual(
    ['response_type', 'code_challenge_method', 'scope', 'redirect_uri'].map((name) => asked.get(name)),
    ['code', 'S256', 'openid email profile', at.addresses(client.id).redirectUri],
  );
  const none = await app.call(companySignIn.begin, { body: { email: 'a@other.test' } });
  assert.deepEqual([none.status, none.body.message], [404, 'No company signs in with this email domain.']);
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.clients SET is_active = false WHERE id = $1', [client.id]),
  );
  assert.deepEqual(await find('found.test'), { provider: null });
  assert.ok(beta);
});
