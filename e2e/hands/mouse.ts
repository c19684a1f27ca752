import type { Page } from '@playwright/test';

/** Drops what the mouse drags. The drag and drop library ignores clicks for one timer of 50 ms after it. */
export async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}
