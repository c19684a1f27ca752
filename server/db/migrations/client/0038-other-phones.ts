import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Every number of a lead's phone is looked up, and not the first alone. SQL cannot read numbers: rows that have a phone and no
 * `other_phones` are read again by `readPhonesAgain`, and so is `phone_norm`, which earlier rules may have made.
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
