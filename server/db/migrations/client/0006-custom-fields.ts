import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The column with the values of custom fields. The default is constant, so no row is rewritten. */
export const customFields: ClientMigration = {
  name: '0006-custom-fields',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN custom jsonb NOT NULL DEFAULT '{}'
      CONSTRAINT leads_custom_object CHECK (jsonb_typeof(custom) = 'object');
    -- leads without such values are not in it and cost it nothing
    CREATE INDEX leads_custom ON ${s}.leads USING gin (custom jsonb_path_ops)
      WHERE custom <> '{}' AND deleted_at IS NULL;
  `,
};
