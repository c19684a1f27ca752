import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceOf, readRemindersState } from '#web/features/reminders/reminders-state.ts';

const PERSON = '0190d2a4-6f6e-7000-8000-000000000001';

test('the queue of calls has the follow-ups of the people and days that are shown', () => {
  const choice = (address: string) => choiceOf(readRemindersState(new URLSearchParams(address), true));
  const narrowed = { first_of_lead: 'true', from_date: '2026-11-02', to_date: '2026-11-03' };
  const search = new URLSearchParams({ ...narrowed, user_id: PERSON, page: '2' });
  assert.deepEqual(choice(search.toString()), { ...narrowed, user_id: [PERSON], mine: false, page: 2 });
  assert.deepEqual(choice('due=overdue'), { due: 'overdue', mine: true, page: 1 });
});
