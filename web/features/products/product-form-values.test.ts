import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NewProduct, ProductUpdate } from '#shared/leads/products.ts';
import type { Product } from '#shared/leads/products.ts';
import {
  NEW_VALUES,
  PRODUCT_FIELD_KEYS,
  changedFields,
  toWire,
  valuesOf,
} from '#web/features/products/product-form-values.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';

const product = {
  name: 'Sofa',
  sku: null,
  description: 'Three seats',
  category_id: null,
  price: 12.5,
  currency: 'EUR',
  is_active: false,
} as Product;

test('a new product defaults to rupees and active, and everything else is empty', () => {
  const body = toWire(PRODUCT_FIELD_KEYS, { ...NEW_VALUES, name: ' Sofa ', price: '1499.50' });
  assert.deepEqual(body, {
    name: 'Sofa',
    sku: null,
    category_id: null,
    price: 1499.5,
    currency: 'INR',
    description: null,
    is_active: true,
  });
  assert.deepEqual(problemsIn(NewProduct.safeParse(body)), {});
});

test('contract errors are shown at their field', () => {
  const body = toWire(PRODUCT_FIELD_KEYS, { ...NEW_VALUES, name: ' ', price: '-' });
  assert.deepEqual(problemsIn(NewProduct.safeParse(body)), {
    name: 'Product name is required.',
    price: 'Price must be a number.',
  });
  const long = toWire(['sku'], { ...NEW_VALUES, sku: 'x'.repeat(101) });
  assert.deepEqual(problemsIn(ProductUpdate.safeParse(long)), {
    sku: 'SKU is too long (100 characters at most).',
  });
});

test('an edit sends only values that differ in meaning', () => {
  const before = valuesOf(product);
  assert.deepEqual(changedFields(before, { ...before, price: '12.50', name: 'Sofa ' }), []);
  const values = { ...before, price: '', description: '', is_active: 'true' };
  const changed = changedFields(before, values);
  assert.deepEqual(toWire(changed, values), { price: null, description: null, is_active: true });
});
