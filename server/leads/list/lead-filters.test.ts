import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { leads } from '#shared/leads/leads.ts';
import { products } from '#shared/leads/products.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { countPlan } from './list-totals.queries.ts';
import { exportLeads } from '#server/features/lead-export/lead-export.queries.ts';
import { NO_STATUSES, leadConditions } from './lead-filters.ts';
import type { ReadyFilters } from './lead-filters.ts';
import { findLeadNeighbours } from '#server/features/leads/lead-neighbours.queries.ts';
import { listFirstLeads, listLeads, streamLeads } from './leads.queries.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { drawnFilters } from '#test/leads/drawn-filters.ts';
import { matches } from '#test/leads/lead-filter-model.ts';
import type { Filters, Row } from '#test/leads/lead-filter-model.ts';
import { insertManyLeads } from '#test/rows/many-leads.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

// The compiler runs this test: unprepared filters read no leads, and nobody adds a filter to prepared ones.
void ((scope: ReadScope, sent: LeadFilters, ready: ReadyFilters, page: Parameters<typeof listLeads>[2]) => [
  // @ts-expect-error: not ready
  leadConditions(scope, sent),
  // @ts-expect-error: not ready
  countPlan(scope, sent),
  // @ts-expect-error: not ready
  listLeads(scope, sent, page),
  // @ts-expect-error: not ready
  listFirstLeads(scope, sent, page, 1),
  // @ts-expect-error: not ready
  streamLeads(scope, sent, page),
  // @ts-expect-error: not ready
  findLeadNeighbours(scope, '', sent, page),
  // @ts-expect-error: not ready
  exportLeads(scope, sent, page, 'csv', {}),
  // @ts-expect-error: not ready
  leadConditions(scope, {
    wanted: sent,
    statusesMeant: NO_STATUSES,
    statusesClosed: NO_STATUSES,
    statusesReached: [],
    customConditions: [],
  }),
  // @ts-expect-error: one filter more
  leadConditions(scope, { ...ready, no_next_step: true }),
  leadConditions(scope, ready),
]);

const { app, world } = await withWorld();
let rows: Row[];
let product: string;
before(async () => {
  await insertManyLeads(app, world.alpha, 700);
  await insertManyLeads(app, world.beta, 97);
  const sofa = { body: { name: 'Sofa', sku: 'S-1' } };
  product = (await app.call(products.create, sofa, world.alpha.manager.token)).body.data.id;
  await app.database.asOwner(async (owner) => {
    // Some dates lie around the current day.
    for (const { schema } of [world.alpha, world.beta])
      // prettier-ignore
      await owner.query(`WITH n AS MATERIALIZED (SELECT id,
        CASE WHEN lead_score = 10 THEN '{VIP}' WHEN lead_score = 20 THEN '{VIP,NRI}' WHEN lead_score = 30 THEN '{NRI}' ELSE '{}' END::text[] AS tags,
        CASE WHEN lead_score > 30 THEN now() + make_interval(days => lead_score / 10 - 5) ELSE next_followup_date END AS next,
        CASE WHEN lead_score > 50 THEN now() - make_interval(days => lead_score - 50) ELSE last_contacted_at END AS last,
        CASE WHEN lead_score = 10 THEN now() + interval '1 hour' WHEN lead_score > 20 THEN created_at + interval '1 hour' END AS by,
        CASE WHEN lead_score = 30 THEN created_at + interval '20 minutes' WHEN lead_score > 40 THEN created_at + interval '3 hours' END AS first,
        CASE WHEN status IN ('converted', 'closed_won') THEN created_at + make_interval(days => lead_score / 10) END AS converted
        FROM ${schema}.leads)
        UPDATE ${schema}.leads l SET tags = n.tags, next_followup_date = n.next, last_contacted_at = n.last, contact_by = n.by,
          first_contacted_at = n.first, converted_at = n.converted, lost_reason = CASE WHEN status = 'lost' THEN 'price' END FROM n WHERE n.id = l.id`);
    const sofas = `UPDATE ${world.alpha.schema}.leads SET product_id = $1 WHERE lead_score = 40`;
    await owner.query(sofas, [product]);
  });
  rows = [...(await living(world.alpha)), ...(await living(world.beta))];
});

