import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** The state to restore when a removal does not finish. */
export const removals: CoreMigration = {
  name: '0006-removals',
  olderMayServe: true,
  sql: () => `
    -- set while the client is being removed and hence inactive
    ALTER TABLE core.clients ADD COLUMN active_before_removal boolean;
  `,
};
