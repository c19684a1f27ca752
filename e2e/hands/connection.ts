import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/**
 * What the browser reports without a connection, also for the offline worker, which a page on a busy machine
 * registers late.
 */
export const WITHOUT_CONNECTION = /ERR_INTERNET_DISCONNECTED|when fetching the script/;

/** The bar above the page that says that there is no connection, and how many changes wait. */
export const connectionBar = (page: Page): Locator =>
  page.getByText(/^(?:No connection\.|You’re offline\. You can)/);

/** Takes the connection away, and waits until the page says so. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(connectionBar(page)).toBeVisible();
}
