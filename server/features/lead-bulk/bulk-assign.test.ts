import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { distribution } from '#shared/company/distribution.ts';
import type { RuleInput } from '#shared/company/distribution.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import type { Visibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { users } from '#shared/accounts/users.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { operations } from '#shared/activities/operations.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
let client: TestClient;
let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  client = await createTestClient(app, `given_${numbers}`);
});

const saveRule = async (people: readonly Person[], more: Partial<RuleInput> = {}) => {
  const rule = { name: 'Everybody', is_active: true, conditions: [], times: null, way: 'turn' as const };
  const rules = [{ ...rule, people: people.map(({ id }) => id), ...more }];
  assert.equal((await app.call(distribution.save, { body: { rules } }, client.manager.token)).status, 200);
};
const waiting = async (count: number, lead = {}) => {
  const made = [];
  for (let place = 0; place < count; place += 1)
    made.push(await createLead(app, client.manager, { name: `Lead ${place}`, assigned_to: null, ...lead }));
  return made.map(({ id }) => id);
};
const UNASSIGNED = { matching: { assigned_to: 'none' as const } };
const assign = async (body: object, person: Person = client.manager, key?: string) =>
  await app.call(
    leadBulk.assign,
    { body, ...(key && { headers: { 'idempotency-key': key } }) },
    person.token,
  );
const preview = async (body: object, person: Person = client.manager) =>
  await app.call(leadBulk.previewAssign, { body }, person.token);
const ownersOf = async () => {
  const query = { page: '1', limit: '100' };
  const { body } = await app.call(leads.list, { query }, client.admin.token);
  return body.data.map(({ assigned_to }) => assigned_to);
};
const countOf = async ({ id }: Person) => (await ownersOf()).filter((owner) => owner === id).length;

test('the rules give out waiting leads as the dry run says, in one operation with an undo', async () => {
  const { rep, otherRep, manager } = client;
  await saveRule([rep, otherRep]);
  await waiting(21);
  const before = await digestOf(app);
  const tried = await preview(UNASSIGNED);
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual(
    tried.body.data.people.map((person) => person.leads).toSorted((one, other) => one - other),
    [10, 11],
  );
  assert.deepEqual([tried.body.data.left, tried.body.data.reason], [0, null]);
  assert.deepEqual(await digestOf(app), before);

  const done = await assign(UNASSIGNED);
  assert.equal(done.status, 200, done.text);
  const { assigned, failed, operation_ids } = done.body.data;
  assert.deepEqual([assigned, failed, operation_ids.length], [21, 0, 1]);
  for (const { id, leads: count } of tried.body.data.people)
    assert.equal((await ownersOf()).filter((owner) => owner === id).length, count);
  for (const person of [rep, otherRep]) {
    const told = await app.call(notifications.list, { query: {} }, person.token);
    assert.deepEqual(told.body.data.notifications.map(({ kind }) => kind), ['assigned']); // prettier-ignore
  }
  await assertCounted(app, client);

  const [id = ''] = operation_ids;
  assert.equal((await app.call(operations.undo, { params: { id } }, manager.token)).status, 200);
  assert.ok((await ownersOf()).every((owner) => owner === null));
});

test('leads with an owner, and those that no rule takes, stay and say why', async () => {
  const { rep, otherRep } = client;
  await saveRule([rep], { conditions: [{ field: 'source', values: ['website'] }] });
  const [owned = ''] = await waiting(1, { assigned_to: otherRep.id, source: 'website' });
  const [taken = ''] = await waiting(1, { source: 'website' });
  const [left = ''] = await waiting(1, { source: 'referral' });
  const body = { lead_ids: [owned, taken, left] };
  const tried = (await preview(body)).body.data;
  assert.deepEqual([tried.people.map((person) => person.leads), tried.left], [[1], 2]);
  const { assigned, failures } = (await assign(body)).body.data;
  assert.equal(assigned, 1);
  const why = new Map(failures.map(({ id, message }) => [id, message]));
  assert.equal(why.get(owned), 'This lead is already assigned.');
  assert.ok(why.get(left));
  assert.deepEqual([await countOf(rep), await countOf(otherRep)], [1, 1]);
});

