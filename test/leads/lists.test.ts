import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leads } from '#shared/leads/leads.ts';
import { products } from '#shared/leads/products.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { createService, invite } from '#test/safety/targets.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { createLead, createPerson, logCall, planReminder, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const OWN = 7;
const FOREIGN = 3;
const { app, world } = await withWorld();
let lead: string;
/** A webhook of alpha, filled last. */
let hook: string;
/** A source of alpha, filled last as well. */
let portal: { id: string; secret: string };
before(async () => {
  await fill(world.beta, FOREIGN);
  await fill(world.alpha, OWN);
  for (const name of ['north', 'south', 'west'])
    await createClient(app.database, { clientName: name, schemaName: name });
  lead = (await createLead(app, world.alpha.manager)).id;
  for (let n = 1; n < OWN; n += 1)
    await app.call(
      leads.update,
      { params: { id: lead }, body: { name: `Asha ${n}`, version: n } },
      world.alpha.manager.token,
    );
  await tie();
});

/** Fills a client with the given number of each object. */
async function fill(client: TestClient, most: number): Promise<void> {
  const { manager, admin, id } = client;
  for (let n = 0; n < most; n += 1) {
    await logCall(app, manager);
    await planReminder(app, manager);
    await app.call(products.create, { body: { name: `Sofa ${n}` } }, manager.token);
    // Calls and reminders of a lead in the trash are not listed.
    const gone = await createLead(app, manager);
    const reminder = { lead_id: gone.id, title: 'Call', reminder_date: '2027-01-01T04:30:00Z' };
    await app.call(reminders.create, { body: reminder }, manager.token);
    const call = { lead_id: gone.id, duration: 5, notes: 'Called' };
    assert.equal((await app.call(callLogs.create, { body: call }, manager.token)).status, 201);
    await app.call(leads.remove, { params: { id: gone.id } }, manager.token);
    const body = { client_id: id, allowed_origins: ['https://example.com'] };
    await app.call(apiKeys.create, { body }, admin.token);
    const webhook = { url: `https://hooks.example.com/${n}`, events: ['call.logged' as const] };
    const made = await app.call(webhooks.create, { body: webhook }, admin.token);
    if (n === 0) hook = made.body.data.id;
    await app.call(webhooks.test, { params: { id: hook } }, admin.token);
    const source = { kind: 'other' as const, name: `Shop ${n}` };
    const delivers = await app.call(sources.create, { body: source }, admin.token);
    if (n === 0) portal = delivers.body.data;
    await app.call(sourcePosts.receiveAt, { params: portal, body: { colour: `red ${n}` } });
    await createService(app, admin);
    await invite(app, admin);
    await createPerson(app, 'salesrep', id);
  }
}

/** Gives all rows the same value in every sortable column, so that only their ids differ. */
async function tie(): Promise<void> {
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
  const at = `'${yesterday}T06:00:00Z'`;
  await app.database.asOwner(async (owner) => {
    for (const { schema } of [world.alpha, world.beta])
      await owner.query(`
        UPDATE ${schema}.leads SET name = 'Asha', created_at = ${at}, updated_at = ${at}, status = 'new', lead_score = 1, value = 1,
          next_followup_date = ${at}, last_contacted_at = ${at},
          deleted_at = CASE WHEN deleted_at IS NULL THEN NULL ELSE ${at}::timestamptz END;
        UPDATE ${schema}.lead_days SET day = '${yesterday}';
        UPDATE ${schema}.call_logs SET call_date = ${at}, created_at = ${at}, duration = 5;
        UPDATE ${schema}.reminders SET reminder_date = ${at}, created_at = ${at}, title = 'Call';
        UPDATE ${schema}.products SET created_at = ${at}, updated_at = ${at}, name = 'Sofa', price = 1;
        UPDATE ${schema}.operations SET at = ${at};
        UPDATE ${schema}.lead_events SET at = ${at};`);
    for (const { schema } of [world.alpha, world.beta])
      for (const table of [
        'leads',
        'call_logs',
        'reminders',
        'products',
        'operations',
        'lead_events',
        'webhooks',
        'webhook_deliveries',
        'source_deliveries',
      ])
        await owner.query(shuffle(`${schema}.${table}`));
    for (const table of ['users', 'clients', 'invitations', 'api_keys', 'service_tokens', 'sources'])
      await owner.query(shuffle(`core.${table}`));
    await owner.query(`UPDATE core.api_keys SET created_at = ${at}; UPDATE core.service_tokens SET created_at = ${at}; UPDATE core.audit SET at = ${at};
      UPDATE core.sources SET created_at = ${at}; UPDATE core.invitations SET expires_at = now() + interval '1 day'; UPDATE alpha.source_deliveries SET at = ${at};
      UPDATE alpha.webhooks SET created_at = ${at}; UPDATE alpha.webhook_deliveries SET created_at = ${at};
      UPDATE core.users SET first_name = 'Asha', last_name = 'Rao'; UPDATE core.clients SET client_name = 'Same'`);
  });
}

