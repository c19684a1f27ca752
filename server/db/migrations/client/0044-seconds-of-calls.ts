import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The index of a user's calls has their seconds too, from which reports sum talk time. */
export const secondsOfCalls: ClientMigration = {
  name: '0044-seconds-of-calls',
  olderMayServe: true,
  sql: (s) => `
    DROP INDEX ${s}.call_logs_user;
    CREATE INDEX call_logs_user ON ${s}.call_logs (user_id, call_date DESC, id DESC) INCLUDE (call_status, duration, seconds, lead_id);
  `,
};
