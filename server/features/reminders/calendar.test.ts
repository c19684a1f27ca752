import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients } from '#shared/installation/clients.ts';
import { dayOf } from '#shared/values/dates.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminderCalendar } from '#shared/activities/reminder-calendar.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { USUAL_HOURS, workingHours } from '#shared/company/working-hours.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { manager, rep, otherRep, admin, id: alpha } = world.alpha;

const HOUR = 3_600_000;
const FROM = '2027-03-01';
const TO = '2027-04-11';
/** The midnight before this day in India. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

type Asked = { from_date?: string; to_date?: string } & Record<string, unknown>;
const ask = async (token: string, query: Asked = {}) =>
  await app.call(reminderCalendar.get, { query: { from_date: FROM, to_date: TO, ...query } as never }, token);
const daysOf = async (token: string, query: Asked = {}) => {
  const { status, body, text } = await ask(token, query);
  assert.equal(status, 200, text);
  return body.data;
};

async function plan(person: typeof rep, at: number, lead: object = {}) {
  const { id } = await createLead(app, person, lead);
  const body = { lead_id: id, title: 'Call', reminder_date: new Date(at).toISOString() };
  const reply = await app.call(reminders.create, { body }, person.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data;
}

/** Compares every day with the list of that day. */
async function assertLikeLists(token: string, query: Record<string, string> = {}) {
  let total = 0;
  for (const day of await daysOf(token, { per_day: '2', ...query })) {
    const ofDay = { is_completed: 'false', ...query, from_date: day.day, to_date: day.day, limit: '100' };
    const { body } = await app.call(reminders.list, { query: ofDay }, token);
    assert.equal(day.total, body.pagination?.total, `${day.day} ${JSON.stringify(query)}`);
    assert.deepEqual(day.reminders, body.data.reminders.slice(0, 2));
    total += day.total;
  }
  return total;
}

test('every day has the follow-ups of its list, whoever asks', async () => {
  await plan(rep, midnight('2027-03-10') - 1);
  await plan(rep, midnight('2027-03-10'));
  for (const hour of [9, 10, 12, 15]) await plan(otherRep, midnight('2027-03-10') + hour * HOUR);
  const done = await plan(rep, midnight('2027-03-11'));
  await app.call(reminders.complete, { params: { id: done.id } }, rep.token);
  const trashed = await plan(manager, midnight('2027-03-12'));
  await app.call(leads.remove, { params: { id: trashed.lead_id } }, manager.token);
  const archived = await plan(manager, midnight('2027-03-12'));
  const body = { is_archived: true };
  await app.call(leads.setArchived, { params: { id: archived.lead_id }, body }, manager.token);
  await plan(world.beta.rep, midnight('2027-03-10') + 9 * HOUR);
  await plan(world.beta.rep, midnight('2027-03-31') + 23.5 * HOUR);
  const zone = { params: { id: world.beta.id }, body: { timeZone: 'America/New_York' } };
  assert.equal((await app.call(clients.update, zone, world.superadmin.token)).status, 200);

  assert.equal(await assertLikeLists(rep.token), 6);
  assert.equal(await assertLikeLists(rep.token, { user_id: 'me' }), 2);
  assert.equal(await assertLikeLists(rep.token, { is_completed: 'true' }), 1);
  assert.equal(await assertLikeLists(manager.token, { user_id: otherRep.id }), 4);
  assert.equal(await assertLikeLists(world.beta.rep.token), 2);
  assert.equal(await assertLikeLists(world.superadmin.token), 8, 'each by the calendar of its client');
  assert.equal(await assertLikeLists(world.superadmin.token, { client_id: world.beta.id }), 2);
  await app.call(leadTrash.restore, { params: { id: trashed.lead_id } }, manager.token);
  assert.equal(await assertLikeLists(manager.token), 7);
});

test('a rep who sees only their own leads gets only their follow-ups', async () => {
  const body = { salesrep: 'own' as const };
  const changed = await app.call(leadVisibility.update, { params: { id: alpha }, body }, admin.token);
  assert.equal(changed.status, 200, changed.text);
  assert.equal(await assertLikeLists(rep.token), 2);
  assert.equal(await assertLikeLists(rep.token, { user_id: otherRep.id }), 0);
  assert.equal(await assertLikeLists(manager.token), 7);
});

test('foreign clients and users have nothing', async () => {
  for (const query of [{ user_id: world.beta.rep.id }, { client_id: world.beta.id }])
    for (const { total, reminders: rows } of await daysOf(manager.token, query))
      assert.deepEqual([total, rows], [0, []]);
});

test('free days and holidays of the client are marked', async () => {
  const holidays = [{ day: '2027-03-08', name: 'Maha Shivaratri' }];
  const hours = { all_hours: false, ...USUAL_HOURS, holidays };
  await app.call(workingHours.update, { params: { id: alpha }, body: hours }, admin.token);
  const days = await daysOf(rep.token, { from_date: '2027-03-06', to_date: '2027-03-09' });
  assert.deepEqual(
    days.map(({ day, is_working, holiday }) => [day, is_working, holiday]),
    [
      ['2027-03-06', true, null],
      ['2027-03-07', false, null],
      ['2027-03-08', false, 'Maha Shivaratri'],
      ['2027-03-09', true, null],
    ],
  );
  const everywhere = await daysOf(world.superadmin.token, { from_date: '2027-03-07', to_date: '2027-03-08' });
  assert.ok(everywhere.every(({ is_working, holiday }) => is_working && holiday === null));
});

test('days out of order, too many and impossible ones are refused', async () => {
  for (const [from_date, to_date, field] of [
    ['2027-03-02', '2027-03-01', 'from_date'],
    ['2027-03-01', '2027-04-12', 'to_date'],
    ['2027-02-30', '2027-03-01', 'from_date'],
  ] as const) {
    const refused = await ask(rep.token, { from_date, to_date });
    assert.deepEqual([refused.status, refused.body.errors?.map((error) => error.field)], [422, [field]]);
  }
  assert.equal((await ask(rep.token, { per_day: '13' })).status, 422);
  assert.equal((await daysOf(rep.token)).length, 42);
});

test('today is a day like any other', async () => {
  const today = dayOf(new Date(), 'Asia/Kolkata');
  await plan(rep, Date.now() + 1);
  const [day] = await daysOf(rep.token, { from_date: today, to_date: today });
  assert.ok(day?.day === today && day.total >= 1);
});

test('a day with more than a hundred follow-ups counts up to a hundred', async () => {
  const { lead_id } = await plan(rep, midnight('2027-05-03'));
  const insert = `INSERT INTO ${world.alpha.schema}.reminders (id, lead_id, title, reminder_date)
    SELECT gen_random_uuid(), $1, 'Call', timestamptz '2027-05-03 09:00+05:30' FROM generate_series(1, $2)`;
  const may = { from_date: '2027-05-03', to_date: '2027-05-04' };
  await app.database.asOwner(async (owner) => await owner.query(insert, [lead_id, 99]));
  const counts = async () => (await daysOf(rep.token, may)).map((day) => [day.total, day.totalIsCapped]);
  assert.deepEqual(await counts(), [
    [100, false],
    [0, false],
  ]);
  await app.database.asOwner(async (owner) => await owner.query(insert, [lead_id, 1]));
  assert.deepEqual((await counts())[0], [100, true]);
});
