import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

test('a lead is created, read, changed and moved to the trash', async () => {
  const { rep } = world.alpha;
  const lead = await createLead(app, rep, { name: 'राम कुमार', phone: '098765 43210' });
  assert.equal(lead.assigned_to, rep.id);
  const read = await app.call(leads.get, { params: { id: lead.id } }, rep.token);
  assert.deepEqual(read.body.data, lead);
  const changed = await app.call(
    leads.update,
    { params: { id: lead.id }, body: { status: 'converted', version: 1 } },
    rep.token,
  );
  assert.equal(changed.status, 200, changed.text);
  assert.notEqual(changed.body.data.converted_at, null);
  const stale = await app.call(
    leads.update,
    { params: { id: lead.id }, body: { status: 'new', version: 1 } },
    rep.token,
  );
  assert.equal(stale.status, 412);
  const gone = await app.call(leads.remove, { params: { id: lead.id } }, rep.token);
  assert.equal(gone.status, 200, gone.text);
  assert.equal((await app.call(leads.get, { params: { id: lead.id } }, rep.token)).status, 404);
});

/** The whole policy, because an exception for one script or one site undoes the rest. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': 'blob:',
  'manifest-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'object-src': "'none'",
};
const GUARDS = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-powered-by': undefined,
  server: undefined,
  'access-control-allow-origin': undefined,
};

for (const url of ['/api/health', '/api/leads', '/api/nothing', '/', '/leads', '/healthz']) {
  test(`every response carries all security headers: ${url}`, async () => {
    const { headers } = await app.app.inject({ url, headers: { origin: 'https://elsewhere.example' } });
    // The hashes of a built page's scripts are tested in server/http/static-files.test.ts.
    const hashes = url.startsWith('/api/') ? '' : / 'sha256-[\w+/=]+'/g;
    const policy = String(headers['content-security-policy'])
      .replaceAll(hashes, '')
      .split(';')
      .filter(Boolean);
    const parts = policy.map((part) => [
      part.trim().split(' ')[0],
      part.trim().split(' ').slice(1).join(' '),
    ]);
    assert.deepEqual(Object.fromEntries(parts), POLICY);
    assert.deepEqual(Object.fromEntries(Object.keys(GUARDS).map((name) => [name, headers[name]])), GUARDS);
    if (url.startsWith('/api/')) assert.equal(headers['cache-control'], 'no-store');
  });
}

test('leads cannot be assigned to former members or guests, and existing assignments stay', async () => {
  const client = await createTestClient(app, 'assignable');
  const { rep, otherRep } = client;
  const own = await createLead(app, rep, { assigned_to: otherRep.id });
  const other = await createLead(app, rep);
  await createLead(app, world.superadmin, {}, client.id);
  await app.database.asOwner(async (owner) => {
    await owner.query('UPDATE assignable.members SET is_active = false WHERE id = $1', [otherRep.id]);
  });
  const message = 'Choose an active user of this client.';
  for (const id of [otherRep.id, world.superadmin.id]) {
    const body = { assigned_to: id };
    const replies = [
      await app.call(leads.assign, { params: { id: other.id }, body }, rep.token),
      await app.call(leads.update, { params: { id: other.id }, body }, rep.token),
      await app.call(leads.create, { body: { name: 'New', ...body } }, rep.token),
    ];
    assert.deepEqual(
      replies.map((reply) => [reply.status, reply.body.message]),
      replies.map(() => [422, message]),
    );
  }
  const whole = await app.call(
    leads.update,
    { params: { id: own.id }, body: { name: 'Same', assigned_to: otherRep.id } },
    rep.token,
  );
  assert.deepEqual([whole.status, whole.body.data.assigned_to], [200, otherRep.id]);
  const updates = { assigned_to: otherRep.id, lead_score: 9 };
  const bulk = { lead_ids: [own.id, other.id], updates };
  const { data } = (await app.call(leadBulk.update, { body: bulk }, world.superadmin.token)).body;
  assert.deepEqual(
    [data.updated, data.failures.map((each) => [each.id, each.message])],
    [1, [[other.id, message]]],
  );
});
