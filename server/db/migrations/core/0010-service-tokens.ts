import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Tokens of a client's own programs, which outlive the users who created them; only their hashes are stored.
 */
export const serviceTokens: CoreMigration = {
  name: '0010-service-tokens',
  sql: ({ appRole }) => `
    CREATE TABLE core.service_tokens (
      id uuid PRIMARY KEY,
      client_id uuid NOT NULL REFERENCES core.clients ON DELETE CASCADE,
      name text NOT NULL,
      scope text NOT NULL CHECK (scope IN ('read', 'write')),
      public_id text NOT NULL UNIQUE,
      secret_hash bytea NOT NULL,
      last_four text NOT NULL,
      created_by uuid REFERENCES core.users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      -- the row of a removed token stays: lines of the audit log name it
      removed_at timestamptz
    );
    CREATE INDEX service_tokens_client ON core.service_tokens (client_id, created_at DESC) WHERE removed_at IS NULL;
    CREATE INDEX service_tokens_creator ON core.service_tokens (created_by);

    GRANT SELECT, INSERT, UPDATE ON core.service_tokens TO ${appRole};
  `,
};
