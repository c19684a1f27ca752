import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The date that a follow-up had before a missed call moved it, for a late answer (decision 59). */
export const movedFollowUps: ClientMigration = {
  name: '0043-moved-follow-ups',
  olderMayServe: true,
  sql: (s) => `
    ALTER TABLE ${s}.phone_calls ADD COLUMN reminder_was timestamptz;
  `,
};
