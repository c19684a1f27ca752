import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Accounts, sessions and clients. No lead is stored here. */
export const accounts: CoreMigration = {
  name: '0001-accounts',
  sql: ({ appRole, allRole }) => `
    CREATE SCHEMA IF NOT EXISTS core;
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;

    CREATE TABLE core.roles (
      id uuid PRIMARY KEY,
      name text NOT NULL UNIQUE,
      description text NOT NULL,
      is_active boolean NOT NULL DEFAULT true
    );
    INSERT INTO core.roles (id, name, description) VALUES
      ('00000000-0000-7000-8000-000000000001', 'superadmin', 'Manages every client, user and setting'),
      ('00000000-0000-7000-8000-000000000002', 'admin', 'Manages users, lead fields and API keys'),
      ('00000000-0000-7000-8000-000000000003', 'manager', 'Leads a team and its products'),
      ('00000000-0000-7000-8000-000000000004', 'salesrep', 'Works leads and follow-ups');

    CREATE TABLE core.clients (
      id uuid PRIMARY KEY,
      client_name text NOT NULL,
      schema_name text NOT NULL UNIQUE CHECK (schema_name ~ '^[a-z][a-z0-9_]{2,40}$'),
      role_name text NOT NULL UNIQUE,
      is_active boolean NOT NULL DEFAULT true,
      subscription_start_date date,
      subscription_end_date date,
      amount_paid numeric(14, 2) CHECK (amount_paid >= 0),
      time_zone text NOT NULL DEFAULT 'Asia/Kolkata',
      country text NOT NULL DEFAULT 'IN',
      version text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE core.users (
      id uuid PRIMARY KEY,
      first_name text NOT NULL,
      last_name text NOT NULL,
      email text NOT NULL,
      email_norm text NOT NULL UNIQUE,
      password_hash text NOT NULL,
      role_id uuid NOT NULL REFERENCES core.roles,
      client_id uuid REFERENCES core.clients ON DELETE CASCADE,
      phone text,
      date_of_birth date,
      is_active boolean NOT NULL DEFAULT true,
      created_by uuid REFERENCES core.users ON DELETE SET NULL,
      created_users integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX users_client ON core.users (client_id, first_name, last_name);
    CREATE INDEX users_role ON core.users (role_id);
    CREATE INDEX users_created_by ON core.users (created_by);

    CREATE TABLE core.sessions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      access_hash bytea NOT NULL,
      previous_access_hash bytea,
      access_expires_at timestamptz NOT NULL,
      refresh_counter integer NOT NULL DEFAULT 0,
      refresh_hash bytea NOT NULL,
      previous_refresh_hash bytea,
      rotated_at timestamptz NOT NULL DEFAULT now(),
      idle_expires_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sessions_user ON core.sessions (user_id, created_at);
    CREATE INDEX sessions_expiry ON core.sessions (expires_at);

    CREATE TABLE core.sign_in_attempts (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account bytea NOT NULL,
      address text NOT NULL,
      failed boolean NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sign_in_attempts_account ON core.sign_in_attempts (account, at);
    CREATE INDEX sign_in_attempts_address ON core.sign_in_attempts (address, at);
    CREATE INDEX sign_in_attempts_at ON core.sign_in_attempts (at);

    CREATE TABLE core.audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      request_id text,
      actor_id uuid,
      actor_role text,
      client_id uuid,
      action text NOT NULL,
      object_id uuid,
      details jsonb,
      address text
    );
    CREATE INDEX audit_at ON core.audit (at);

    GRANT USAGE ON SCHEMA core, extensions TO ${appRole};
    GRANT SELECT ON core.roles, core.installation, core.migrations TO ${appRole};
    GRANT SELECT, UPDATE ON core.clients TO ${appRole};
    GRANT SELECT, INSERT, UPDATE ON core.users TO ${appRole};
    GRANT SELECT, INSERT, UPDATE, DELETE ON core.sessions, core.sign_in_attempts TO ${appRole};
    GRANT INSERT ON core.audit TO ${appRole};

    -- array_to_string is only STABLE because of other element types; for text it depends on nothing
    CREATE FUNCTION core.tags_text(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN array_to_string(tags, ' ');

    CREATE SCHEMA all_clients;
    GRANT USAGE ON SCHEMA all_clients TO ${allRole};
  `,
};
