import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Users' targets for a month, identified by its first day (decision 46); each row has at least one measure.
 */
export const targets: ClientMigration = {
  name: '0026-targets',
  olderMayServe: true,
  sql: (s) => `
    CREATE TABLE ${s}.targets (
      user_id uuid NOT NULL REFERENCES ${s}.members,
      month date NOT NULL,
      calls integer,
      converted integer,
      converted_value numeric(14, 2),
      PRIMARY KEY (user_id, month),
      CHECK (num_nonnulls(calls, converted, converted_value) > 0)
    );
  `,
};
