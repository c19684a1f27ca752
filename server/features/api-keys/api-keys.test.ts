import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_REQUIRED, DOMAIN_REQUIRED, apiKeys } from '#shared/accounts/api-keys.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { openCore } from '#server/db/system-scope.ts';
import { readKey } from '#server/secrets/key-text.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const KEY = /^lmk_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;

async function newKey(origins = ['www.example.com']): Promise<{ id: string; key: string }> {
  const { admin, id } = world.alpha;
  const body = { client_id: id, allowed_origins: origins };
  const reply = await app.call(apiKeys.create, { body }, admin.token);
  assert.equal(reply.status, 201, reply.text);
  return { id: (await listed())[0]?.id ?? '', key: reply.body.data.api_key };
}

async function listed(token = world.alpha.admin.token) {
  return (await app.call(apiKeys.list, {}, token)).body.data.api_keys;
}

test('a key is shown once, stored as a hash and masked in lists', async () => {
  const { id, key } = await newKey(['www.Example.com', '*.example.com']);
  assert.match(key, KEY);
  const [entry] = await listed();
  assert.equal(entry?.masked_api_key, `lmk_${key.slice(4, 12)}…${key.slice(-4)}`);
  assert.deepEqual(entry.allowed_origins, ['https://www.example.com', 'https://*.example.com']);
  assert.deepEqual([entry.status, entry.client_name, entry.last_used_at], ['active', 'Client alpha', null]);
  const row = await openCore(app.database)
    .selectFrom('core.api_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(!JSON.stringify(row).includes(key.slice(13, 56)));
  assert.equal(row.secret_hash.length, 32);
});

test('missing fields are reported in the specified words', async () => {
  const { admin, id } = world.alpha;
  for (const [body, message] of [
    [{ allowed_origins: ['example.com'] }, CLIENT_REQUIRED],
    [{ client_id: id, allowed_origins: [] }, DOMAIN_REQUIRED],
    [{ client_id: id }, DOMAIN_REQUIRED],
  ] as const)
    assert.equal((await app.call(apiKeys.create, { body }, admin.token)).body.message, message);
  const wide = { client_id: id, allowed_origins: ['*.com'] };
  assert.equal((await app.call(apiKeys.create, { body: wide }, admin.token)).status, 422);
});

test('of twenty simultaneous rotations of a key one succeeds, and one key is active', async () => {
  const { id, key } = await newKey();
  const body = { api_key_id: id };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.call(apiKeys.rotate, { body }, world.alpha.admin.token)),
  );
  const statuses = replies.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
  assert.equal(statuses.filter((status) => status === 409).length, 19, statuses.join(' '));
  const fresh = replies.find(({ status }) => status === 200)?.body.data.new_api_key ?? '';
  assert.match(fresh, KEY);
  assert.notEqual(fresh, key);
  const old = (await listed()).find((entry) => entry.id === id);
  assert.deepEqual([old?.status, old?.masked_api_key], ['rotated', '################']);
  assert.ok(old?.rotated_at);
});

test('a deactivated key stays dead', async () => {
  const { id } = await newKey();
  const call = { body: { api_key_id: id } };
  const { token } = world.alpha.admin;
  assert.equal((await app.call(apiKeys.revoke, call, token)).status, 200);
  for (const endpoint of [apiKeys.revoke, apiKeys.rotate, apiKeys.test])
    assert.equal((await app.call(endpoint, call, token)).body.message, 'This API key is no longer active.');
  assert.equal((await listed()).find((entry) => entry.id === id)?.status, 'revoked');
});

test("an admin of a client manages that client's keys, a superadmin all keys", async () => {
  const { id } = await newKey();
  const { beta, superadmin, admin } = world;
  assert.ok(!(await listed(beta.admin.token)).some((entry) => entry.id === id));
  for (const { token } of [superadmin, admin])
    assert.ok((await listed(token)).some((entry) => entry.id === id));
  const body = { client_id: world.alpha.id, allowed_origins: ['example.com'] };
  assert.equal((await app.call(apiKeys.create, { body }, beta.admin.token)).status, 404);
});

test('actions on keys appear only in the audit log of their client', async () => {
  const { id } = await newKey();
  const { alpha, beta } = world;
  await app.call(apiKeys.rotate, { body: { api_key_id: id } }, alpha.admin.token);
  const read = async (token: string, action: string) =>
    (await app.call(auditLog.list, { query: { action } }, token)).body.data.entries;
  for (const action of ['api_key_created', 'api_key_rotated']) {
    const [line] = await read(alpha.admin.token, action);
    assert.deepEqual([line?.action, line?.client_name, line?.actor_role], [action, 'Client alpha', 'admin']);
    assert.deepEqual(await read(beta.admin.token, action), []);
  }
});

test('a mistyped key fails its checksum', async () => {
  const { key } = await newKey();
  assert.ok(readKey('lmk', key));
  for (const wrong of ['', 'lmk_', key.slice(0, -1), `${key}0`, key.toLowerCase(), key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))])
    assert.equal(readKey('lmk', wrong), undefined, wrong); // prettier-ignore
});
