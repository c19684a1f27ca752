import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** The secret addresses from which calendar apps read their users' follow-ups. */
export const calendarFeeds: CoreMigration = {
  name: '0027-calendar-feeds',
  olderMayServe: true,
  sql: ({ appRole }) => `
    CREATE TABLE core.calendar_feeds (
      user_id uuid PRIMARY KEY REFERENCES core.users ON DELETE CASCADE,
      public_id text NOT NULL UNIQUE,
      secret_hash bytea NOT NULL,
      names_leads boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_read_at timestamptz
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON core.calendar_feeds TO ${appRole};
  `,
};
