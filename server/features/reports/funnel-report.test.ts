import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { FUNNEL_MOST, FUNNEL_SAMPLE, daysBefore, reports } from '#shared/activities/reports.ts';
import type { ReportDays } from '#shared/activities/reports.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const DAY = 86_400_000;
const HOUR = 3_600_000;
const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const dayOf = (moment: Date | number) => zone.format(moment);
const DAYS = { from_date: dayOf(Date.now() - 29 * DAY), to_date: dayOf(Date.now()) };
const STATUSES = [
  { value: 'new', label: 'New', meaning: 'open' },
  { value: 'won', label: 'Won', meaning: 'won' },
  { value: 'visit', label: 'Site visit', meaning: 'open' },
  { value: 'lost', label: 'Lost', meaning: 'lost' },
  { value: 'offer', label: 'Offer', meaning: 'open' },
  { value: 'no_interest', label: 'No interest', meaning: 'lost' },
  { value: 'paid', label: 'Paid', meaning: 'won' },
] as const;
/** The client's order of open statuses, then won. Unconfigured statuses are not steps. */
const ORDER = [['new'], ['visit'], ['offer'], ['won', 'paid', 'converted']];

type Lead = {
  id: string;
  status: string;
  assigned_to: string | null;
  created_at: Date;
  deleted_at: Date | null;
  is_archived: boolean;
  is_duplicate: boolean;
};
type Event = { lead_id: string; at: Date; changes: { status?: [string, string] } | null };

let client: TestClient;
let raw: Lead[];
let events: Event[];

const PATHS = [
  ['visit', 'offer', 'won'],
  ['visit', 'lost'],
  ['offer', 'visit'],
  ['paid'],
  [],
  ['offer', 'no_interest'],
  ['visit', 'offer'],
  ['converted'],
  ['elsewhere'],
  ['visit', 'advance'],
];

before(async () => {
  client = await createTestClient(app, 'funnelled');
  const { token } = client.admin;
  const config_value = {
    status: {
      title: 'Status',
      type: 'select',
      showTable: true,
      showForm: true,
      required: true,
      order: 1,
      options: STATUSES,
    },
  };
  const saved = await app.call(
    fieldConfiguration.update,
    { params: { tenantId: client.id }, body: { config_value: config_value as never } },
    token,
  );
  assert.equal(saved.status, 200, saved.text);
  const rows = Array.from({ length: 90 }, (_, n) => ({
    name: `Lead ${n}`,
    status: n % 10 === 9 ? 'lost' : 'new',
    created_at: new Date(Date.now() - (n % 55) * DAY - HOUR).toISOString(),
  }));
  const imported = await app.call(leadImport.run, { body: { leads: rows, skip_duplicates: false } }, token);
  assert.equal(imported.body.data.inserted, 90, imported.text);
  const all = (await app.call(leads.list, { query: { limit: '100' } }, token)).body.data;
  for (const [n, { id }] of all.entries()) {
    const params = { id };
    for (const status of PATHS[n % PATHS.length] as string[])
      await app.call(leads.setStatus, { params, body: { status } }, token);
    const owner = n % 2 ? client.rep.id : client.manager.id;
    await app.call(
      leads.update,
      { params, body: { assigned_to: owner, ...(n % 20 === 5 && { is_duplicate: true }) } },
      token,
    );
    if (n % 23 === 0) await app.call(leads.remove, { params }, token);
  }
  await app.database.asOwner(async (owner) => {
    // The changes happened over days, a few hours apart.
    await owner.query(`UPDATE ${client.schema}.lead_events e 
      SET at = (l.created_at AT TIME ZONE 'UTC' + make_interval(mins => (place * place * 200)::int)) AT TIME ZONE 'UTC'
      FROM ${client.schema}.leads l, (SELECT id, row_number() OVER (PARTITION BY lead_id ORDER BY at, id) AS place
        FROM ${client.schema}.lead_events) p WHERE l.id = e.lead_id AND p.id = e.id`);
    raw = (await owner.query<Lead>(`SELECT * FROM ${client.schema}.leads`)).rows;
    events = (await owner.query<Event>(`SELECT * FROM ${client.schema}.lead_events ORDER BY at, id`)).rows;
  });
});

