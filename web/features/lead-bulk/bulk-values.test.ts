import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import {
  CLEARED,
  NOTHING_CHANGED,
  UNASSIGNED,
  noReason,
  toUpdates,
} from '#web/features/lead-bulk/bulk-values.ts';
import { CATALOGUE_SETTINGS, fieldSettings } from '#web/leads/fields/field-settings.ts';

const ZONE = 'Asia/Kolkata';

test('with nothing chosen nothing is sent', () => {
  assert.deepEqual(toUpdates({ ...NOTHING_CHANGED, tags_mode: 'replace', notes: '  ' }, ZONE), {});
});

test('only modified values are sent, in the API’s format', () => {
  const values = {
    ...NOTHING_CHANGED,
    status: 'contacted',
    assigned_to: UNASSIGNED,
    with_reminders: false,
    lead_score: '0',
    archive: 'restore' as const,
    tags: ['VIP'],
    notes: ' Diwali offer ',
    next_followup_date: '2026-11-30 09:00:00',
  };
  assert.deepEqual(toUpdates(values, ZONE), {
    status: 'contacted',
    assigned_to: null,
    with_reminders: false,
    lead_score: 0,
    is_archived: false,
    tags: ['VIP'],
    tags_mode: 'add',
    notes: 'Diwali offer',
    next_followup_date: '2026-11-30T03:30:00.000Z',
  });
});

test('cleared fields are sent as empty, and typed tags are not sent along', () => {
  const values = {
    ...NOTHING_CHANGED,
    interest_level: CLEARED,
    tags: ['VIP'],
    tags_mode: CLEARED,
    next_followup_date: CLEARED,
  } as const;
  assert.deepEqual(toUpdates({ ...values, tags: [...values.tags] }, ZONE), {
    interest_level: null,
    tags: [],
    tags_mode: 'replace',
    next_followup_date: null,
  });
});

test('a lost status is sent with its reason, which a client may require', () => {
  const lost = { ...NOTHING_CHANGED, status: 'lost' };
  const wanting = fieldSettings({
    ...DEFAULT_FIELD_CONFIGURATION,
    lost_reason: { ...DEFAULT_FIELD_CONFIGURATION.lost_reason, required: true },
  });
  assert.deepEqual(toUpdates({ ...lost, lost_reason: 'other' }, ZONE), {
    status: 'lost',
    lost_reason: 'other',
  });
  assert.deepEqual(noReason(lost, CATALOGUE_SETTINGS), {});
  assert.deepEqual(noReason(lost, wanting), { lost_reason: 'Lost Reason is required.' });
  assert.deepEqual(noReason({ ...lost, lost_reason: 'other' }, wanting), {});
  assert.deepEqual(noReason(NOTHING_CHANGED, wanting), {});
});
