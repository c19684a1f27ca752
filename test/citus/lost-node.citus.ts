import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { products } from '#shared/leads/products.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { openDatabase } from '#server/db/database.ts';
import { proveWall } from '#server/db/wall.ts';
import { nodeOf, openClusterApp } from '#test/citus/cluster.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { importFile } from '#test/input/upload.ts';
import { PASSWORD, createLead, createWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const app = await openClusterApp();
after(app.close);
const { alpha, beta, superadmin } = await createWorld(app);

/** Milliseconds beyond which a request must have waited for the lost node. */
const AT_ONCE = 3000;

async function proxyOf({ schema }: TestClient) {
  const proxy = app.proxies.get(await nodeOf(app, schema));
  assert(proxy);
  return proxy;
}

const listLeads = async (token: string) =>
  await app.call(leads.list, { query: { limit: 100, show_all: 'true' } }, token);

let imports = 0;

/** Makes every kind of write at least once; returns how many leads were added. */
async function workThroughADay({ manager, rep, admin }: TestClient): Promise<number> {
  const done = async (reply: Promise<{ status: number; text: string }>) => {
    const { status, text } = await reply;
    assert(status < 300, `${status} ${text}`);
  };
  const lead = await createLead(app, manager, {
    name: 'Meera Iyer',
    assigned_to: rep.id,
    next_followup_date: '2027-01-04T04:30:00Z',
  });
  const { id } = lead;
  const path = { params: { id } };
  const { version } = lead;
  await done(
    app.call(leads.update, { ...path, body: { status: 'contacted', value: 5, version } }, manager.token),
  );
  const reminder = { title: 'Quote', reminder_date: '2027-01-05T04:30:00Z' };
  const call = { lead_id: id, duration: 5, notes: 'Wants a quote', reminder };
  await done(app.call(callLogs.create, { body: call }, rep.token));
  await done(app.call(reminders.create, { body: { ...reminder, lead_id: id } }, rep.token));
  await done(app.call(leadNotes.create, { ...path, body: { body: 'Called twice' } }, rep.token));
  await done(app.call(leadMessages.create, { ...path, body: { channel: 'whatsapp' } }, rep.token));
  await done(app.call(products.create, { body: { name: 'Sofa' } }, admin.token));
  imports += 1;
  const content = `Name,Phone,Next Follow-up\r\nAsha,98111${10_000 + imports},04/01/2027\r\n`;
  const imported = await importFile(app, admin, { content });
  await done(Promise.resolve(imported));
  const bulk = { lead_ids: [id], updates: { status: 'qualified', assigned_to: admin.id } };
  const changed = await app.call(leadBulk.update, { body: bulk }, superadmin.token);
  await done(Promise.resolve(changed));
  const [operation = ''] = changed.body.data.operation_ids;
  await done(app.call(operations.undo, { params: { id: operation } }, superadmin.token));
  await done(app.call(leads.remove, path, admin.token));
  await done(app.call(leadTrash.restore, path, admin.token));
  return 2;
}

/**
 * Creates a lead in a client whose node is back. A coordinator connection that lost the node may fail once.
 */
async function createdAgain({ rep }: TestClient): Promise<Lead> {
  for (let left = app.database.pool.usage.open; left >= 0; left -= 1) {
    const reply = await app.call(leads.create, { body: { name: 'Again' } }, rep.token);
    if (reply.status === 201) return reply.body.data;
    assert.equal(reply.status, 503);
  }
  throw new Error('Connections have lost the node for good.');
}

test('when a node is lost, its clients get a message, and everybody else continues', async () => {
  assert.notEqual(await nodeOf(app, alpha.schema), await nodeOf(app, beta.schema));
  for (const { admin } of [alpha, beta]) {
    const body = {
      name: 'ERP',
      url: 'https://erp.example/hook',
      events: ['lead.created', 'lead.changed', 'call.logged'],
    };
    assert.equal((await app.call(webhooks.create, { body }, admin.token)).status, 201);
  }
  const before = await createLead(app, alpha.rep, { name: 'Acknowledged' });
  assert.equal(await workThroughADay(alpha), 2);
  assert.equal((await listLeads(superadmin.token)).body.pagination.total, 3);
  const unbrought = await createLead(app, alpha.rep, { name: 'Acknowledged, not in the mirror' });

  const proxy = await proxyOf(alpha);
  proxy.isDown = true;
  const unavailable = async (
    reply: Promise<{ status: number; body: { code?: string; message: string } }>,
  ) => {
    const { status, body } = await reply;
    assert.deepEqual(
      [status, body.code, body.message],
      [503, 'unavailable', 'The database cannot be reached right now. Please try again in a moment.'],
    );
  };
  const { open } = app.database.pool.usage;
  for (let again = 0; again < 3; again += 1) {
    await unavailable(listLeads(alpha.rep.token));
    await unavailable(app.call(leads.create, { body: { name: 'Lost' } }, alpha.rep.token));
    await unavailable(
      app.call(leads.update, { params: { id: before.id }, body: { notes: 'Lost' } }, alpha.admin.token),
    );
    await unavailable(importFile(app, alpha.admin, { content: 'Name\r\nLost\r\n' }));
    await workThroughADay(beta);
    const since = performance.now();
    const all = await listLeads(superadmin.token);
    assert.deepEqual([all.status, all.body.pagination.total], [200, 3 + 2 * (again + 1)]);
    assert(performance.now() - since < AT_ONCE);
    const person = { email: alpha.rep.email, password: PASSWORD };
    assert.equal((await app.call(auth.login, { body: person })).status, 200);
  }
  assert(app.database.pool.usage.open >= open, 'connections to the coordinator live on');
  assert.equal(app.database.follower?.late, 1, 'the lost client waits, and nobody for it');

  proxy.isDown = false;
  const again = await createdAgain(alpha);
  const here = await listLeads(alpha.admin.token);
  const ids = here.body.data.map(({ id }) => id);
  for (const { id } of [before, unbrought, again]) assert(ids.includes(id));
  assert(!here.text.includes('Lost'), 'what was refused is not there');
  assert.equal((await listLeads(superadmin.token)).body.pagination.total, 3 + 6 + 2);
  assert.deepEqual(await mirrorErrors(app), []);
});

test('a silent node is abandoned within the time of a request', async () => {
  const proxy = await proxyOf(alpha);
  const { promise, resolve: letIn } = Promise.withResolvers<void>();
  proxy.gate = promise;
  proxy.hangUp();
  const { status } = await listLeads(alpha.rep.token);
  assert.equal(status, 503);
  await workThroughADay(beta);
  proxy.gate = undefined;
  letIn();
  await createdAgain(alpha);
});

test('a server starts while a node is lost', async () => {
  const proxy = await proxyOf(alpha);
  proxy.isDown = true;
  const database = await openDatabase(app.owner, 'x'.repeat(64));
  await proveWall(database);
  await database.close();
  proxy.isDown = false;
});
