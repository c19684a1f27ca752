import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { auditLog } from '#shared/accounts/audit.ts';
import { auth } from '#shared/accounts/auth.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { digestOf } from '#test/rows/digest.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { fillLeads } from '#test/rows/lead-rows.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const leave = async (by: Person, id: string, reassignTo?: string | null) =>
  await app.call(users.setActive, { params: { id }, body: { isActive: false, reassignTo } }, by.token);
const openWork = async (by: Person, id: string) =>
  (await app.call(users.openWork, { params: { id } }, by.token)).body.data;
const plan = async (by: Person, lead_id: string, title: string, user_id?: string | null) => {
  const body = { lead_id, title, user_id, reminder_date: '2027-01-01T04:30:00Z' };
  return (await app.call(reminders.create, { body }, by.token)).body.data.id;
};

async function rows<Row>({ schema }: TestClient, text: string): Promise<Row[]> {
  return await app.database.asOwner(
    async (owner) => (await owner.query(text.replaceAll('$', `${schema}.`))).rows as Row[],
  );
}

/** The owner of each lead and each reminder, by name and title. */
async function owners(client: TestClient): Promise<Record<string, string | null>> {
  const found = await rows<{ what: string; whose: string | null }>(
    client,
    'SELECT name AS what, assigned_to AS whose FROM $leads UNION ALL SELECT title, user_id FROM $reminders',
  );
  return Object.fromEntries(found.map(({ what, whose }) => [what, whose]));
}

let clients = 0;
/** A client whose first rep has open, won, archived and deleted leads, with reminders on them, and leaves. */
async function prepare() {
  clients += 1;
  const client = await createTestClient(app, `leaving_${clients}`);
  const { rep, otherRep, manager } = client;
  const open = await createLead(app, rep, { name: 'Open' });
  await createLead(app, rep, { name: 'Contacted', status: 'contacted' });
  const won = await createLead(app, rep, { name: 'Won', status: 'converted' });
  const archived = await createLead(app, rep, { name: 'Archived' });
  await app.call(leads.update, { params: { id: archived.id }, body: { is_archived: true } }, manager.token);
  const deleted = await createLead(app, rep, { name: 'Deleted' });
  const foreign = await createLead(app, otherRep, { name: 'Of another' });
  await plan(rep, open.id, 'Call');
  await plan(manager, open.id, 'Not theirs', manager.id);
  await plan(rep, won.id, 'Ask for a referral');
  await plan(otherRep, foreign.id, 'Help out', rep.id);
  await plan(rep, deleted.id, 'In the trash');
  await app.call(leads.remove, { params: { id: deleted.id } }, manager.token);
  const done = await plan(rep, open.id, 'Done');
  await app.call(reminders.complete, { params: { id: done } }, rep.token);
  return { client, open, leaver: rep, successor: otherRep };
}

test('an open lead of a leaver that leaves the trash later is nobody’s, with its follow-ups, and leaders are told', async () => {
  const { client, leaver, successor } = await prepare();
  const { admin, manager } = client;
  const won = await createLead(app, leaver, { name: 'Sold', status: 'converted' });
  await app.call(leads.remove, { params: { id: won.id } }, manager.token);
  assert.equal((await leave(admin, leaver.id, successor.id)).status, 200);
  const found = (await app.call(leadTrash.list, { query: {} }, manager.token)).body.data;
  for (const { id } of found)
    assert.equal((await app.call(leadTrash.restore, { params: { id } }, manager.token)).status, 200);
  const { Deleted: deleted, 'In the trash': planned, Sold: sold } = await owners(client);
  assert.deepEqual([deleted, planned, sold], [null, null, leaver.id]);
  const told = await rows(
    client,
    `SELECT 1 FROM $notifications WHERE kind = 'unassigned' AND user_id = '${admin.id}'`,
  );
  assert.equal(told.length, 1);
});

