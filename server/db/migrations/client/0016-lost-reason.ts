import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The reason why a lead is lost, and the index for listing leads by it. No row is rewritten. */
export const lostReason: ClientMigration = {
  name: '0016-lost-reason',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN lost_reason text;
    -- leads that are not lost are not in it and cost it nothing
    CREATE INDEX leads_lost_reason ON ${s}.leads (lost_reason, is_archived, created_at DESC, id DESC)
      WHERE deleted_at IS NULL AND lost_reason IS NOT NULL;
  `,
};
