import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { clients } from '#shared/installation/clients.ts';
import { DEFAULT_TIME_ZONE, dayOf } from '#shared/values/dates.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { productCategories, products } from '#shared/leads/products.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const DAY = 86_400_000;
const WITHIN = '2026-11-10';
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const { app, world } = await withWorld();
let category: string;
/** The product in that category. */
let seat: string;
/** The id of a reminder. */
let planned: string;
before(async () => {
  const made = await app.call(
    productCategories.create,
    { body: { name: 'Seating' } },
    world.alpha.manager.token,
  );
  category = made.body.data.id;
  await fill(world.alpha);
  await fill(world.beta);
  const params = { id: world.alpha.otherRep.id };
  await app.call(users.setActive, { params, body: { isActive: false } }, world.alpha.admin.token);
  const { rep, manager } = world.alpha;
  const below = { params: { id: rep.id }, body: { managerId: manager.id } };
  await app.call(users.update, below, world.alpha.admin.token);
});

async function fill({ manager, rep, id }: TestClient): Promise<void> {
  for (const [n, person] of [manager, rep, rep].entries()) {
    const { id: lead_id } = await createLead(app, person, { name: `Asha ${n}` });
    const call = {
      lead_id,
      duration: n,
      notes: `Call ${n}`,
      call_date: `2026-11-${String(9 + n).padStart(2, '0')}T06:00:00Z`,
    };
    const kinds = [{ call_type: 'inbound' }, { call_status: 'busy' }, {}][n];
    assert.equal(
      (await app.call(callLogs.create, { body: { ...call, ...kinds } }, person.token)).status,
      201,
    );
    const reminder = { lead_id, title: `Call ${n}`, user_id: person.id };
    for (const days of [-3, 0.0001, 5]) {
      const body = { ...reminder, reminder_date: inDays(days) };
      planned = (await app.call(reminders.create, { body }, person.token)).body.data.id;
      if (n === 2) await app.call(reminders.complete, { params: { id: planned } }, person.token);
    }
    const isSeat = id === world.alpha.id && n === 0;
    const product = { name: `Sofa ${n}`, sku: `S-${n}`, ...(isSeat && { category_id: category }) };
    const { data } = (await app.call(products.create, { body: product }, manager.token)).body;
    if (isSeat) seat = data.id;
    if (n === 1)
      await app.call(
        products.setActive,
        { params: { id: data.id }, body: { is_active: false } },
        manager.token,
      );
    const gone = await createLead(app, manager, { name: `Gone ${n}` });
    await app.call(leads.remove, { params: { id: gone.id } }, manager.token);
  }
}

type Row = Record<string, unknown>;
type Case = { value: string; finds: (row: Row, index: number, all: readonly Row[]) => boolean };
const same = (field: string, value: string): Case => ({
  value,
  finds: (row) => String(row[field]) === value,
});
const dayOfRow = (field: string) => (row: Row) => dayOf(new Date(String(row[field])), DEFAULT_TIME_ZONE);
const ofAlpha = () => [same('clientId', world.alpha.id)];
const today = () => dayOf(new Date(), DEFAULT_TIME_ZONE);
const isOpen = (row: Row) => row['is_completed'] === false;
const isDone = (row: Row) => row['is_completed'] === true;
const doneOn = dayOfRow('completed_at');
const dueOn = dayOfRow('reminder_date');
const at = (row: Row) => String(row['reminder_date']);
const isFirst = (row: Row, all: readonly Row[]) =>
  !all.some((other) => other['lead_id'] === row['lead_id'] && isOpen(other) && at(other) < at(row));