const reportOf = async ({ token }: Person, days: ReportDays, client_id?: string) => {
  const reply = await app.call(
    reports.funnel,
    { query: { ...days, ...(client_id && { client_id }) } },
    token,
  );
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};

const placeOf = (status: string) => ORDER.findIndex((step) => step.includes(status));

/** The figures recomputed step by step from the contract's definitions. */
function recomputed({ from_date, to_date }: ReportDays, sees: (lead: Lead) => boolean = () => true) {
  const fresh = raw.filter(
    (lead) =>
      sees(lead) && !lead.deleted_at && !lead.is_archived && !lead.is_duplicate &&
      dayOf(lead.created_at) >= from_date && dayOf(lead.created_at) <= to_date,
  ); // prettier-ignore
  const stays: [place: number, hours: number][] = [];
  const furthest = fresh.map(({ id, status, created_at }) => {
    let since = created_at;
    const passed = [status];
    for (const { lead_id, at, changes } of events) {
      if (lead_id !== id || !changes?.status) continue;
      passed.push(...changes.status);
      stays.push([placeOf(changes.status[0]), (at.getTime() - since.getTime()) / HOUR]);
      since = at;
    }
    return Math.max(...passed.map(placeOf));
  });
  const median = (place: number) => {
    const hours = stays.filter(([at]) => at === place).map(([, length]) => length).toSorted((a, b) => a - b); // prettier-ignore
    const middle = (hours.length - 1) / 2;
    return hours.length === 0
      ? null
      : ((hours[Math.floor(middle)] as number) + (hours[Math.ceil(middle)] as number)) / 2;
  };
  return {
    steps: ORDER.map((statuses, place) => ({
      reached: furthest.filter((one) => one >= place).length,
      here: fresh.filter(({ status }) => statuses.includes(status)).length,
      hours: median(place),
    })),
    totals: {
      new_leads: fresh.length,
      lost: fresh.filter(({ status }) => ['lost', 'no_interest'].includes(status)).length,
      other: fresh.filter(({ status }) => ['elsewhere', 'advance'].includes(status)).length,
      sampled: null,
    },
  };
}

const rounded = (steps: readonly { reached: number; here: number; hours: number | null }[]) =>
  steps.map(({ reached, here, hours }) => ({ reached, here, hours: hours && Math.round(hours * 1e4) }));

async function assertReport(person: Person, days: ReportDays, sees?: (lead: Lead) => boolean): Promise<void> {
  const report = await reportOf(person, days);
  assert.deepEqual(report.before, daysBefore(days));
  for (const [part, of] of [['now', days], ['before', report.before]] as const) {
    const wanted = recomputed(of, sees);
    assert.deepEqual(rounded(report.steps.map((step) => step[part])), rounded(wanted.steps), part);
    assert.deepEqual(report.totals[part], wanted.totals, part);
  } // prettier-ignore
}

test('the funnel matches the raw rows, in the client’s status order, by history and for the visible leads', async () => {
  await assertReport(client.manager, DAYS);
  await assertReport(client.admin, { from_date: DAYS.from_date, to_date: dayOf(Date.now() - 9 * DAY) });
  const report = await reportOf(client.manager, DAYS);
  assert.deepEqual(report.steps.map(({ status, meaning, statuses }) => [status, meaning, statuses]), [
    ['new', 'open', ['new']],
    ['visit', 'open', ['visit']],
    ['offer', 'open', ['offer']],
    ['won', 'won', ['won', 'paid', 'converted']],
  ]); // prettier-ignore
  assert.deepEqual(report.lost_statuses.toSorted(), ['lost', 'no_interest']);
  assert.deepEqual(report.other_statuses, ['advance', 'elsewhere']);
  assert.ok(report.totals.now.other > 0);
  for (const { now } of report.steps.slice(0, 3))
    assert.ok(now.reached > now.here && now.here > 0 && now.hours);
  assert.deepEqual(await reportOf(world.superadmin, DAYS, client.id), report);
  const body = { manager: 'own' as const };
  await app.call(leadVisibility.update, { params: { id: client.id }, body }, client.admin.token);
  await assertReport(client.manager, DAYS, ({ assigned_to }) => assigned_to === client.manager.id);
  await app.call(
    leadVisibility.update,
    { params: { id: client.id }, body: { manager: 'company' } },
    client.admin.token,
  );
});

