import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { absences } from '#shared/company/absences.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { findMorning } from '#server/features/notifications/message-contents.queries.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha } = world;
let ref: ClientRef;
let asha: Person;
let ravi: Person;
let third: Person;
before(async () => {
  ref = (await findClient(app.database, alpha.id)) as ClientRef;
});
beforeEach(async () => {
  await see('own');
  const [one, two, three] = [0, 1, 2].map(async () => await createPerson(app, 'salesrep', alpha.id));
  [asha, ravi, third] = [(await one) as Person, (await two) as Person, (await three) as Person];
});

const see = async (salesrep: 'own' | 'team' | 'company') =>
  await app.call(leadVisibility.update, { params: { id: alpha.id }, body: { salesrep } }, alpha.admin.token);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Marks a user as away around today, with the user who covers. */
async function cover(away: Person, by: Person | null): Promise<string> {
  const body = { user_id: away.id, first_day: day(-3), last_day: day(3), covered_by: by?.id ?? null };
  const reply = await app.call(absences.create, { body }, alpha.admin.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data.id;
}
/** Moves an absence back by the given number of days. */
const pass = async (id: string, days: number) =>
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        'UPDATE alpha.absences SET first_day = first_day - $2::int, last_day = last_day - $2::int WHERE id = $1',
        [id, days],
      ),
  );
/** A lead of the user with an overdue follow-up. */
async function plan(person: Person, name: string): Promise<{ lead: string; reminder: string }> {
  const { id } = await createLead(app, person, { name });
  const body = { lead_id: id, title: `Call ${name}`, reminder_date: new Date().toISOString() };
  const { data } = (await app.call(reminders.create, { body }, person.token)).body;
  return { lead: id, reminder: data.id };
}
const statusOf = async ({ token }: Person, id: string) =>
  (await app.call(leads.get, { params: { id } }, token)).status;
const mine = async ({ token }: Person) => {
  const { body } = await app.call(reminders.list, { query: { user_id: 'me' } }, token);
  assert.equal(body.pagination.total, body.data.reminders.length);
  assert.equal(body.data.counts.overdue, body.data.reminders.filter((one) => !one.is_completed).length);
  return body.data.reminders.map(({ title }) => title).toSorted();
};
const dayOf = async ({ token }: Person) => {
  const { data } = (await app.call(myDay.get, { query: { whose: 'me' } }, token)).body;
  return {
    covers: data.covers.map(({ user_id, last_day }) => [user_id, last_day]),
    overdue: [data.overdue.total, data.overdue.rows.map(({ title }) => title).toSorted()],
  };
};

test('a covering user sees and handles exactly the absent user’s leads and follow-ups, only on those days', async () => {
  const [a, r] = [await plan(asha, 'A'), await plan(ravi, 'R')];
  const strange = await plan(third, 'T');
  assert.deepEqual([await statusOf(ravi, a.lead), await mine(ravi)], [404, ['Call R']]);
  const absence = await cover(asha, ravi);
  for (const visibility of ['own', 'team'] as const) {
    await see(visibility);
    const seen = [
      await statusOf(ravi, a.lead),
      await statusOf(ravi, r.lead),
      await statusOf(ravi, strange.lead),
    ];
    assert.deepEqual(seen, [200, 200, 404], visibility);
    assert.equal(
      await statusOf(asha, r.lead),
      404,
      'nothing of the covering person is shown to the absent one',
    );
    assert.equal(await statusOf(third, a.lead), 404);
    const listed = await app.call(leads.list, { query: { page: '1' } }, ravi.token);
    assert.deepEqual([listed.body.pagination.total, listed.body.data.length], [2, 2]);
  }
  assert.deepEqual(await mine(ravi), ['Call A', 'Call R']);
  assert.deepEqual(await dayOf(ravi), {
    covers: [[asha.id, day(3)]],
    overdue: [2, ['Call A', 'Call R']],
  });
  assert.deepEqual(await dayOf(asha), { covers: [], overdue: [1, ['Call A']] });
  const only = await app.call(reminders.list, { query: { user_id: ravi.id } }, ravi.token);
  assert.equal(only.body.pagination.total, 1, 'an id asks for that person alone');

  const { token } = ravi;
  const params = { id: a.reminder };
  const moved = await app.call(
    reminders.update,
    { params, body: { reminder_date: new Date().toISOString() } },
    token,
  );
  assert.deepEqual([moved.status, moved.body.data.user_id], [200, asha.id]);
  const call = { lead_id: a.lead, duration: 2, notes: 'For a colleague' };
  assert.equal((await app.call(callLogs.create, { body: call }, token)).status, 201);
  const next = { lead_id: a.lead, title: 'Next', reminder_date: new Date().toISOString() };
  assert.equal((await app.call(reminders.create, { body: next }, token)).body.data.user_id, asha.id);

  await pass(absence, 4);
  assert.deepEqual([await statusOf(ravi, a.lead), await mine(ravi)], [404, ['Call R']]);
  assert.deepEqual(await dayOf(ravi), { covers: [], overdue: [1, ['Call R']] });
  assert.deepEqual(await mine(asha), ['Call A', 'Next'], 'the follow-ups are the absent person’s again');
  assert.equal((await app.call(reminders.complete, { params }, token)).status, 404);
});

test('an absence that is over already is refused, as the year is probably mistyped', async () => {
  const body = { first_day: day(-365), last_day: day(-3) };
  const reply = await app.call(absences.create, { body }, alpha.rep.token);
  assert.equal(reply.status, 422);
  assert.deepEqual(reply.body.errors, [
    { field: 'last_day', message: 'Choose a last day that isn’t in the past.' },
  ]);
});

