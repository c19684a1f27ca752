import type { Locator, Page } from '@playwright/test';
import type { Api, Company } from '../api.ts';

export type Row = { id: string; name: string; category_id: string | null; clientId: string };

/** Adds products as the client's manager, in list order; the newest is at the top of the screen. */
export async function addProducts(
  api: Api,
  { manager }: Company,
  products: readonly ({ name: string } & Record<string, unknown>)[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const product of products) rows.push(await api.call(manager, 'POST', '/products', product));
  return rows;
}

export async function addCategory(api: Api, { manager }: Company, name: string): Promise<{ id: string }> {
  return await api.call(manager, 'POST', '/product-categories', { name });
}

/** The names in the table, from top to bottom. */
export function productNames(page: Page): Locator {
  return page.getByRole('table', { name: 'Products' }).getByRole('rowheader').getByRole('button');
}

/** Opens the menu of a product and chooses an item. */
export async function choose(page: Page, product: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${product}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