test('a client without rules is told to add one, and nothing changes', async () => {
  await waiting(2);
  const before = await digestOf(app);
  const { people, left, reason } = (await preview(UNASSIGNED)).body.data;
  assert.deepEqual([people, left], [[], 2]);
  assert.match(reason ?? '', /^There are no rules yet\./);
  assert.equal((await assign(UNASSIGNED)).body.data.assigned, 0);
  assert.deepEqual(await digestOf(app), before);
});

test('a selection is assigned to one person, who is notified once, and a repeated key assigns once', async () => {
  const { rep, manager } = client;
  const body = { lead_ids: await waiting(20), assigned_to: rep.id };
  const first = await assign(body, manager, 'given-once');
  const again = await assign(body, manager, 'given-once');
  assert.deepEqual([first.status, again.body.data], [200, first.body.data]);
  assert.deepEqual([first.body.data.assigned, await countOf(rep)], [20, 20]);
  const told = await app.call(notifications.list, { query: {} }, rep.token);
  assert.deepEqual(told.body.data.notifications.map(({ kind }) => kind), ['assigned']); // prettier-ignore
});

test('reps, other clients’ leads and other clients’ people change nothing', async () => {
  const own = await waiting(1);
  const foreign = [(await createLead(app, world.beta.manager)).id];
  await saveRule([client.rep]);
  const before = await digestOf(app);
  for (const [body, person, status] of [
    [{ lead_ids: own, assigned_to: client.rep.id }, client.rep, 403],
    [{ lead_ids: foreign, assigned_to: client.rep.id }, client.manager, 404],
    [{ lead_ids: foreign }, client.manager, 404],
    [{ lead_ids: own, assigned_to: world.beta.rep.id }, client.manager, 404],
    [{}, client.manager, 422],
  ] as const) {
    const refused = await assign(body, person);
    assert.equal(refused.status, status, refused.text);
  }
  assert.deepEqual(await digestOf(app), before);
});

test('a manager limited to a team assigns leads only within it; an admin assigns them to anybody', async () => {
  const { rep, otherRep, manager, admin } = client;
  const deep = await createPerson(app, 'salesrep', client.id);
  for (const [person, managerId] of [
    [rep, manager.id],
    [deep, rep.id],
  ] as const) {
    const changed = await app.call(
      users.update,
      { params: { id: person.id }, body: { managerId } },
      admin.token,
    );
    assert.equal(changed.status, 200, changed.text);
  }
  const see = async (visibility: Visibility) => {
    const body = { manager: visibility };
    const chosen = await app.call(leadVisibility.update, { params: { id: client.id }, body }, admin.token);
    assert.equal(chosen.status, 200, chosen.text);
  };
  await see('team');
  const lead_ids = await waiting(2);
  const before = await digestOf(app);
  for (const selection of [{ lead_ids }, UNASSIGNED])
    for (const stranger of [otherRep, admin]) {
      const refused = await assign({ ...selection, assigned_to: stranger.id });
      assert.equal(refused.status, 404, refused.text);
      assert.equal(refused.body.message, 'Choose somebody in your team.');
    }
  assert.deepEqual(await digestOf(app), before);
  for (const person of [rep, deep, manager]) {
    assert.equal((await assign({ lead_ids, assigned_to: person.id })).status, 200);
    assert.equal(await countOf(person), 2);
  }
  assert.equal((await assign({ lead_ids, assigned_to: otherRep.id }, admin)).status, 200);
  await see('company');
  assert.equal((await assign({ lead_ids, assigned_to: rep.id })).status, 200);
  assert.equal((await assign({ lead_ids, assigned_to: otherRep.id })).status, 200);
});

test('the rules stay free while a selected lead is locked, so a missed call of that lead can use them', async () => {
  await saveRule([client.rep]);
  const [id = ''] = await waiting(1);
  const held = await app.database.asOwner(async (owner) => {
    await owner.query(`SELECT FROM ${client.schema}.leads WHERE id = $1 FOR UPDATE`, [id]);
    const reply = assign(UNASSIGNED);
    for (let isWaiting = false; !isWaiting;) {
      const { rowCount } = await owner.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      isWaiting = rowCount !== 0;
    }
    const { rows } = await owner.query<{ is_free: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_free',
      [`distribution ${client.id}`],
    );
    return { reply, isFree: rows[0]?.is_free };
  });
  assert.equal(held.isFree, true);
  assert.equal((await held.reply).body.data.assigned, 1);
});
