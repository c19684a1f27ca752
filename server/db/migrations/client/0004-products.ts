import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Deleted products stay for the leads that reference them. Category names are unique, because users could not
 * tell two equal ones apart.
 */
export const products: ClientMigration = {
  name: '0004-products',
  sql: (s) => `
    ALTER TABLE ${s}.products ADD COLUMN deleted_at timestamptz;
    CREATE INDEX products_newest ON ${s}.products (created_at DESC, id DESC) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX product_categories_name ON ${s}.product_categories (lower(name));
  `,
};
