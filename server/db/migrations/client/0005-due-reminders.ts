import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Records which reminders users have been notified of. A rescheduled reminder has a date other than the one
 * it fired for, so it fires again.
 */
export const dueReminders: ClientMigration = {
  name: '0005-due-reminders',
  sql: (s) => `
    ALTER TABLE ${s}.reminders ADD COLUMN fired_for timestamptz;
    -- what was due before is no news
    UPDATE ${s}.reminders SET fired_for = reminder_date WHERE reminder_date <= now();
    CREATE INDEX reminders_to_fire ON ${s}.reminders (reminder_date)
      WHERE NOT is_completed AND fired_for IS DISTINCT FROM reminder_date;
  `,
};
