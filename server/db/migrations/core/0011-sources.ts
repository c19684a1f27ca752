import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Sources of leads: portals and programs that deliver to an address of this installation (decision 40). */
export const sources: CoreMigration = {
  name: '0011-sources',
  sql: ({ appRole }) => `
    CREATE TABLE core.sources (
      id uuid PRIMARY KEY,
      client_id uuid NOT NULL REFERENCES core.clients ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('google_ads', 'indiamart', 'justdial', 'facebook', 'other')),
      name text NOT NULL,
      secret_hash bytea NOT NULL,
      -- keys of the portal, each sealed with the key of this installation
      credentials jsonb NOT NULL DEFAULT '{}',
      -- rows of the client's schema, looked for with each delivery
      product_id uuid,
      owner_id uuid,
      lead_source text,
      mapping jsonb NOT NULL DEFAULT '{}',
      is_active boolean NOT NULL DEFAULT true,
      -- reading at the portal: when next, up to when all has been read, and how the last time went
      pull_at timestamptz NOT NULL DEFAULT now(),
      pulled_until timestamptz,
      pulled_at timestamptz,
      pull_outcome text,
      created_by uuid REFERENCES core.users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sources_client ON core.sources (client_id, created_at DESC);
    CREATE INDEX sources_creator ON core.sources (created_by);

    -- requests with a wrong secret, of which nothing else is kept
    CREATE TABLE core.source_refusals (
      source_id uuid PRIMARY KEY REFERENCES core.sources ON DELETE CASCADE,
      wrong_secrets integer NOT NULL DEFAULT 1,
      wrong_secret_at timestamptz NOT NULL DEFAULT now()
    );

    GRANT SELECT, INSERT, UPDATE ON core.source_refusals TO ${appRole};
    GRANT SELECT, INSERT, UPDATE, DELETE ON core.sources TO ${appRole};
  `,
};
