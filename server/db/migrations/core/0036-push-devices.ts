import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Browsers that show notifications while no page is open, and what their users want to be told (decision 58). */
export const pushDevices: CoreMigration = {
  name: '0036-push-devices',
  sql: ({ appRole }) => `
    CREATE TABLE core.push_devices (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES core.users ON DELETE CASCADE,
      -- the end of the session ends the device
      session_id uuid NOT NULL REFERENCES core.sessions ON DELETE CASCADE,
      endpoint_hash bytea NOT NULL UNIQUE,
      -- the address at the push service and the keys of the browser, sealed with the installation's key
      subscription text NOT NULL,
      label text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- when a page was last open there, or a notification answered
      seen_at timestamptz NOT NULL DEFAULT now(),
      last_sent_at timestamptz
    );
    CREATE INDEX push_devices_user ON core.push_devices (user_id);
    CREATE INDEX push_devices_session ON core.push_devices (session_id);
    CREATE INDEX push_devices_seen ON core.push_devices (seen_at);
    GRANT SELECT, INSERT, UPDATE, DELETE ON core.push_devices TO ${appRole};

    ALTER TABLE core.users
      ADD COLUMN push_names boolean NOT NULL DEFAULT true,
      -- the kinds of notifications that are not pushed
      ADD COLUMN push_without text[] NOT NULL DEFAULT '{}';

    ALTER TABLE core.deliveries
      -- the device of a push, which may be gone; null for the other channels
      ADD COLUMN device_id uuid,
      DROP CONSTRAINT deliveries_channel_check,
      ADD CONSTRAINT deliveries_channel_check CHECK (channel IN ('page', 'mail', 'push') AND (channel = 'push') = (device_id IS NOT NULL)),
      DROP CONSTRAINT deliveries_user_id_kind_channel_object_id_due_at_key,
      ADD CONSTRAINT deliveries_once UNIQUE NULLS NOT DISTINCT (user_id, kind, channel, object_id, due_at, device_id);
  `,
};
