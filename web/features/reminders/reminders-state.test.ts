import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceOf, readRemindersState, shownCounts } from '#web/features/reminders/reminders-state.ts';

const PERSON = '0190d2a4-6f6e-7000-8000-000000000001';

test('the queue of calls has the follow-ups of the people and days that are shown', () => {
  const choice = (address: string) => choiceOf(readRemindersState(new URLSearchParams(address), true));
  const narrowed = { first_of_lead: 'true', from_date: '2026-11-02', to_date: '2026-11-03' };
  const search = new URLSearchParams({ ...narrowed, user_id: PERSON, page: '2' });
  assert.deepEqual(choice(search.toString()), { ...narrowed, user_id: [PERSON], mine: false, page: 2 });
  assert.deepEqual(choice('due=overdue'), { due: 'overdue', mine: true, page: 1 });
});

test('a group or chip has a count only where it opens as many follow-ups', () => {
  const counts = {
    upcoming: 9,
    completed: 2,
    overdue: 1,
    today: 2,
    later: 6,
    tomorrow: 3,
    after_tomorrow: 3,
    no_next_step: 4,
  };
  const shown = (address: string) =>
    shownCounts(readRemindersState(new URLSearchParams(address), true), counts);
  assert.deepEqual(shown('due=overdue'), { groups: counts, dues: counts });
  assert.deepEqual(shown('from_date=2026-11-02'), { groups: undefined, dues: undefined });
  assert.deepEqual(shown('to_date=2026-11-02'), { groups: undefined, dues: undefined });
  // Choosing a group ends this part, choosing a chip keeps it.
  assert.deepEqual(shown('first_of_lead=true'), { groups: counts, dues: undefined });
});
