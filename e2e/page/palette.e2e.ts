import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';

test('from any page a lead is found by a phone number in any format, and opened by keyboard, also before the results arrive', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, [
    { name: 'Arif Khan', phone: '+91 98765 43210', company_name: 'Deccan Steel' },
    { name: 'Bela Shah', phone: '+91 98111 22233' },
  ]);
  await openAs(company.manager, '/products');
  const field = page.getByRole('combobox', { name: 'Find a lead, a page or an action' });
  const option = (name: string) => page.getByRole('option', { name });

  // Shortcut keys typed in a field stay letters.
  const box = page.getByRole('searchbox').first();
  await box.focus();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(box).toHaveValue('/?');
  await box.clear();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('98765-43210');
  await expect(option('Arif Khan')).toHaveAttribute('aria-selected', 'true');
  await expect(option('Bela Shah')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leads\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Arif Khan' }).first()).toBeVisible();

  // The lead opened last is offered before anything is typed, and its page shows its shortcuts.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Find anything')).toHaveCount(2);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(page.getByRole('group', { name: 'Opened last' }).getByRole('option')).toHaveText([
    'Arif Khan',
  ]);
  // Pages and actions are found by their words, and the list opens for a search with more results than the
  // palette shows.
  await page.keyboard.type('follow');
  await expect(option('Follow Ups')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reminders/);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('trash');
  await expect(option('Settings: History')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings/general/history');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('98');
  await expect(option('Bela Shah')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(option('All leads with "98"')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leads\?search=98$/);

  const held = Promise.withResolvers<void>();
  await page.route('**/api/search?q=Bela', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Find anything' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('Arif');
  // Until the results arrive the lead is still among those opened last.
  await expect(option('Arif Khan 98765 43210')).toBeVisible();
  const asked = page.waitForRequest('**/api/search?q=Bela');
  await field.fill('Bela');
  await page.keyboard.press('Enter');
  await asked;
  await expect(field).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Bela Shah' }).first()).toBeVisible();
});
