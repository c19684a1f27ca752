import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Everything that reports count about new and won leads, so that the leads themselves are not read; and
 * changes of status, in the order each lead went through them.
 */
export const reportIndexes: ClientMigration = {
  name: '0024-report-indexes',
  sql: (s) => `
    CREATE INDEX leads_reported ON ${s}.leads (created_at) INCLUDE (id, source, status, assigned_to, contact_code)
      WHERE deleted_at IS NULL AND NOT is_archived AND NOT is_duplicate;
    CREATE INDEX leads_contacts ON ${s}.leads (assigned_to, created_at) INCLUDE (contact_code)
      WHERE deleted_at IS NULL AND NOT is_archived AND NOT is_duplicate;
    CREATE INDEX leads_converted ON ${s}.leads (converted_at) INCLUDE (source, status, assigned_to, value)
      WHERE converted_at IS NOT NULL AND deleted_at IS NULL AND NOT is_archived AND NOT is_duplicate;
    CREATE INDEX lead_events_status ON ${s}.lead_events (lead_id, at) WHERE changes ? 'status';
  `,
};
