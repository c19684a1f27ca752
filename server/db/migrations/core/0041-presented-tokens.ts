import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Whether a session's current pair of tokens has been presented: until then, the pair before it works. */
export const presentedTokens: CoreMigration = {
  name: '0041-presented-tokens',
  sql: () => `ALTER TABLE core.sessions ADD COLUMN is_presented boolean NOT NULL DEFAULT true`,
};