test('a completed follow-up stays its owner’s and names who completed it, until it is reopened', async () => {
  const { reminder } = await plan(asha, 'A');
  await cover(asha, ravi);
  const params = { id: reminder };
  const done = (await app.call(reminders.complete, { params }, ravi.token)).body.data;
  assert.deepEqual([done.user_id, done.handled_by], [asha.id, ravi.id]);
  assert.match(done.handled_by_name ?? '', /^salesrep/);
  const timeline = await app.call(leadHistory.list, { params: { id: done.lead_id } }, asha.token);
  const entry = timeline.body.data.find(({ type }) => type === 'reminder');
  assert.equal(entry?.type === 'reminder' && entry.handled_by_name, done.handled_by_name);
  const open = (await app.call(reminders.reopen, { params }, ravi.token)).body.data;
  assert.deepEqual([open.user_id, open.handled_by, open.handled_by_name], [asha.id, null, null]);
  const byOwner = (await app.call(reminders.complete, { params }, asha.token)).body.data;
  assert.equal(byOwner.handled_by, null);
  await app.call(reminders.reopen, { params }, asha.token);
  const byManager = (await app.call(reminders.complete, { params }, alpha.manager.token)).body.data;
  assert.equal(byManager.handled_by, null, 'a manager covers for nobody');
});

test('the covering user gets due follow-ups by bell, page and morning mail, and the absent user does not', async () => {
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openStream(address, ravi.token);
  await cover(asha, ravi);
  const { reminder } = await plan(asha, 'A');
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `UPDATE alpha.reminders SET updated_at = now() - interval '2 minutes', reminder_date = now() - interval '1 minute' WHERE id = $1`,
        [reminder],
      ),
  );
  await fireDue(app.database, ref, true);
  const event = await stream.until(({ type }) => type === 'due');
  assert.equal(event.type === 'due' && event.reminder['user_id'], asha.id);
  stream.close();
  const told = async ({ token }: Person) =>
    (await app.call(notifications.list, {}, token)).body.data.notifications.filter(
      ({ kind }) => kind === 'due',
    );
  assert.deepEqual(await told(asha), []);
  const [line, ...rest] = await told(ravi);
  assert.deepEqual([rest, line?.title], [[], 'Call A']);
  assert.match(line?.for_name ?? '', /^salesrep/);
  const morning = async ({ id }: Person) =>
    await findMorning(
      app.database,
      { client: ref, sight: null },
      {
        id,
        user_id: id,
        client_id: alpha.id,
        kind: 'digest',
        channel: 'mail',
        object_id: alpha.id,
        due_at: new Date(),
      },
    );
  const [ofAsha, ofRavi] = [await morning(asha), await morning(ravi)];
  assert.deepEqual([ofAsha.list, ofRavi.overdue], [[], 1]);
  assert.match(ofRavi.list[0]?.forName ?? '', /^salesrep/);
});

test('a cover does not apply while the covering user is away or has left, and covers do not chain', async () => {
  const { lead } = await plan(asha, 'A');
  await cover(asha, ravi);
  const own = await cover(ravi, third);
  assert.deepEqual([await statusOf(ravi, lead), await mine(ravi)], [404, []]);
  assert.deepEqual(
    [await statusOf(third, lead), await mine(third)],
    [404, []],
    'nobody covers twice removed',
  );
  await app.call(absences.remove, { params: { id: own } }, alpha.admin.token);
  assert.equal(await statusOf(ravi, lead), 200);
  const status = { params: { id: ravi.id }, body: { isActive: false, reassignTo: null } };
  assert.equal((await app.call(users.setActive, status, alpha.admin.token)).status, 200);
  await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query('SELECT is_active FROM alpha.members WHERE id = $1', [ravi.id]);
    assert.deepEqual(rows, [{ is_active: false }]);
  });
  const { body } = await app.call(absences.list, {}, asha.token);
  const absence = body.data.find(({ user_id }) => user_id === asha.id);
  assert.deepEqual([absence?.covered_by?.id, absence?.covered_by?.is_active], [ravi.id, false]);
  assert.equal(await statusOf(asha, lead), 200);
});

test('only an active colleague can cover', async () => {
  const ask = async (covered_by: string) => {
    const body = { user_id: asha.id, first_day: day(5), last_day: null, covered_by };
    const reply = await app.call(absences.create, { body }, alpha.admin.token);
    return [reply.status, reply.body.errors?.[0]?.message];
  };
  assert.deepEqual(await ask(asha.id), [422, 'Choose a colleague of the absent person.']);
  assert.deepEqual(await ask(world.beta.rep.id), [422, 'Choose an active user of this client.']);
  assert.deepEqual(await ask(ravi.id), [201, undefined]);
});

test('an absence is listed until its last day is over', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const before = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  for (const [person, first_day, last_day] of [
    [asha, today, today],
    [ravi, today, today],
    [third, before, today],
  ] as const) {
    const body = { user_id: person.id, first_day, last_day };
    const { status, body: made } = await app.call(absences.create, { body }, alpha.admin.token);
    assert.equal(status, 201);
    if (person === ravi) await pass(made.data.id, 1);
  }
  const listed = (await app.call(absences.list, {}, alpha.admin.token)).body.data.map(
    ({ user_id }) => user_id,
  );
  assert.deepEqual(
    [asha, ravi, third].map(({ id }) => listed.includes(id)),
    [true, false, true],
  );
});
