import type { SmallError } from '#test/sabotage/small-error.ts';

const SCHEDULES = ['test/schedules/schedules.test.ts'];

/** Races that have been mended once, each with its mend taken out; random schedules find them again. */
export const RACES: readonly SmallError[] = [
  {
    id: 'hanging-unlocked',
    kind: 'locks',
    file: 'server/leads/changes/lead-follows.queries.ts',
    from: 'WHERE id = ${id}) FOR UPDATE',
    to: 'WHERE id = ${id})',
    breaks: "a follow-up that is completed while another is planned leaves the lead's next step wrong",
    tests: SCHEDULES,
  },
  {
    id: 'call-unlocked',
    kind: 'locks',
    file: 'server/features/call-logs/call-writes.queries.ts',
    from: 'deleted_at IS NULL FOR UPDATE',
    to: 'deleted_at IS NULL',
    breaks: 'two calls on one lead wait for each other until PostgreSQL breaks one off',
    tests: SCHEDULES,
  },
  {
    id: 'plan-unlocked',
    kind: 'locks',
    file: 'server/features/reminders/reminder-writes.queries.ts',
    from: 'deleted_at IS NULL FOR UPDATE',
    to: 'deleted_at IS NULL',
    breaks: 'two follow-ups planned for one lead at once wait for each other',
    tests: SCHEDULES,
  },
  {
    id: 'edit-unlocked',
    kind: 'locks',
    file: 'server/leads/changes/lead-changes.queries.ts',
    from: 'WHERE ${oneOrMany(ids)} FOR UPDATE',
    to: 'WHERE ${oneOrMany(ids)}',
    breaks: 'the counters count a lead twice that two people change at once',
    tests: SCHEDULES,
  },
  {
    id: 'moved-by-merge',
    kind: 'locks',
    file: 'server/leads/changes/lead-follows.queries.ts',
    from: 'if (lead?.id !== row.lead_id) return true;',
    to: 'if (!lead) return true;',
    breaks: 'a follow-up that a merge has just moved is said not to exist',
    tests: SCHEDULES,
  },
  {
    id: 'turns-unlocked',
    kind: 'locks',
    file: 'server/leads/owners/distribution.queries.ts',
    from: 'SELECT pg_advisory_xact_lock(hashtextextended(${`distribution ${inside.client.id}`}, 0))',
    to: 'SELECT length(${`distribution ${inside.client.id}`}::text)',
    breaks: 'two leads that arrive at once both go to the person whose turn it is',
    tests: SCHEDULES,
  },
];