test('each step opens the leads that reached it, and those currently in it', async () => {
  const { steps, totals, other_statuses } = await reportOf(client.manager, DAYS);
  const total = async (query: object, token = client.manager.token) =>
    (await app.call(leads.list, { query: { ...DAYS, is_duplicate: 'false', limit: '1', ...query } }, token))
      .body.pagination.total;
  for (const { status, statuses, now } of steps) {
    assert.equal(await total({ reached: status }), now.reached, status);
    assert.equal(await total({ status: statuses }), now.here, status);
    assert.equal(await total({ reached: status, client_id: client.id }, world.superadmin.token), now.reached);
  }
  assert.equal(await total({ status: other_statuses }), totals.now.other);
  for (const status of ['lost', 'nowhere', 'elsewhere']) assert.equal(await total({ reached: status }), 0);
  const refused = await app.call(leads.list, { query: { reached: 'new' } }, world.superadmin.token);
  assert.deepEqual([refused.status, refused.body.message], [422, 'Choose the client of this status.']);
});

test('nobody reads another client’s funnel, and users with access to all clients name one', async () => {
  const { steps, totals } = await reportOf(world.beta.manager, DAYS, client.id);
  assert.equal(totals.now.new_leads + totals.before.new_leads, 0);
  for (const { now, before: was } of steps)
    assert.deepEqual([now.reached, was.reached, now.hours], [0, 0, null]);
  const { body } = await app.call(reports.funnel, { query: DAYS }, world.superadmin.token);
  assert.equal(body.message, 'Choose a client for this report.');
});

test('for very many leads a sample is read and extrapolated by status', async () => {
  const many = await createTestClient(app, 'sampled');
  const count = FUNNEL_MOST + 2000;
  await app.database.asOwner(async (owner) => {
    const { schema } = many;
    await owner.query(`INSERT INTO ${schema}.leads (id, name, status, created_at)
      SELECT gen_random_uuid(), 'Lead ' || n, CASE n % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'converted' ELSE 'lost' END, now() - interval '1 minute'
      FROM generate_series(1, ${count}) n`);
    await owner.query(`INSERT INTO ${schema}.lead_days (day, is_archived, is_duplicate, leads)
      VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date, false, false, ${count})`);
    // A fifth of the lost leads were qualified, after an hour as new ones.
    await owner.query(`INSERT INTO ${schema}.lead_events (id, lead_id, at, kind, via, changes)
      SELECT gen_random_uuid(), id, created_at + interval '1 hour', 'updated', 'edit',
        CASE WHEN right(name, 1) IN ('2', '6') THEN '{"status": ["qualified", "lost"]}' ELSE '{"status": ["new", "lost"]}' END::jsonb
      FROM ${schema}.leads WHERE status = 'lost'`);
  });
  const { steps, totals } = await reportOf(many.manager, {
    from_date: dayOf(Date.now() - HOUR),
    to_date: dayOf(Date.now()),
  });
  const { new_leads, lost, sampled } = totals.now;
  assert.deepEqual([new_leads, lost], [count, count / 2]);
  assert.ok(sampled !== null && Math.abs(sampled - FUNNEL_SAMPLE) < 400, String(sampled));
  const [fresh, , qualified, won] = steps.map(({ now }) => now);
  // Current statuses are counted, and past statuses of lost leads are estimated.
  assert.deepEqual([fresh?.reached, fresh?.here, won?.reached], [count, count / 4, count / 4]);
  assert.ok(
    Math.abs((qualified?.reached ?? 0) - (count / 4 + count * 0.1)) < count / 50,
    String(qualified?.reached),
  );
  assert.equal(fresh?.hours, 1);
});
