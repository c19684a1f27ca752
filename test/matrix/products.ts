import { productCategories, products } from '#shared/products.ts';
import { unused } from '#test/targets.ts';
import { body, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [products.list, {}],
  [
    products.create,
    { input: (call) => ({ ...intoAlpha(call), body: { name: 'Sofa' } }), status: needsClient },
  ],
  [products.update, { object: 'product', input: () => body({ name: 'Changed', version: 1 }) }],
  [products.setActive, { object: 'product', input: () => body({ is_active: false }) }],
  [products.remove, { object: 'product' }],
  [products.restore, { object: 'deleted product' }],
  [productCategories.list, {}],
  [
    productCategories.create,
    {
      input: (call) => ({ ...intoAlpha(call), body: { name: `Category ${unused()}` } }),
      status: needsClient,
    },
  ],
  [productCategories.update, { object: 'category', input: () => body({ name: `Category ${unused()}` }) }],
  [productCategories.remove, { object: 'category' }],
];
