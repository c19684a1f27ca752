import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import { leads } from '#shared/leads/leads.ts';
import type { LeadSort } from '#shared/leads/leads.ts';
import { userActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { leadConditions, leadOrder } from './lead-filters.ts';
import { readyFilters } from './ready-filters.queries.ts';
import { recount } from '#test/rows/counters.ts';
import { withWorld } from '#test/world.ts';

const LEADS = 6100;
const LIMIT = 100;
const { app, world } = await withWorld();

/**
 * Creates days of very different sizes: a third of the leads on one day, shared timestamps, a twentieth
 * archived.
 */
before(async () => {
  await app.database.asOwner(async (owner) => {
    await owner.query(`
      INSERT INTO alpha.leads (id, name, status, is_archived, created_at)
      SELECT gen_random_uuid(), 'Lead ' || n, CASE n % 2 WHEN 0 THEN 'new' ELSE 'lost' END, n % 20 = 0,
        CASE WHEN n % 3 = 0 THEN '2026-03-10 12:00+05:30'::timestamptz + (n % 7) * interval '1 minute'
        ELSE '2026-03-01 00:00+05:30'::timestamptz + (n / 10) * interval '1 hour' END
      FROM generate_series(1, ${LEADS}) n;
      ${recount('alpha')}
      ANALYZE alpha.leads`);
  });
});

async function inOrder(where: string, order: string): Promise<string[]> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM alpha.leads WHERE ${where} ORDER BY ${order}`,
    );
    return rows.map((row) => row.id);
  });
}

for (const [name, query, where, order] of [
  ['newest first', {}, 'NOT is_archived', 'created_at DESC, id DESC'],
  ['oldest first', { sort_order: 'asc' }, 'NOT is_archived', 'created_at, id'],
  ['archived too', { show_all: true }, 'true', 'created_at DESC, id DESC'],
  ['of some days', { from_date: '2026-03-03', to_date: '2026-03-20' }, spring(), 'created_at DESC, id DESC'],
  ['of one status', { status: 'new', show_all: true }, "status = 'new'", 'created_at DESC, id DESC'],
  [
    'of one status within days, oldest first',
    { status: 'lost', from_date: '2026-03-02', to_date: '2026-03-20', sort_order: 'asc', show_all: true },
    "status = 'lost' AND created_at >= '2026-03-02 00:00+05:30' AND created_at < '2026-03-21 00:00+05:30'",
    'created_at, id',
  ],
  ['of open statuses', { meaning: 'open' }, "NOT is_archived AND status = 'new'", 'created_at DESC, id DESC'],
  ['by name', { sort_by: 'name', sort_order: 'asc' }, 'NOT is_archived', 'lower(name), id'],
] as const) {
  test(`the pages of a long list, ${name}, cover it without gap or repetition`, async () => {
    const wanted = await inOrder(where, order);
    const pages = Math.ceil(wanted.length / LIMIT);
    const seen: string[] = [];
    for (let page = 1; page <= pages + 1; page += 1) {
      const reply = await app.call(
        leads.list,
        { query: { ...query, page, limit: LIMIT } },
        world.alpha.rep.token,
      );
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body.pagination, {
        page,
        limit: LIMIT,
        total: wanted.length,
        totalPages: pages,
      });
      seen.push(...reply.body.data.map((lead) => lead.id));
    }
    assert.ok(pages > 25, 'the list is long enough to have deep pages');
    assert.deepEqual(seen, wanted);
  });
}

function spring(): string {
  return "NOT is_archived AND created_at >= '2026-03-03 00:00+05:30' AND created_at < '2026-03-21 00:00+05:30'";
}

const PLANS: readonly (readonly [string, LeadFilters, LeadSort, index: string])[] = [
  ['sorted by name', {}, { sort_by: 'name', sort_order: 'asc' }, 'leads_by_name'],
  ['sorted by name, backwards', {}, { sort_by: 'name', sort_order: 'desc' }, 'leads_by_name'],
  ['sorted by company', {}, { sort_by: 'company_name', sort_order: 'asc' }, 'leads_by_company'],
  ['of a rare tag', { tags: ['rare'] }, { sort_by: 'created_at', sort_order: 'desc' }, 'leads_tags'],
];
for (const [what, filters, sort, index] of PLANS) {
  test(`a list ${what} reads an index, and not every lead`, async () => {
    const account = await findAccount(app.database, world.alpha.manager.id);
    assert.ok(account);
    const scope = await new Scope(app.database, userActor(account, 'client')).writingIn();
    const ready = await readyFilters(scope, filters);
    const { rows } = await sql<object>`
      EXPLAIN SELECT leads.id FROM ${scope.table('leads')} leads
      WHERE ${sql.join(leadConditions(scope, ready), sql` AND `)} ORDER BY ${leadOrder(scope, sort)} LIMIT 12
    `.execute(scope.db);
    const plan = JSON.stringify(rows);
    assert.match(plan, new RegExp(`on ${index}|using ${index}`));
    assert.doesNotMatch(plan, /Seq Scan/);
  });
}
