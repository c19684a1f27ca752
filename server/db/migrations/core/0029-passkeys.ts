import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Passkeys of users, the challenges that have been answered, and when a session was last proven (decision 53). */
export const passkeys: CoreMigration = {
  name: '0029-passkeys',
  sql: ({ appRole }) => `
    CREATE TABLE core.passkeys (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      -- the domain that the passkey works on
      relying_party text NOT NULL,
      credential_id text NOT NULL UNIQUE,
      name text NOT NULL,
      public_key bytea NOT NULL,
      -- never falls: a smaller one means a copied key
      sign_count bigint NOT NULL,
      transports text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_user ON core.passkeys (user_id);

    -- Until a challenge expires, so that no answer counts twice
    CREATE TABLE core.answered_challenges (
      challenge_hash bytea PRIMARY KEY,
      expires_at timestamptz NOT NULL
    );

    ALTER TABLE core.sessions ADD proven_at timestamptz;
    UPDATE core.sessions SET proven_at = created_at;
    ALTER TABLE core.sessions ALTER proven_at SET DEFAULT now(), ALTER proven_at SET NOT NULL;

    GRANT SELECT, INSERT, UPDATE, DELETE ON core.passkeys, core.answered_challenges TO ${appRole};
  `,
};
