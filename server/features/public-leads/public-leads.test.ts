import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { clients } from '#shared/installation/clients.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { digestOf } from '#test/rows/digest.ts';
import { addEveryType } from '#test/leads/custom-fields.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const ORIGIN = 'https://www.example.com';
const { app, world } = await withWorld();
let alpha: TestClient;
let key: { id: string; key: string };

let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  alpha = await createTestClient(app, `shop_${numbers}`);
  key = await newKey(alpha);
});

async function newKey({ id, admin }: TestClient): Promise<{ id: string; key: string }> {
  const body = { client_id: id, allowed_origins: [ORIGIN, 'https://*.shop.example.com'] };
  const made = (await app.call(apiKeys.create, { body }, admin.token)).body.data.api_key;
  const listed = (await app.call(apiKeys.list, {}, admin.token)).body.data.api_keys;
  return { id: listed[0]?.id ?? '', key: made };
}

type Headers = Record<string, string>;
const from = (headers: Headers = {}): Headers => ({ origin: ORIGIN, 'x-api-key': key.key, ...headers });
const ASHA = { name: 'Asha Patel', email: 'asha@example.com', message: 'Do you paint kitchens?' };

const post = async (body: object = ASHA, headers = from()) =>
  await app.call(publicLeads.create, { body, headers });

async function leadsOf({ manager }: { manager: Person }) {
  return (await app.call(leads.list, { query: { page: '1', limit: '100' } }, manager.token)).body.data;
}

test('a post from an allowed origin becomes a lead of the key’s client, with its history and all values', async () => {
  const own = { _token: 'x', 'g-recaptcha-response': 'y', empty: ' ', inner: { a: 1 } };
  const other = { clientId: world.beta.id, status: 'converted', 'your-city': ' Pune ', seats: 4, ...own };
  const reply = await post({ ...ASHA, source: 'Fair', ...other });
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(reply.body.data, { received: true });
  assert.equal(reply.headers['access-control-allow-origin'], ORIGIN);
  assert.equal(reply.headers['access-control-allow-credentials'], undefined);
  assert.match(String(reply.headers['vary']), /Origin/);
  const [lead, ...others] = await leadsOf(alpha);
  assert.deepEqual(others, []);
  const notes = `${ASHA.message}\n\nclientId: ${world.beta.id}\nstatus: converted\nYour city: Pune\nseats: 4`;
  assert.deepEqual(
    [lead?.name, lead?.notes, lead?.source, lead?.status, lead?.assigned_to, lead?.created_user_name],
    ['Asha Patel', notes, 'Fair', 'new', null, 'Website www.example.com'],
  );
  const params = { id: lead?.id ?? '' };
  const [event] = (await app.call(leadHistory.list, { params }, alpha.manager.token)).body.data;
  assert.deepEqual(event?.type === 'change' && [event.kind, event.via], ['created', 'api_key']);
  assert.ok((await app.call(apiKeys.list, {}, alpha.admin.token)).body.data.api_keys[0]?.last_used_at);
});

test('twenty identical posts at once create one lead and no second enquiry', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => post()));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  const [lead, ...others] = await leadsOf(alpha);
  assert.deepEqual([others, lead?.notes, lead?.version], [[], ASHA.message, 1]);
});

