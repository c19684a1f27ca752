import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The time by which a lead that arrived by itself must be contacted, and the time when managers were notified
 * that it was not. The index contains the leads that still have to be checked.
 */
export const firstContact: ClientMigration = {
  name: '0021-first-contact',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN contact_by timestamptz, ADD COLUMN escalated_at timestamptz;
    CREATE INDEX leads_promised ON ${s}.leads (contact_by)
      WHERE contact_by IS NOT NULL AND escalated_at IS NULL AND last_contacted_at IS NULL AND deleted_at IS NULL AND NOT is_archived;
    ALTER TABLE ${s}.notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check
        CHECK (kind IN ('due', 'assigned', 'enquiry', 'import', 'webhook', 'unassigned', 'late'));
  `,
};
