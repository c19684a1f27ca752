import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Whether a client's sales reps see whole phone numbers and emails. */
export const maskedContacts: CoreMigration = {
  name: '0035-masked-contacts',
  sql: () => `
    ALTER TABLE core.clients ADD salesrep_contacts text NOT NULL DEFAULT 'full'
      CHECK (salesrep_contacts IN ('full', 'masked'));
  `,
};
