import { expect, recordCalls, test } from '../fixtures.ts';

test('from any page a lead is found by a phone number in any format, and opened by keyboard', async ({
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

  await page.getByRole('searchbox').first().focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('98765-43210');
  await expect(option('Arif Khan')).toHaveAttribute('aria-selected', 'true');
  await expect(option('Bela Shah')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leads\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Arif Khan' }).first()).toBeVisible();

  // The lead opened last is offered before anything is typed, and its page shows its shortcuts.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Find anything')).toHaveCount(2);
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
});

test('Enter before the results arrive opens the first result, and shortcut keys typed in a field stay letters', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, [{ name: 'Arif Khan' }, { name: 'Bela Shah' }]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/search?q=Bela', async (route) => {
    await held;
    await route.continue();
  });
  await openAs(company.manager, '/leads');
  const box = page.getByRole('searchbox', { name: 'Search' }).first();
  await box.focus();
  const calls = recordCalls(page);
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(box).toHaveValue('/?');
  await page.getByRole('button', { name: 'Find anything' }).click();
  const field = page.getByRole('combobox', { name: 'Find a lead, a page or an action' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Arif');
  await expect(page.getByRole('option', { name: 'Arif Khan' })).toBeVisible();
  await field.fill('Bela');
  await page.keyboard.press('Enter');
  await expect.poll(() => calls).toContain('GET /search?q=Bela');
  await expect(field).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'Bela Shah' }).first()).toBeVisible();
});
