import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** Indexes for filters that no counter covers, for their pages and totals. Most leads have no campaign. */
export const filterIndexes: ClientMigration = {
  name: '0007-filter-indexes',
  sql: (s) => `
    CREATE INDEX leads_interest ON ${s}.leads (interest_level, is_archived, created_at DESC, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX leads_campaign ON ${s}.leads (campaign_id, is_archived, created_at DESC, id DESC)
      WHERE deleted_at IS NULL AND campaign_id IS NOT NULL;
  `,
};