test('open leads and reminders go to the successor, with history, counters, audit and notifications; the rest stays', async () => {
  const { client, open, leaver, successor } = await prepare();
  const { admin, manager } = client;
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openStream(address, manager.token);
  assert.deepEqual(await openWork(admin, leaver.id), { leads: 2, reminders: 3 });

  const { status, body } = await leave(admin, leaver.id, successor.id);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.data.user.isActive, body.data.reassigned], [false, { leads: 2, reminders: 3 }]);
  const [mine, theirs] = [leaver.id, successor.id];
  assert.deepEqual(await owners(client), {
    Open: theirs, Contacted: theirs, Won: mine, Archived: mine, Deleted: mine, 'Of another': theirs,
    Call: theirs, 'Not theirs': manager.id, 'Ask for a referral': theirs, 'Help out': theirs, 'In the trash': mine, Done: mine,
  }); // prettier-ignore
  assert.equal((await app.call(auth.me, {}, leaver.token)).status, 401);
  assert.deepEqual(await openWork(admin, leaver.id), { leads: 0, reminders: 0 });
  await assertCounted(app, client);

  const [event] = await rows<{ user_id: string; via: string; changes: unknown }>(
    client,
    `SELECT user_id, via, changes FROM $lead_events WHERE lead_id = '${open.id}' AND changes ? 'assigned_to' AND kind = 'updated'`,
  );
  assert.deepEqual(event, { user_id: admin.id, via: 'bulk', changes: { assigned_to: [mine, theirs] } });
  const told = (kind: string) => (said: LiveEvent) =>
    said.type === 'changed' && said.clientId === client.id && said.kinds.some((each) => each === kind);
  for (const kind of ['leads', 'reminders', 'operations']) await stream.until(told(kind));
  stream.close();
  const query = { action: 'user_deactivated' };
  const [line] = (await app.call(auditLog.list, { query }, admin.token)).body.data.entries;
  assert.equal(line?.details?.['leads'], 2);
  assert.equal(line?.details?.['reminders'], 3);
  assert.match(String(line?.details?.['to']), /^salesrep No/);
});

test('undoing a handover returns the work, including reminders that are still with the successor', async () => {
  const { client, leaver, successor } = await prepare();
  const before = await owners(client);
  await leave(client.admin, leaver.id, successor.id);
  const found = await app.call(operations.list, {}, client.admin.token);
  const [operation] = found.body.data;
  assert.match(operation?.summary ?? '', /^Open leads of salesrep No\d+ to salesrep No\d+$/);
  const kept = await rows<{ id: string }>(client, "SELECT id FROM $reminders WHERE title = 'Help out'");
  await app.call(reminders.complete, { params: { id: kept[0]?.id ?? '' } }, successor.token);
  const undone = await app.call(operations.undo, { params: { id: operation?.id ?? '' } }, client.admin.token);
  assert.equal(undone.body.data.restored, 2, undone.text);
  assert.deepEqual(await owners(client), { ...before, 'Help out': successor.id });
  await assertCounted(app, client);
});

