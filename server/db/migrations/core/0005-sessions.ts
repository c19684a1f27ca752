import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Session details shown to their owner, a change of email that awaits confirmation, and the random token key,
 * out of reach of requests.
 */
export const sessions: CoreMigration = {
  name: '0005-sessions',
  sql: ({ appRole }) => `
    ALTER TABLE core.sessions
      ADD COLUMN device text,
      ADD COLUMN address text;

    -- 244 random bits of PostgreSQL's strong source
    ALTER TABLE core.installation ADD COLUMN token_key text NOT NULL
      DEFAULT encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
    REVOKE SELECT ON core.installation FROM ${appRole};
    GRANT SELECT (id, app_role, all_role, created_at) ON core.installation TO ${appRole};

    CREATE TABLE core.email_changes (
      token_hash bytea PRIMARY KEY,
      user_id uuid NOT NULL UNIQUE REFERENCES core.users ON DELETE CASCADE,
      email text NOT NULL,
      email_norm text NOT NULL,
      -- who asked, and stays signed in
      session_id uuid NOT NULL,
      expires_at timestamptz NOT NULL
    );
    GRANT SELECT, INSERT, DELETE ON core.email_changes TO ${appRole};
  `,
};
