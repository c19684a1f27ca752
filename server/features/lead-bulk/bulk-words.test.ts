import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BulkUpdates } from '#shared/leads/lead-bulk.ts';
import { updateInWords } from '#server/features/lead-bulk/bulk-words.ts';

const OPTIONS = { status: [{ value: 'won', label: 'Converted' }] };
const words = (updates: Partial<BulkUpdates>, assignee: string | null = null) =>
  updateInWords({ tags_mode: 'add', ...updates }, OPTIONS, assignee, 'America/New_York');

test('the summary of a bulk update names each changed field with its new value, and no others', () => {
  const cases: [Partial<BulkUpdates>, string][] = [
    [{}, ''],
    [{ status: 'won' }, 'Status → Converted'],
    [{ lost_reason: null }, 'Lost reason → none'],
    [{ source: 'website' }, 'Source → website'],
    [{ assigned_to: null }, 'Assigned to → Unassigned'],
    [{ interest_level: 'high', lead_score: 0 }, 'Interest level → high, Lead score → 0'],
    [{ is_archived: true }, 'Archived'],
    [{ is_archived: false }, 'Restored from the archive'],
    [{ tags: ['vip', 'old'] }, 'Tags + vip, old'],
    [{ tags: [], tags_mode: 'replace' }, 'Tags → none'],
    [{ tags: ['vip'], tags_mode: 'remove' }, 'Tags − vip'],
    [{ notes: 'First line\nsecond' }, 'Notes + First line'],
    [{ next_followup_date: null }, 'Next follow-up → none'],
    [{ next_followup_date: '2027-01-02T04:30:00Z' }, 'Next follow-up → 01/01/2027, 11:30 PM'],
  ];
  for (const [updates, said] of cases) assert.equal(words(updates).toLowerCase(), said.toLowerCase());
  assert.match(words({ assigned_to: 'id' }, 'Asha Rao'), /→ Asha Rao$/);
});

test('a summary has at most 300 characters', () => {
  const notes = (length: number) => words({ notes: 'x'.repeat(length - 'Notes + '.length) });
  assert.equal(notes(300), `Notes + ${'x'.repeat(292)}`);
  assert.equal(notes(301), `Notes + ${'x'.repeat(291)}…`);
});
