import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Telephone systems as kinds of sources, and the numbers at which they reach users (decision 59). */
export const telephony: CoreMigration = {
  name: '0038-telephony',
  sql: () => `
    ALTER TABLE core.sources DROP CONSTRAINT sources_kind_check,
      ADD CONSTRAINT sources_kind_check CHECK (kind IN ('google_ads', 'indiamart', 'justdial', 'facebook', 'other',
        'exotel', 'knowlarity', 'twilio', 'asterisk', 'telephony')),
      ADD COLUMN creates_leads boolean NOT NULL DEFAULT true,
      -- click to call, without its keys; null while it is off
      ADD COLUMN ring jsonb;
    -- E.164, or an extension
    ALTER TABLE core.users ADD COLUMN agent_number text;
    CREATE UNIQUE INDEX users_agent_number ON core.users (client_id, agent_number) WHERE agent_number IS NOT NULL;
  `,
};