/** Every filter of every list, except for leads and the audit log, which have their own tests. */
const FILTERS: [Endpoint, Record<string, () => Case[]>][] = [
  [
    callLogs.list,
    {
      client_id: ofAlpha,
      lead_id: () => [],
      user_id: () => [same('user_id', world.alpha.rep.id), { ...same('user_id', world.beta.rep.id) }],
      call_type: () => [same('call_type', 'inbound'), same('call_type', 'outbound')],
      call_status: () => [same('call_status', 'busy'), same('call_status', 'completed')],
      from_date: () => [{ value: WITHIN, finds: (row) => dayOfRow('call_date')(row) >= WITHIN }],
      to_date: () => [{ value: WITHIN, finds: (row) => dayOfRow('call_date')(row) <= WITHIN }],
    },
  ],
  [
    reminders.list,
    {
      client_id: ofAlpha,
      lead_id: () => [],
      ids: () => [same('id', planned)],
      user_id: () => [same('user_id', world.alpha.rep.id), same('user_id', world.beta.manager.id)],
      is_completed: () => [same('is_completed', 'true'), same('is_completed', 'false')],
      was_late: () => [
        { value: 'true', finds: (row) => isDone(row) && doneOn(row) > dueOn(row) },
        { value: 'false', finds: (row) => isDone(row) && doneOn(row) <= dueOn(row) },
      ],
      due: () => [
        { value: 'overdue', finds: (row) => isOpen(row) && at(row) < new Date().toISOString() },
        {
          value: 'later',
          finds: (row) => isOpen(row) && dayOf(new Date(at(row)), DEFAULT_TIME_ZONE) > today(),
        },
      ],
      first_of_lead: () => [{ value: 'true', finds: (row, _, all) => isOpen(row) && isFirst(row, all) }],
      from_date: () => [{ value: today(), finds: (row) => dayOfRow('reminder_date')(row) >= today() }],
      to_date: () => [{ value: today(), finds: (row) => dayOfRow('reminder_date')(row) <= today() }],
    },
  ],
  [
    products.list,
    {
      client_id: ofAlpha,
      search: () => [
        { value: 'sofa 1', finds: ({ name }) => name === 'Sofa 1' },
        { value: 's-2', finds: ({ sku }) => sku === 'S-2' },
      ],
      ids: () => [same('id', seat)],
      category_id: () => [same('category_id', category)],
      is_active: () => [same('is_active', 'true'), same('is_active', 'false')],
    },
  ],
  [
    users.list,
    {
      client_id: ofAlpha,
      search: () => [
        { value: world.alpha.rep.email, finds: ({ email }) => email === world.alpha.rep.email },
        { value: 'manager no', finds: ({ firstName }) => firstName === 'manager' },
      ],
      ids: () => [same('id', world.alpha.rep.id)],
      role: () => [{ value: 'salesrep', finds: ({ role }) => (role as Row)['name'] === 'salesrep' }],
      is_active: () => [same('isActive', 'true'), same('isActive', 'false')],
      team_of: () => [
        {
          value: world.alpha.manager.id,
          finds: ({ id }) => [world.alpha.manager.id, world.alpha.rep.id].includes(String(id)),
        },
      ],
    },
  ],
  [
    leadTrash.list,
    { client_id: ofAlpha, search: () => [{ value: 'gone 1', finds: ({ name }) => name === 'Gone 1' }] },
  ],
  [operations.list, { client_id: ofAlpha }],
  [
    clients.list,
    {
      search: () => [{ value: 'ALPHA', finds: ({ schemaName }) => schemaName === 'alpha' }],
      ids: () => [same('id', world.beta.id)],
    },
  ],
];

async function rowsOf(endpoint: Endpoint, query: Record<string, string> = {}): Promise<Row[]> {
  const reply = await app.call(
    endpoint,
    { query: { page: '1', limit: '100', ...query } },
    world.superadmin.token,
  );
  assert.equal(reply.status, 200, reply.text);
  const data = reply.body.data;
  const rows = (Array.isArray(data) ? data : Object.values(data as object).find(Array.isArray)) as Row[];
  assert.equal(reply.body.pagination.total, rows.length, `total of ${JSON.stringify(query)}`);
  return rows;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id)).toSorted();

for (const [endpoint, filters] of FILTERS) {
  test(`every filter of ${endpoint.method} ${endpoint.path} finds exactly its rows, and counts them`, async () => {
    const { shape } = unchecked<{ _zod: { def: { shape: object } } }>(endpoint.query)._zod.def;
    const names = Object.keys(shape).filter(
      (name) => !['page', 'limit', 'sort_by', 'sort_order'].includes(name),
    );
    assert.deepEqual(
      Object.keys(filters).toSorted(),
      names.toSorted(),
      'test/leads/filters.test.ts names every filter',
    );
    const all = await rowsOf(endpoint);
    const [first] = all;
    for (const name of names) {
      const cases = filters[name]?.() ?? [];
      if (cases.length === 0) cases.push(same(name, String(first?.[name])));
      for (const { value, finds } of cases) {
        const wanted = all.filter(finds);
        assert.ok(wanted.length > 0 && wanted.length < all.length, `${name}=${value} tells nothing`);
        assert.deepEqual(idsOf(await rowsOf(endpoint, { [name]: value })), idsOf(wanted), `${name}=${value}`);
      }
    }
  });
}

test('"me" is the caller, in every filter that accepts it', async () => {
  const { rep, manager } = world.alpha;
  for (const endpoint of [callLogs.list, reminders.list])
    for (const person of [rep, manager]) {
      const found = await app.call(endpoint, { query: { user_id: 'me', limit: '100' } }, person.token);
      const named = await app.call(endpoint, { query: { user_id: person.id, limit: '100' } }, person.token);
      assert.ok(found.body.pagination.total > 0);
      assert.equal(found.body.pagination.total, named.body.pagination.total);
    }
});
