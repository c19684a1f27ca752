import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Clients' tokens for SCIM, and what a directory says about users besides their accounts (decision 54). */
export const scim: CoreMigration = {
  name: '0032-scim',
  sql: ({ appRole }) => `
    CREATE TABLE core.scim_tokens (
      client_id uuid PRIMARY KEY REFERENCES core.clients ON DELETE CASCADE,
      id uuid NOT NULL,
      public_id text NOT NULL UNIQUE,
      secret_hash bytea NOT NULL,
      last_four text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE TABLE core.scim_users (
      client_id uuid NOT NULL REFERENCES core.clients ON DELETE CASCADE,
      -- written before the user, in the same transaction
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      external_id text,
      -- null: the email
      user_name text,
      changed_at timestamptz NOT NULL DEFAULT now(),
      -- set when the directory has deleted the user, whose account stays, inactive
      removed_at timestamptz,
      PRIMARY KEY (client_id, user_id)
    );
    CREATE UNIQUE INDEX scim_users_external ON core.scim_users (client_id, external_id) WHERE removed_at IS NULL;
    CREATE UNIQUE INDEX scim_users_name ON core.scim_users (client_id, lower(user_name)) WHERE removed_at IS NULL;
    CREATE INDEX scim_users_user ON core.scim_users (user_id);

    GRANT SELECT, INSERT, UPDATE, DELETE ON core.scim_tokens, core.scim_users TO ${appRole};
  `,
};
