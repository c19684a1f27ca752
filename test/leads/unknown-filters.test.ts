import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { LeadFilters } from '#shared/fields/lead-filters.ts';
import { leads } from '#shared/leads/leads.ts';
import { leadViews } from '#shared/leads/lead-views.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
let leadId: string;
let viewId: string;
before(async () => {
  leadId = (await createLead(app, world.alpha.rep, { name: 'Kept' })).id;
  await createLead(app, world.superadmin, {}, world.alpha.id);
  const view = { name: 'Kept', address: '', filters: {}, is_shared: true };
  const query = { clientId: world.alpha.id };
  const made = await app.call(leadViews.create, { query, body: view }, world.superadmin.token);
  viewId = made.body.data.id;
});

const namesOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {});
const isFiltered = ({ query }: Endpoint) => {
  const names = namesOf(query);
  return Object.keys(LeadFilters.shape).every((name) => names.includes(name));
};

type Input = { params?: Record<string, string>; query?: object; body?: object };

/** Every call that accepts lead filters, with these filters. */
function callsWith(filters: object): [Endpoint, Input, at: string][] {
  const queried = Object.values(ENDPOINTS).filter(isFiltered);
  const params = (id: string) => ({ params: { id } });
  const query = { clientId: world.alpha.id };
  return [
    ...queried.map((endpoint): [Endpoint, Input, string] => [
      endpoint,
      { ...(endpoint.params && params(leadId)), query: { client_id: world.alpha.id, ...filters } },
      '',
    ]),
    [leadBulk.update, { body: { matching: filters, updates: { lead_score: 12 } } }, 'matching.'],
    [leadBulk.remove, { body: { matching: filters } }, 'matching.'],
    [leadViews.create, { query, body: { name: 'A', address: '', filters } }, 'filters.'],
    [leadViews.update, { ...params(viewId), query, body: { filters } }, 'filters.'],
  ];
}

const send = async (endpoint: Endpoint, input: Input) =>
  await app.call(endpoint, input, world.superadmin.token);

test('the documentation of the API names every filter', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  for (const name of Object.keys(LeadFilters.shape))
    assert.match(document, new RegExp(`^\\| .*\`${name}[\`=]`, 'm'), `docs/api.md does not name ${name}.`);
});

test('every call with lead filters refuses an unknown filter, naming it', async () => {
  const before = await digestOf(app);
  const called = callsWith({});
  assert.deepEqual(
    called.slice(0, -4).map(([{ path }]) => path).toSorted(),
    ['/leads', '/leads/:id/neighbours', '/leads/board', '/leads/board/column', '/leads/count', '/leads/export'],
  ); // prettier-ignore
  for (const name of ['serch', 'Status', 'created_from', 'toString']) {
    for (const [endpoint, input, at] of callsWith({ status: 'new', [name]: 'x' })) {
      const { status, body } = await send(endpoint, input);
      const errors = (body as { errors?: unknown }).errors;
      assert.deepEqual(
        [status, errors],
        [422, [{ field: `${at}${name}`, message: `There is no filter ${name}.` }]],
        `${endpoint.method} ${endpoint.path}`,
      );
    }
  }
  assert.deepEqual(await digestOf(app), before);
});

test('every call with lead filters refuses an invalid value, naming the filter', async () => {
  const before = await digestOf(app);
  for (const [name, value] of [
    ['assigned_to', 'somebody'],
    ['next_followup', 'soon'],
    ['min_value', 'much'],
    ['is_duplicate', 'maybe'],
    ['from_date', '2026-02-30'],
    ['custom', '[]'],
  ] as const) {
    for (const [endpoint, input, at] of callsWith({ [name]: value })) {
      const { status, body } = await send(endpoint, input);
      const [error] = (body as { errors?: { field: string }[] }).errors ?? [];
      assert.equal(status, 422, `${endpoint.path} ${name}`);
      assert.ok([`${at}${name}`, name].includes(error?.field ?? ''), `${endpoint.path} ${error?.field}`);
    }
  }
  assert.deepEqual(await digestOf(app), before);
});

test('an empty list of values is refused as a filter in a body', async () => {
  for (const [endpoint, input] of callsWith({ client_id: world.alpha.id, status: [] }).slice(-4))
    assert.equal((await send(endpoint, input)).status, 422, endpoint.path);
});

test('the list accepts every specified parameter', async () => {
  const query = {
    page: '1',
    limit: '12',
    status: 'new',
    source: '',
    assigned_to: '',
    created_by: '',
    interest_level: '',
    is_archived: 'false',
    show_all: 'true',
    search: 'Kept',
    sort_by: 'name',
    sort_order: 'ASC',
    format: 'json',
    campaign_id: '',
    from_date: '',
    to_date: '',
    client_id: world.alpha.id,
  };
  const { status, body } = await app.call(leads.list, { query: query as never }, world.superadmin.token);
  assert.deepEqual([status, body.data?.map(({ id }) => id)], [200, [leadId]]);
});
