import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** Filters find a tag in any case, as a search does. */
export const foldedTags: ClientMigration = {
  name: '0047-folded-tags',
  olderMayServe: true,
  sql: (s) => `
    DROP INDEX ${s}.leads_tags;
    CREATE INDEX leads_tags ON ${s}.leads USING gin (_texts.fold_all(tags)) WHERE deleted_at IS NULL AND tags <> '{}';
  `,
};
