import { productCategories, products } from '#shared/leads/products.ts';
import {
  UNKNOWN_CATEGORY,
  createCategory,
  getCategory,
  listCategories,
  removeCategory,
  renameCategory,
} from '#server/features/products/product-categories.queries.ts';
import {
  UNKNOWN_PRODUCT,
  createProduct,
  getProduct,
  listProducts,
  setProductDeleted,
  updateProduct,
} from '#server/features/products/products.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function productRoutes(server: Server): void {
  serve(
    server,
    products.list,
    async ({ scope, query }) => await listProducts(await scope.reading(query.client_id), query),
  );

  serve(server, products.create, async ({ scope, query, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.writingIn(query.clientId, 'product');
    const { made, isReplay } = await createProduct(client, body, key);
    sayReplayed(reply, isReplay);
    return { data: await getProduct(client, made.id) };
  });

  serve(server, products.update, async ({ scope, params: { id }, body }) => {
    const client = await scope.owning('products', id, UNKNOWN_PRODUCT);
    await updateProduct(client, id, body);
    return { data: await getProduct(client, id) };
  });

  serve(server, products.setActive, async ({ scope, params: { id }, body }) => {
    const client = await scope.owning('products', id, UNKNOWN_PRODUCT);
    await updateProduct(client, id, body);
    return { data: await getProduct(client, id) };
  });

  serve(server, products.remove, async ({ scope, params: { id } }) => {
    await setProductDeleted(await scope.owning('products', id, UNKNOWN_PRODUCT), id, true);
    return { data: { id } };
  });

  serveIdempotent(server, products.restore, async ({ scope, params: { id } }) => {
    const client = await scope.owning('products', id, UNKNOWN_PRODUCT);
    await setProductDeleted(client, id, false);
    return { data: await getProduct(client, id) };
  });
}

export function productCategoryRoutes(server: Server): void {
  serve(server, productCategories.list, async ({ scope, query }) => ({
    data: await listCategories(await scope.reading(query.client_id)),
  }));

  serveIdempotent(server, productCategories.create, async ({ scope, query, body }) => {
    const client = await scope.writingIn(query.clientId, 'category');
    const id = await createCategory(client, body.name);
    return { data: await getCategory(client, id) };
  });

  serve(server, productCategories.update, async ({ scope, params: { id }, body }) => {
    const client = await scope.owning('product_categories', id, UNKNOWN_CATEGORY);
    await renameCategory(client, id, body.name);
    return { data: await getCategory(client, id) };
  });

  serve(server, productCategories.remove, async ({ scope, params: { id } }) => {
    await removeCategory(await scope.owning('product_categories', id, UNKNOWN_CATEGORY), id);
    return { data: { id } };
  });
}
