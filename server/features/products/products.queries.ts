import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { NewProduct, ProductUpdate, products } from '#shared/leads/products.ts';
import { hasTyped, readingOrder } from '#server/db/sql/folded-text.ts';
import { pageOf } from '#server/db/sql/paginate.ts';
import { once } from '#server/db/once.ts';
import type { Once } from '#server/db/once.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { NotFound, Stale } from '#server/errors.ts';

export const UNKNOWN_PRODUCT = 'This product does not exist.';

/** Products as the API returns them. */
function presented(scope: ReadScope) {
  return scope.db
    .selectFrom('products')
    .leftJoin('product_categories as category', 'category.id', 'products.category_id')
    .select([
      'products.id',
      'products.version',
      'products.name',
      'products.sku',
      'products.description',
      'products.category_id',
      'category.name as category_name',
      'products.price',
      'products.currency',
      'products.is_active',
    ])
    .select(sql<Date>`products.created_at`.as('created_at'))
    .select(sql<Date>`products.updated_at`.as('updated_at'))
    .select(scope.clientId('products').as('clientId'))
    .where('products.deleted_at', 'is', null);
}

const NEVER_EMPTY: ReadonlySet<string> = new Set(['created_at', 'name']);

/** A page of the catalogue; the search covers name and SKU. */
export async function listProducts(scope: ReadScope, query: QueryOf<typeof products.list>) {
  const { page, limit, search, ids, category_id, is_active, sort_by, sort_order } = query;
  const where = [sql<SqlBool>`products.deleted_at IS NULL`];
  if (search)
    where.push(
      sql<SqlBool>`(${hasTyped(sql`products.name`, search)} OR ${hasTyped(sql`products.sku`, search)})`,
    );
  if (ids) where.push(sql<SqlBool>`products.id = ANY(${ids}::uuid[])`);
  if (category_id) where.push(sql<SqlBool>`products.category_id = ${category_id}`);
  if (is_active) where.push(sql<SqlBool>`products.is_active = ${is_active === 'true'}`);
  const matching = sql<SqlBool>`${sql.join(where, sql` AND `)}`;
  const column =
    sort_by === 'name' || sort_by === 'sku'
      ? readingOrder(sql.ref(`products.${sort_by}`))
      : sql.ref(`products.${sort_by}`);
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  // For a column without nulls, the index only matches ORDER BY without NULLS LAST.
  const order = NEVER_EMPTY.has(sort_by) ? direction : sql`${direction} NULLS LAST`;
  const [rows, counted] = await Promise.all([
    presented(scope)
      .where(matching)
      .orderBy(sql`${column} ${order}`)
      .orderBy('products.id', sort_order)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    // Counts without joining categories, because the planner cannot drop that join for the mirror's key.
    scope.db
      .selectFrom('products')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(matching)
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows, pagination: pageOf(query, counted.total) };
}

/** Throws 404. */
export async function getProduct(scope: ReadScope, id: string) {
  const product = await presented(scope).where('products.id', '=', id).executeTakeFirst();
  if (!product) throw new NotFound(UNKNOWN_PRODUCT);
  return product;
}

/** Adds a product, once per key. Throws 409, 422 for a category of another client. */
export async function createProduct(
  scope: ClientScope,
  product: NewProduct,
  key?: string,
): Promise<Once<{ id: string }>> {
  const id = uuidv7();
  return await once(scope, { operation: 'products.create', key, input: product }, { id }, async ({ db }) => {
    await db
      .insertInto('products')
      .values({ sku: null, description: null, category_id: null, price: null, ...product, id })
      .execute();
  });
}

/**
 * Changes the sent fields of a product. Throws 404; 412 with the current product when `version` is not the
 * latest; 422 like `createProduct`.
 */
export async function updateProduct(scope: ClientScope, id: string, change: ProductUpdate): Promise<void> {
  const { version, ...fields } = change;
  const changed = await scope.db
    .updateTable('products')
    .set({ ...fields, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(version === undefined ? sql<SqlBool>`true` : sql<SqlBool>`version = ${version}`)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Stale(await getProduct(scope, id));
}

/**
 * Removes a product from the catalogue, or restores it; leads keep the product. Throws 404 when it is already
 * in that state.
 */
export async function setProductDeleted(scope: ClientScope, id: string, isDeleted: boolean): Promise<void> {
  const changed = await scope.db
    .updateTable('products')
    .set({
      deleted_at: isDeleted ? sql<Date>`now()` : null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new NotFound(UNKNOWN_PRODUCT);
}
