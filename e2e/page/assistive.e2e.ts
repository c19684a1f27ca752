import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

test('in the colours of the system, what is chosen differs from what is not', async ({
  page,
  server,
  openAs,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAs(server.account('ritu@sharma.example'), '/reminders');
  const groups = page.getByRole('group', { name: 'Group' });
  const chip = (name: string) => groups.locator('label', { hasText: name });
  const colour = async (name: string) =>
    await chip(name).evaluate((label) => getComputedStyle(label).backgroundColor);
  await expect(chip('Upcoming')).toBeVisible();
  expect(await colour('Upcoming')).not.toBe(await colour('Completed'));
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name });
  const chosen = await chip('Upcoming').evaluate((label) => getComputedStyle(label).backgroundColor);
  await expect(link('Follow Ups')).toHaveCSS('background-color', chosen);
  await expect(link('Reports')).not.toHaveCSS('background-color', chosen);
  await page.goto('/dashboard');
  const bar = page.locator('[data-drawn] > span').first();
  const ground = await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor);
  await expect(bar).not.toHaveCSS('background-color', ground);
});

test('the keyboard stays where it was when a chip goes, and when the days change their view', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account('ritu@sharma.example'), '/leads?status=new&source=website&interest_level=high');
  const remove = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` });
  await remove('Status').focus();
  await page.keyboard.press('Enter');
  await expect(remove('Source')).toBeFocused();
  await page.goto('/reminders');
  const view = (name: string) => page.getByRole('button', { name, exact: true });
  for (const name of ['Week', 'Month', 'List']) {
    await view(name).focus();
    await page.keyboard.press('Enter');
    await expect(view(name)).toHaveAttribute('aria-pressed', 'true');
    await expect(view(name)).toBeFocused();
  }
});

test('no field that has the focus is below the bar of its form', async ({ page, company, openAs }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openAs(company.manager, '/create-lead');
  await page.getByRole('textbox', { name: 'Name' }).first().focus();
  const passed: string[] = [];
  while (!passed.at(-1)?.startsWith('Create')) {
    await page.keyboard.press('Tab');
    const { name } = await focused(page);
    await expect.poll(async () => (await focused(page)).isCovered, `${name} is covered`).toBe(false);
    passed.push(name);
    expect(passed.length).toBeLessThan(60);
  }
  expect(passed.length).toBeGreaterThan(15);
});

/** The name of the focused element, and whether something else lies over its middle. */
async function focused(page: Page): Promise<{ name: string; isCovered: boolean }> {
  return await page.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return { name: '', isCovered: false };
    const { x, y, width, height } = activeElement.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    const around = activeElement.closest('label, [data-with-right-section], div') ?? activeElement;
    const isCovered = !seen || !(around.contains(seen) || seen.contains(activeElement));
    return {
      name: (activeElement.getAttribute('aria-label') ?? activeElement.textContent).trim(),
      isCovered,
    };
  });
}
