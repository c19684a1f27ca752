import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Authenticator apps, recovery codes and trusted browsers of users, and which users of a client need them
 * (decision 52).
 */
export const secondFactors: CoreMigration = {
  name: '0026-second-factors',
  sql: ({ appRole }) => `
    ALTER TABLE core.users ADD second_factor_since timestamptz;
    ALTER TABLE core.clients
      ADD second_factor_for text NOT NULL DEFAULT 'nobody'
        CHECK (second_factor_for IN ('nobody', 'admins', 'everyone')),
      ADD second_factor_from date;

    CREATE TABLE core.authenticator_apps (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      name text NOT NULL,
      -- sealed with the installation's key
      secret text NOT NULL,
      -- the last time step whose code was used: no code works twice
      last_step integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- null until a code of the app has been entered
      confirmed_at timestamptz,
      last_used_at timestamptz
    );
    CREATE INDEX authenticator_apps_user ON core.authenticator_apps (user_id);

    CREATE TABLE core.recovery_codes (
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    );

    -- Browsers that sign in without a code; the mark's id is hashed
    CREATE TABLE core.trusted_devices (
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      device_hash bytea NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, device_hash)
    );

    GRANT SELECT, INSERT, UPDATE, DELETE ON core.authenticator_apps, core.recovery_codes, core.trusted_devices TO ${appRole};
  `,
};
