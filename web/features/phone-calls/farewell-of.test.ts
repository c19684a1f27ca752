import assert from 'node:assert/strict';
import { test } from 'node:test';
import { farewellOf } from '#web/features/phone-calls/farewell-of.ts';
import type { OpenCall } from '#web/live/phone-calls.ts';

const TAKEN = 'A colleague took this call.';
const RINGING: OpenCall = {
  id: 'call',
  clientId: 'client',
  state: 'ringing',
  direction: 'inbound',
  is_missed: false,
  number: null,
  ended_at: null,
  leads: ['asha', 'bina'],
  agent_id: null,
  turn: 1,
  formerAgent: null,
};
const MISSED = { ...RINGING, state: 'ended', is_missed: true, turn: 2 } as const;
/** The answer of a call whose two leads share a number: Asha is Ravi's, Bina is Meera's. */
const CALL = {
  lead_id: null,
  is_missed: false,
  leads: [
    { id: 'asha', name: 'Asha', assigned_to: 'ravi' },
    { id: 'bina', name: 'Bina', assigned_to: 'meera' },
  ],
};
const OVER = { ...CALL, is_missed: true, lead_id: 'asha' };

test('only the owner of the lead with the follow-up reads of a missed call, once its end has been read', () => {
  assert.equal(farewellOf(MISSED, CALL, 'meera', false), undefined);
  assert.equal(farewellOf(MISSED, OVER, 'meera', false), '');
  assert.equal(
    farewellOf(MISSED, OVER, 'ravi', false),
    'Missed call from Asha. “Call back” is in your follow-ups.',
  );
  const binas = { ...OVER, lead_id: 'bina' };
  assert.equal(
    farewellOf(MISSED, binas, 'meera', false),
    'Missed call from Bina. “Call back” is in your follow-ups.',
  );
});

test('a card stays for the agent and while nobody has answered, and says that a colleague has', () => {
  assert.equal(farewellOf(RINGING, CALL, 'ravi', false), undefined);
  const answered = { ...RINGING, state: 'answered', agent_id: 'ravi', turn: 2 } as const;
  assert.equal(farewellOf(answered, CALL, 'ravi', false), undefined);
  assert.equal(farewellOf(answered, CALL, 'meera', false), undefined);
  assert.equal(farewellOf(answered, CALL, 'kabir', false), TAKEN);
  assert.equal(farewellOf({ ...answered, formerAgent: 'meera' }, CALL, 'meera', false), TAKEN);
  assert.equal(farewellOf(answered, undefined, 'kabir', true), TAKEN);
  assert.equal(farewellOf({ ...MISSED, agent_id: 'ravi' }, OVER, 'ravi', false), undefined);
});
