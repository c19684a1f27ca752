import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import type { NewProduct, Product } from '#shared/leads/products.ts';
import { amountOf } from '#web/lib/forms/typed-number.ts';

/** The inputs, in order, with their labels. */
export const PRODUCT_FIELDS = {
  name: 'Name',
  sku: 'SKU',
  category_id: 'Category',
  price: 'Price',
  currency: 'Currency',
  description: 'Description',
  is_active: 'Status',
} as const;
export type ProductField = keyof typeof PRODUCT_FIELDS;
export const PRODUCT_FIELD_KEYS = Object.keys(PRODUCT_FIELDS) as ProductField[];

/** The texts of all inputs, as typed. */
export type ProductValues = Record<ProductField, string>;

/** A new product: in rupees, and active. */
export const NEW_VALUES: ProductValues = {
  name: '',
  sku: '',
  category_id: '',
  price: '',
  currency: DEFAULT_CURRENCY,
  description: '',
  is_active: 'true',
};

export function valuesOf(product: Product): ProductValues {
  const texts = PRODUCT_FIELD_KEYS.map((field) => [field, String(product[field] ?? '')]);
  return Object.fromEntries(texts) as ProductValues;
}

/** Whether two texts of a field mean the same: `12.5` and `12.50` do. */
export function isSame(field: ProductField, one: string, other: string): boolean {
  if (field === 'price' && one.trim() && other.trim()) return Number(one) === Number(other);
  return one.trim() === other.trim();
}

export function changedFields(before: ProductValues, values: ProductValues): ProductField[] {
  return PRODUCT_FIELD_KEYS.filter((field) => !isSame(field, before[field], values[field]));
}

/** The fields as the API takes them: cleared ones as null, a cleared name as ''. */
export function toWire(fields: readonly ProductField[], values: ProductValues): Partial<NewProduct> {
  return Object.fromEntries(fields.map((field) => [field, wireValue(field, values[field].trim())]));
}

function wireValue(field: ProductField, text: string): unknown {
  if (field === 'name') return text;
  if (field === 'is_active') return text === 'true';
  if (text === '') return null;
  return field === 'price' ? amountOf(text) : text;
}
