import { formatMoney } from '#shared/values/money.ts';
import type { Product } from '#shared/leads/products.ts';
import type { ProductField } from '#web/features/products/product-form-values.ts';

/** The price in its currency, or 'N/A' without one. */
export function priceText({ price, currency }: Pick<Product, 'price' | 'currency'>): string {
  return price === null ? 'N/A' : formatMoney(price, currency);
}

export function categoryText({ category_name }: Pick<Product, 'category_name'>): string {
  return category_name ?? 'Unknown Category';
}

export function statusText(isActive: boolean): string {
  return isActive ? 'Active' : 'Inactive';
}

/** The text of an input for display. */
export function inputWords(field: ProductField, text: string, currency: string): string {
  const value = text.trim();
  if (value === '') return 'Nothing';
  if (field === 'is_active') return statusText(value === 'true');
  return field === 'price' ? formatMoney(Number(value), currency) : value;
}
