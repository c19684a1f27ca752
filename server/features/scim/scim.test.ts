import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { leads } from '#shared/leads/leads.ts';
import { scim } from '#shared/accounts/scim.ts';
import { users } from '#shared/accounts/users.ts';
import { openDirectory, USER, withDirectory } from '#test/accounts/directory.ts';
import type { ScimAnswer } from '#test/accounts/directory.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const directory = withDirectory(app);
const { email, patch, create, userOf } = directory;

test('a leaver’s open leads go to the manager, else to nobody, and sessions end', async () => {
  const { manager, rep, otherRep, admin } = directory.client;
  await app.call(users.update, { params: { id: rep.id }, body: { managerId: manager.id } }, admin.token);
  const [ofRep, ofOther] = [await createLead(app, rep), await createLead(app, otherRep)];
  for (const { id } of [rep, otherRep])
    assert.equal((await patch(id, { op: 'replace', path: 'active', value: false })).status, 200);
  const owner = async (id: string) =>
    (await app.call(leads.get, { params: { id } }, admin.token)).body.data.assigned_to;
  assert.deepEqual([await owner(ofRep.id), await owner(ofOther.id)], [manager.id, null]);
  assert.equal((await app.call(auth.me, {}, rep.token)).status, 401);
  assert.equal((await patch(rep.id, { op: 'replace', path: 'active', value: true })).status, 200);
  assert.equal((await userOf(rep.id)).isActive, true);
});

test('another email or userName of somebody else is refused in SCIM’s words', async () => {
  const [one, two] = [await create('one', { externalId: 'x1' }), await create('two', { externalId: 'x2' })];
  const foreign = world.alpha.rep.email;
  for (const refused of [
    await create('one'),
    await directory.ask('POST', '/Users', { userName: foreign }),
    await patch(two.body.id, { op: 'replace', path: 'userName', value: email('one') }),
    await patch(two.body.id, { op: 'replace', path: 'externalId', value: 'x1' }),
    await patch(two.body.id, { op: 'replace', path: 'emails', value: [{ value: foreign }] }),
  ])
    assert.deepEqual(
      [refused.status, refused.body.scimType, refused.body['status'], refused.body['schemas']],
      [409, 'uniqueness', '409', ['urn:ietf:params:scim:api:messages:2.0:Error']],
      JSON.stringify(refused.body),
    );
  assert.equal((await directory.ask('GET', `/Users/${one.body.id}`)).body.userName, email('one'));
});

test('no two users have the same userName, whether it is stored or the email', async () => {
  const [one, two] = [await create('one'), await create('two-name', { emails: [{ value: email('two') }] })];
  const { id } = two.body;
  const { admin } = directory.client;
  for (const taken of [email('one'), email('ONE'), admin.email])
    for (const refused of [
      await patch(id, { op: 'replace', path: 'userName', value: taken }),
      await directory.ask('PUT', `/Users/${id}`, { userName: taken, emails: [{ value: email('two') }] }),
      await directory.ask('POST', '/Users', { userName: taken, emails: [{ value: email('three') }] }),
    ])
      assert.deepEqual([refused.status, refused.body.scimType], [409, 'uniqueness'], taken);
  const [found] = (await directory.find(`userName eq "${email('one')}"`)).body.Resources;
  assert.equal(found?.id, one.body.id);
  const same = await patch(id, { op: 'replace', path: 'userName', value: email('two-name') });
  assert.equal(same.status, 200, 'a name of one’s own');
});

