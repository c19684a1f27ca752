import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Users' notification settings, and each message to a user, once. Names and texts stay in the client's
 * schema.
 */
export const notifications: CoreMigration = {
  name: '0004-notifications',
  sql: ({ appRole }) => `
    ALTER TABLE core.users
      ADD COLUMN notify_email boolean NOT NULL DEFAULT true,
      ADD COLUMN notify_reminders boolean NOT NULL DEFAULT true,
      ADD COLUMN notify_weekly boolean NOT NULL DEFAULT false;
    -- the last day, by the client's calendar, whose morning messages have been made
    ALTER TABLE core.clients ADD COLUMN digested_on date;

    CREATE TABLE core.deliveries (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      client_id uuid NOT NULL REFERENCES core.clients ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('reminder', 'digest', 'weekly')),
      channel text NOT NULL CHECK (channel IN ('page', 'mail')),
      -- the reminder; the client itself where a message is about no single one
      object_id uuid NOT NULL,
      due_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      -- while somebody sends it, and between two attempts
      not_before timestamptz NOT NULL DEFAULT now(),
      done_at timestamptz,
      UNIQUE (user_id, kind, channel, object_id, due_at)
    );
    CREATE INDEX deliveries_waiting ON core.deliveries (channel, not_before) WHERE done_at IS NULL;
    CREATE INDEX deliveries_client ON core.deliveries (client_id);
    CREATE INDEX deliveries_created ON core.deliveries (created_at);
    GRANT SELECT, INSERT, UPDATE, DELETE ON core.deliveries TO ${appRole};
  `,
};
