import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOfForm } from '#web/features/call-logs/call-of-form.ts';
import type { OpenCall } from '#web/live/phone-calls.ts';

const MINUTE = 60_000;
const OPENED = Date.parse('2026-11-02T10:00:00.000Z');
const ended = (minutes: number) => new Date(OPENED + minutes * MINUTE).toISOString();
const CALL: OpenCall = {
  id: 'call',
  clientId: 'client',
  state: 'ended',
  direction: 'outbound',
  is_missed: false,
  number: null,
  ended_at: ended(1),
  leads: ['asha'],
  agent_id: 'ravi',
  turn: 1,
  formerAgent: null,
};

const isAbout = (change: Partial<OpenCall>): boolean => {
  const form = { agent: 'ravi', lead: 'asha', openedAt: OPENED };
  return callOfForm([{ ...CALL, ...change }], form) !== undefined;
};

test('a form is about the own call that runs, or has ended while it was open or just before', () => {
  assert.ok(isAbout({}));
  assert.ok(isAbout({ ended_at: ended(-4) }));
  assert.ok(isAbout({ state: 'answered', ended_at: null, direction: 'inbound' }));
  assert.ok(isAbout({ state: 'ringing', ended_at: null }));
});

test('a form is not about a missed or old call, one that only rings, or one of somebody else', () => {
  assert.ok(!isAbout({ is_missed: true, direction: 'inbound' }));
  assert.ok(!isAbout({ ended_at: ended(-6) }));
  // Its end was lost, two hours ago.
  assert.ok(!isAbout({ ended_at: null }));
  assert.ok(!isAbout({ state: 'ringing', ended_at: null, direction: 'inbound' }));
  assert.ok(!isAbout({ agent_id: 'meera' }));
  assert.ok(!isAbout({ leads: ['bina'] }));
});
