import assert from 'node:assert/strict';
import { v7 as uuidv7 } from 'uuid';
import { before, test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { dayOf, startOfDay } from '#shared/values/dates.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { reports } from '#shared/activities/reports.ts';
import { monthLater, monthOf } from '#shared/values/months.ts';
import { targets } from '#shared/activities/targets.ts';
import type { Target } from '#shared/activities/targets.ts';
import { users } from '#shared/accounts/users.ts';
import { workingHours } from '#shared/company/working-hours.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta, superadmin } = world;
const { admin, rep, otherRep } = alpha;
const zone = 'Asia/Kolkata';
const month = monthOf(new Date(), zone);
const NONE: Target = { calls: null, converted: null, converted_value: null };
const GOAL: Target = { calls: 40, converted: 3, converted_value: 250_000.5 };

before(async () => {
  await app.call(leadVisibility.update, { params: { id: alpha.id }, body: { salesrep: 'own' } }, admin.token);
});

const save = async ({ id }: { id: string }, target: Target, of = month, by = admin, query = {}) =>
  await app.call(targets.change, { params: { id }, query, body: { month: of, ...target } }, by.token);
const own = async ({ token }: { token: string }) => (await app.call(targets.own, {}, token)).body.data;
const list = async (of: string, by: Person = admin, query = {}) =>
  (await app.call(targets.list, { query: { month: of, ...query } }, by.token)).body.data.people;
const targetOf = async ({ id }: Person, of: string) => {
  const found = (await list(of)).find((person) => person.id === id);
  assert.ok(found);
  const { calls, converted, converted_value } = found;
  return { calls, converted, converted_value };
};
/** The moment this many hours after the start of the current month in the client's time zone. */
const inMonth = (hours: number) =>
  new Date((startOfDay(`${month}-01`, zone) as Date).getTime() + hours * 3_600_000).toISOString();

test('a target of a user and month is set, changed and removed, and leaves others as they are', async () => {
  assert.deepEqual(await targetOf(rep, month), NONE);
  assert.equal((await save(rep, GOAL)).status, 200);
  assert.equal((await save(rep, { ...NONE, calls: 7 }, monthLater(month, 1))).status, 200);
  assert.deepEqual(await targetOf(rep, month), GOAL);
  assert.deepEqual(await targetOf(rep, monthLater(month, 1)), { ...NONE, calls: 7 });
  assert.deepEqual(await targetOf(otherRep, month), NONE);
  await save(rep, { ...GOAL, calls: null });
  assert.deepEqual(await targetOf(rep, month), { ...GOAL, calls: null });
  const only = { params: { id: rep.id }, body: { month, calls: 9 } };
  await app.call(targets.change, only, admin.token);
  assert.deepEqual(await targetOf(rep, month), { ...GOAL, calls: 9 });
  await save(rep, NONE);
  assert.deepEqual(await targetOf(rep, month), NONE);
  for (const wrong of [{ calls: 0 }, { converted: 1.5 }, { converted_value: -1 }, { converted_value: 0 }]) {
    assert.equal((await save(rep, { ...GOAL, ...wrong })).status, 422, JSON.stringify(wrong));
  }
  for (const wrong of ['2026-13', '2026-1', '1026-01', ''])
    assert.equal((await save(rep, GOAL, wrong)).status, 422, wrong);
  for (const stranger of [beta.rep, superadmin]) {
    const reply = await save(stranger, GOAL);
    assert.deepEqual([reply.status, reply.body.message], [404, 'This user does not exist.']);
  }
  const asSuperadmin = await save(rep, GOAL, month, superadmin, { clientId: alpha.id });
  assert.equal(asSuperadmin.status, 200);
  assert.deepEqual(await list(month, superadmin), []);
  const seen = await list(month, superadmin, { client_id: alpha.id });
  assert.equal(seen.find(({ id }) => id === rep.id)?.calls, 40);
});

test('managers set and see the targets of those who report to them, and of nobody else', async () => {
  const [lead, below, deep, beside] = [
    await createPerson(app, 'manager', alpha.id),
    await createPerson(app, 'manager', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
  ];
  const of = '2032-05';
  assert.deepEqual(await list(of, lead), [], 'nobody reports to the manager yet');
  for (const [person, manager] of [
    [below, lead],
    [deep, below],
  ] as const) {
    const call = { params: { id: person.id }, body: { managerId: manager.id } };
    assert.equal((await app.call(users.update, call, admin.token)).status, 200);
  }
  const seen = async (by: Person) => new Set((await list(of, by)).map(({ id }) => id));
  assert.deepEqual(await seen(lead), new Set([below.id, deep.id]));
  assert.deepEqual(await seen(below), new Set([deep.id]));
  assert.equal((await save(deep, GOAL, of, lead)).status, 200);
  assert.equal((await save(beside, { ...NONE, calls: 7 }, of)).status, 200);
  for (const stranger of [beside, lead, admin, beta.rep, superadmin, { id: uuidv7() }]) {
    const reply = await save(stranger, { ...NONE, calls: 99 }, of, lead);
    const { message } = reply.body;
    assert.deepEqual(
      [reply.status, message],
      [404, 'You can set targets only for people who report to you.'],
    );
  }
  assert.deepEqual(await targetOf(beside, of), { ...NONE, calls: 7 });
  assert.deepEqual(await targetOf(lead, of), NONE);

  const forAll = { body: { month: of, calls: 60 } };
  assert.deepEqual((await app.call(targets.changeAll, forAll, lead.token)).body.data, { changed: 2 });
  assert.deepEqual(await targetOf(deep, of), { ...GOAL, calls: 60 });
  assert.deepEqual(await targetOf(below, of), { ...NONE, calls: 60 });
  assert.deepEqual(await targetOf(beside, of), { ...NONE, calls: 7 });
  const none = await app.call(targets.changeAll, { body: { month: of } }, lead.token);
  assert.deepEqual([none.status, none.body.message], [422, 'Enter at least one target.']);

  const copy = { body: { month: monthLater(of, 1) } };
  assert.deepEqual((await app.call(targets.copy, copy, below.token)).body.data, { copied: 1 });
  assert.deepEqual(await targetOf(below, copy.body.month), NONE);
  assert.equal((await save(deep, GOAL, of, rep)).status, 403);
});

test('progress is compared with working days, once a client has chosen them', async () => {
  const of = '2024-05';
  const place = async () => {
    const { day, passed, days, counts_working_days } = (
      await app.call(targets.list, { query: { month: of } }, admin.token)
    ).body.data;
    return { day, passed, days, counts_working_days };
  };
  assert.deepEqual(await place(), { day: 31, passed: 31, days: 31, counts_working_days: false });
  const hours = {
    params: { id: alpha.id },
    body: { all_hours: false, days: [1, 2, 3, 4, 5], holidays: [{ day: '2024-05-01', name: 'May Day' }] },
  };
  assert.equal((await app.call(workingHours.update, hours, admin.token)).status, 200);
  assert.deepEqual(await place(), { day: 22, passed: 22, days: 22, counts_working_days: true });
  const later = await app.call(targets.list, { query: { month: '2099-05' } }, admin.token);
  assert.deepEqual([later.body.data.day, later.body.data.passed], [0, 0]);
  await app.call(workingHours.update, { params: hours.params, body: { all_hours: true } }, admin.token);
});

test('progress equals the month in the people report, whatever the caller currently sees', async () => {
  const person = await createPerson(app, 'salesrep', alpha.id);
  await save(person, GOAL);
  const call = async (hours: number, lead: string) =>
    await app.call(
      callLogs.create,
      { body: { lead_id: lead, duration: 4, notes: 'Talked', call_date: inMonth(hours) } },
      person.token,
    );
  const given = await createLead(app, person);
  const kept = await createLead(app, person, { value: 1200.5 });
  const trashed = await createLead(app, person, { value: 9 });
  const archived = await createLead(app, person, { value: 7 });
  const earlier = await createLead(app, person, { value: 5 });
  const double = await createLead(app, person, { value: 3, is_duplicate: true });
  for (const [hours, { id }] of [
    [0, given],
    [0.5, kept],
    [-0.5, kept],
    [0.2, trashed],
  ] as const)
    assert.equal((await call(hours, id)).status, 201);
  for (const { id } of [given, kept, trashed, archived, double])
    assert.equal((await app.call(leads.convert, { params: { id }, body: {} }, person.token)).status, 200);
  const { version } = (await app.call(leads.get, { params: { id: archived.id } }, person.token)).body.data;
  const old = { params: { id: earlier.id }, body: { converted_at: inMonth(-0.5) } };
  assert.equal((await app.call(leads.convert, old, person.token)).status, 200);
  const body = { is_archived: true, version };
  assert.equal(
    (await app.call(leads.update, { params: { id: archived.id }, body }, person.token)).status,
    200,
  );
  await app.call(leads.remove, { params: { id: trashed.id } }, person.token);
  await app.call(leads.assign, { params: { id: given.id }, body: { assigned_to: rep.id } }, person.token);
  const progress = await own(person);
  assert.deepEqual(progress.target, GOAL);
  assert.deepEqual(progress.done, { calls: 2, converted: 1, converted_value: 1200.5 });
  const query = { from_date: `${month}-01`, to_date: dayOf(new Date(), zone) };
  const report = await app.call(reports.people, { query }, admin.token);
  const row = report.body.data.people.find((one) => one.person?.id === person.id)?.now;
  const { calls, converted, converted_value } = row ?? {};
  assert.deepEqual(progress.done, { calls, converted, converted_value });
  assert.deepEqual((await list(month)).find(({ id }) => id === person.id)?.done, progress.done);
  assert.deepEqual(
    [progress.month, progress.day, progress.passed, progress.days],
    [
      month,
      Number(query.to_date.slice(8)),
      Number(query.to_date.slice(8)) - 1,
      new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate(),
    ],
  );
});

test('users without a target, and users with access to all clients, have none', async () => {
  for (const person of [otherRep, superadmin, world.admin]) {
    const { target, done } = await own(person);
    assert.deepEqual([target, done], [null, null]);
  }
});

test('last month’s targets are copied to active users who have none yet', async () => {
  const [one, two, left] = [
    await createPerson(app, 'salesrep', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
  ];
  for (const person of [one, two, left]) await save(person, GOAL, '2030-12');
  await save(two, { ...NONE, calls: 1 }, '2031-01');
  await app.database.asOwner(
    async (owner) => await owner.query('UPDATE alpha.members SET is_active = false WHERE id = $1', [left.id]),
  );
  const copy = async () =>
    (await app.call(targets.copy, { body: { month: '2031-01' } }, admin.token)).body.data;
  assert.deepEqual([await copy(), await copy()], [{ copied: 1 }, { copied: 0 }]);
  assert.deepEqual(await targetOf(one, '2031-01'), GOAL);
  assert.deepEqual(await targetOf(two, '2031-01'), { ...NONE, calls: 1 });
  assert.equal(
    (await list('2031-01')).some(({ id }) => id === left.id),
    false,
  );
  assert.deepEqual(
    (await list('2030-12')).find(({ id }) => id === left.id)?.is_active,
    false,
    'somebody who has left stands where a target was',
  );
});
