import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { retention } from '#server/retention.ts';
import { operations } from '#shared/activities/operations.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { purgeTrash } from '#server/features/lead-trash/trash-purge.queries.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { SCRIPTS } from '#test/outside/call-events.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { sendEvent } from '#test/outside/telephony.ts';
import { insertManyLeads } from '#test/rows/many-leads.ts';
import { importFile } from '#test/input/upload.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { superadmin } = world;
const { manager } = world.alpha;
let alpha: ClientRef;
let rep: Person;
let otherRep: Person;
before(async () => {
  alpha = (await findClient(app.database, world.alpha.id)) as ClientRef;
  rep = await createPerson(app, 'salesrep', world.alpha.id);
  otherRep = await createPerson(app, 'salesrep', world.alpha.id);
});

const list = async ({ token }: Person) =>
  (await app.call(notifications.list, {}, token)).body.data.notifications;
const unread = async ({ token }: Person) =>
  (await app.call(notifications.unread, {}, token)).body.data.unread;
const read = async ({ token }: Person, ids?: string[]) =>
  (await app.call(notifications.read, { body: ids ? { ids } : {} }, token)).body.data.unread;
const assign = async (id: string, version: number, person: Person, by: Person) =>
  await app.call(leads.update, { params: { id }, body: { assigned_to: person.id, version } }, by.token);

test('a user assigned a lead by somebody else is notified, and nobody else, until it is read', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const own = await createLead(app, person, { name: 'Own' });
  await createLead(app, manager, { name: 'New and given', assigned_to: person.id });
  const given = await createLead(app, manager, { name: 'Given later' });
  await assign(given.id, given.version, person, manager);
  await assign(own.id, own.version, manager, person);
  const told = await list(person);
  assert.deepEqual(
    told.map(({ kind, lead, leads: count, is_read }) => [kind, lead?.name, count, is_read]),
    [
      ['assigned', 'Given later', 1, false],
      ['assigned', 'New and given', 1, false],
    ],
  );
  const more = async (limit: string) =>
    (await app.call(notifications.list, { query: { limit } }, person.token)).body.data.has_more;
  assert.deepEqual([await more('1'), await more('2'), await more('3')], [true, false, false]);
  assert.match(told[0]?.by_name ?? '', /^manager/);
  assert.equal(await unread(person), 2);
  const [first, second] = told.map(({ id }) => id);
  assert.equal(await read(person, [first ?? '']), 1);
  assert.equal(
    await read(otherRep, [second ?? '']),
    await unread(otherRep),
    'nobody reads for somebody else',
  );
  assert.equal(await unread(person), 1);
  assert.equal(await read(person), 0);
  await app.call(leads.remove, { params: { id: given.id } }, manager.token);
  assert.deepEqual(
    (await list(person)).map(({ lead }) => lead?.name),
    ['New and given'],
    'a lead in the trash is no news',
  );
});

test('many leads assigned in one step are one notification, which an undo removes', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const before = await unread(manager);
  const made = await Promise.all([1, 2, 3].map(async () => await createLead(app, manager)));
  const body = { leadIds: made.map(({ id }) => id), updates: { assigned_to: person.id } };
  const done = await app.call(leadBulk.update, { body }, superadmin.token);
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(
    (await list(person)).map(({ kind, lead, leads: count }) => [kind, lead, count]),
    [['assigned', null, 3]],
  );
  const [operation] = (await app.call(operations.list, {}, superadmin.token)).body.data;
  await app.call(operations.undo, { params: { id: operation?.id ?? '' } }, superadmin.token);
  assert.deepEqual([await list(person), await unread(person)], [[], 0]);
  assert.equal(await unread(manager), before, 'an undo is no news');
});

test('leads that one operation assigns in several batches are one notification', async () => {
  const client = await createTestClient(app, 'batches');
  await insertManyLeads(app, client, 1300);
  const person = await createPerson(app, 'salesrep', client.id);
  const body = { matching: { client_id: client.id, everything: true }, updates: { assigned_to: person.id } };
  const done = await app.call(leadBulk.update, { body }, superadmin.token);
  assert.equal(done.status, 200, done.text);
  assert.ok(done.body.data.updated > 1000);
  assert.deepEqual(
    (await list(person)).map(({ kind, leads: count }) => [kind, count]),
    [['assigned', done.body.data.updated]],
  );
});

test('a due follow-up is notified once, in every client, until somebody handles it', async () => {
  for (const person of [rep, superadmin]) {
    const lead = await createLead(app, manager, { name: 'Due lead' });
    const fields = { lead_id: lead.id, user_id: person.id, title: 'Send the quote' };
    const planned = await app.call(
      reminders.create,
      { body: { ...fields, reminder_date: new Date(Date.now() + 3_600_000).toISOString() } },
      person.token,
    );
    assert.equal(planned.status, 201, planned.text);
    const { id } = planned.body.data;
    await app.database.asOwner(async (owner) => {
      await owner.query(
        `UPDATE alpha.reminders SET reminder_date = now() - interval '1 minute', updated_at = now() - interval '1 day' WHERE id = $1`,
        [id],
      );
    });
    await fireDue(app.database, alpha, false);
    await fireDue(app.database, alpha, false);
    const told = (await list(person)).filter(({ kind }) => kind === 'due');
    assert.deepEqual(
      told.map(({ title, lead: about, is_read }) => [title, about?.name, is_read]),
      [['Send the quote', 'Due lead', false]],
    );
    assert.equal(told[0]?.client_name, person === superadmin ? 'Client alpha' : undefined);
    assert.equal(await read(person, [told[0]?.id ?? '']), 0);
    await app.call(reminders.complete, { params: { id } }, person.token);
    assert.equal((await list(person)).filter(({ kind }) => kind === 'due').length, 0);
  }
});

