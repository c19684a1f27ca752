import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { monthsOf } from '#shared/values/months.ts';
import { daysBefore, reports } from '#shared/activities/reports.ts';
import type { ReportDays, SourceCost, SourceFigures } from '#shared/activities/reports.ts';
import { users } from '#shared/accounts/users.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const DAY = 86_400_000;
const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const dayOf = (moment: Date | number) => zone.format(moment);
const SOURCES = ['website', 'referral', 'Trade fair', null] as const;
const THIS_YEAR = { from_date: dayOf(Date.now() - 300 * DAY), to_date: dayOf(Date.now()) };
const thisMonth = dayOf(Date.now()).slice(0, 7);
const lastMonth = daysBefore({ from_date: `${thisMonth}-01`, to_date: dayOf(Date.now()) }).from_date.slice(
  0,
  7,
);

type Lead = {
  id: string;
  source: string | null;
  status: string;
  assigned_to: string | null;
  created_at: Date;
  converted_at: Date | null;
  last_contacted_at: Date | null;
  value: number | null;
  deleted_at: Date | null;
  is_archived: boolean;
  is_duplicate: boolean;
};

let client: TestClient;
let raw: Lead[];
let messaged: Set<string>;
const costs: SourceCost[] = [
  { source: 'website', month: lastMonth, cost: 31_000 },
  { source: 'website', month: thisMonth, cost: 1200.5 },
  { source: 'Trade fair', month: lastMonth, cost: 90_000 },
  { source: 'Hoarding', month: thisMonth, cost: 500 },
];

before(async () => {
  client = await createTestClient(app, 'sourced');
  const { token } = client.manager;
  const body = { leads: Array.from({ length: 80 }, (_, n) => rowOf(n)), skip_duplicates: false };
  const imported = await app.call(leadImport.run, { body }, token);
  assert.equal(imported.body.data.inserted, 80, imported.text);
  const owners = [client.rep, client.otherRep, client.manager, null];
  const all = (await app.call(leads.list, { query: { limit: '100' } }, token)).body.data;
  for (const [n, { id, source }] of all.entries()) {
    const params = { id };
    const changes = {
      assigned_to: owners[n % 4]?.id ?? null,
      ...(source === 'other' && { source: null }),
      ...(n % 13 === 0 && { is_archived: true }),
      ...(n % 17 === 0 && { is_duplicate: true }),
    };
    await app.call(leads.update, { params, body: changes }, token);
    if (n % 3 === 0)
      await app.call(callLogs.create, { body: { lead_id: id, duration: 2, notes: 'Talked' } }, token);
    if (n % 7 === 0) await app.call(leadMessages.create, { params, body: { channel: 'email' } }, token);
    const converted_at = new Date(Date.now() - n * DAY).toISOString();
    if (n % 4 === 0) await app.call(leads.convert, { params, body: { converted_at } }, token);
    if (n % 19 === 0) await app.call(leads.remove, { params }, token);
  }
  for (const cost of costs) await enter(client.admin, cost);
  await app.database.asOwner(async (owner) => {
    raw = (await owner.query<Lead>(`SELECT * FROM ${client.schema}.leads`)).rows;
    const rows = (
      await owner.query<{ lead_id: string }>(`SELECT lead_id FROM ${client.schema}.lead_messages`)
    ).rows;
    messaged = new Set(rows.map(({ lead_id }) => lead_id));
  });
});

const rowOf = (n: number) => ({
  name: `Lead ${n}`,
  created_at: new Date(Date.now() - n * 5 * DAY - 60_000).toISOString(),
  status: ['new', 'qualified', 'lost'][n % 3],
  // The import gives leads without a source the client's first one.
  source: SOURCES[n % 4] ?? 'other',
  value: n * 10.25,
});

async function enter({ token }: Person, body: { source: string; month: string; cost: number | null }) {
  const reply = await app.call(reports.setCost, { body }, token);
  assert.equal(reply.status, 200, reply.text);
}

const reportOf = async ({ token }: Person, days: ReportDays, client_id?: string) => {
  const reply = await app.call(
    reports.sources,
    { query: { ...days, ...(client_id && { client_id }) } },
    token,
  );
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};

type Sees = (lead: Lead) => boolean;

