import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Clients' own sign-in providers, the people bound to them, and sign-ins under way (decision 54). */
export const companySignIn: CoreMigration = {
  name: '0031-company-sign-in',
  sql: ({ appRole }) => `
    CREATE TABLE core.providers (
      client_id uuid PRIMARY KEY REFERENCES core.clients ON DELETE CASCADE,
      name text NOT NULL,
      issuer text NOT NULL,
      app_id text NOT NULL,
      -- sealed with the installation's key
      secret text,
      newcomers text NOT NULL CHECK (newcomers IN ('invited', 'domain')),
      role text NOT NULL CHECK (role IN ('admin', 'manager', 'salesrep')),
      role_claim text,
      admin_value text,
      manager_value text,
      salesrep_value text,
      is_only boolean NOT NULL,
      asks_factor boolean NOT NULL
    );
    CREATE TABLE core.provider_domains (
      domain text PRIMARY KEY,
      client_id uuid NOT NULL REFERENCES core.providers ON DELETE CASCADE
    );
    CREATE INDEX provider_domains_client ON core.provider_domains (client_id);

    CREATE TABLE core.provider_people (
      client_id uuid NOT NULL REFERENCES core.providers ON DELETE CASCADE,
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (client_id, issuer, subject)
    );
    -- A person has one account at an issuer
    CREATE UNIQUE INDEX provider_people_user ON core.provider_people (user_id, issuer);

    -- Sign-ins under way, by the hash of the browser's cookie
    CREATE TABLE core.provider_sign_ins (
      browser_hash bytea PRIMARY KEY,
      client_id uuid NOT NULL REFERENCES core.providers ON DELETE CASCADE,
      issuer text NOT NULL,
      expires_at timestamptz NOT NULL,
      -- set when the browser comes back: no answer of a provider counts twice
      answered_at timestamptz,
      user_id uuid REFERENCES core.users ON DELETE CASCADE,
      provider_session text,
      has_factor boolean NOT NULL DEFAULT false,
      failure text
    );
    CREATE INDEX provider_sign_ins_expiry ON core.provider_sign_ins (expires_at);

    -- Logout tokens that have been used
    CREATE TABLE core.provider_logouts (
      client_id uuid NOT NULL REFERENCES core.providers ON DELETE CASCADE,
      token_hash bytea NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (client_id, token_hash)
    );

    ALTER TABLE core.users ADD keeps_password boolean NOT NULL DEFAULT false;
    ALTER TABLE core.sessions
      -- the client whose provider signed the user in
      ADD provider_of uuid,
      ADD provider_session text,
      ADD factor_at_provider boolean NOT NULL DEFAULT false;

    GRANT SELECT, INSERT, UPDATE, DELETE ON core.providers, core.provider_domains, core.provider_people,
      core.provider_sign_ins, core.provider_logouts TO ${appRole};
  `,
};
