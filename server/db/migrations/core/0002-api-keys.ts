import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Keys of websites (only their hashes), and an audit log that can be read. */
export const apiKeys: CoreMigration = {
  name: '0002-api-keys',
  sql: ({ appRole }) => `
    CREATE TABLE core.api_keys (
      id uuid PRIMARY KEY,
      -- one for a key and all that replace it: who a client's leads say they are from
      lineage uuid NOT NULL,
      client_id uuid NOT NULL REFERENCES core.clients ON DELETE CASCADE,
      public_id text NOT NULL UNIQUE,
      secret_hash bytea NOT NULL,
      last_four text NOT NULL,
      allowed_origins text[] NOT NULL CHECK (cardinality(allowed_origins) > 0),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'rotated', 'revoked')),
      created_by uuid REFERENCES core.users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      rotated_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz
    );
    CREATE UNIQUE INDEX api_keys_living ON core.api_keys (lineage) WHERE status = 'active';
    CREATE INDEX api_keys_client ON core.api_keys (client_id, created_at DESC);
    CREATE INDEX api_keys_origins ON core.api_keys USING gin (allowed_origins) WHERE status = 'active';
    CREATE INDEX audit_action ON core.audit (action, at);

    GRANT SELECT, INSERT, UPDATE ON core.api_keys TO ${appRole};
    GRANT SELECT ON core.audit TO ${appRole};
  `,
};
