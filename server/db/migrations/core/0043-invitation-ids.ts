import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Names an invitation without its secret token, so that it can be listed and revoked. */
export const invitationIds: CoreMigration = {
  name: '0043-invitation-ids',
  sql: () => `
    ALTER TABLE core.invitations ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
    CREATE UNIQUE INDEX invitations_id ON core.invitations (id);
  `,
};