/** Stores rows in a different order than that of their ids, because a list must not depend on row order. */
const shuffle = (table: string) => `DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT id FROM ${table} ORDER BY md5(id::text) LOOP UPDATE ${table} SET id = id WHERE id = each.id; END LOOP;
END $$`;

type List = {
  /** The number of rows that alpha's admin must find, as SQL. */
  rows: string;
  /** The values of `sort_by`. */
  sorts?: readonly string[];
  params?: () => Record<string, string>;
  as?: () => Person;
};

const inClient = (table: string) => `SELECT count(*)::int AS rows FROM alpha.${table}`;

const LIVES = 'lead_id IN (SELECT id FROM alpha.leads WHERE deleted_at IS NULL)';

/** Every paged list; add new ones here. */
const LISTS = new Map<string, List>([
  [
    'GET /users',
    {
      rows: "SELECT count(*)::int AS rows FROM core.users WHERE client_id = (SELECT id FROM core.clients WHERE schema_name = 'alpha')",
    },
  ],
  [
    'GET /users/invitations',
    {
      rows: "SELECT count(*)::int AS rows FROM core.invitations WHERE client_id = (SELECT id FROM core.clients WHERE schema_name = 'alpha')",
    },
  ],
  ['GET /clients', { rows: 'SELECT count(*)::int AS rows FROM core.clients', as: () => world.superadmin }],
  ['GET /leads', { rows: inClient('leads WHERE deleted_at IS NULL'), sorts: sortsOf(leads.list) }],
  [
    'GET /leads/:id/timeline',
    {
      rows: 'SELECT count(*)::int AS rows FROM alpha.lead_events WHERE lead_id = $1',
      params: () => ({ id: lead }),
    },
  ],
  ['GET /call-logs', { rows: inClient(`call_logs WHERE ${LIVES}`), sorts: sortsOf(callLogs.list) }],
  ['GET /reminders', { rows: inClient(`reminders WHERE ${LIVES}`), sorts: sortsOf(reminders.list) }],
  ['GET /leads/trash', { rows: inClient('leads WHERE deleted_at IS NOT NULL') }],
  ['GET /operations', { rows: inClient('operations') }],
  ['GET /products', { rows: inClient('products'), sorts: sortsOf(products.list) }],
  [
    'GET /api-keys',
    {
      rows: "SELECT count(*)::int AS rows FROM core.api_keys WHERE client_id = (SELECT id FROM core.clients WHERE schema_name = 'alpha')",
    },
  ],
  [
    'GET /service-tokens',
    {
      rows: "SELECT count(*)::int AS rows FROM core.service_tokens WHERE client_id = (SELECT id FROM core.clients WHERE schema_name = 'alpha')",
    },
  ],
  [
    'GET /sources',
    {
      rows: "SELECT count(*)::int AS rows FROM core.sources WHERE client_id = (SELECT id FROM core.clients WHERE schema_name = 'alpha')",
    },
  ],
  [
    'GET /sources/:id/deliveries',
    {
      rows: 'SELECT count(*)::int AS rows FROM alpha.source_deliveries WHERE source_id = $1',
      params: () => ({ id: portal.id }),
    },
  ],
  ['GET /webhooks', { rows: inClient('webhooks') }],
  [
    'GET /webhooks/:id/deliveries',
    {
      rows: 'SELECT count(*)::int AS rows FROM alpha.webhook_deliveries WHERE webhook_id = $1',
      params: () => ({ id: hook }),
    },
  ],
  ['GET /audit', { rows: 'SELECT count(*)::int AS rows FROM core.audit', as: () => world.superadmin }],
]);

