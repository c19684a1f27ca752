import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * How a follow-up repeats (decision 57): it is step `repeat_step` of the series that began at `repeat_from`.
 * The follow-up it was made from, `repeats`, has no other successor.
 */
export const repeatingFollowUps: ClientMigration = {
  name: '0040-repeating-follow-ups',
  sql: (s) => `
    ALTER TABLE ${s}.reminders
      ADD COLUMN repeat_every integer,
      ADD COLUMN repeat_unit text,
      ADD COLUMN repeat_until date,
      ADD COLUMN repeat_from timestamptz,
      ADD COLUMN repeat_step integer,
      ADD COLUMN repeats uuid,
      ADD CONSTRAINT reminders_repeat CHECK (num_nulls(repeat_every, repeat_unit, repeat_from, repeat_step) IN (0, 4));
    CREATE UNIQUE INDEX reminders_successor ON ${s}.reminders (repeats) WHERE repeats IS NOT NULL;
  `,
};