async function living({ id, schema }: TestClient): Promise<Row[]> {
  const statement = `SELECT *, $1::text AS client FROM ${schema}.leads WHERE deleted_at IS NULL`;
  return await ownerRows<Row>(app, statement, [id]);
}

/** Compares list and total with the rule, and returns how many leads match. */
async function assertFiltered(filters: Filters, person: Person): Promise<number> {
  const expected = rows.filter((row) => matches(row, filters, person)).map(({ id }) => id);
  const paged = await app.call(
    leads.list,
    { query: { ...filters, page: '1', limit: '100' } as never },
    person.token,
  );
  assert.equal(paged.status, 200, paged.text);
  const { total, totalPages, totalIsCapped } = paged.body.pagination;
  assert.deepEqual(
    [total, totalPages, totalIsCapped],
    [expected.length, Math.max(1, Math.ceil(expected.length / 100)), undefined],
  );
  assert.equal(paged.body.data.length, Math.min(expected.length, 100));
  const every = await app.call(leads.list, { query: filters as never }, person.token);
  assert.deepEqual(every.body.data.map(({ id }) => id).toSorted(), expected.toSorted());
  assert.equal(every.body.pagination.total, expected.length);
  assert.deepEqual(every.body.data.slice(0, 100), paged.body.data);
  return expected.length;
}

test('the counters match the generated rows', async () => {
  assert.deepEqual([await countingErrors(app, world.alpha), await countingErrors(app, world.beta)], [[], []]);
  assert.ok(rows.length > 700 && rows.length < 797);
});

test('each filter by itself finds exactly its rows, with the exact total', async () => {
  const { admin, rep } = world.alpha;
  for (const filters of [
    {},
    { status: 'qualified' },
    { source: 'trade fair' },
    { no_source: 'true' },
    { no_source: 'false' },
    { assigned_to: 'me' },
    { assigned_to: 'none' },
    { assigned_to: rep.id },
    { created_by: rep.id },
    { interest_level: 'medium' },
    { campaign_id: 'diwali' },
    { is_archived: 'true' },
    { is_archived: 'false' },
    { show_all: 'true' },
    { show_all: 'true', is_archived: 'true' },
    { show_all: 'false', is_archived: 'true' },
    { is_duplicate: 'true' },
    { is_duplicate: 'false' },
    { from_date: '2026-08-01' },
    { to_date: '2026-06-01' },
    { from_date: '2026-07-10', to_date: '2026-07-10' },
    { status: ['new', 'lost'] },
    { assigned_to: ['me', 'none'] },
    { tags: 'VIP' },
    { tags: ['vip', 'Ñri'] },
    { product_id: product },
    { lost_reason: 'price' },
    { ids: `${rows[3]?.id},${rows[40]?.id},${product}` },
    { ids: '' },
    { min_value: '2000', max_value: '4001' },
    { created: 'last_90_days' },
    { created: ['today', 'older_than_120_days'] },
    { next_followup: 'overdue' },
    { next_followup: ['today', 'none'] },
    { next_followup: 'next_7_days' },
    { next_followup: 'planned' },
    { last_contacted: 'never' },
    { is_contacted: 'true' },
    { missing: 'phone' },
    { missing: 'email' },
    { missing: 'both' },
    { first_contact: 'in_time' },
    { first_contact: 'too_late' },
    { converted_from: '2026-08-01' },
    { converted_from: '2026-07-01', converted_to: '2026-07-31' },
    { last_contacted: 'older_than_10_days' },
    { status: "new' OR 1=1 --" },
    { client_id: world.beta.id },
  ])
    await assertFiltered(filters, admin);
});

