import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** The follow-ups shown first to a user, their own or the team's; null until the user has chosen. */
export const whoseDay: CoreMigration = {
  name: '0007-whose-day',
  sql: () => `ALTER TABLE core.users ADD COLUMN whose_day text CHECK (whose_day IN ('me', 'team'));`,
};
