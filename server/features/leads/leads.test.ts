import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leads } from '#shared/leads.ts';
import { createLead, withWorld } from '#test/world.ts';

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

/** All of it: an exception for one script or one site undoes the rest. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
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

for (const url of ['/api/health', '/api/leads', '/api/nothing', '/', '/leads']) {
  test(`every answer carries the whole of its guards: ${url}`, async () => {
    const { headers } = await app.app.inject({ url, headers: { origin: 'https://elsewhere.example' } });
    const policy = String(headers['content-security-policy']).split(';').filter(Boolean);
    const parts = policy.map((part) => [
      part.trim().split(' ')[0],
      part.trim().split(' ').slice(1).join(' '),
    ]);
    assert.deepEqual(Object.fromEntries(parts), POLICY);
    assert.deepEqual(Object.fromEntries(Object.keys(GUARDS).map((name) => [name, headers[name]])), GUARDS);
    if (url.startsWith('/api/')) assert.equal(headers['cache-control'], 'no-store');
  });
}