test('every combination of filters finds exactly its rows, within one client and across all', async () => {
  const people = [world.alpha.admin, world.superadmin, world.admin];
  let matching = 0;
  await fc.assert(
    fc.asyncProperty(drawnFilters(world, product), fc.constantFrom(...people), async (filters, person) => {
      if ((await assertFiltered(filters, person)) > 0) matching += 1;
    }),
    { numRuns: 80 },
  );
  assert.ok(matching > 25, `only ${matching} of 80 combinations match a lead`);
});

test('an invalid filter value is refused with a message, and so is a second one where only one is allowed', async () => {
  for (const [query, message] of [
    [{ created: 'someday' }, 'created must be days in words, such as today, last_7_days.'],
    [
      { next_followup: 'never' },
      'next_followup must be days in words, such as overdue, none, planned, today, last_7_days.',
    ],
    [
      { last_contacted: ['never', 'soon'] },
      'last_contacted must be days in words, such as never, ever, today, last_7_days.',
    ],
    [{ min_value: '1,000' }, 'min_value must be an amount such as 50000.'],
    [{ assigned_to: ['me', 'you'] }, 'Choose a user, me or none.'],
    [{ campaign_id: ['a', 'b'] }, 'campaign_id was sent more than once.'],
    [{ status: Array.from({ length: 51 }, (_, n) => `s${n}`) }, 'A filter takes at most 50 values.'],
  ] as const) {
    const reply = await app.call(leads.list, { query: query as never }, world.alpha.rep.token);
    assert.deepEqual([reply.status, reply.body.message], [422, message]);
  }
});

test('only admins filter by creator', async () => {
  for (const person of [world.alpha.manager, world.alpha.rep]) {
    const { status, body } = await app.call(leads.list, { query: { created_by: person.id } }, person.token);
    assert.deepEqual(
      [status, body.message],
      [403, 'Only Admins and Super Admins can filter leads by who created them.'],
    );
  }
});

test('From and To are days of the client, to the millisecond', async () => {
  const { gamma } = { gamma: world.beta };
  const edge = {
    first: '2026-05-01T18:30:00.000Z',
    last: '2026-05-02T18:29:59.999Z',
    before: '2026-05-01T18:29:59.999Z',
    after: '2026-05-02T18:30:00.000Z',
  };
  await app.database.asOwner(async (owner) => {
    for (const [name, at] of Object.entries(edge))
      await owner.query(
        `INSERT INTO ${gamma.schema}.leads (id, name, created_at) VALUES (gen_random_uuid(), $1, $2)`,
        [name, at],
      );
  });
  const named = async (query: Filters) =>
    (
      await app.call(
        leads.list,
        { query: { ...query, sort_by: 'created_at', sort_order: 'ASC' } as never },
        gamma.rep.token,
      )
    ).body.data.map(({ name }) => name);
  assert.deepEqual(await named({ from_date: '2026-05-02', to_date: '2026-05-02' }), ['first', 'last']);
  assert.deepEqual(await named({ to_date: '2026-05-02' }), ['before', 'first', 'last']);
  assert.deepEqual(await named({ from_date: '2026-05-03', to_date: '2026-05-04' }), ['after']);
});

test('non-existent dates, and a From after To, are refused with a message, paged or not', async () => {
  const order = 'From date cannot be after To date';
  for (const [query, message] of [
    [{ from_date: '2026-02-30' }, 'From date is not a date that exists.'],
    [{ to_date: '2026-13-01' }, 'To date is not a date that exists.'],
    [{ from_date: '31/12/2026' }, 'From date must be a date such as 2026-11-30.'],
    [{ to_date: 'today' }, 'To date must be a date such as 2026-11-30.'],
    [{ from_date: '2026-11-02', to_date: '2026-11-01' }, order],
  ] as const) {
    // prettier-ignore
    for (const page of [{}, { page: '1' }, { page: '500', limit: '12' }]) {
      for (const { token } of [world.alpha.rep, world.superadmin]) {
        const { status, body } = await app.call(leads.list, { query: { ...query, ...page } }, token);
        assert.deepEqual([status, body.message], [422, message], JSON.stringify({ ...query, ...page }));
      }
    }
  }
});
