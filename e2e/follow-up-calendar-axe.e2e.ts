import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';

test('the week, the month and the choice of a repetition pass axe', async ({ page, server, openAs }) => {
  await openAs(server.account('ritu@sharma.example'), '/reminders?view=week');
  const days = page.locator('ol[data-view]').getByRole('listitem');
  await expect(days.first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Month' }).click();
  await expect(page.locator('ol[data-view="month"][aria-busy="false"]')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('[data-follow-up]')).toHaveCount(0);
  await expect(page.locator('ol[aria-busy="false"]')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'List' }).click();
  await page
    .getByRole('button', { name: /^Snooze/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('Custom');
  await page.getByRole('textbox', { name: 'Every' }).fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose a number from 1 to 365.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
