import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { distribution } from '#shared/company/distribution.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { users } from '#shared/accounts/users.ts';
import { notifyOfLateLeads } from '#server/features/distribution/late-leads.queries.ts';
import { loseNode } from '#test/rows/lost-node.ts';
import { createService } from '#test/safety/targets.ts';
import { importFile } from '#test/input/upload.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha } = world;
/** A program that sends leads. */
let program: string;
before(async () => {
  program = (await createService(app, alpha.admin)).token;
});

const send = async (name: string, assigned_to?: string): Promise<Lead> =>
  (await app.call(leads.create, { body: { name, assigned_to } }, program)).body.data;
const get = async ({ id }: Lead) =>
  (await app.call(leads.get, { params: { id } }, alpha.admin.token)).body.data;
const promise = async (minutes: number | null) =>
  await app.call(distribution.setPromise, { body: { minutes } }, alpha.manager.token);
/** Lets the promised minutes of all the client's leads pass. */
const timePasses = async ({ schema }: { schema: string } = alpha) =>
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${schema}.leads SET contact_by = now() WHERE contact_by IS NOT NULL`),
  );
/** Looks for late leads in two processes at once, after the mirror has caught up. */
const look = async () => {
  app.database.follower?.note(alpha.id);
  await app.database.follower?.settle();
  await Promise.all([notifyOfLateLeads(app.database), notifyOfLateLeads(app.database)]);
};
const toldOf = async ({ token }: Person) =>
  (await app.call(notifications.list, {}, token)).body.data.notifications.flatMap(({ kind, lead }) =>
    kind === 'late' ? [lead?.name] : [],
  );

test('managers and admins are notified once of a lead not contacted in time, whichever process checks', async () => {
  const { manager, admin, rep } = alpha;
  const unpromised = await send('Before');
  assert.equal((await promise(30)).status, 200);
  const names = ['Late', 'Called', 'Lost', 'Trashed', 'Missed'];
  const [late, called, lost, trashed, missed] = (await Promise.all(
    names.map(async (name) => await send(name)),
  )) as [Lead, Lead, Lead, Lead, Lead];
  const byHand = await createLead(app, manager, { name: 'By hand' });
  await importFile(app, admin, { content: 'Name,Email\nFiled,f@example.com' });
  await look();
  assert.deepEqual(await toldOf(manager), [], 'half an hour is not over');
  const call = { lead_id: called.id, duration: 3, notes: 'Wants a quote' };
  await app.call(callLogs.create, { body: call }, rep.token);
  const rang = { lead_id: missed.id, call_type: 'inbound', call_status: 'no-answer' };
  await app.call(callLogs.create, { body: rang }, rep.token);
  await app.call(leads.setStatus, { params: { id: lost.id }, body: { status: 'lost' } }, rep.token);
  await app.call(leads.remove, { params: { id: trashed.id } }, manager.token);
  await timePasses();
  await look();
  await look();
  for (const leader of [manager, admin])
    assert.deepEqual(new Set(await toldOf(leader)), new Set(['Late', 'Missed']));
  assert.deepEqual(await toldOf(rep), []);
  const contacted = await app.call(leads.list, { query: { is_contacted: 'true' } }, manager.token);
  assert.deepEqual(
    contacted.body.data.map(({ name }) => name),
    ['Called'],
  );
  const { escalated_at, version } = await get(late);
  assert.ok(escalated_at);
  assert.equal(version, late.version, 'an edit that is under way goes on');
  for (const lead of [called, lost, unpromised, byHand]) assert.equal((await get(lead)).escalated_at, null);
});

test('a revoked promise applies to no further lead', async () => {
  const { manager } = alpha;
  await promise(5);
  await send('Also late');
  await promise(null);
  await send('Unpromised');
  await timePasses();
  app.database.follower?.note(alpha.id);
  await app.database.follower?.settle();
  await notifyOfLateLeads(app.database);
  assert.deepEqual(new Set(await toldOf(manager)), new Set(['Also late', 'Late', 'Missed']));
  for (const minutes of [0, 4, 10_081]) assert.equal((await promise(minutes)).status, 422, String(minutes));
});

test('only the owner’s manager is notified if active and able to see the lead, otherwise all managers and admins', async () => {
  const { admin, manager } = alpha;
  const [leader, rep] = [
    await createPerson(app, 'manager', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
  ];
  const change = async (id: string, body: object) =>
    assert.equal((await app.call(users.update, { params: { id }, body }, admin.token)).status, 200);
  const see = async (visibility: 'company' | 'team' | 'own') =>
    await app.call(
      leadVisibility.update,
      { params: { id: alpha.id }, body: { manager: visibility } },
      admin.token,
    );
  await change(rep.id, { managerId: leader.id });
  await promise(5);
  const late = async (name: string, owner?: string) => {
    await send(name, owner);
    await timePasses();
    await look();
    await look();
    const told = [leader, manager, admin].map(
      async (person) => (await toldOf(person)).filter((one) => one === name).length,
    );
    return await Promise.all(told);
  };
  for (const visibility of ['company', 'team'] as const) {
    await see(visibility);
    assert.deepEqual(await late(`Of the team, ${visibility}`, rep.id), [1, 0, 0]);
  }
  await see('own');
  assert.deepEqual(await late('Of the team, own', rep.id), [0, 0, 1], 'only admins see it');
  await see('company');
  assert.deepEqual(await late('Of nobody'), [1, 1, 1]);
  assert.deepEqual(await late('Of somebody without a manager', alpha.rep.id), [1, 1, 1]);
  const gone = { params: { id: leader.id }, body: { isActive: false } };
  assert.equal((await app.call(users.setActive, gone, admin.token)).status, 200);
  await send('Manager gone', rep.id);
  await timePasses();
  await look();
  for (const person of [manager, admin]) assert.equal((await toldOf(person))[0], 'Manager gone');
});

test('nobody is notified of late leads of an inactive client, until it is active again', async () => {
  const { admin } = alpha;
  await promise(5);
  await send('Late while inactive');
  await timePasses();
  const active = async (isActive: boolean) =>
    await app.database.asOwner(
      async (owner) =>
        await owner.query('UPDATE core.clients SET is_active = $2 WHERE id = $1', [alpha.id, isActive]),
    );
  const told = async () =>
    await app.database.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `SELECT 1 FROM alpha.notifications n JOIN alpha.leads l ON l.id = n.lead_id
         WHERE n.kind = 'late' AND l.name = 'Late while inactive' AND n.user_id = $1`,
        [admin.id],
      );
      return rows.length;
    });
  await active(false);
  await look();
  assert.equal(await told(), 0);
  await active(true);
  await look();
  assert.equal(await told(), 1);
});

test('a client whose node of the cluster is lost delays nobody else, and is told afterwards', async () => {
  const { beta } = world;
  await app.call(distribution.setPromise, { body: { minutes: 5 } }, beta.manager.token);
  const { token } = await createService(app, beta.admin);
  await send('Late on the lost node');
  await app.call(leads.create, { body: { name: 'Late elsewhere' } }, token);
  for (const client of [alpha, beta]) {
    await timePasses(client);
    app.database.follower?.note(client.id);
  }
  await app.database.follower?.settle();
  const findNode = await loseNode(app.database, alpha.schema);
  await assert.rejects(notifyOfLateLeads(app.database), /connection to the remote node failed/);
  assert.deepEqual(await toldOf(beta.manager), ['Late elsewhere']);
  await findNode();
  await look();
  assert.equal((await toldOf(alpha.admin))[0], 'Late on the lost node');
});
