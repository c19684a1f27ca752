import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Indexes for a user's newest leads that wait for a first contact or a next step, in display order, including
 * the status so they can be counted.
 */
export const myDay: ClientMigration = {
  name: '0012-my-day',
  olderMayServe: true,
  sql: (s) => `
    CREATE INDEX leads_new ON ${s}.leads (assigned_to, created_at DESC, id DESC) INCLUDE (status)
      WHERE deleted_at IS NULL AND NOT is_archived AND last_contacted_at IS NULL;
    CREATE INDEX leads_unplanned ON ${s}.leads (assigned_to, created_at DESC, id DESC) INCLUDE (status)
      WHERE deleted_at IS NULL AND NOT is_archived AND next_followup_date IS NULL;
    DROP INDEX ${s}.leads_no_next_step;
  `,
};
