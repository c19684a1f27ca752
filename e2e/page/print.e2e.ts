import { expect, leadNames, test } from '../fixtures.ts';

/** The width of A4 within the margins, in CSS pixels. */
const PAPER = { width: 702, height: 1000 };

test('the list and a lead print in full, in light colours, and without controls', async ({
  page,
  server,
  openAs,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(server.account('ritu@sharma.example'), '/leads?limit=24');
  await expect(leadNames(page)).toHaveCount(24);
  const first = (await leadNames(page).first().textContent()) ?? '';
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['Main', 'Views', 'Pages'])
    await expect(page.getByRole('navigation', { name, exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'All Leads' })).toHaveCSS('color', 'rgb(24, 25, 29)');
  // Every row is printed, not only those visible in the window.
  const inner = await page
    .getByRole('table', { name: 'Leads' })
    .evaluate((table) => table.closest('main')?.scrollHeight ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(inner);

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: first }).click();
  await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  await expect(page.getByRole('heading', { name: first, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Add to this lead' })).toBeHidden();
  for (const name of ['Lead Information', 'Timeline', 'Call History'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PAPER.width);
});