test('twenty posts with one Idempotency-Key create one lead, and a different body under it is refused', async () => {
  const headers = from({ 'idempotency-key': 'form-1' });
  const replies = await Promise.all(Array.from({ length: 20 }, () => post(ASHA, headers)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  assert.equal((await post({ ...ASHA, message: 'Something else' }, headers)).status, 409);
  assert.equal((await post(ASHA, from({ 'idempotency-key': 'two words' }))).status, 422);
  assert.equal((await leadsOf(alpha)).length, 1);
});

test('a person known by email or phone becomes a new enquiry of their lead, even an archived one', async () => {
  const { id } = await createLead(app, alpha.manager, {
    name: 'A. Patel',
    phone: '+91 98765 43210',
    notes: 'Met at the fair',
    is_archived: true,
  });
  const reply = await post({ ...ASHA, phone: '098765-43210' });
  assert.equal(reply.status, 201, reply.text);
  const [lead, ...others] = await leadsOf(alpha);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [lead?.id, lead?.name, lead?.email, lead?.is_archived],
    [id, 'A. Patel', ASHA.email, false],
  );
  assert.match(
    lead?.notes ?? '',
    /^Met at the fair\n\nNew enquiry through the website, [\d/]+, .+:\nDo you paint kitchens\?\n\nName: Asha Patel$/,
  );
  const [event] = (await app.call(leadHistory.list, { params: { id } }, alpha.manager.token)).body.data;
  assert.deepEqual(event?.type === 'change' && [event.kind, event.via], ['updated', 'api_key']);
  // The same person in several windows at once, with different messages, is still one lead.
  await Promise.all(['One', 'Two', 'Three'].map((message) => post({ ...ASHA, message })));
  const [after_] = await leadsOf(alpha);
  for (const word of ['One', 'Two', 'Three']) assert.ok(after_?.notes?.includes(word), word);
});

test('custom fields are accepted from a website, and fill the gaps of a known lead', async () => {
  await addEveryType(app, alpha);
  const first = await post({ ...ASHA, custom: { nickname: 'Ashu', seats: 3 } });
  assert.equal(first.status, 201, first.text);
  const again = await post({ ...ASHA, message: 'More', custom: { nickname: 'Other', fee: 5, vip: false } });
  assert.equal(again.status, 201, again.text);
  const [lead, ...others] = await leadsOf(alpha);
  assert.deepEqual([others, lead?.custom], [[], { nickname: 'Ashu', seats: 3, fee: 5 }]);
  for (const seats of ['a\u0000b', 'x'.repeat(900_000)])
    assert.equal((await post({ ...ASHA, custom: { seats } })).status, 201);
  const [told] = await leadsOf(alpha);
  assert.match(told?.notes ?? '', /Seats: ab\n[^]*Seats: x{4000,5000}…$/);
  // A known and an unknown person get the same refusal, which reveals nothing to a website.
  const before_ = await digestOf(app);
  for (const person of [ASHA, { name: 'Ravi', email: 'ravi@example.com' }]) {
    const wrong = await post({ ...person, message: 'Last', custom: { nickname: 7, shirt: 'L' } });
    assert.equal(wrong.status, 422);
    assert.deepEqual(wrong.body.errors, [
      { field: 'custom.nickname', message: 'Nickname must be text.' },
      { field: 'custom.shirt', message: 'There is no such field.' },
    ]);
  }
  const after_ = await digestOf(app);
  delete before_['core.api_keys'];
  delete after_['core.api_keys'];
  assert.deepEqual(after_, before_);
});

test('foreign origins, wrong keys and keys in the URL are refused and change nothing', async () => {
  const before_ = await digestOf(app);
  for (const [headers, status] of [
    [{ 'x-api-key': key.key }, 403],
    [from({ origin: 'https://evil.example' }), 403],
    [from({ origin: 'null' }), 403],
    [from({ origin: 'http://www.example.com' }), 403],
    [from({ origin: 'https://a.b.shop.example.com' }), 403],
    [from({ origin: `${ORIGIN}, https://evil.example` }), 403],
    [from({ 'x-api-key': '' }), 401],
    [from({ 'x-api-key': `${key.key.slice(0, -1)}!` }), 401],
    [from({ 'x-api-key': key.key.replace(/_.{43}_/, `_${'a'.repeat(43)}_`) }), 401],
  ] as const) {
    const reply = await post(ASHA, headers);
    assert.equal(reply.status, status, `${JSON.stringify(headers)} ${reply.text}`);
    if (status === 403) assert.equal(reply.headers['access-control-allow-origin'], undefined);
  }
  const inAddress = await app.app.inject({
    method: 'POST',
    url: `/api/public/leads?api_key=${key.key}`,
    headers: from(),
    payload: ASHA,
  });
  assert.equal(inAddress.statusCode, 400);
  assert.deepEqual(await digestOf(app), before_);
  assert.equal((await post(ASHA, from({ origin: 'https://one.shop.example.com' }))).status, 201);
});

test('a CORS preflight gets the same response for every website, allowed or not', async () => {
  const ask = async (origin: string) =>
    await app.app.inject({
      method: 'OPTIONS',
      url: '/api/public/leads',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const yes = await ask(ORIGIN);
  assert.equal(yes.statusCode, 204);
  assert.equal(yes.headers['access-control-allow-origin'], ORIGIN);
  assert.match(String(yes.headers['access-control-allow-headers']), /x-api-key/);
  const foreign = await ask('https://evil.example');
  const names = Object.keys(yes.headers);
  assert.deepEqual([foreign.statusCode, Object.keys(foreign.headers)], [204, names]);
  assert.equal(foreign.headers['access-control-allow-origin'], 'https://evil.example');
  for (const origin of ['null', 'file://x', 'no origin']) assert.equal((await ask(origin)).statusCode, 403);
  // A wrong key behaves the same.
  for (const origin of [ORIGIN, 'https://evil.example']) {
    const wrong = await post(ASHA, from({ origin, 'x-api-key': 'lmk_wrong' }));
    assert.deepEqual([wrong.status, wrong.headers['access-control-allow-origin']], [401, origin]);
  }
  const other = await app.app.inject({ url: '/api/leads', headers: { origin: ORIGIN } });
  assert.equal(other.headers['access-control-allow-origin'], undefined);
});

test('a key is dead as soon as it is rotated or deactivated, or its client is inactive', async () => {
  const call = { body: { api_key_id: key.id } };
  const rotated = await app.call(apiKeys.rotate, call, alpha.admin.token);
  assert.equal((await post()).status, 401);
  const next = rotated.body.data.new_api_key;
  assert.equal((await post(ASHA, from({ 'x-api-key': next }))).status, 201);
  await app.call(
    clients.setActive,
    { params: { id: alpha.id }, body: { isActive: false } },
    world.superadmin.token,
  );
  assert.equal((await post(ASHA, from({ 'x-api-key': next }))).status, 401);
});

test('a bot gets a success and nothing is stored, and a person without contact details is asked for them', async () => {
  const before_ = await digestOf(app);
  const robot = await post({ name: 'Robot', website: 'https://spam.example' });
  assert.deepEqual([robot.status, robot.body.data], [201, { received: true }]);
  const empty = await post({ name: 'Asha' });
  assert.deepEqual([empty.status, empty.body.message], [422, 'Enter an email address or a phone number.']);
  assert.equal(empty.headers['access-control-allow-origin'], ORIGIN);
  const after_ = await digestOf(app);
  delete before_['core.api_keys'];
  delete after_['core.api_keys'];
  assert.deepEqual(after_, before_);
});

test('a test lead arrives as one from a website would', async () => {
  const reply = await app.call(apiKeys.test, { body: { api_key_id: key.id } }, alpha.admin.token);
  assert.equal(reply.status, 201, reply.text);
  const [lead] = await leadsOf(alpha);
  assert.deepEqual([lead?.id, lead?.name], [reply.body.data.lead_id, 'Test enquiry']);
});

test('an enquiry overwrites nothing of a known lead', async () => {
  const known = {
    name: 'A. Patel',
    email: ASHA.email,
    phone: '+91 98765 43210',
    company_name: 'Patel Interiors',
    designation: 'Owner',
    location: 'Pune',
    budget: 500_000,
  };
  const { id } = await createLead(app, alpha.manager, known);
  const reply = await post({
    name: 'Mallory',
    email: ASHA.email,
    phone: '+91 90000 00000',
    company_name: 'Elsewhere',
    designation: 'Nobody',
    location: 'Delhi',
    budget: 1,
    message: 'Hello',
  });
  assert.equal(reply.status, 201, reply.text);
  const { body } = await app.call(leads.get, { params: { id } }, alpha.manager.token);
  const fields = Object.keys(known) as (keyof typeof known)[];
  assert.deepEqual(Object.fromEntries(fields.map((field) => [field, body.data[field]])), known);
});

test('an enquiry that no longer fits in the notes of its lead becomes an entry of the timeline', async () => {
  const notes = 'n'.repeat(19_990);
  const { id } = await createLead(app, alpha.manager, { email: ASHA.email, notes, is_archived: true });
  assert.equal((await post()).status, 201);
  const [lead] = await leadsOf(alpha);
  assert.deepEqual([lead?.id, lead?.notes, lead?.is_archived], [id, notes, false]);
  const input = { params: { id }, query: { type: 'note' as const } };
  const [entry, ...others] = (await app.call(leadHistory.list, input, alpha.rep.token)).body.data;
  assert.ok(entry?.type === 'note' && others.length === 0);
  assert.match(entry.body, /^New enquiry through the website, [\d/]+, .+:\nDo you paint kitchens\?$/);
  assert.equal(entry.user_name, 'Website www.example.com');
});

test('the same text is one enquiry for ten minutes, and a new one afterwards', async () => {
  const age = async (minutes: number) =>
    await app.database.asOwner(
      async (owner) =>
        await owner.query(
          `UPDATE ${alpha.schema}.idempotency_keys SET created_at = (created_at AT TIME ZONE 'UTC' - make_interval(mins => $1)) AT TIME ZONE 'UTC'`,
          [minutes],
        ),
    );
  const enquiries = async () => {
    const [lead] = await leadsOf(alpha);
    return (lead?.notes ?? '').split('New enquiry').length;
  };
  await post();
  await age(9);
  await post();
  assert.equal(await enquiries(), 1);
  await age(2);
  await post();
  assert.equal(await enquiries(), 2);
});

test('an enquiry of a person whose lead is in the trash creates a new lead', async () => {
  const { id } = await createLead(app, alpha.manager, { email: ASHA.email });
  await app.call(leads.remove, { params: { id } }, alpha.manager.token);
  const reply = await post();
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(
    (await leadsOf(alpha)).map(({ notes }) => notes),
    [ASHA.message],
  );
  // The same text once more, right after its lead has been deleted.
  const [lead] = await leadsOf(alpha);
  await app.call(leads.remove, { params: { id: lead?.id ?? '' } }, alpha.manager.token);
  await post();
  assert.equal((await leadsOf(alpha)).length, 1);
});
