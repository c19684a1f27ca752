import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { absences } from '#shared/company/absences.ts';
import { distribution } from '#shared/company/distribution.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { coveredPeople, peopleToTellOf } from '#server/db/visibility/covers.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { createService } from '#test/safety/targets.ts';
import { importFile } from '#test/input/upload.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
let client: TestClient;
let program: string;
let numbers = 0;
beforeEach(async () => {
  client = await createTestClient(app, `left_${(numbers += 1)}`);
  program = (await createService(app, client.admin)).token;
});

/** The two ways of being gone; each condition in the product must hold for both. */
const GONE = {
  deactivated: 'is_active = false',
  'in another client': 'belongs = false',
} as const;

const DAY = { first_day: '2020-01-01', last_day: null };

/** Ways in which a user is given something; `leave` makes the user gone. */
const WAYS: Record<string, (person: Person, leave: () => Promise<void>) => Promise<void>> = {
  ...Object.fromEntries(
    (['person', 'turn', 'fewest'] as const).map((way) => [
      `a rule by ${way}`,
      async (person: Person, leave: () => Promise<void>) => {
        await save(way, person);
        await leave();
        const body = { name: 'Sent by a program' };
        assert.equal((await app.call(leads.create, { body }, program)).body.data.assigned_to, null);
      },
    ]),
  ),
  'an import that is shared out': async (person, leave) => {
    await save('turn', person);
    await leave();
    const content = 'Name,Email\nFiled,filed@example.com';
    const reply = await importFile(app, client.admin, { content, fields: { distribute: 'true' } });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(await ownersOf('Filed'), [null]);
  },
  'a new lead': async (person, leave) => {
    await leave();
    const body = { name: 'Given', assigned_to: person.id };
    assert.equal((await app.call(leads.create, { body }, client.manager.token)).status, 422);
  },
  'an edit of a lead': async (person, leave) => {
    const { id } = await createLead(app, client.manager);
    await leave();
    for (const [endpoint, body] of [
      [leads.update, { assigned_to: person.id }],
      [leads.assign, { assigned_to: person.id }],
    ] as const)
      assert.equal((await app.call(endpoint, { params: { id }, body }, client.manager.token)).status, 422);
  },
  'a bulk update': async (person, leave) => {
    const { id } = await createLead(app, client.manager, { assigned_to: null });
    await leave();
    const body = { lead_ids: [id], updates: { assigned_to: person.id } };
    const { data } = (await app.call(leadBulk.update, { body }, world.superadmin.token)).body;
    assert.deepEqual([data.updated, data.failed], [0, 1]);
  },
  'a cover that began before': async (person, leave) => {
    const body = { ...DAY, user_id: client.rep.id, covered_by: person.id };
    assert.equal((await app.call(absences.create, { body }, client.admin.token)).status, 201);
    const place = { schema: client.schema, timeZone: 'Asia/Kolkata' };
    const db = app.database.client((await findClient(app.database, client.id)) as ClientRef);
    assert.deepEqual(await coveredPeople(db, place, person.id), [client.rep.id]);
    await leave();
    assert.deepEqual(await coveredPeople(db, place, person.id), []);
    assert.deepEqual(await peopleToTellOf(db, place, client.rep.id), [client.rep.id]);
  },
  'a cover that is to begin': async (person, leave) => {
    await leave();
    const body = { ...DAY, user_id: client.rep.id, covered_by: person.id };
    assert.equal((await app.call(absences.create, { body }, client.admin.token)).status, 422);
  },
  'the people whom a rule may name': async (person, leave) => {
    await leave();
    const { people } = (await app.call(distribution.get, {}, client.manager.token)).body.data;
    assert.ok(!people.some(({ id }) => id === person.id));
  },
};

async function save(way: 'person' | 'turn' | 'fewest', person: Person): Promise<void> {
  const rule = { name: 'All', is_active: true, conditions: [], times: null, way, people: [person.id] };
  const reply = await app.call(distribution.save, { body: { rules: [rule] } }, client.manager.token);
  assert.equal(reply.status, 200, reply.text);
}

async function ownersOf(search: string): Promise<(string | null)[]> {
  const reply = await app.call(leads.list, { query: { search } }, client.manager.token);
  return reply.body.data.map(({ assigned_to }) => assigned_to);
}

for (const [state, change] of Object.entries(GONE))
  for (const [name, way] of Object.entries(WAYS))
    test(`a user who is ${state} gets nothing by ${name}`, async () => {
      const person = await createPerson(app, 'salesrep', client.id);
      await way(person, async () => {
        await app.database.asOwner(
          async (owner) =>
            await owner.query(`UPDATE ${client.schema}.members SET ${change} WHERE id = $1`, [person.id]),
        );
      });
    });

test('nobody sets a limit of open leads for a user who has moved to another client', async () => {
  const input = { params: { id: client.rep.id }, body: { max_open_leads: 5 } };
  const limit = async () => (await app.call(distribution.setLimit, input, client.manager.token)).status;
  assert.equal(await limit(), 200);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${client.schema}.members SET belongs = false WHERE id = $1`, [client.rep.id]),
  );
  assert.equal(await limit(), 404);
});

test('leads reserved by a dead import count for nobody', async () => {
  const { rep, otherRep, schema } = client;
  const rule = { name: 'All', is_active: true, conditions: [], times: null, way: 'fewest' as const };
  const rules = [{ ...rule, people: [rep.id, otherRep.id] }];
  await app.call(distribution.save, { body: { rules } }, client.manager.token);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `INSERT INTO ${schema}.distribution_holds (import_id, user_id, leads, ends_at)
         SELECT gen_random_uuid(), id, 50, now() - interval '1 minute' FROM unnest($1::uuid[]) id`,
        [[rep.id]],
      ),
  );
  const owners: (string | null)[] = [];
  for (let sent = 0; sent < 4; sent += 1)
    owners.push(
      (await app.call(leads.create, { body: { name: `Sent ${sent}` } }, program)).body.data.assigned_to,
    );
  assert.equal(owners.filter((id) => id === rep.id).length, 2);
});
