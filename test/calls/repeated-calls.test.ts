import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { clients } from '#shared/installation/clients.ts';
import { distribution } from '#shared/company/distribution.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadViews } from '#shared/leads/lead-views.ts';
import { leads } from '#shared/leads/leads.ts';
import { messageTemplates } from '#shared/leads/message-templates.ts';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { products } from '#shared/leads/products.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { profile } from '#shared/accounts/profile.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import { users } from '#shared/accounts/users.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openApi } from '#server/http/openapi/openapi.ts';
import type { ApiDocument } from '#test/api-of-release.ts';
import { digestOf } from '#test/rows/digest.ts';
import { expectedStatus, inputOf, rightsTo } from '#test/matrix/matrix.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { livingPrincipals } from '#test/safety/principals.ts';
import type { Principal } from '#test/safety/principals.ts';
import { prepareTargets } from '#test/safety/targets.ts';
import { PASSWORD, createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
let lead_id: string;
let principals: Principal[];
before(async () => {
  principals = await livingPrincipals(app, world);
  await prepareTargets(app, world);
  lead_id = (await createLead(app, world.alpha.manager)).id;
});

type Once = {
  endpoint: Endpoint;
  params?: () => Record<string, string>;
  table: string;
  body: () => Record<string, unknown>;
  other: object;
};

/** Objects that a repeated call must not create twice. */
const ONCE: readonly Once[] = [
  { endpoint: leads.create, table: 'leads', body: () => ({ name: 'Asha' }), other: { name: 'Bina' } },
  {
    endpoint: callLogs.create,
    table: 'call_logs',
    body: () => ({ lead_id, duration: 5, notes: 'Wants a quote' }),
    other: { notes: 'Called again' },
  },
  {
    endpoint: reminders.create,
    table: 'reminders',
    body: () => ({ lead_id, title: 'Call back', reminder_date: '2027-01-01T04:30:00Z' }),
    other: { title: 'Send the quote' },
  },
  {
    endpoint: leadNotes.create,
    params: () => ({ id: lead_id }),
    table: 'lead_notes',
    body: () => ({ body: 'Wants a quote' }),
    other: { body: 'Called again' },
  },
  {
    endpoint: leadMessages.create,
    params: () => ({ id: lead_id }),
    table: 'lead_messages',
    body: () => ({ channel: 'whatsapp' }),
    other: { channel: 'email' },
  },
  {
    endpoint: messageTemplates.create,
    table: 'message_templates',
    body: () => ({ channel: 'whatsapp', name: 'Hello', body: 'Hello {name}' }),
    other: { name: 'Again' },
  },
  {
    endpoint: leadViews.create,
    table: 'lead_views',
    body: () => ({ name: 'New ones', address: 'status=new', filters: { status: 'new' }, is_shared: false }),
    other: { name: 'Others' },
  },
  { endpoint: products.create, table: 'products', body: () => ({ name: 'Sofa' }), other: { name: 'Chair' } },
];

const rowsOf = async (table: string): Promise<number> => {
  const [found] = await ownerRows<{ rows: number }>(app, `SELECT count(*)::int AS rows FROM alpha.${table}`);
  return found?.rows ?? 0;
};

for (const { endpoint, params, table, body, other } of ONCE) {
  test(`${endpoint.method} ${endpoint.path} repeated under its key creates one object and returns it again`, async () => {
    const { manager, rep } = world.alpha;
    const call = async (sent: object, headers: Record<string, string>, person = manager) =>
      await app.call(endpoint, { body: sent, headers, ...(params && { params: params() }) }, person.token);
    const headers = { 'idempotency-key': 'form-1' };
    const before = await rowsOf(table);
    // Two presses of a button, and a third after a lost response.
    const replies = await Promise.all([call(body(), headers), call(body(), headers)]);
    replies.push(await call(body(), headers));
    const idOf = ({ body: { data } }: (typeof replies)[number]) => (data as { id: string }).id;
    assert.equal(new Set(replies.map(idOf)).size, 1, replies.map(({ text }) => text).join());
    assert.equal(replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true').length, 2);
    assert.equal(await rowsOf(table), before + 1);
    assert.equal((await call({ ...body(), ...other }, headers)).status, 409);
    assert.equal((await call(body(), { 'idempotency-key': 'two words' })).status, 422);
    assert.equal(await rowsOf(table), before + 1);
    // Another key, no key, or another user's key creates a separate object.
    await call(body(), { 'idempotency-key': 'form-2' });
    await call(body(), {});
    const colleague = table === 'products' ? world.alpha.admin : rep;
    const theirs = await call(body(), headers, colleague);
    assert.equal(theirs.status, 201, theirs.text);
    assert.equal(idOf(await call(body(), headers, colleague)), idOf(theirs));
    assert.equal(await rowsOf(table), before + 4);
  });
}

/** Calls that only read. */
const LOOKS: readonly Endpoint[] = [leadImport.preview, distribution.preview, leadBulk.previewAssign];
/**
 * Calls with their own test, here or in `click-to-call.test.ts`: one needs two leads, one would change the password that
 * others send, one needs a telephone system, and the rest need an authenticator app or a passkey.
 */
const APART: readonly Endpoint[] = [
  leadDuplicates.merge,
  profile.changePassword,
  phoneCalls.ring,
  passkeys.add,
  secondFactor.confirm,
  secondFactor.newCodes,
  secondFactor.remove,
  secondFactor.reset,
];
/** The calls that create or change something for a signed-in user. */
const CHANGES = ENDPOINTS.filter(
  (endpoint) =>
    endpoint.method === 'POST' &&
    endpoint.permission !== 'public' &&
    ![...LOOKS, ...APART].includes(endpoint),
);

for (const endpoint of CHANGES)
  test(`${endpoint.method} ${endpoint.path} sent again after a lost response changes nothing and returns the same`, async () => {
    const { status = 200 } = endpoint;
    const principal = principals.find(
      (one) =>
        rightsTo(endpoint).roles !== 'public' &&
        one.person &&
        expectedStatus(endpoint, one, 'own') === status,
    );
    assert.ok(principal);
    const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, true);
    const headers = { 'idempotency-key': `press-${endpoint.path}` };
    const call = async () => await app.call(endpoint, { ...input, headers }, principal.token);
    const first = await call();
    assert.equal(first.status, status, first.text);
    const before = await digestOf(app);
    const again = await call();
    assert.deepEqual([again.status, again.body.data], [status, first.body.data]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(await digestOf(app), before);
  });

test('the API document names Idempotency-Key in the calls that accept it, and in no others', async () => {
  const { paths } = unchecked<ApiDocument>(await openApi());
  const naming = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const taking = [...CHANGES, ...APART, publicLeads.create, demoRequests.create].map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  assert.deepEqual(naming.toSorted(), taking.toSorted());
});

test('a merge repeated under its key returns the merged lead', async () => {
  const { manager } = world.alpha;
  const [kept, other] = [await createLead(app, manager), await createLead(app, manager)];
  const merge = async () =>
    await app.call(
      leadDuplicates.merge,
      {
        params: { id: kept.id },
        body: { lead_id: other.id, fields: {} },
        headers: { 'idempotency-key': 'merge' },
      },
      manager.token,
    );
  const first = await merge();
  assert.equal(first.status, 200, first.text);
  assert.deepEqual((await merge()).body.data, first.body.data);
});

test('a repeated password change under a key does not ask for the password again', async () => {
  const body = { currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' };
  const headers = { 'idempotency-key': 'password' };
  const change = async () =>
    await app.call(profile.changePassword, { body, headers }, world.beta.admin.token);
  assert.deepEqual([(await change()).status, (await change()).status], [200, 200]);
});

test('a call that failed under a key can be sent again under it', async () => {
  const headers = { 'idempotency-key': 'corrected' };
  const create = async (schemaName: string) =>
    await app.call(
      clients.create,
      { body: { clientName: 'Nilgiri', schemaName }, headers },
      world.superadmin.token,
    );
  assert.equal((await create('alpha')).status, 409);
  assert.equal((await create('nilgiri')).status, 201);
  assert.match((await create('nilgiri_two')).body.message, /used for a different request/);
});

test('two presses at once create one webhook, and both responses show its secret', async () => {
  const headers = { 'idempotency-key': 'two-presses' };
  const body = { url: 'https://presses.example.com/lms', events: ['lead.created' as const] };
  const press = async () => await app.call(webhooks.create, { body, headers }, world.alpha.admin.token);
  const [one, other] = await Promise.all([press(), press()]);
  assert.deepEqual(one.body.data, other.body.data);
  const { rows } = await app.database.asOwner(
    async (owner) => await owner.query('SELECT id FROM alpha.webhooks WHERE url = $1', [body.url]),
  );
  assert.deepEqual(rows, [{ id: one.body.data.id }]);
});

test('keys, passwords and secrets in stored responses cannot be read in the database', async () => {
  const [password, key] = [randomUUID(), randomUUID()];
  const body = {
    email: 'kept@alpha.example',
    password,
    firstName: 'Kept',
    lastName: 'Answer',
    clientId: world.alpha.id,
  };

  const reply = await app.call(
    users.create,
    { body: { ...body, roleId: ROLE_IDS.salesrep }, headers: { 'idempotency-key': key } },
    world.alpha.admin.token,
  );
  assert.equal(reply.status, 201, reply.text);
  const rows = await ownerRows<{ text: string }>(
    app,
    'SELECT to_jsonb(k)::text AS text FROM core.kept_answers k',
  );
  for (const text of [password, key, body.email]) assert.ok(!rows.some((row) => row.text.includes(text)));
});
