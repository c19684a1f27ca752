import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { daysBefore, reports } from '#shared/activities/reports.ts';
import { NOBODY, listOfFigure } from '#shared/activities/report-lists.ts';
import type { FigureList } from '#shared/activities/report-lists.ts';
import type { PeopleFigures, ReportDays } from '#shared/activities/reports.ts';
import { users } from '#shared/accounts/users.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { inHours, writeHistory } from '#test/rows/report-history.ts';
import { createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const { app, world } = await withWorld();

const PROMISE = 600;
const WON = new Set(['won', 'closed_won', 'converted']);
const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const dayOf = (moment: Date | number) => zone.format(moment);

type Lead = {
  id: string;
  assigned_to: string | null;
  created_at: Date;
  contact_by: Date | null;
  last_contacted_at: Date | null;
  converted_at: Date | null;
  status: string;
  value: number | null;
  deleted_at: Date | null;
  is_archived: boolean;
  is_duplicate: boolean;
};
type Call = {
  lead_id: string;
  user_id: string;
  call_date: Date;
  call_status: string;
  duration: number;
  seconds: number | null;
};
type Message = { lead_id: string; created_at: Date };
type Due = {
  lead_id: string;
  user_id: string | null;
  reminder_date: Date;
  is_completed: boolean;
  completed_at: Date | null;
};
type Raw = { leads: Lead[]; call_logs: Call[]; lead_messages: Message[]; reminders: Due[] };

async function rawRows({ schema }: TestClient): Promise<Raw> {
  const read = async <Table extends keyof Raw>(table: Table) =>
    await ownerRows<Raw[Table][number]>(app, `SELECT * FROM ${schema}.${table}`);
  return {
    leads: await read('leads'),
    call_logs: await read('call_logs'),
    lead_messages: await read('lead_messages'),
    reminders: await read('reminders'),
  };
}

/** Seconds where a telephone system has counted them; rounded once for each user. */
const talkMinutes = (calls: readonly Call[]) =>
  [...Map.groupBy(calls, ({ user_id }) => user_id).values()]
    .map((own) => own.reduce((sum, { seconds, duration }) => sum + (seconds ?? duration * 60), 0))
    .reduce((sum, seconds) => sum + Math.round(seconds / 60), 0);

/**
 * The figures recomputed step by step from the contract's definitions; `null` means unassigned, 'team'
 * everybody.
 */
function recomputed(
  raw: Raw,
  { from_date, to_date }: ReportDays,
  who: string | null,
  part: 'now' | 'before',
): PeopleFigures {
  const inPeriod = (moment: Date | null) =>
    moment !== null && dayOf(moment) >= from_date && dayOf(moment) <= to_date;
  const isTheirs = (id: string | null) => who === 'team' || id === who;
  const alive = new Set(raw.leads.filter(({ deleted_at }) => !deleted_at).map(({ id }) => id));
  const counted = raw.leads.filter(
    (lead) => alive.has(lead.id) && !lead.is_archived && !lead.is_duplicate && isTheirs(lead.assigned_to),
  );
  const fresh = counted.filter(({ created_at }) => inPeriod(created_at));
  const first = (lead: Lead) =>
    [
      ...raw.call_logs.filter(({ lead_id }) => lead_id === lead.id).map(({ call_date }) => call_date),
      ...raw.lead_messages.filter(({ lead_id }) => lead_id === lead.id).map(({ created_at }) => created_at),
    ]
      .filter((at) => at >= lead.created_at)
      .map((at) => (at.getTime() - lead.created_at.getTime()) / 60_000)
      .toSorted((a, b) => a - b)[0];
  // Whole minutes, and from a day on whole hours, as the screen shows them.
  const shown = (wait: number) => (wait < 1440 ? Math.floor(wait) : Math.floor(wait / 60) * 60);
  const waits = fresh.map(first).filter((wait) => wait !== undefined).map(shown).toSorted((a, b) => a - b); // prettier-ignore
  const never = fresh.filter((lead) => first(lead) === undefined && !lead.last_contacted_at);
  const promised = fresh.filter(({ contact_by }) => contact_by);
  const isInTime = (lead: Lead) => (first(lead) ?? Infinity) <= PROMISE;
  const calls = raw.call_logs.filter(
    (call) => alive.has(call.lead_id) && isTheirs(call.user_id) && inPeriod(call.call_date),
  );
  const archived = new Set(raw.leads.filter(({ is_archived }) => is_archived).map(({ id }) => id));
  const isShown = (one: Due) => alive.has(one.lead_id) && (one.is_completed || !archived.has(one.lead_id));
  const planned = raw.reminders.filter((one) => isShown(one) && isTheirs(one.user_id));
  const overdue = planned.filter((one) => !one.is_completed && one.reminder_date.getTime() < Date.now());
  const due = planned.filter(({ reminder_date }) => inPeriod(reminder_date));
  const done = due.filter(({ is_completed }) => is_completed);
  const onTime = done.filter(
    ({ completed_at, reminder_date }) => !completed_at || dayOf(completed_at) <= dayOf(reminder_date),
  );
  const won = counted.filter(({ status, converted_at }) => WON.has(status) && inPeriod(converted_at));
  return {
    new_leads: fresh.length,
    contacted: fresh.length - never.length,
    first_contact_minutes: waits[Math.ceil(waits.length / 2) - 1] ?? null,
    in_time: promised.filter(isInTime).length,
    too_late: promised.filter(
      (lead) =>
        (first(lead) ?? 0) > PROMISE ||
        (never.includes(lead) && (lead.contact_by?.getTime() ?? 0) < Date.now()),
    ).length,
    calls: calls.length,
    connected: calls.filter(({ call_status }) => call_status === 'completed').length,
    talk_minutes: talkMinutes(calls),
    follow_ups_on_time: onTime.length,
    follow_ups_late: done.length - onTime.length,
    follow_ups_open: due.length - done.length,
    follow_ups_overdue: part === 'now' ? overdue.length : null,
    converted: won.length,
    converted_value: won.reduce((sum, { value }) => sum + (value ?? 0), 0),
  };
}

const reportOf = async ({ token }: Person, days: ReportDays, client_id?: string) => {
  const query = { ...days, ...(client_id && { client_id }) };
  const reply = await app.call(reports.people, { query }, token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};

test('every figure matches the raw rows, for every role and person, and people add up to the team', async () => {
  const client = await createTestClient(app, 'reported');
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `INSERT INTO ${client.schema}.configurations (config_key, value) VALUES ('first_contact', '{"minutes": ${PROMISE}}')`,
      ),
  );
  await writeHistory(app, client, 90);
  // Leads from sources have a promised contact time, and imported ones have none.
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${client.schema}.leads
        SET contact_by = (created_at AT TIME ZONE 'UTC' + make_interval(mins => ${PROMISE})) AT TIME ZONE 'UTC' WHERE source = 'website';
        UPDATE ${client.schema}.call_logs SET seconds = 20, duration = 1 WHERE duration = 2`),
  );
  const raw = await rawRows(client);
  const periods = [
    { from_date: dayOf(inHours(-24 * 29)), to_date: dayOf(inHours(24 * 5)) },
    { from_date: dayOf(inHours(-24 * 6)), to_date: dayOf(Date.now()) },
    { from_date: `${dayOf(Date.now()).slice(0, 7)}-01`, to_date: dayOf(Date.now()) },
  ];
  for (const days of periods) {
    const report = await reportOf(client.manager, days);
    assert.deepEqual(report.before, daysBefore(days));
    assert.equal(report.promise_minutes, PROMISE);
    for (const [part, of] of [
      ['now', days],
      ['before', report.before],
    ] as const) {
      assert.deepEqual(report.team[part], recomputed(raw, of, 'team', part), `team ${part}`);
      for (const row of report.people)
        assert.deepEqual(
          row[part],
          recomputed(raw, of, row.person?.id ?? null, part),
          `${row.person?.name} ${part}`,
        );
      for (const [key, total] of Object.entries(report.team[part]))
        if (key !== 'first_contact_minutes')
          assert.equal(
            report.people.reduce((sum, row) => sum + Number(row[part][key as keyof PeopleFigures]), 0),
            Number(total),
            key,
          );
    }
    for (const person of [client.admin, world.admin, world.superadmin])
      assert.deepEqual(await reportOf(person, days, client.id), report, person.role);
  }
  const { team, people } = await reportOf(client.manager, periods[0] as ReportDays);
  for (const [key, value] of Object.entries(team.now)) assert.ok(Number(value) > 0, `${key} is tried`);
  assert.equal(people.at(-1)?.person, null);
  const wide = periods[0] as ReportDays;
  assert.deepEqual((await reportOf(client.manager, wide)).teams, []);
  const below = { params: { id: client.rep.id }, body: { managerId: client.manager.id } };
  assert.equal((await app.call(users.update, below, client.admin.token)).status, 200);
  const { teams } = await reportOf(client.admin, wide);
  assert.deepEqual(
    teams.map(({ leader, people: ids }) => [leader?.id, ids.length]),
    [[client.manager.id, 2], [undefined, people.length - 2]], // prettier-ignore
  );
  for (const [key, total] of Object.entries(team.now))
    if (key !== 'first_contact_minutes')
      assert.equal(teams.reduce((sum, { now }) => sum + Number(now[key as keyof PeopleFigures]), 0), total, key); // prettier-ignore
  await assertNumbersAreLists(client.manager, wide);
  await assertNumbersAreLists(world.superadmin, wide, client.id);
  for (const manager of ['team', 'own'] as const) {
    const seen = { params: { id: client.id }, body: { manager } };
    assert.equal((await app.call(leadVisibility.update, seen, client.admin.token)).status, 200);
    await assertNumbersAreLists(client.manager, wide);
  }
});

/** Every number is the total of the list it opens, for each user, unassigned leads, teams and the client. */
async function assertNumbersAreLists(person: Person, days: ReportDays, client_id?: string): Promise<void> {
  const report = await reportOf(person, days, client_id);
  const rows = [
    ...report.people.map(({ person: one, now }) => ({ people: [one?.id ?? NOBODY], now })),
    ...report.teams,
    { people: undefined, now: report.team.now },
  ];
  for (const { people, now } of rows) {
    for (const key of COUNTS) {
      const { list, query } = listOfFigure(key, days, people) as FigureList;
      const asked = { ...query, ...(client_id && { client_id }), page: '1', limit: '1' } as never;
      const reply = await app.call(LISTS[list], { query: asked }, person.token);
      assert.equal(reply.body.pagination?.total, now[key], `${key} of ${people?.join()}: ${reply.text}`);
    }
  }
}

const LISTS = { leads: leads.list, calls: callLogs.list, reminders: reminders.list };
const COUNTS = [
  'new_leads',
  'contacted',
  'in_time',
  'too_late',
  'calls',
  'connected',
  'follow_ups_on_time',
  'follow_ups_late',
  'follow_ups_open',
  'follow_ups_overdue',
  'converted',
] as const;

test('a report covers one visible client, and days that exist', async () => {
  const days = { from_date: dayOf(Date.now()), to_date: dayOf(Date.now()) };
  const { alpha, beta } = world;
  await app.call(leads.create, { body: { name: 'Of beta', assigned_to: beta.rep.id } }, beta.manager.token);
  const none = await reportOf(alpha.manager, days, beta.id);
  assert.deepEqual([none.people, none.team.now.new_leads], [[], 0]);
  assert.deepEqual((await reportOf(await createPerson(app, 'manager', null), days)).people, []);
  assert.equal((await reportOf(beta.manager, days)).team.now.new_leads, 1);
  const refused = async (person: Person, query: ReportDays) =>
    (await app.call(reports.people, { query }, person.token)).body.message;
  assert.equal(await refused(world.superadmin, days), 'Choose a client for this report.');
  assert.equal(
    await refused(beta.manager, { from_date: '2026-11-02', to_date: '2026-11-01' }),
    'From date cannot be after To date',
  );
  assert.equal(
    await refused(beta.manager, { from_date: '2025-11-01', to_date: '2026-11-02' }),
    'A report covers 366 days at most.',
  );
});

test('a partial quarter is compared with the same days of the previous quarter', () => {
  const before = (from_date: string, to_date: string) =>
    Object.values(daysBefore({ from_date, to_date, unit: 'quarter' })).join(' to ');
  assert.equal(before('2026-10-01', '2026-10-01'), '2026-07-01 to 2026-07-01');
  assert.equal(before('2026-10-01', '2026-10-25'), '2026-07-01 to 2026-07-25');
  assert.equal(before('2026-10-01', '2026-11-25'), '2026-07-01 to 2026-08-25');
  assert.equal(before('2026-01-01', '2026-02-28'), '2025-10-01 to 2025-11-30');
  assert.equal(before('2026-04-01', '2026-06-30'), '2026-01-01 to 2026-03-31');
  assert.equal(before('2026-04-01', '2026-05-31'), '2026-01-01 to 2026-02-28');
  // Two months from the start of a quarter count as a quarter, even if not named so.
  const { from_date, to_date } = daysBefore({ from_date: '2026-10-01', to_date: '2026-11-25' });
  assert.deepEqual([from_date, to_date], ['2026-07-01', '2026-08-25']);
});

test('months are compared with the previous months, other periods with the same number of days before', () => {
  const before = (from_date: string, to_date: string) =>
    Object.values(daysBefore({ from_date, to_date })).join(' to ');
  assert.equal(before('2026-10-01', '2026-10-31'), '2026-09-01 to 2026-09-30');
  assert.equal(before('2026-11-01', '2026-11-23'), '2026-10-01 to 2026-10-23');
  assert.equal(before('2026-03-01', '2026-03-30'), '2026-02-01 to 2026-02-28');
  assert.equal(before('2026-02-01', '2026-02-28'), '2026-01-01 to 2026-01-31');
  assert.equal(before('2026-01-01', '2026-03-31'), '2025-10-01 to 2025-12-31');
  assert.equal(before('2026-11-01', '2026-12-31'), '2026-09-01 to 2026-10-31');
  assert.equal(before('2026-11-17', '2026-11-23'), '2026-11-10 to 2026-11-16');
  assert.equal(before('2026-03-02', '2026-03-02'), '2026-03-01 to 2026-03-01');
});
