import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Users' access tokens for programs; only their hashes are stored. */
export const accessTokens: CoreMigration = {
  name: '0008-access-tokens',
  sql: ({ appRole }) => `
    CREATE TABLE core.access_tokens (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      name text NOT NULL,
      scope text NOT NULL CHECK (scope IN ('read', 'write')),
      -- the one client that the token reaches; null: all that its owner sees
      client_id uuid REFERENCES core.clients ON DELETE CASCADE,
      public_id text NOT NULL UNIQUE,
      secret_hash bytea NOT NULL,
      last_four text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      last_used_at timestamptz
    );
    CREATE INDEX access_tokens_user ON core.access_tokens (user_id, created_at DESC);
    CREATE INDEX access_tokens_client ON core.access_tokens (client_id);

    GRANT SELECT, INSERT, UPDATE, DELETE ON core.access_tokens TO ${appRole};
  `,
};
