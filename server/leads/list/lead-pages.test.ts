import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { insertManyLeads } from '#test/rows/many-leads.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const MANY = 5000;
const { app, world } = await withWorld();
let few: TestClient;
before(async () => {
  few = await createTestClient(app, 'few');
  await insertManyLeads(app, few, 150);
  await insertManyLeads(app, world.alpha, MANY);
});

type Query = Record<string, string>;
const list = async (query: Query, { token }: Person) => {
  const reply = await app.call(leads.list, { query: query as never }, token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

/** All pages of a list, in order. */
async function allPages(query: Query, person: Person, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; page <= Math.ceil(6000 / limit); page += 1) {
    const { data, pagination } = await list({ ...query, page: String(page), limit: String(limit) }, person);
    ids.push(...data.map(({ id }) => id));
    assert.deepEqual([pagination.page, pagination.limit], [page, limit]);
    if (page >= pagination.totalPages) {
      assert.equal(ids.length, pagination.total);
      return ids;
    }
    assert.equal(data.length, limit, `page ${page} is full`);
  }
  return assert.fail('too many pages');
}

/** The sort key of a lead: text without case, users by name, empty values last in both directions. */
function keyOf(lead: Lead, field: string): string | number | null {
  if (field === 'assigned_to') return lead.assigned_user_name?.toLowerCase() ?? null;
  const value = lead[field as keyof Lead] as string | number | null;
  if (field === 'created_at' || field.endsWith('_at') || field.endsWith('_date'))
    return value === null ? null : Date.parse(String(value));
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function inOrder(rows: Lead[], field: string, order: string): string[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return rows
    .toSorted((one, other) => {
      const [a, b] = [keyOf(one, field), keyOf(other, field)];
      if (a === null || b === null) return a === b ? sign * compare(one.id, other.id) : a === null ? 1 : -1;
      return sign * (compare(a, b) || compare(one.id, other.id));
    })
    .map(({ id }) => id);
}

for (const field of SORTABLE_FIELDS) {
  test(`sorted by ${field} in either direction, pages show each lead once and in order, with ties and empty values`, async () => {
    for (const order of ['asc', 'DESC']) {
      const query = { sort_by: field, sort_order: order };
      const { data } = await list(query, few.rep);
      const expected = inOrder(data, field, order.toLowerCase());
      assert.deepEqual(
        data.map(({ id }) => id),
        expected,
      );
      assert.deepEqual(await allPages(query, few.rep, 7), expected);
      const wide = { ...query, client_id: few.id };
      assert.deepEqual(await allPages(wide, world.superadmin, 60), expected);
    }
  });
}

test('the newest come first by default', async () => {
  const plain = await list({ page: '1' }, few.rep);
  const said = await list({ page: '1', limit: '12', sort_by: 'created_at', sort_order: 'DESC' }, few.rep);
  assert.deepEqual(plain, said);
  assert.equal(plain.pagination.limit, 12);
});

test('five thousand leads: all pages sorted by value or owner show each lead once', async () => {
  for (const [sort_by, filter] of [
    ['value', {}],
    ['assigned_to', { is_duplicate: 'false' }],
  ] as const) {
    // prettier-ignore
    for (const sort_order of ['asc', 'desc']) {
      const query = { sort_by, sort_order, ...filter };
      const { data, pagination } = await list(query, world.alpha.rep);
      const ids = data.map(({ id }) => id);
      assert.equal(new Set(ids).size, pagination.total);
      assert.deepEqual(await allPages(query, world.alpha.rep, 100), ids, JSON.stringify(query));
      const past = await list({ ...query, page: '100', limit: '100' }, world.alpha.rep);
      assert.deepEqual(past.data, [], JSON.stringify(query));
    }
  }
});

test('deep pages of odd sizes show the same leads, and nothing comes past the end', async () => {
  const every = (await list({}, world.alpha.rep)).data.map(({ id }) => id);
  for (const limit of [12, 36, 97]) {
    const last = Math.ceil(every.length / limit);
    for (const page of [
      Math.ceil(2000 / limit),
      Math.ceil(2000 / limit) + 1,
      Math.ceil(last / 2),
      Math.ceil(last / 2) + 1,
      last - 1,
      last,
      last + 1,
      1_000_000,
    ]) {
      const { data, pagination } = await list({ page: String(page), limit: String(limit) }, world.alpha.rep);
      assert.deepEqual(
        data.map(({ id }) => id),
        every.slice((page - 1) * limit, page * limit),
        `page ${page} of ${limit}`,
      );
      assert.deepEqual(
        [pagination.total, pagination.totalPages, pagination.page],
        [every.length, last, page],
      );
    }
  }
});

test('deep pages of a filtered list, and of all clients, are right too', async () => {
  for (const [query, person] of [
    [{ status: 'new', show_all: 'true' }, world.alpha.manager],
    [{ from_date: '2026-06-10' }, world.alpha.rep],
    [{ interest_level: 'high' }, world.alpha.rep],
    [{}, world.superadmin],
    [{ show_all: 'true', sort_by: 'name', sort_order: 'asc' }, world.admin],
    [{ client_id: world.alpha.id }, world.admin],
  ] as [Query, Person][]) {
    // prettier-ignore
    const every = (await list(query, person)).data.map(({ id }) => id);
    assert.deepEqual(await allPages(query, person, 100), every, JSON.stringify(query));
  }
});

test('the total of a search stops at a thousand and is marked as capped, and other totals are exact', async () => {
  const { data, pagination } = await list({ search: 'lead', page: '1' }, world.alpha.rep);
  assert.deepEqual([pagination.total, pagination.totalIsCapped], [1000, true]);
  for (const search of ['lead', 'mail39']) {
    const [page, every] = [
      await list({ search, page: '1' }, world.alpha.rep),
      await list({ search }, world.alpha.rep),
    ];
    assert.deepEqual(page.data, every.data.slice(0, data.length), search);
  }
  const deep = await list({ search: 'lead', page: '200', limit: '12' }, world.alpha.rep);
  assert.deepEqual(
    [deep.data.length, deep.pagination.total, deep.pagination.totalIsCapped],
    [12, 1000, true],
  );
  const exact = await list({ search: 'mail39', page: '1', limit: '100' }, world.alpha.rep);
  assert.equal(exact.pagination.totalIsCapped, undefined);
  assert.equal((await list({ search: 'mail39' }, world.alpha.rep)).data.length, exact.pagination.total);
});

test('a count is exact where the total of a list is capped', async () => {
  const { token } = world.alpha.rep;
  for (const search of ['lead', 'le', 'mail39']) {
    const { body } = await app.call(leads.count, { query: { search } }, token);
    const every = (await list({ search }, world.alpha.rep)).data.length;
    assert.deepEqual(body.data, { total: every, totalIsCapped: false }, search);
  }
});

test('a list without page and limit streams every lead as one valid response', async () => {
  const { data, pagination } = await list({ show_all: 'true' }, world.alpha.rep);
  const [stored] = await ownerRows<{ leads: number }>(
    app,
    `SELECT count(*)::int AS leads FROM ${world.alpha.schema}.leads WHERE deleted_at IS NULL`,
  );
  assert.ok(stored);
  assert.equal(data.length, stored.leads);
  assert.deepEqual(pagination, { page: 1, limit: stored.leads, total: stored.leads, totalPages: 1 });
  const paged = await list({ show_all: 'true', page: '1', limit: '100' }, world.alpha.rep);
  assert.deepEqual(data.slice(0, 100), paged.data);
  const empty = await list({ status: 'nothing has this' }, world.alpha.rep);
  assert.deepEqual([empty.data, empty.pagination.total], [[], 0]);
});

test('either page or limit is enough for paging', async () => {
  assert.equal((await list({ page: '2' }, world.alpha.rep)).data.length, 12);
  assert.equal((await list({ limit: '24' }, world.alpha.rep)).data.length, 24);
});

test('case does not affect the order of statuses and sources', async () => {
  const client = await createTestClient(app, 'capitals');
  for (const word of ['Zeta', 'alpha', 'Beta'])
    await createLead(app, client.rep, { status: word, source: word });
  for (const sort_by of ['status', 'source'] as const) {
    const { body } = await app.call(leads.list, { query: { sort_by, sort_order: 'asc' } }, client.rep.token);
    assert.deepEqual(body.data.map((lead) => lead[sort_by]), ['alpha', 'Beta', 'Zeta']); // prettier-ignore
  }
});

test('a user with access to all clients gets the client’s name with each lead', async () => {
  const names = async (person: Person, query: Query) => (await list(query, person)).data.map((lead) => lead.client_name); // prettier-ignore
  const client = await createTestClient(app, 'named');
  await createLead(app, client.rep, { name: 'Unique Quagga' });
  const [name] = await names(world.superadmin, { search: 'quagga', page: '1', limit: '12' });
  assert.equal(typeof name, 'string');
  assert.deepEqual(await names(world.superadmin, { search: 'quagga' }), [name]);
  assert.deepEqual(await names(world.admin, { client_id: client.id, page: '1', limit: '12' }), [name]);
  assert.deepEqual(await names(client.rep, { page: '1', limit: '12' }), [undefined]);
});
