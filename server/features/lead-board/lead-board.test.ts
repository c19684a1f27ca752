import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { CARDS_OF_COLUMN, leadBoard } from '#shared/leads/lead-board.ts';
import type { BoardColumn } from '#shared/leads/lead-board.ts';
import { leads } from '#shared/leads/leads.ts';
import { SORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { Scope } from '#server/db/scope.ts';
import { userActor } from '#server/db/actors.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { getBoard } from '#server/features/lead-board/lead-board.queries.ts';
import { recount } from '#test/rows/counters.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
type Query = Record<string, string | string[]>;

const boardOf = async (query: Query = {}, { token } = world.alpha.rep) => {
  const reply = await app.call(leadBoard.get, { query: query as never }, token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data.columns;
};
const figures = (columns: BoardColumn[]) =>
  columns.map(({ status, total, value }) => [status, total, value] as const);

const MANY = 2 * CARDS_OF_COLUMN + 5;
before(async () => {
  const { rep, manager } = world.alpha;
  for (let n = 0; n < MANY; n += 1)
    await createLead(app, n % 2 ? rep : manager, {
      name: `Asha ${String(n).padStart(2, '0')}`,
      status: 'qualified',
      source: n % 3 ? 'website' : 'referral',
      // Ties and empty values: pages must neither repeat nor omit a lead.
      value: n % 4 === 0 ? null : n % 5,
      company_name: n % 7 ? 'Acme' : null,
    });
  await createLead(app, rep, { name: 'Won', status: 'converted', value: 70 });
  await createLead(app, rep, { name: 'Elsewhere', status: 'site visit', value: 1.5 });
  await createLead(app, rep, { name: 'Nowhere', status: 'on hold', value: 2 });
  await createLead(app, rep, { name: 'Old', status: 'converted', value: 7, is_archived: true });
});

test('the columns are the status options in order, with the exact counts and values of the whole list', async () => {
  const columns = await boardOf();
  const qualified = Array.from({ length: MANY }, (_, n) => (n % 4 === 0 ? 0 : n % 5));
  assert.deepEqual(figures(columns), [
    ['new', 0, 0],
    ['contacted', 0, 0],
    ['qualified', MANY, qualified.reduce((sum, value) => sum + value, 0)],
    ['converted', 1, 70],
    ['lost', 0, 0],
    [null, 2, 3.5],
  ]);
  assert.deepEqual(
    columns.map(({ leads: cards, has_more }) => [cards.length, has_more]),
    [
      [0, false],
      [0, false],
      [CARDS_OF_COLUMN, true],
      [1, false],
      [0, false],
      [2, false],
    ],
  );
  assert.deepEqual(columns[5]?.leads.map(({ name }) => name).toSorted(), ['Elsewhere', 'Nowhere']);
});

test('filters and search narrow every column as they narrow the list', async () => {
  const queries: Query[] = [
    { source: 'website' },
    { assigned_to: 'me' },
    { status: ['qualified', 'on hold'] },
    { status: 'lost' },
    { meaning: 'won' },
    { show_all: 'true' },
    { search: 'asha 1' },
    { search: 'as' },
    { min_value: '2' },
    { created: 'today' },
    { from_date: '2020-01-01', to_date: '2020-01-02' },
    { next_followup: 'none', assigned_to: 'me' },
  ];
  for (const query of queries) {
    const where = JSON.stringify(query);
    const list = await app.call(
      leads.list,
      { query: { ...query, page: '1', limit: '100' } as never },
      world.alpha.rep.token,
    );
    const rows = list.body.data;
    const columns = await boardOf(query);
    const options = new Set(columns.map(({ status }) => status));
    for (const { status, total, value, leads: cards } of columns) {
      const own = rows.filter((lead) =>
        status === null ? !options.has(lead.status) : lead.status === status,
      );
      assert.equal(total, own.length, `${where} ${status}`);
      assert.equal(
        value,
        own.reduce((sum, lead) => sum + (lead.value ?? 0), 0),
        `${where} ${status}`,
      );
      assert.deepEqual(
        cards.map(({ id }) => id),
        own.slice(0, CARDS_OF_COLUMN).map(({ id }) => id),
        `${where} ${status}`,
      );
    }
  }
});

test('a column pages on in every sort order, with no lead repeated or left out', async () => {
  const { token } = world.alpha.rep;
  for (const sort_by of SORTABLE_FIELDS)
    for (const sort_order of ['asc', 'desc']) {
      const query = { sort_by, sort_order, column: 'qualified' };
      const found: string[] = [];
      for (let hasMore = true; hasMore;) {
        const after = found.at(-1);
        const page = await app.call(
          leadBoard.column,
          { query: { ...query, ...(after && { after }) } },
          token,
        );
        found.push(...page.body.data.leads.map(({ id }) => id));
        hasMore = page.body.data.has_more;
        assert.ok(found.length <= MANY, `${sort_by} ${sort_order} repeats leads`);
      }
      const list = await app.call(
        leads.list,
        { query: { sort_by, sort_order, status: 'qualified', page: '1', limit: '100' } },
        token,
      );
      assert.deepEqual(
        found,
        list.body.data.map(({ id }) => id),
        `${sort_by} ${sort_order}`,
      );
    }
});

test('users with access to all clients choose one first, and nobody sees another client’s board', async () => {
  const { superadmin, alpha, beta } = world;
  const refused = await app.call(leadBoard.get, {}, superadmin.token);
  assert.deepEqual([refused.status, refused.body.message], [422, 'Choose the client of this board.']);
  const seen = await boardOf({ client_id: alpha.id }, superadmin);
  assert.deepEqual(figures(seen), figures(await boardOf()));
  assert.equal(seen[2]?.leads[0]?.client_name, 'Client alpha');
  const foreign = await boardOf({ client_id: alpha.id }, beta.rep);
  assert.ok(foreign.every(({ total, leads: cards }) => total === 0 && cards.length === 0));
  const [card] = seen[2]?.leads ?? [];
  const query = { column: 'qualified', after: card?.id ?? '' };
  const behind = await app.call(leadBoard.column, { query }, beta.rep.token);
  assert.deepEqual(behind.body.data, { leads: [], has_more: false });
});

test('a board of 20,000 leads reads little more than the cards it shows', async () => {
  const { schema, rep } = await createTestClient(app, 'crowded');
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO ${schema}.leads (id, name, status, value, created_at)
      SELECT gen_random_uuid(), 'Lead ' || n, CASE WHEN n % 500 = 0 THEN 'contacted' ELSE 'new' END, 1,
        now() - make_interval(secs => n) FROM generate_series(1, 20000) n;
      ANALYZE ${schema}.leads; ${recount(schema)}`);
  });
  const account = await findAccount(app.database, rep.id);
  assert.ok(account);
  const client = await new Scope(app.database, userActor(account, 'client')).writingIn();
  const newest = { sort_by: 'created_at', sort_order: 'desc' } as const;
  await client.transaction(async (inside) => {
    const columns = await getBoard(inside, newest);
    assert.deepEqual(
      columns.slice(0, 2).map(({ total, value, leads: cards }) => [total, value, cards.length]),
      [
        [19_960, 19_960, CARDS_OF_COLUMN],
        [40, 40, CARDS_OF_COLUMN],
      ],
    );
    // The nodes of a cluster keep their own statistics.
    if (client.engine === 'citus') return;
    const { rows } = await sql<{ read: number }>`
      SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables
      WHERE schemaname = ${schema} AND relname = 'leads'`.execute(inside.db);
    const read = Number(rows[0]?.read);
    assert.ok(
      read >= 2 * CARDS_OF_COLUMN && read < 200,
      `${read} leads were read for ${2 * CARDS_OF_COLUMN} cards`,
    );
  });
  // Where the counters cannot help, each column is counted up to a cap, and a search over all columns at
  // once.
  const numbers = async (query: Query) =>
    (await boardOf(query, rep))
      .slice(0, 2)
      .map(({ total, totalIsCapped, leads: cards }) => [total, totalIsCapped, cards.length]);
  assert.deepEqual(await numbers({ min_value: '1' }), [
    [10_000, true, CARDS_OF_COLUMN],
    [40, false, CARDS_OF_COLUMN],
  ]);
  const searched = await numbers({ search: 'lead' });
  assert.ok(
    searched.every(
      ([total, isCapped, shown]) => isCapped && Number(total) >= 20 && shown === CARDS_OF_COLUMN,
    ),
  );
});
