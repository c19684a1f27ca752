import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Which users of a client may export its leads. */
export const exporters: CoreMigration = {
  name: '0028-exporters',
  sql: () => `
    ALTER TABLE core.clients ADD exports_by text NOT NULL DEFAULT 'everyone'
      CHECK (exports_by IN ('everyone', 'managers', 'admins'));
  `,
};
