import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Responses of calls that create something outside a client's rows, for repetitions under the same
 * Idempotency-Key (decision 32).
 */
export const keptAnswers: CoreMigration = {
  name: '0022-kept-answers',
  olderMayServe: true,
  sql: ({ appRole }) => `
    CREATE TABLE core.kept_answers (
      user_id uuid NOT NULL,
      operation text NOT NULL,
      key_hash bytea NOT NULL,
      fingerprint bytea NOT NULL,
      -- sealed with the key of the call, which is kept nowhere; null while the first call runs
      answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, operation, key_hash)
    );
    CREATE INDEX kept_answers_age ON core.kept_answers (created_at);
    GRANT SELECT, INSERT, UPDATE, DELETE ON core.kept_answers TO ${appRole};
  `,
};
