import type { Page } from '@playwright/test';

/** Drops what the mouse is dragging, and waits until clicks count again: the library ignores them for 50 ms. */
export async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}