/** The values of `sort_by` that the endpoint accepts. */
function sortsOf(endpoint: Endpoint): string[] {
  const schema = unchecked<{ _zod: { def: { shape: Record<string, unknown> } } }>(endpoint.query);
  let field = schema._zod.def.shape['sort_by'] as
    | { _zod: { def: { innerType?: never; entries?: object } } }
    | undefined;
  while (field?._zod.def.innerType) field = field._zod.def.innerType;
  return Object.keys(field?._zod.def.entries ?? {});
}

async function pageOf(endpoint: Endpoint, list: List, query: Record<string, string>) {
  const { token } = (list.as ?? (() => world.alpha.admin))();
  const reply = await app.call(endpoint, { query, params: list.params?.() ?? {} }, token);
  assert.equal(reply.status, 200, reply.text);
  const data = reply.body.data;
  const rows = Array.isArray(data) ? data : Object.values(data as object).find(Array.isArray);
  return { ids: (rows as { id: string }[]).map(({ id }) => id), total: reply.body.pagination.total };
}

const PAGE = 3;

for (const endpoint of ENDPOINTS.filter(({ paginated }) => paginated)) {
  const name = `${endpoint.method} ${endpoint.path}`;
  test(`${name} counts what the caller may see, and its pages hold each row once even when all tie`, async () => {
    const list = LISTS.get(name);
    assert.ok(list, `${name} is not in test/leads/lists.test.ts: say there how many rows it must find.`);
    const values = list.rows.includes('$1') ? Object.values(list.params?.() ?? {}) : [];
    const [count] = await ownerRows<{ rows: number }>(app, list.rows, values);
    const counted = count?.rows ?? 0;
    assert.ok(counted > PAGE, `${counted} rows tell nothing`);
    for (const sort_by of list.sorts ?? [undefined]) {
      for (const sort_order of sort_by ? ['asc', 'desc'] : [undefined]) {
        const sort = { ...(sort_by && { sort_by }), ...(sort_order && { sort_order }) };
        const found: string[] = [];
        for (let page = 1; (page - 1) * PAGE < counted; page += 1) {
          const { ids, total } = await pageOf(endpoint, list, {
            ...sort,
            page: String(page),
            limit: String(PAGE),
          });
          assert.equal(total, counted, JSON.stringify(sort));
          assert.equal(ids.length, Math.min(PAGE, counted - found.length));
          found.push(...ids);
        }
        assert.equal(new Set(found).size, counted, `${JSON.stringify(sort)}: a row stands on two pages`);
        // Sorted by id in either direction, not by the physical position of the rows.
        const sorted = [...found].toSorted();
        const isById = [sorted, sorted.toReversed()].some((order) => order.join() === found.join());
        assert.ok(isById || name.includes('audit'), `${JSON.stringify(sort)}: ${found.join()}`);
      }
    }
  });
}

test('a user without a client finds nothing in any list', async () => {
  const { token } = await createPerson(app, 'manager', null);
  for (const endpoint of ENDPOINTS.filter(({ paginated }) => paginated)) {
    const params = LISTS.get(`${endpoint.method} ${endpoint.path}`)?.params?.() ?? {};
    const { status, body } = await app.call(endpoint, { params, query: { page: '1', limit: '10' } }, token);
    const found = status === 200 ? body.pagination.total : 0;
    assert.equal(found, 0, `${endpoint.path} shows ${found} rows`);
    assert.ok([200, 403, 404].includes(status), `${endpoint.path}: ${status}`);
  }
});
