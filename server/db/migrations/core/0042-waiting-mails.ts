import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Waiting deliveries are read in the order in which they are taken: due follow-ups before all others. */
export const waitingMails: CoreMigration = {
  name: '0042-waiting-mails',
  olderMayServe: true,
  sql: () => `
    DROP INDEX core.deliveries_waiting;
    CREATE INDEX deliveries_waiting ON core.deliveries (channel, (kind <> 'reminder'), not_before) WHERE done_at IS NULL;
  `,
};
