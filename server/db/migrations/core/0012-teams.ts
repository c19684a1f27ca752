import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** A user's manager, and whose leads the managers and sales reps of a client see. */
export const teams: CoreMigration = {
  name: '0012-teams',
  sql: () => `
    ALTER TABLE core.users
      ADD COLUMN manager_id uuid REFERENCES core.users ON DELETE SET NULL,
      ADD CONSTRAINT users_not_own_manager CHECK (manager_id <> id);
    CREATE INDEX users_manager ON core.users (manager_id) WHERE manager_id IS NOT NULL;

    ALTER TABLE core.clients
      ADD COLUMN managers_see text NOT NULL DEFAULT 'company' CHECK (managers_see IN ('company', 'team', 'own')),
      ADD COLUMN salesreps_see text NOT NULL DEFAULT 'company' CHECK (salesreps_see IN ('company', 'team', 'own')),
      -- whether somebody who types a known person's number hears that a colleague works with that person
      ADD COLUMN hints_of_colleagues boolean NOT NULL DEFAULT true;
  `,
};
