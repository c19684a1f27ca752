import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeTitle, headlineOf } from '#web/features/lead-history/history-words.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';

const ENTRY = { id: '1', at: '2026-11-21T04:25:38.000Z', user_name: null };

test('a change says what happened and how', () => {
  const change = { ...ENTRY, type: 'change' as const, changes: [], reason: null };
  assert.equal(headlineOf({ ...change, kind: 'created', via: 'edit' }), 'Lead created');
  assert.equal(headlineOf({ ...change, kind: 'updated', via: 'bulk' }), 'Lead changed in bulk');
  assert.equal(headlineOf({ ...change, kind: 'restored', via: 'undo' }), 'Lead restored by an undo');
});

test('a call shows its direction and length, or that it was missed', () => {
  const call = {
    ...ENTRY,
    type: 'call',
    call_type: 'outbound',
    call_status: 'busy',
    call_outcome: null,
    seconds: null,
    has_recording: false,
    notes: null,
  } as const;
  assert.equal(headlineOf({ ...call, duration: 1 }), 'Outbound call, 1 minute');
  assert.equal(headlineOf({ ...call, duration: 12 }), 'Outbound call, 12 minutes');
  const inbound = { ...call, call_type: 'inbound', duration: 3, seconds: 134 };
  assert.equal(headlineOf(inbound), 'Inbound call, 2 min 14 s');
  assert.equal(headlineOf({ ...inbound, call_status: 'no-answer' }), 'Missed call');
});

test('a changed field has its configured title, an unknown one its name in words', () => {
  const change = { old: null, new: 'x' };
  assert.equal(changeTitle({ ...change, field: 'company_name' }, CATALOGUE_SETTINGS), 'Company');
  assert.equal(changeTitle({ ...change, field: 'old_field' }, CATALOGUE_SETTINGS), 'Old Field');
});
