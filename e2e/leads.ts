import type { Locator, Page } from '@playwright/test';
import type { LeadRow } from './api.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** `Lead 07` and so on. */
export const names = (...numbers: number[]) => numbers.map((number) => `Lead ${two(number)}`);

/** Lead 01 is the oldest; every second one is contacted and works at Even Works, and the others are new. */
export function numbered(count: number): LeadRow[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Lead ${two(index + 1)}`,
    email: `lead-${two(index + 1)}@e2e.example`,
    company_name: index % 2 ? 'Even Works' : 'Odd Works',
    status: index % 2 ? 'contacted' : 'new',
    created_at: `2026-0${1 + Math.floor(index / 20)}-${two((index % 20) + 1)}T06:00:00Z`,
  }));
}

/** The lead's row in the table. */
export const row = (page: Page, name: string | RegExp): Locator => page.getByRole('row', { name });

/** A toast with this text. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-tone]').getByText(text, { exact: true });

/** A failed response in the server's error format. */
export const failure = (message?: string) => ({
  status: 500,
  json: { success: false, code: 'internal', ...(message && { message }) },
});

/** Chooses an option in a fixed or searchable select. */
export async function choose(page: Page, within: Locator, field: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('listbox', { name: field }).getByRole('option', { name: option, exact: true }).click();
}

/** Holds requests back until released, when they continue to the server. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
