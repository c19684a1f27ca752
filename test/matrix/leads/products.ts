import { productCategories, products } from '#shared/leads/products.ts';
import { unused } from '#test/safety/targets.ts';
import { body, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [products.list, 'everyone'],
  [
    products.create,
    'manage products',
    { input: (call) => ({ ...intoAlpha(call), body: { name: 'Sofa' } }), status: needsClient },
  ],
  [
    products.update,
    'manage products',
    { object: 'product', input: () => body({ name: 'Changed', version: 1 }) },
  ],
  [products.setActive, 'manage products', { object: 'product', input: () => body({ is_active: false }) }],
  [products.remove, 'manage products', { object: 'product' }],
  [products.restore, 'manage products', { object: 'deleted product' }],
  [productCategories.list, 'everyone'],
  [
    productCategories.create,
    'manage products',
    {
      input: (call) => ({ ...intoAlpha(call), body: { name: `Category ${unused()}` } }),
      status: needsClient,
    },
  ],
  [
    productCategories.update,
    'manage products',
    { object: 'category', input: () => body({ name: `Category ${unused()}` }) },
  ],
  [productCategories.remove, 'manage products', { object: 'category' }],
];
