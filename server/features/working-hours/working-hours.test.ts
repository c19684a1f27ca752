import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { TestContext } from 'node:test';
import { absences } from '#shared/company/absences.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { clients } from '#shared/installation/clients.ts';
import { DEFAULT_TIME_ZONE, dayOf } from '#shared/values/dates.ts';
import { distribution } from '#shared/company/distribution.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { profile } from '#shared/accounts/profile.ts';
import { reports } from '#shared/activities/reports.ts';
import { MAX_HOLIDAYS, USUAL_HOURS, workingHours } from '#shared/company/working-hours.ts';
import type { SavedHours } from '#shared/company/working-hours.ts';
import { noteMornings } from '#server/features/notifications/mornings.queries.ts';
import { createService } from '#test/safety/targets.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
let client: TestClient;
/** A program that sends leads. */
let program: string;
let numbers = 0;
beforeEach(async () => {
  client = await createTestClient(app, `working_${(numbers += 1)}`);
  program = (await createService(app, client.admin)).token;
});

const HOUR = 3_600_000;
const INDIA = 5.5 * HOUR;
/** A moment in India's time zone, after the next Sunday: `at(1, 9.5)` is Monday, 9:30. */
const sunday = (() => {
  const midnight = Math.floor((Date.now() + INDIA) / (24 * HOUR)) * 24 * HOUR;
  const weekday = new Date(midnight).getUTCDay();
  return midnight + (7 - weekday) * 24 * HOUR - INDIA;
})();
const at = (days: number, hours: number) => new Date(sunday + (days * 24 + hours) * HOUR);
const dayAt = (days: number) => dayOf(at(days, 12), DEFAULT_TIME_ZONE);

const setClock = (t: TestContext, now: Date) => {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now });
};
const change = async (body: Partial<SavedHours>, by = client.admin, id = client.id) =>
  await app.call(workingHours.update, { params: { id }, body }, by.token);
const limit = async (body: Partial<SavedHours> = {}) => {
  const { status, text } = await change({ all_hours: false, ...USUAL_HOURS, ...body });
  assert.equal(status, 200, text);
};
const promise = async (minutes: number) =>
  await app.call(distribution.setPromise, { body: { minutes } }, client.manager.token);
const send = async (name = 'Asha'): Promise<Lead> =>
  (await app.call(leads.create, { body: { name } }, program)).body.data;
/** The time until which the first contact with a lead is promised. */
const dueOf = async ({ id }: Lead) =>
  await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ contact_by: Date | null }>(
      `SELECT contact_by FROM ${client.schema}.leads WHERE id = $1`,
      [id],
    );
    return rows[0]?.contact_by;
  });

test('a lead that arrives on Sunday at 2:00 is due on Monday at 9:45, if 15 minutes are promised', async (t) => {
  await promise(15);
  await limit();
  setClock(t, at(0, 2));
  assert.deepEqual(await dueOf(await send()), at(1, 9.75));
  setClock(t, at(1, 11));
  assert.deepEqual(await dueOf(await send()), at(1, 11.25), 'while the company works');
  setClock(t, at(6, 18.4));
  assert.deepEqual(await dueOf(await send()), at(8, 9.65), 'the rest is of Monday');
  await limit({ holidays: [{ day: dayAt(1), name: 'Diwali' }] });
  setClock(t, at(0, 2));
  assert.deepEqual(await dueOf(await send()), at(2, 9.75), 'Monday is a holiday');
  await change({ all_hours: true });
  assert.deepEqual(await dueOf(await send()), at(0, 2.25), 'all hours count');
});

