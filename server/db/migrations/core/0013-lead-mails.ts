import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Mails about leads that somebody is given, or has to look after; off until a user wants them. */
export const leadMails: CoreMigration = {
  name: '0013-lead-mails',
  sql: () => `
    ALTER TABLE core.users ADD COLUMN notify_leads boolean NOT NULL DEFAULT false;
    ALTER TABLE core.deliveries DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('reminder', 'digest', 'weekly', 'lead'));
  `,
};
