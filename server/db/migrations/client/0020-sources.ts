import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The log of deliveries from portals, and the portals' ids of their leads (decision 40). The sources
 * themselves are in `core`, because an incoming delivery identifies nothing but its source.
 */
export const sources: ClientMigration = {
  name: '0020-sources',
  sql: (s) => `
    CREATE TABLE ${s}.source_deliveries (
      id uuid PRIMARY KEY,
      source_id uuid NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      outcome text NOT NULL
        CHECK (outcome IN ('new_lead', 'new_enquiry', 'known', 'test', 'waiting', 'refused', 'failed')),
      reason text,
      -- a lead that is gone for ever takes what was received of the person along
      lead_id uuid REFERENCES ${s}.leads ON DELETE CASCADE,
      -- without secrets; null where the delivery was too large to be kept
      received text,
      attempts integer NOT NULL DEFAULT 0,
      -- of a waiting delivery, whose lead the server has yet to read at the portal
      next_attempt_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX source_deliveries_source ON ${s}.source_deliveries (source_id, at DESC, id DESC);
    CREATE INDEX source_deliveries_lead ON ${s}.source_deliveries (lead_id) WHERE lead_id IS NOT NULL;
    CREATE INDEX source_deliveries_waiting ON ${s}.source_deliveries (next_attempt_at) WHERE outcome = 'waiting';

    CREATE TABLE ${s}.source_leads (
      id uuid PRIMARY KEY,
      source_id uuid NOT NULL,
      -- the portal's own number of a lead, kept for ever; or a digest of the words, which counts for ten minutes
      portal_id text NOT NULL,
      lead_id uuid REFERENCES ${s}.leads ON DELETE SET NULL,
      at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (source_id, portal_id)
    );
    CREATE INDEX source_leads_lead ON ${s}.source_leads (lead_id) WHERE lead_id IS NOT NULL;
  `,
};