test('the time to the first contact is in working minutes, and stays when the hours change', async (t) => {
  await promise(15);
  await limit();
  const contacted = async (arrives: Date, called: Date) => {
    setClock(t, arrives);
    const { id: lead_id } = await send();
    setClock(t, called);
    const body = { lead_id, duration: 3, notes: 'Wants a quote' };
    const { status, text } = await app.call(callLogs.create, { body }, client.rep.token);
    assert.equal(status, 201, text);
  };
  const team = async () => {
    const query = { from_date: dayAt(0), to_date: dayAt(13) };
    const { body } = await app.call(reports.people, { query }, client.manager.token);
    return body.data;
  };
  await contacted(at(0, 2), at(1, 9.7));
  const first = await team();
  assert.deepEqual([first.team.now.first_contact_minutes, first.team.now.in_time], [12, 1]);
  assert.equal(first.counts_working_hours, true);
  await contacted(at(3, 18), at(4, 10));
  await contacted(at(5, 8), at(6, 10));
  const { team: all } = await team();
  assert.deepEqual([all.now.first_contact_minutes, all.now.too_late], [60, 2], 'of 12, 60 and 570 minutes');
  await change({ all_hours: true });
  const after = await team();
  assert.equal(after.team.now.first_contact_minutes, 60);
  assert.equal(after.counts_working_hours, false);
  await contacted(at(0, 2), at(0, 2.5));
  await contacted(at(0, 2), at(0, 2.5));
  assert.equal((await team()).team.now.first_contact_minutes, 30, 'of 12, 30, 30, 60 and 570 minutes');
});

test('rules assign a lead to somebody who is there when the company opens', async (t) => {
  await limit({ holidays: [{ day: dayAt(1), name: 'Diwali' }] });
  const { rep, otherRep, manager } = client;
  const rule = { name: 'Turns', is_active: true, conditions: [], times: null, way: 'turn' as const };
  const body = { rules: [{ ...rule, people: [rep.id, otherRep.id] }] };
  assert.equal((await app.call(distribution.save, { body }, manager.token)).status, 200);
  const away = async (user_id: string, first: number, last: number) => {
    const days = { user_id, first_day: dayAt(first), last_day: dayAt(last), covered_by: null };
    assert.equal((await app.call(absences.create, { body: days }, manager.token)).status, 201);
  };
  await away(rep.id, 2, 2);
  await away(otherRep.id, 0, 1);
  setClock(t, at(0, 2));
  for (const name of ['One', 'Two']) assert.equal((await send(name)).assigned_to, otherRep.id);
  setClock(t, at(2, 20));
  assert.equal((await send('In the evening')).assigned_to, rep.id, 'the absence of today is over tomorrow');
});

test('morning emails are sent on working days, and the weekly report on the week’s first', async () => {
  const { admin } = client;
  const messagesOn = async (day: number, hour = 8.5) => {
    await noteMornings(app.database, at(day, hour));
    return await app.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ kind: string }>(
        `WITH gone AS (DELETE FROM core.deliveries WHERE user_id = $1 RETURNING kind) SELECT kind FROM gone ORDER BY kind`,
        [admin.id],
      );
      return rows.map(({ kind }) => kind);
    });
  };
  const chosen = { notifications: { weekly: true } };
  assert.equal((await app.call(profile.update, { body: chosen }, admin.token)).status, 200);
  await limit({ days: [1, 2, 3, 5], holidays: [{ day: dayAt(1), name: 'Diwali' }] });
  const week = [];
  for (const day of [0, 1, 2, 3, 4, 5]) week.push(await messagesOn(day));
  assert.deepEqual(week, [[], [], ['digest', 'weekly'], ['digest'], [], ['digest']]);
  await limit();
  assert.deepEqual(await messagesOn(5, 9), [], 'once a day');
  await change({ all_hours: true });
  assert.deepEqual([await messagesOn(7), await messagesOn(8)], [['digest'], ['digest', 'weekly']]);
});

test('a look for mornings reads the clock once for each time zone, not for each client', async (t) => {
  const read = t.mock.method(Intl.DateTimeFormat.prototype, 'formatToParts');
  const timesRead = async () => {
    read.mock.resetCalls();
    await noteMornings(app.database, at(0, 3));
    return read.mock.callCount();
  };
  const before = await timesRead();
  assert.ok(before > 0);
  const body = { clientName: 'Another in the same zone', country: 'IN' };
  assert.equal((await app.call(clients.create, { body }, world.superadmin.token)).status, 201);
  assert.equal(await timesRead(), before);
});