test('a handover of follow-ups alone is undone as well', async () => {
  const { client, leaver, successor } = await prepare();
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${client.schema}.leads SET assigned_to = NULL WHERE assigned_to = $1`, [
      leaver.id,
    ]);
  });
  const before = await owners(client);
  const { body } = await leave(client.admin, leaver.id, successor.id);
  assert.deepEqual(body.data.reassigned, { leads: 0, reminders: 3 });
  const [operation] = (await app.call(operations.list, {}, client.admin.token)).body.data;
  assert.match(operation?.summary ?? '', /^Follow-ups of salesrep No\d+ to salesrep No\d+$/);
  const undone = await app.call(operations.undo, { params: { id: operation?.id ?? '' } }, client.admin.token);
  assert.equal(undone.body.message, 'Undone: 3 follow-ups given back');
  assert.deepEqual(await owners(client), before);
  const again = await app.call(operations.undo, { params: { id: operation?.id ?? '' } }, client.admin.token);
  assert.equal(again.status, 409);
});

test('a reminder reassigned since the handover stays with its current owner', async () => {
  const { client, leaver, successor } = await prepare();
  await leave(client.admin, leaver.id, successor.id);
  const [operation] = (await app.call(operations.list, {}, client.admin.token)).body.data;
  const [given] = await rows<{ id: string; version: number }>(
    client,
    "SELECT id, version FROM $reminders WHERE title = 'Help out'",
  );
  const body = { user_id: client.manager.id, version: given?.version };
  const passedOn = await app.call(
    reminders.update,
    { params: { id: given?.id ?? '' }, body },
    client.manager.token,
  );
  assert.equal(passedOn.status, 200, passedOn.text);
  await app.call(operations.undo, { params: { id: operation?.id ?? '' } }, client.admin.token);
  assert.equal((await owners(client))['Help out'], client.manager.id);
  assert.equal((await owners(client))['Call'], leaver.id);
});

test('without a successor the work becomes unassigned, and if none is mentioned everything stays', async () => {
  const given = await prepare();
  const { body } = await leave(given.client.manager, given.leaver.id, null);
  assert.equal(body.message, 'Only Admins and Super Admins can manage users.');
  assert.equal((await leave(given.client.admin, given.leaver.id, null)).status, 200);
  const after = await owners(given.client);
  for (const what of ['Open', 'Contacted', 'Call', 'Help out']) assert.equal(after[what], null, what);
  assert.equal(after['Won'], given.leaver.id);

  const kept = await prepare();
  const before = await owners(kept.client);
  assert.equal((await leave(kept.client.admin, kept.leaver.id)).status, 200);
  assert.deepEqual(await owners(kept.client), before);
  // The work stays until somebody hands it over later.
  const { body: later } = await leave(kept.client.admin, kept.leaver.id, kept.successor.id);
  assert.deepEqual(later.data.reassigned, { leads: 2, reminders: 3 });
  const log = await app.call(auditLog.list, {}, kept.client.admin.token);
  assert.equal(log.body.data.entries[0]?.action, 'work_handed_over');
});

test('only another active user of the client can take over, and a refusal changes nothing', async () => {
  const { client, leaver, successor } = await prepare();
  const { alpha, superadmin, admin } = world;
  await leave(client.admin, client.manager.id);
  const before = await digestOf(app);
  for (const id of [leaver.id, client.manager.id, alpha.rep.id, admin.id, randomUUID()]) {
    for (const by of [client.admin, superadmin]) {
      const { status, body } = await leave(by, leaver.id, id);
      assert.deepEqual([status, body.message], [422, 'Choose another active user of this client.']);
    }
  }
  for (const by of [alpha.admin]) {
    assert.equal((await leave(by, leaver.id, alpha.rep.id)).status, 404);
    const counted = await app.call(users.openWork, { params: { id: leaver.id } }, by.token);
    assert.equal(counted.status, 404);
  }
  const body = { isActive: true, reassignTo: successor.id };
  const back = await app.call(users.setActive, { params: { id: leaver.id }, body }, client.admin.token);
  assert.equal(back.status, 422);
  assert.deepEqual(await digestOf(app), before);
});

test('a lead locked by somebody blocks the whole handover, and the leaver stays active', async () => {
  const { client, open, leaver, successor } = await prepare();
  const before = await owners(client);
  await app.database.asOwner(async (owner) => {
    await owner.query(`SELECT 1 FROM ${client.schema}.leads WHERE id = '${open.id}' FOR UPDATE`);
    assert.equal((await leave(client.admin, leaver.id, successor.id)).status, 409);
  });
  assert.deepEqual(await owners(client), before);
  assert.equal((await app.call(auth.me, {}, leaver.token)).status, 200);
});

test('when two users are made each other’s successor at once, one succeeds, and no inactive user has the work', async () => {
  const { client, leaver, successor } = await prepare();
  const replies = await Promise.all([
    leave(client.admin, leaver.id, successor.id),
    leave(world.superadmin, successor.id, leaver.id),
  ]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 422]));
  const active = replies[0].status === 200 ? successor : leaver;
  assert.equal((await app.call(auth.me, {}, active.token)).status, 200);
  assert.equal((await owners(client))['Open'], active.id);
});

test('the work of a user without a client goes, in several clients, to another one with access to all of them', async () => {
  const { superadmin, alpha, beta } = world;
  const [leaver, heir] = [await createPerson(app, 'admin', null), await createPerson(app, 'admin', null)];
  const guestLead = async (client: TestClient) =>
    (await createLead(app, leaver, { name: `Of a guest in ${client.schema}` }, client.id)).id;
  const ids = [await guestLead(alpha), await guestLead(beta)];
  assert.equal((await leave(superadmin, leaver.id, alpha.rep.id)).status, 422);
  const { body } = await leave(superadmin, leaver.id, heir.id);
  assert.deepEqual(body.data.reassigned, { leads: 2, reminders: 0 });
  for (const id of ids) {
    const lead = await app.call(leads.get, { params: { id } }, superadmin.token);
    assert.equal(lead.body.data.assigned_to, heir.id);
  }
});

test('several thousand leads are handed over in portions, with progress', async () => {
  const client = await createTestClient(app, 'crowded');
  await fillLeads(app, client, 9000);
  const expected = (await openWork(client.admin, client.rep.id)).leads;
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  assert.equal(address, undefined, 'it listens already');
  const { port } = app.app.server.address() as { port: number };
  const response = await fetch(`http://127.0.0.1:${port}/api/users/${client.rep.id}/status`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${client.admin.token}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify({ isActive: false, reassignTo: client.otherRep.id }),
  });
  const said = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; data?: { reassigned: unknown } });
  const progress = said.filter(({ type }) => type === 'progress');
  assert.ok(progress.length > 1);
  assert.deepEqual(progress.at(-1), { type: 'progress', done: expected, total: expected });
  assert.deepEqual(said.at(-1)?.data?.reassigned, { leads: expected, reminders: 0 });
  await assertCounted(app, client);
});
