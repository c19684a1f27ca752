import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Duplicates are found by every number of a lead, not just the first. SQL cannot parse numbers: `readPhones`
 * reads rows with a phone but no `other_phones`, and recomputes `phone_norm`, which earlier rules may have
 * written.
 */
export const otherPhones: ClientMigration = {
  name: '0038-other-phones',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN other_phones text[];
    CREATE INDEX leads_unread_phones ON ${s}.leads (id) WHERE phone IS NOT NULL AND other_phones IS NULL;
    CREATE INDEX leads_other_phones ON ${s}.leads USING gin (other_phones) WHERE other_phones <> '{}';
    CREATE INDEX leads_of_many_phones ON ${s}.leads (id) WHERE other_phones <> '{}';
  `,
};
