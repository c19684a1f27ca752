import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPhoneCalls } from '#web/live/phone-calls.ts';
import type { PhoneCalls } from '#web/live/phone-calls.ts';

type Told = Parameters<PhoneCalls['tell']>[0];

const told: Told = {
  id: 'one',
  clientId: 'client',
  state: 'ringing',
  direction: 'inbound',
  is_missed: false,
  number: '+919820011111',
  ended_at: null,
  leads: [],
  agent_id: 'ravi',
};

test('a later call comes first, and an updated call keeps its place and says who had it', () => {
  const calls = createPhoneCalls();
  let published = 0;
  calls.subscribe(() => (published += 1));
  calls.tell(told);
  calls.tell({ ...told, id: 'two' });
  calls.tell({ ...told, state: 'answered', agent_id: 'meera' });
  assert.deepEqual(
    calls.current().map(({ id, state, turn, formerAgent }) => [id, state, turn, formerAgent]),
    [
      ['two', 'ringing', 1, null],
      ['one', 'answered', 2, 'ravi'],
    ],
  );
  calls.dismiss('two');
  assert.deepEqual([calls.current().length, published], [1, 4]);
});
