import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { showOptimistically } from '#web/api/cache/optimistic.ts';

const key = (path: string, input: object) => ['user', 'client', path.split('/')[1], path, input];
const DAY = key('/reminders/day', { query: {} });
const PAGE = key('/leads/:id/page', { params: { id: 'lead' } });
const LIST = key('/leads', { query: {} });

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const reminder = (id: string, days: number) => ({ id, version: 1, lead_id: 'lead', reminder_date: at(days) });
type Group = { total: number; rows: { id: string }[] };

/** A lead with two follow-ups, one of them late, in the responses of a page. */
function answers(): QueryClient {
  const client = new QueryClient();
  const rows = [reminder('late', -2), reminder('coming', 40)];
  const [overdue, later] = rows.map((row) => ({ total: 1, totalIsCapped: false, rows: [row] }));
  const none = { total: 0, totalIsCapped: false, rows: [] };
  const groups = { today: none, tomorrow: none, no_next_step: none, new: none, unassigned: none };
  client.setQueryData(DAY, { data: { whose: 'me', covers: [], overdue, later, ...groups } });
  const lead = { id: 'lead', next_followup_date: rows[0]?.reminder_date, is_archived: false };
  client.setQueryData(PAGE, {
    data: { lead, reminders: rows, calls: [], timeline: { entries: [], parts: 1 } },
  });
  client.setQueryData(LIST, {
    data: [
      { ...lead, name: 'Asha' },
      { id: 'other', is_archived: false },
    ],
  });
  return client;
}

const dayIn = (client: QueryClient) => {
  const day = client.getQueryData<{ data: Record<'overdue' | 'later', Group> }>(DAY)?.data;
  return [day?.overdue, day?.later].map((group) => [group?.total, group?.rows.map(({ id }) => id).join()]);
};
const pageIn = (client: QueryClient) =>
  client.getQueryData<{ data: { lead: { next_followup_date: string }; reminders: { id: string }[] } }>(PAGE)
    ?.data;

test('a completed follow-up leaves the day and its lead at once, and returns after a refusal', () => {
  const client = answers();
  const takeBack = showOptimistically(client, reminders.complete, { params: { id: 'late' } });
  assert.deepEqual(dayIn(client), [
    [0, ''],
    [1, 'coming'],
  ]);
  const page = pageIn(client);
  assert.deepEqual(
    page?.reminders.map(({ id }) => id),
    ['coming'],
  );
  assert.equal(page?.lead.next_followup_date.slice(0, 10), at(40).slice(0, 10));
  takeBack?.();
  assert.deepEqual(dayIn(client), [
    [1, 'late'],
    [1, 'coming'],
  ]);
  assert.equal(pageIn(client)?.reminders.length, 2);
});

test('a snoozed follow-up moves to its group, sorted by time', () => {
  const client = answers();
  showOptimistically(client, reminders.update, { params: { id: 'late' }, body: { reminder_date: at(50) } });
  assert.deepEqual(dayIn(client), [
    [0, ''],
    [2, 'coming,late'],
  ]);
});

test('a refusal takes back nothing that has been read since', () => {
  const client = answers();
  const takeBack = showOptimistically(client, leads.setArchived, {
    params: { id: 'lead' },
    body: { is_archived: true },
  });
  const archived = () =>
    client.getQueryData<{ data: { is_archived: boolean }[] }>(LIST)?.data.map((lead) => lead.is_archived);
  assert.deepEqual(archived(), [true, false]);
  client.setQueryData(LIST, {
    data: [
      { id: 'lead', is_archived: true },
      { id: 'other', is_archived: true },
    ],
  });
  takeBack?.();
  assert.deepEqual(archived(), [true, true]);
});

test('other calls and other rows show nothing ahead', () => {
  const client = answers();
  assert.equal(showOptimistically(client, leads.remove, { params: { id: 'lead' } }), undefined);
  assert.equal(showOptimistically(client, reminders.complete, { params: { id: 'unknown' } }), undefined);
});