/** The figures recomputed step by step from the contract's definitions. */
function recomputed(days: ReportDays, isIts: (source: string | null) => boolean, sees?: Sees): SourceFigures {
  const isIn = (moment: Date | null) =>
    moment !== null && dayOf(moment) >= days.from_date && dayOf(moment) <= days.to_date;
  const counted = raw.filter(
    (lead) =>
      isIts(lead.source) &&
      !lead.deleted_at &&
      !lead.is_archived &&
      !lead.is_duplicate &&
      (sees?.(lead) ?? true),
  );
  const fresh = counted.filter(({ created_at }) => isIn(created_at));
  const won = counted.filter(({ status, converted_at }) => status === 'converted' && isIn(converted_at));
  const paid = costs
    .filter(({ source }) => !sees && isIts(source))
    .map(({ month, cost }) => {
      const all = Array.from({ length: 31 }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`);
      const real = all.filter(
        (day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day),
      );
      const inside = real.filter((day) => day >= days.from_date && day <= days.to_date).length;
      return { inside, part: (cost * inside) / real.length };
    })
    .filter(({ inside }) => inside > 0);
  return {
    new_leads: fresh.length,
    contacted: fresh.filter(({ id, last_contacted_at }) => last_contacted_at || messaged.has(id)).length,
    converted: won.length,
    converted_value: won.reduce((sum, { value }) => sum + (value ?? 0), 0),
    cost: paid.length === 0 ? null : Math.round(paid.reduce((sum, { part }) => sum + part, 0) * 100) / 100,
  };
}

async function assertReport(person: Person, days: ReportDays, sees?: Sees): Promise<void> {
  const report = await reportOf(person, days);
  assert.deepEqual(report.before, daysBefore(days));
  assert.deepEqual(report.months, monthsOf(days));
  const rows = [
    { ...report.all, isIts: () => true },
    ...report.sources.map((row) => ({ ...row, isIts: (source: string | null) => source === row.source })),
  ];
  for (const { now, before: was, months, isIts } of rows) {
    assert.deepEqual(now, recomputed(days, isIts, sees));
    assert.deepEqual(was, recomputed(report.before, isIts, sees));
    const inMonth = (month: string) => ({
      from_date: month === days.from_date.slice(0, 7) ? days.from_date : `${month}-01`,
      to_date: month === days.to_date.slice(0, 7) ? days.to_date : `${month}-31`,
    });
    assert.deepEqual(
      months,
      report.months.map((month) => recomputed(inMonth(month), isIts, sees)),
    );
  }
  assert.deepEqual(
    report.costs,
    sees ? null : costs.filter(({ month }) => report.months.includes(month)).toSorted(byMonth),
  );
}

const byMonth = (one: SourceCost, other: SourceCost) =>
  one.month.localeCompare(other.month) || (one.source < other.source ? -1 : 1);

const PERIODS: ReportDays[] = [
  THIS_YEAR,
  { from_date: `${thisMonth}-01`, to_date: dayOf(Date.now()) },
  { from_date: dayOf(Date.now() - 20 * DAY), to_date: dayOf(Date.now() - 3 * DAY) },
];

test('every figure of a source matches the raw rows, and the sources add up to the total', async () => {
  for (const days of PERIODS) await assertReport(client.manager, days);
  const report = await reportOf(client.manager, THIS_YEAR);
  for (const person of [client.admin, world.admin, world.superadmin])
    assert.deepEqual(await reportOf(person, THIS_YEAR, client.id), report);
  const names = report.sources.map(({ source }) => source);
  for (const source of [...SOURCES, 'Hoarding', 'advertisement'])
    assert.ok(names.includes(source), String(source));
  for (const [key, value] of Object.entries(report.all.now)) assert.ok(Number(value) > 0, `${key} is tried`);
  for (const { source, now } of report.sources) {
    const by = source === null ? { no_source: 'true' as const } : { source };
    const query = { ...THIS_YEAR, ...by, is_duplicate: 'false' as const, limit: '1' };
    const { body } = await app.call(leads.list, { query }, client.manager.token);
    assert.equal(body.pagination.total, now.new_leads, String(source));
  }
});

test('users who see part of the leads get figures of those only, and no costs', async () => {
  const { admin, manager, rep } = client;
  const params = { id: client.id };
  const sees = async (wanted: 'company' | 'team' | 'own') =>
    await app.call(leadVisibility.update, { params, body: { manager: wanted } }, admin.token);
  await app.call(users.update, { params: { id: rep.id }, body: { managerId: manager.id } }, admin.token);
  await sees('team');
  await assertReport(manager, THIS_YEAR, ({ assigned_to: owner }) =>
    [null, rep.id, manager.id].includes(owner),
  );
  await sees('own');
  await assertReport(manager, THIS_YEAR, ({ assigned_to }) => assigned_to === manager.id);
  await assertReport(admin, THIS_YEAR);
  await sees('company');
});

test('only admins enter, replace and remove costs', async () => {
  const month = '2025-06';
  const days = { from_date: '2025-06-01', to_date: '2025-06-15' };
  const costOf = async () => (await reportOf(client.manager, days)).all.now.cost;
  assert.equal(await costOf(), null);
  await enter(client.admin, { source: ' Radio ', month, cost: 100 });
  await enter(client.admin, { source: 'Radio', month, cost: 300 });
  assert.equal(await costOf(), 150);
  await enter(client.admin, { source: 'Radio', month, cost: null });
  assert.equal(await costOf(), null);
  const refused = async ({ token }: Person, body: object) =>
    (await app.call(reports.setCost, { body: body as never }, token)).body.message;
  const fine = { source: 'Radio', month, cost: 1 };
  assert.equal(
    await refused(client.manager, fine),
    'Only Admins and Super Admins can enter costs of sources.',
  );
  assert.equal(await refused(client.admin, { ...fine, cost: -1 }), 'Cost cannot be negative.');
  assert.equal(
    await refused(client.admin, { ...fine, month: '2025-13' }),
    'The month must be one such as 2026-11.',
  );
  assert.equal(await refused(client.admin, { ...fine, source: ' ' }), 'Name the source.');
  assert.equal(await refused(world.superadmin, fine), 'Select a client for this cost.');
  assert.equal((await reportOf(world.alpha.manager, days)).all.now.cost, null);
});

test('nobody reads or enters another client’s sources and costs', async () => {
  for (const person of [world.alpha.admin, world.alpha.manager]) {
    const { sources, all, costs: seen } = await reportOf(person, THIS_YEAR, client.id);
    assert.deepEqual([sources, all.now.new_leads, all.now.cost, seen], [[], 0, null, []]);
  }
  const { all } = await reportOf(client.manager, THIS_YEAR);
  const body = { source: 'website', month: thisMonth, cost: 99 };
  const query = { clientId: client.id };
  const { status } = await app.call(reports.setCost, { query, body }, world.alpha.admin.token);
  assert.equal(status, 404);
  assert.deepEqual((await reportOf(client.manager, THIS_YEAR)).all, all);
});
