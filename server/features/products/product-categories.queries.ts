import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { readingOrder } from '#server/db/sql/folded-text.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';

export const UNKNOWN_CATEGORY = 'This category does not exist.';

function presented(scope: ReadScope) {
  return scope.db
    .selectFrom('product_categories')
    .select(['product_categories.id', 'product_categories.name'])
    .select(
      sql<number>`(SELECT count(*) FROM ${scope.table('products')} p
        WHERE p.category_id = product_categories.id AND p.deleted_at IS NULL)`.as('products'),
    )
    .select(scope.clientId('product_categories').as('clientId'));
}

export async function listCategories(scope: ReadScope) {
  return await presented(scope)
    .orderBy(readingOrder(sql`product_categories.name`))
    .orderBy('product_categories.id')
    .execute();
}

/** Throws 404. */
export async function getCategory(scope: ReadScope, id: string) {
  const category = await presented(scope).where('product_categories.id', '=', id).executeTakeFirst();
  if (!category) throw new NotFound(UNKNOWN_CATEGORY);
  return category;
}

/** Creates a category. Throws 409 for a name in use, ignoring case. */
export async function createCategory(scope: ClientScope, name: string): Promise<string> {
  const id = uuidv7();
  await scope.db.insertInto('product_categories').values({ id, name }).execute();
  return id;
}

/** Renames a category. Throws 404; 409 like `createCategory`. */
export async function renameCategory(scope: ClientScope, id: string, name: string): Promise<void> {
  const renamed = await scope.db
    .updateTable('product_categories')
    .set({ name })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw new NotFound(UNKNOWN_CATEGORY);
}

/** Deletes a category; its products stay, without one. Throws 404. */
export async function removeCategory(scope: ClientScope, id: string): Promise<void> {
  const removed = await scope.db
    .deleteFrom('product_categories')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw new NotFound(UNKNOWN_CATEGORY);
}