test('follow-ups that come due together are listed by their time, the latest first', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const lead = await createLead(app, person, { name: 'Much to do' });
  for (const title of ['5', '1', '7', '3', '6', '2', '4']) {
    const reminder_date = new Date(Date.now() + Number(title) * 3_600_000).toISOString();
    await app.call(reminders.create, { body: { lead_id: lead.id, title, reminder_date } }, person.token);
  }
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `UPDATE alpha.reminders SET reminder_date = reminder_date - interval '8 hours', updated_at = now() - interval '1 day' WHERE lead_id = $1`,
      [lead.id],
    );
  });
  await fireDue(app.database, alpha, false);
  const titles = (await list(person)).map(({ title }) => title);
  assert.deepEqual(titles, ['7', '6', '5', '4', '3', '2', '1']);
});

test('an enquiry notifies managers and admins, or the assignee if the lead is known', async () => {
  const client = await createTestClient(app, 'enquired');
  const body = { client_id: client.id, allowed_origins: ['https://www.example.com'] };
  const key = (await app.call(apiKeys.create, { body }, client.admin.token)).body.data.api_key;
  const headers = { origin: 'https://www.example.com', 'x-api-key': key };
  const enquire = async (message: string) => {
    const enquiry = { name: 'Asha Patel', email: 'asha@example.com', message };
    assert.equal((await app.call(publicLeads.create, { body: enquiry, headers })).status, 201);
  };
  await enquire('First');
  const kinds = async (person: Person) => (await list(person)).map(({ kind, lead }) => [kind, lead?.name]);
  assert.deepEqual(await kinds(client.manager), [['enquiry', 'Asha Patel']]);
  assert.deepEqual(await kinds(client.admin), [['enquiry', 'Asha Patel']]);
  assert.deepEqual(await kinds(client.rep), []);
  const [lead] = (await app.call(leads.list, {}, client.manager.token)).body.data;
  await assign(lead?.id ?? '', lead?.version ?? 0, client.rep, client.manager);
  await enquire('Second');
  assert.deepEqual(await kinds(client.rep), [
    ['enquiry', 'Asha Patel'],
    ['assigned', 'Asha Patel'],
  ]);
  assert.equal((await list(client.manager)).length, 1);
  assert.deepEqual(await list(world.beta.manager), []);
});

test('an enquiry or a missed call of a lead whose owner has left reaches managers and admins', async () => {
  const client = await createTestClient(app, 'left_behind');
  const lead = { email: 'asha@example.com', phone: '+91 98450 12345', is_archived: true };
  const { id } = await createLead(app, client.rep, lead);
  const params = { id: client.rep.id };
  await app.call(users.setActive, { params, body: { isActive: false } }, client.admin.token);
  const own = sourcesOf(app, client);
  const source = await own.make('other');
  assert.equal((await own.post(source, { name: 'Asha', email: lead.email })).status, 200);
  const { script } = SCRIPTS['knowlarity'] ?? assert.fail();
  const call = {
    id: '1',
    customer: '+919845012345',
    agent: '204',
    direction: 'inbound',
    seconds: null,
  } as const;
  const telephones = await own.make('knowlarity');
  for (const event of script(call)) await sendEvent(app, telephones, event);
  for (const leader of [client.manager, client.admin])
    assert.deepEqual(
      (await list(leader)).map(({ kind, lead: about }) => [kind, about?.id]),
      [
        ['enquiry', id],
        ['enquiry', id],
      ],
    );
  const query = { lead_id: id };
  const [callBack] = (await app.call(reminders.list, { query }, client.manager.token)).body.data.reminders;
  assert.deepEqual([callBack?.title, callBack?.user_id], ['Call back', null]);
  const after_ = (await app.call(leads.get, { params: { id } }, client.manager.token)).body.data;
  assert.deepEqual([after_.assigned_to, after_.is_archived], [client.rep.id, false]);
});

test('an import notifies the user who started it, and no assignee of its leads', async () => {
  const csv = `Name,Email,Owner\nOld lead,old-lead@example.com,${otherRep.email}\n`;
  await importFile(app, rep, { filename: 'other-crm.csv', content: csv });
  const [told] = await list(rep);
  assert.deepEqual([told?.kind, told?.leads, told?.summary], ['import', 1, 'other-crm.csv']);
  assert.ok(told?.operation_id);
  assert.deepEqual(await list(otherRep), []);
});

test('notifications older than sixty days are deleted', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  await createLead(app, manager, { assigned_to: person.id });
  await createLead(app, manager, { assigned_to: person.id });
  const [, older] = await list(person);
  await app.database.asOwner(async (owner) => {
    await owner.query(
      'UPDATE alpha.notifications SET created_at = now() - make_interval(days => $2) WHERE id = $1',
      [older?.id, retention().notifications],
    );
  });
  await purgeTrash(app.database);
  assert.equal((await list(person)).length, 1);
});
