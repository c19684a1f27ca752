import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** One-time links for new passwords and invitations. Tokens are stored as SHA-256 only. */
export const accessLinks: CoreMigration = {
  name: '0003-access-links',
  sql: ({ appRole }) => `
    CREATE TABLE core.password_resets (
      token_hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX password_resets_user ON core.password_resets (user_id);

    CREATE TABLE core.invitations (
      token_hash bytea PRIMARY KEY,
      email text NOT NULL,
      email_norm text NOT NULL,
      role_id uuid NOT NULL REFERENCES core.roles,
      client_id uuid REFERENCES core.clients ON DELETE CASCADE,
      invited_by uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX invitations_email ON core.invitations (email_norm);
    CREATE INDEX invitations_client ON core.invitations (client_id);
    CREATE INDEX invitations_inviter ON core.invitations (invited_by);

    -- What signed-out callers have asked for in the last hour; the subject is hashed
    CREATE TABLE core.public_requests (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subject bytea NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX public_requests_subject ON core.public_requests (subject, at);
    CREATE INDEX public_requests_at ON core.public_requests (at);

    GRANT SELECT, INSERT, DELETE ON core.password_resets, core.invitations, core.public_requests TO ${appRole};
  `,
};
