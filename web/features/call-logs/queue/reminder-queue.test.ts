import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reminder } from '#shared/activities/reminders.ts';
import { beside } from '#web/features/call-logs/queue/queue-order.ts';
import {
  continued,
  hasMore,
  queueAround,
  reminderQuery,
} from '#web/features/call-logs/queue/reminder-queue.ts';
import type { Ask } from '#web/features/call-logs/queue/reminder-queue.ts';

const REMINDERS = 250;
const CHOICE = { due: 'until_today', mine: true, page: 1 } as const;

const numbered = (index: number) => String(index).padStart(3, '0');
/** Three at a time are due together; the last one is about a lead that has another before. */
const reminder = (index: number): Reminder => ({
  id: `reminder-${numbered(index)}`,
  version: 1,
  title: 'Call',
  description: null,
  reminder_date: `2026-11-02T10:${numbered(Math.floor(index / 3)).slice(1)}:00.000Z`,
  is_completed: false,
  completed_at: null,
  lead_id: `lead-${numbered(index === REMINDERS - 1 ? 4 : index)}`,
  user_id: null,
  user_name: null,
  handled_by: null,
  handled_by_name: null,
  repeat: null,
  lead: {
    name: 'Asha',
    company_name: null,
    email: null,
    phone: null,
    status: 'new',
    last_contacted_at: null,
  },
  clientId: 'client',
});

test('the queue is read as the list of Follow Ups is narrowed', () => {
  const narrowed = {
    user_id: ['ravi'],
    first_of_lead: 'true',
    from_date: '2026-11-02',
    to_date: '2026-11-03',
  } as const;
  assert.deepEqual(reminderQuery({ ...narrowed, mine: false, page: 9 }), {
    ...narrowed,
    is_completed: 'false',
    page: '2',
    limit: '96',
  });
  assert.equal(reminderQuery(CHOICE).user_id, 'me');
});

test('more reminders than are loaded at once are called to the end, each lead once', async () => {
  let open = Array.from({ length: REMINDERS }, (_, index) => reminder(index));
  let asked = 0;
  const answer: Ask = async ({ page = '1', limit = '12' }) => {
    asked += 1;
    const [at, size] = [Number(page), Number(limit)];
    const pagination = {
      page: at,
      limit: size,
      total: open.length,
      totalPages: Math.ceil(open.length / size),
    };
    return await Promise.resolve({
      data: { reminders: open.slice((at - 1) * size, at * size) },
      pagination,
    });
  };
  const first = (await answer(reminderQuery(CHOICE))) ?? assert.fail();
  let queue = queueAround(first, reminder(0).id);
  const [visited, called]: [string[], string[]] = [[], []];
  let current = queue.calls?.[0];
  while (current) {
    const { lead_id: here, reminder_id: met } = current;
    visited.push(here);
    const next = () => beside(queue.calls, ({ lead_id }) => lead_id === here, called).after;
    const goesOn = next() !== undefined || hasMore(queue, here);
    if (!next()) queue = await continued(queue, here, { choice: CHOICE, called }, answer);
    current = next();
    assert.equal(current !== undefined, goesOn);
    // Every fourth lead is skipped; a called one leaves the list.
    if (visited.length % 4 > 0) {
      called.push(here);
      open = open.filter(({ id }) => id !== met);
    }
    assert.ok((queue.calls?.length ?? 0) < 150, 'the entry of the history grows for ever');
    if (current && queue.place)
      queue = { ...queue, place: { ...queue.place, position: queue.place.position + 1 } };
  }
  const leads = Array.from({ length: REMINDERS - 1 }, (_, index) => reminder(index).lead_id);
  assert.deepEqual(visited, leads);
  assert.deepEqual(queue.place, { position: leads.length, total: leads.length });
  assert.equal(asked, 4);
});
