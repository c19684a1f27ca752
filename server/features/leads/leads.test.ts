import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leads } from '#shared/leads.ts';
import { openTestApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { createLead, createWorld } from '#test/world.ts';
import type { World } from '#test/world.ts';

let app: TestApp;
let world: World;
before(async () => {
  app = await openTestApp();
  world = await createWorld(app);
});
after(async () => await app.close());

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

test('no page of another site may frame the application, in words of old and of new browsers', async () => {
  const { headers } = await app.app.inject({ url: '/api/health' });
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
});