test('of two users that take a userName at once, one gets it', async () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    const byEmail = (await create(`${name}-one`)).body;
    const stored = (await create(`${name}-two`, { emails: [{ value: email(`${name}-mail`) }] })).body;
    const answers = await Promise.all(
      [byEmail, stored].map(
        async ({ id }) => await patch(id, { op: 'replace', path: 'userName', value: email(name) }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    assert.equal((await directory.find(`userName eq "${email(name)}"`)).body.totalResults, 1);
  }
});

test('requests that mean nothing are refused with the standard’s codes', async () => {
  const { id } = (await create('wrong')).body;
  const cases: [Promise<ScimAnswer>, number, string | undefined][] = [
    [directory.find('userName sw "a"'), 400, 'invalidFilter'],
    [directory.find('userName eq a'), 400, 'invalidFilter'],
    [directory.find('userName eq "a" or active eq true'), 400, 'invalidFilter'],
    [directory.ask('GET', '/Users?count=many'), 400, 'invalidValue'],
    [directory.ask('GET', '/Users?count=1&count=2'), 400, 'invalidValue'],
    [directory.ask('POST', '/Users', { name: { givenName: 'A' } }), 400, 'invalidValue'],
    [directory.ask('POST', '/Users', { userName: 'no-email' }), 400, 'invalidValue'],
    [directory.ask('POST', '/Users', []), 400, 'invalidSyntax'],
    [directory.ask('PUT', `/Users/${id}`, { active: true }), 400, 'invalidValue'],
    [patch(id), 400, 'invalidSyntax'],
    [patch(id, { op: 'move', path: 'active', value: true }), 400, 'invalidSyntax'],
    [patch(id, { op: 'remove' }), 400, 'invalidPath'],
    [patch(id, { op: 'replace', path: 'emails[type eq', value: 'x' }), 400, 'invalidPath'],
    [patch(id, { op: 'replace', path: 'active', value: 'perhaps' }), 400, 'invalidValue'],
    [patch(id, { op: 'remove', path: 'userName' }), 400, 'mutability'],
    [
      patch(id, { op: 'replace', path: 'name.givenName', value: 'see www.evil.example' }),
      400,
      'invalidValue',
    ],
    [
      directory.ask('POST', '/Users', { userName: email('long'), name: { givenName: 'N'.repeat(101) } }),
      400,
      'invalidValue',
    ],
    [directory.ask('GET', '/Groups'), 404, undefined],
    [directory.ask('GET', `/Groups/${id}`), 404, undefined],
    [directory.ask('GET', '//Users'), 404, undefined],
    [directory.ask('GET', `/Users/${'a'.repeat(5000)}`), 404, undefined],
    [directory.ask('GET', ''), 404, undefined],
    [directory.ask('POST', '/Groups', {}), 404, undefined],
    [directory.ask('GET', '/Users/none'), 404, undefined],
  ];
  for (const [index, [request, status, scimType]] of cases.entries()) {
    const { status: found, body } = await request;
    assert.deepEqual(
      [found, body.scimType, body['status'], body['schemas']],
      [status, scimType, String(status), ['urn:ietf:params:scim:api:messages:2.0:Error']],
      `${index}: ${JSON.stringify(body)}`,
    );
  }
});

type Meta = { meta: { created: string; lastModified: string } };

test('every change through SCIM moves the time of the last one', async () => {
  const { id } = (await create('changing')).body;
  let before = '';
  for (const [path, value] of [
    ['userName', email('changed')],
    ['userName', 'changed'],
    ['active', false],
    ['active', true],
    ['name.givenName', 'Asha'],
  ] as const) {
    const { meta } = (await patch(id, { op: 'replace', path, value })).body as ScimAnswer['body'] & Meta;
    assert.ok(meta.lastModified > before, `${path}: ${meta.lastModified}`);
    assert.ok(meta.lastModified > meta.created, path);
    before = meta.lastModified;
  }
});

test('a directory reaches the users of its own client only, and no superadmin', async () => {
  const { superadmin, beta } = world;
  const above = await createPerson(app, 'superadmin', null);
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.users SET client_id = $1 WHERE id = $2', [
        directory.client.id,
        above.id,
      ]),
  );
  for (const id of [beta.rep.id, superadmin.id, above.id, randomUUID()]) {
    assert.equal((await directory.ask('GET', `/Users/${id}`)).status, 404);
    assert.equal((await directory.ask('PUT', `/Users/${id}`, { userName: email('taken') })).status, 404);
    assert.equal((await patch(id, { op: 'replace', path: 'active', value: false })).status, 404);
    assert.equal((await directory.ask('DELETE', `/Users/${id}`)).status, 404);
  }
  assert.equal((await directory.find(`userName eq "${beta.rep.email}"`)).body.totalResults, 0);
  const all = await directory.ask('GET', '/Users?count=200');
  assert.ok(all.body.Resources.every(({ id }) => id !== above.id));
  assert.equal((await app.call(auth.me, {}, beta.rep.token)).status, 200);
  assert.equal((await app.call(auth.me, {}, above.token)).status, 200);
});

test('only the client’s newest SCIM token opens SCIM, and it opens nothing else', async () => {
  const users_ = '/api/scim/v2/Users';
  const status = async (token: string) =>
    (await app.app.inject({ url: users_, headers: { authorization: `Bearer ${token}` } })).statusCode;
  assert.equal(await status(directory.token), 200);
  for (const token of ['', 'lsc_made_up', directory.client.admin.token, world.superadmin.token])
    assert.equal(await status(token), 401, token);
  const none = await app.app.inject({ url: users_ });
  assert.deepEqual(
    [none.statusCode, none.headers['www-authenticate'], (JSON.parse(none.body) as { status: string }).status],
    [401, 'Bearer realm="SCIM"', '401'],
  );
  assert.equal((await app.call(leads.list, {}, directory.token)).status, 401);
  const second = await openDirectory(app, directory.client);
  assert.deepEqual([await status(directory.token), await status(second.token)], [401, 200]);
  const params = { id: directory.client.id };
  const shown = await app.call(scim.get, { params }, directory.client.admin.token);
  assert.equal(shown.body.data.token?.lastFour, second.token.slice(-4));
  assert.ok(!shown.text.includes(second.token));
  await app.call(scim.remove, { params }, directory.client.admin.token);
  assert.equal(await status(second.token), 401);
  const third = await openDirectory(app, directory.client);
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.clients SET is_active = false WHERE id = $1', [directory.client.id]),
  );
  assert.equal(await status(third.token), 401);
});

test('what SCIM can do here is described as the standard asks', async () => {
  const config = await directory.ask('GET', '/ServiceProviderConfig');
  assert.deepEqual(
    [config.body['patch'], config.body['bulk']],
    [{ supported: true }, { supported: false, maxOperations: 0, maxPayloadSize: 0 }],
  );
  const types = await directory.ask('GET', '/ResourceTypes');
  assert.deepEqual(
    types.body.Resources.map(({ id }) => id),
    ['User'],
  );
  assert.equal((await directory.ask('GET', '/ResourceTypes/User')).body['endpoint'], '/Users');
  const schemas = await directory.ask('GET', '/Schemas');
  assert.deepEqual(
    schemas.body.Resources.map(({ id }) => id),
    [USER],
  );
  assert.equal((await directory.ask('GET', `/Schemas/${USER}`)).body.id, USER);
  const { id } = (await create('chosen')).body;
  const only = await directory.ask('GET', `/Users/${id}?attributes=userName,name.givenName`);
  assert.deepEqual(Object.keys(only.body).toSorted(), ['id', 'name', 'schemas', 'userName']);
  assert.equal(
    (await directory.ask('GET', `/Users/${id}?excludedAttributes=emails`)).body['emails'],
    undefined,
  );
});
