import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Emails about leads that a user is assigned or is responsible for; off unless a user turns them on. */
export const leadMails: CoreMigration = {
  name: '0013-lead-mails',
  sql: () => `
    ALTER TABLE core.users ADD COLUMN notify_leads boolean NOT NULL DEFAULT false;
    ALTER TABLE core.deliveries DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('reminder', 'digest', 'weekly', 'lead'));
  `,
};
