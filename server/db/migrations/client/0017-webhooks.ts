import { notingChangedRows } from '#server/db/migrations/client/0010-changed-rows.ts';
import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Webhook addresses, and the deliveries they have received or will receive (decision 38). A delivery stores
 * only row ids: the content is read when it is sent. Secrets are derived and never stored; `secret_check` is
 * the digest of one.
 */
export const webhooks: ClientMigration = {
  name: '0017-webhooks',
  sql: (s) => `
    CREATE TABLE ${s}.webhooks (
      id uuid PRIMARY KEY,
      url text NOT NULL,
      events text[] NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      secret_version integer NOT NULL DEFAULT 1,
      secret_check bytea NOT NULL,
      failing_since timestamptz,
      off_reason text,
      created_by uuid REFERENCES ${s}.members,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    ${notingChangedRows(s, 'webhooks')}
    CREATE TABLE ${s}.webhook_deliveries (
      id uuid PRIMARY KEY,
      -- no reference: a webhook that somebody deletes at the same moment makes no step of a salesperson fail or wait
      webhook_id uuid NOT NULL,
      event text NOT NULL,
      -- [{ id, changed? }]: the rows that the delivery tells of
      objects jsonb NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      last_status integer,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz
    );
    CREATE INDEX webhook_deliveries_webhook ON ${s}.webhook_deliveries (webhook_id, created_at DESC, id DESC);
    CREATE INDEX webhook_deliveries_waiting ON ${s}.webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'waiting';
  `,
};
