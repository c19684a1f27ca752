import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { targets } from '#shared/activities/targets.ts';
import { afterWrite, putRow, shownAmong } from '#web/api/cache/written.ts';

const key = (path: string, input: object) => ['user', 'client', path.split('/')[1], path, input];
const LIST = key('/leads', { query: { page: '1' } });
const DASHBOARD = key('/dashboard/', { query: {} });
const DAY = key('/reminders/day', { query: {} });
const pageOf = (id: string) => key('/leads/:id/page', { params: { id } });
const timelineOf = (id: string) => key('/leads/:id/timeline', { params: { id }, query: { page: '2' } });

const lead = (id: string, version: number, name: string) => ({ id, version, name });

/** Responses of a page, loaded a minute ago. */
function answers(): QueryClient {
  const client = new QueryClient();
  const updatedAt = Date.now() - 60_000;
  const set = (at: readonly unknown[], data: unknown) => client.setQueryData(at, data, { updatedAt });
  set(LIST, { data: [lead('a', 1, 'Asha'), lead('b', 4, 'Bina')] });
  for (const id of ['a', 'b']) {
    set(pageOf(id), { data: { lead: lead(id, 1, id), calls: [] } });
    set(timelineOf(id), { data: [] });
  }
  set(DAY, { data: { overdue: { rows: [{ id: 'r', version: 1, lead_id: 'a' }] } } });
  set(DASHBOARD, { data: {} });
  return client;
}

const staleOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) =>
      [queryKey[3], (queryKey[4] as { params?: { id: string } }).params?.id].join(' ').trim(),
    )
    .toSorted();

test('a newer row replaces the older one wherever it is shown, and no other row changes', () => {
  const client = answers();
  const before = client.getQueryData<{ data: object[] }>(LIST)?.data;
  putRow(client, lead('a', 2, 'Asha Rao'));
  const after = client.getQueryData<{ data: object[] }>(LIST)?.data;
  assert.deepEqual(after, [lead('a', 2, 'Asha Rao'), lead('b', 4, 'Bina')]);
  assert.equal(after?.[1], before?.[1]);
  assert.deepEqual(client.getQueryData(pageOf('a')), { data: { lead: lead('a', 2, 'Asha Rao'), calls: [] } });
});

test('an older row changes nothing', () => {
  const client = answers();
  const before = client.getQueryData(LIST);
  putRow(client, lead('b', 3, 'Old'));
  assert.equal(client.getQueryData(LIST), before);
});

test('a row put into a response does not make the response fresher', async () => {
  const client = answers();
  await client.invalidateQueries({ queryKey: LIST });
  const { dataUpdatedAt } = client.getQueryState(LIST) ?? {};
  putRow(client, lead('a', 2, 'Asha Rao'));
  assert.deepEqual(
    [client.getQueryState(LIST)?.isInvalidated, client.getQueryState(LIST)?.dataUpdatedAt],
    [true, dataUpdatedAt],
  );
});

test('a call makes the lists, the figures and the pages of only its own lead stale', async () => {
  const client = answers();
  const data = {
    id: 'c',
    lead_id: 'a',
    lead: lead('a', 5, 'Asha'),
    completed: { id: 'r', version: 2, done: true },
  };
  await afterWrite(client, {
    endpoint: callLogs.create,
    input: { body: { lead_id: 'a' } },
    data,
    leaves: true,
  });
  assert.deepEqual(staleOf(client), [
    '/dashboard/',
    '/leads',
    '/leads/:id/page a',
    '/leads/:id/timeline a',
    '/reminders/day',
  ]);
  assert.equal(client.getQueryData<{ data: { version: number }[] }>(LIST)?.data[0]?.version, 5);
  assert.match(JSON.stringify(client.getQueryData(DAY)), /"done":true/);
  client.clear();
});

test('a list whose first read began before a write is read again after it', async () => {
  const client = new QueryClient();
  const [old, fresh] = [{ data: [lead('a', 1, 'Asha')] }, { data: [lead('a', 2, 'Asha Rao')] }];
  const answer = Promise.withResolvers<object>();
  const answered = [answer.promise, Promise.resolve(fresh)];
  const list = new QueryObserver(client, { queryKey: LIST, queryFn: async () => await answered.shift() });
  const stop = list.subscribe(() => undefined);
  const written = afterWrite(client, {
    endpoint: leads.update,
    input: { params: { id: 'a' } },
    data: fresh.data[0],
  });
  answer.resolve(old);
  await written;
  assert.deepEqual([client.getQueryData(LIST), answered.length], [fresh, 0]);
  stop();
  client.clear();
});

test('figures are read again at once after the call that sets them, and later after others', async () => {
  const client = new QueryClient();
  const read = key('/targets', { query: {} });
  let times = 0;
  const list = new QueryObserver(client, {
    queryKey: read,
    queryFn: () => ++times,
    initialData: 0,
    staleTime: Infinity,
  });
  const stop = list.subscribe(() => undefined);
  await afterWrite(client, { endpoint: leads.update, input: { params: { id: 'a' } } });
  assert.equal(times, 0);
  await afterWrite(client, { endpoint: targets.changeAll, data: { changed: 5 } });
  assert.equal(times, 1);
  stop();
  client.clear();
});

test('a note makes only the timeline of its lead stale', async () => {
  const client = answers();
  const data = { id: 'n', lead_id: 'b', version: 1 };
  await afterWrite(client, { endpoint: leadNotes.create, input: { params: { id: 'b' } }, data });
  assert.deepEqual(staleOf(client), ['/leads/:id/page b', '/leads/:id/timeline b']);
});

test('a write that may concern other leads, or whose response names none, makes every lead page stale', async () => {
  for (const [endpoint, input, data] of [
    [leadDuplicates.merge, { params: { id: 'a' }, body: { lead_id: 'b' } }, undefined],
    [reminders.remove, { params: { id: 'r' } }, { id: 'r' }],
    [reminders.complete, { params: { id: 'r' } }, undefined],
  ] as const) {
    const client = answers();
    await afterWrite(client, { endpoint, input, data });
    assert.ok(staleOf(client).includes('/leads/:id/page a') && staleOf(client).includes('/leads/:id/page b'));
    client.clear();
  }
});

test('an edit of a lead leaves the pages of the others fresh', async () => {
  const client = answers();
  await afterWrite(client, {
    endpoint: leads.update,
    input: { params: { id: 'a' } },
    data: lead('a', 2, 'A'),
  });
  assert.ok(!staleOf(client).includes('/leads/:id/page b'));
  client.clear();
});

test('each response on the screen is written out once, however many leads have changed', (t) => {
  const queries = new QueryClient();
  for (let each = 0; each < 5; each++) {
    const queryKey = ['user', 'client', 'leads', '/leads', { page: each }];
    queries.setQueryData(queryKey, { data: [{ id: `lead-${each}`, name: 'Asha' }] });
    const observer = new QueryObserver(queries, { queryKey, queryFn: () => null, staleTime: Infinity });
    t.after(observer.subscribe(() => {}));
  }
  queries.setQueryData(['user', 'client', 'leads', '/leads', { page: 9 }], { data: [{ id: 'lead-9' }] });
  const changed = new Set(Array.from({ length: 50 }, (_, number) => `lead-${number + 3}`));
  const { mock } = t.mock.method(JSON, 'stringify');
  assert.deepEqual(shownAmong(queries, changed), ['lead-3', 'lead-4'], 'not those of a screen that was left');
  assert.equal(mock.callCount(), 5);
});
