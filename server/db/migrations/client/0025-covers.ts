import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The colleague who looks after the follow-ups of an absent user, and the colleague who completed a follow-up
 * for its owner (decision 46).
 */
export const covers: ClientMigration = {
  name: '0025-covers',
  sql: (s) => `
    ALTER TABLE ${s}.absences ADD COLUMN covered_by uuid REFERENCES ${s}.members;
    CREATE INDEX absences_cover ON ${s}.absences (covered_by) WHERE covered_by IS NOT NULL;
    ALTER TABLE ${s}.reminders ADD COLUMN handled_by uuid REFERENCES ${s}.members;
  `,
};
