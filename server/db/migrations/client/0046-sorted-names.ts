import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Lists sorted by name or company, and the neighbours of their leads, read an index instead of folding and sorting
 * every lead. The search for a beginning uses the same indexes. Filters by tags and by a lead's operations get indexes,
 * too.
 */
export const sortedNames: ClientMigration = {
  name: '0046-sorted-names',
  olderMayServe: true,
  sql: (s) => `
    DROP INDEX ${s}.leads_name, ${s}.leads_company;
    CREATE INDEX leads_by_name ON ${s}.leads (_texts.fold(name) COLLATE "C", id) WHERE deleted_at IS NULL;
    CREATE INDEX leads_by_company ON ${s}.leads (_texts.fold(company_name) COLLATE "C", id) WHERE deleted_at IS NULL;
    CREATE INDEX leads_tags ON ${s}.leads USING gin (tags) WHERE deleted_at IS NULL AND tags <> '{}';
    CREATE INDEX operation_leads_lead ON ${s}.operation_leads (lead_id);
  `,
};