test('a new client in India works Monday to Saturday, and any other at all hours', async () => {
  const hoursOf = async (country: string) => {
    const input = { body: { clientName: `Company in ${country}`, country } };
    const made = await app.call(clients.create, input, world.superadmin.token);
    const params = { id: made.body.data.client.id };
    return (await app.call(workingHours.get, { params }, world.superadmin.token)).body.data;
  };
  const { version: _, ...india } = await hoursOf('IN');
  assert.deepEqual(india, { all_hours: false, ...USUAL_HOURS });
  assert.equal((await hoursOf('AE')).all_hours, true);
  const existing = await app.call(workingHours.get, { params: { id: client.id } }, client.admin.token);
  assert.equal(existing.body.data.all_hours, true, 'a client that has never chosen');
});

test('hours past midnight, repeated days and too many holidays are refused with a message, and change nothing', async () => {
  await limit();
  const holidays = Array.from({ length: MAX_HOLIDAYS + 1 }, (_, index) => ({
    day: new Date(Date.UTC(2040, 0, 1 + index)).toISOString().slice(0, 10),
    name: 'Closed',
  }));
  const refusals: [Partial<SavedHours>, string][] = [
    [
      { from: '22:00', until: '06:00' },
      'The working hours must end after they begin, on the same day. Midnight (00:00) is the end of the day.',
    ],
    [{ from: '18:00' }, 'The working hours must last at least an hour.'],
    [{ until: '9:30' }, 'Enter a time such as 09:30.'],
    [{ days: [] }, 'Choose at least one working day.'],
    [{ days: [1, 1] }, 'Each day of the week can be chosen once.'],
    [{ holidays }, `You’ve reached the limit of ${MAX_HOLIDAYS} holidays. Remove past ones first.`],
    [{ holidays: [holidays[0], holidays[0]] as SavedHours['holidays'] }, 'Each day can be a holiday once.'],
    [{ holidays: [{ day: '2040-02-30', name: 'Never' }] }, 'Choose a day.'],
    [{ holidays: [{ day: '2040-02-01', name: ' ' }] }, 'Name the holiday.'],
  ];
  for (const [body, message] of refusals) {
    const refused = await change(body);
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.message], [422, message], refused.text);
  }
  const params = { id: client.id };
  const { version: _, ...hours } = (await app.call(workingHours.get, { params }, client.admin.token)).body
    .data;
  assert.deepEqual(hours, { all_hours: false, ...USUAL_HOURS });
  assert.equal((await change({ holidays: holidays.slice(1) })).status, 200);
  assert.equal((await change({ from: '08:00', until: '00:00' })).status, 200, 'until midnight');
});

test('a change keeps what it leaves out, sorts days and holidays, and is described in the audit log', async () => {
  const holidays = [
    { day: '2040-11-04', name: 'Diwali' },
    { day: '2040-01-26', name: 'Republic Day' },
  ];
  await limit({ days: [5, 1], holidays });
  const { version, ...data } = (await change({ until: '17:00' })).body.data;
  assert.deepEqual(data, {
    all_hours: false,
    days: [1, 5],
    from: '09:30',
    until: '17:00',
    holidays: holidays.toReversed(),
  });
  const [line] = (await app.call(auditLog.list, {}, client.admin.token)).body.data.entries;
  assert.deepEqual(
    [line?.action, line?.details],
    ['working_hours_changed', { days: 'Mon, Fri', hours: '09:30 to 17:00', holidays: 2 }],
  );
  const stale = await change({ from: '08:00', version: 'another' });
  assert.equal(stale.status, 412);
  assert.equal(stale.body.data.version, version);
  assert.equal((await change({ from: '08:00' }, world.beta.admin)).status, 404);
});
