import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { USER, withDirectory } from '#test/accounts/directory.ts';
import { withWorld } from '#test/world.ts';

const { app } = await withWorld();
const directory = withDirectory(app);
const { email, patch, create, userOf } = directory;

test('the example user of the standard is created, read, replaced and deleted', async () => {
  // RFC 7643, 8.2, shortened to what RFC 7644, 3.3 sends, with attributes that LMS does not have.
  const created = await directory.ask('POST', '/Users', {
    schemas: [USER],
    externalId: 'bjensen',
    userName: email('bjensen'),
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    nickName: 'Babs',
    phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id, meta } = created.body as typeof created.body & { meta: Record<string, string> };
  assert.match(String(created.headers['content-type']), /^application\/scim\+json/);
  assert.equal(created.headers['location'], meta['location']);
  assert.ok(meta['location']?.endsWith(`/api/scim/v2/Users/${id}`));
  assert.deepEqual(
    [created.body['externalId'], created.body.userName, created.body.active, created.body['name']],
    [
      'bjensen',
      email('bjensen'),
      true,
      { formatted: 'Barbara Jensen', givenName: 'Barbara', familyName: 'Jensen' },
    ],
  );
  const user = await userOf(id);
  assert.deepEqual([user.firstName, user.email, user.role.name], ['Barbara', email('bjensen'), 'salesrep']);

  const read = await directory.ask('GET', `/Users/${id}`);
  assert.deepEqual(read.body, created.body);
  const etag = String(read.headers['etag']);
  assert.equal(
    (await directory.ask('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status,
    304,
  );
  const replaced = await directory.ask(
    'PUT',
    `/Users/${id}`,
    { schemas: [USER], id, userName: email('bjensen'), name: { givenName: 'Barbara', familyName: 'Smith' } },
    { 'if-match': etag },
  );
  assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
  assert.deepEqual([replaced.body['externalId'], (await userOf(id)).lastName], [undefined, 'Smith']);
  const stale = await directory.ask('DELETE', `/Users/${id}`, undefined, { 'if-match': etag });
  assert.deepEqual([stale.status, stale.body['status']], [412, '412']);
  assert.equal((await directory.ask('DELETE', `/Users/${id}`)).status, 204);
  assert.equal((await directory.ask('GET', `/Users/${id}`)).status, 404);
  assert.equal((await userOf(id)).isActive, false);
});

test('a user whom the directory has deleted comes back with the old account', async () => {
  const { id } = (await create('back', { externalId: 'one' })).body;
  await directory.ask('DELETE', `/Users/${id}`);
  assert.equal((await directory.find(`userName eq "${email('back')}"`)).body.totalResults, 0);
  const again = await create('back', { externalId: 'two' });
  assert.deepEqual(
    [again.status, again.body.id, again.body.active],
    [201, id, true],
    JSON.stringify(again.body),
  );
});

test('Entra’s requests: find by userName, create, disable with “False”, change by dotted names', async () => {
  const missing = await directory.find(`userName eq "${email('test_user')}"`);
  assert.deepEqual([missing.status, missing.body.totalResults, missing.body.Resources], [200, 0, []]);
  const created = await directory.ask('POST', '/Users', {
    schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: email('test_user'),
    active: true,
    emails: [{ primary: true, type: 'work', value: email('test_user.mail') }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id } = created.body;
  assert.equal((await userOf(id)).email, email('test_user.mail'));
  for (const filter of [
    `userName eq "${email('TEST_USER')}"`,
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    `emails[type eq "work"].value eq "${email('test_user.mail')}"`,
    `id eq "${id}"`,
  ])
    assert.deepEqual(
      (await directory.find(filter)).body.Resources.map((one) => one.id),
      [id],
      filter,
    );
  const disabled = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
  assert.deepEqual([disabled.status, disabled.body.active], [200, false]);
  const changed = await patch(
    id,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: email('updated') },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    {
      op: 'Add',
      path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      value: 'Sales',
    },
  );
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const withoutPath = await patch(id, {
    op: 'Replace',
    value: {
      'name.givenName': 'Asha',
      'emails[type eq "work"].value': email('by_path'),
      active: true,
      'urn:ietf:params:scim:schemas:extension:x:User:a': 1,
    },
  });
  assert.equal(withoutPath.body.active, true);
  const user = await userOf(id);
  assert.deepEqual(
    [user.firstName, user.lastName, user.email, user.isActive],
    ['Asha', 'updatedFamilyName', email('by_path'), true],
  );
});

test('Okta’s requests: a page of users, create, deactivate and rename without a path', async () => {
  const page = await directory.ask('GET', '/Users?startIndex=1&count=2');
  assert.deepEqual(
    [page.body.totalResults, page.body.Resources.length, page.body['itemsPerPage']],
    [4, 2, 2],
  );
  const last = await directory.ask('GET', '/Users?startIndex=4&count=100');
  assert.equal(last.body.Resources.length, 1);
  assert.equal((await directory.ask('GET', '/Users?startIndex=-3&count=0')).body.Resources.length, 0);
  const created = await directory.ask('POST', '/Users', {
    schemas: [USER],
    userName: email('test.user'),
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: email('test.user'), type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id } = created.body;
  const login = await app.call(auth.login, { body: { email: email('test.user'), password: '1mz050nq' } });
  assert.equal(login.status, 401, 'a directory sets no password');
  const off = await patch(id, { op: 'replace', value: { active: false } });
  assert.deepEqual([off.status, off.body.active], [200, false]);
  const renamed = await patch(id, { op: 'replace', value: { userName: email('renamed') } });
  assert.equal(renamed.body.userName, email('renamed'), JSON.stringify(renamed.body));
  assert.equal((await userOf(id)).email, email('renamed'), 'a userName that is the email takes it along');
});
