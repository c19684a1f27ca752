import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';

test('the shell lets skip to the content, and shows who is signed in, which page is open and an expired subscription', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await openAs(company.manager, '/leads');
  await expect(page.getByText('Get started by adding your first lead')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#content :focus')).toHaveCount(1);

  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByText(company.name)).toBeVisible();
  await expect(sidebar.getByText('Welcome, Meera')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Leads');
  await expect(page.getByText('Search, filter and work through your leads')).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'All Leads' })).toHaveAttribute('aria-current', 'page');
  await expectAbsent(page.getByText(/subscription/));
  await sidebar.getByRole('link', { name: 'Add Lead' }).click();
  await expect(page).toHaveURL('/create-lead');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Lead');
  await expect(page).toHaveTitle('Add Lead · LMS');
  await page.getByRole('button', { name: 'Your account' }).click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  await expect(account.getByText('Meera Joshi')).toBeVisible();
  await expect(account.getByText(company.manager.email)).toBeVisible();
  await expect(account.getByRole('definition')).toHaveText(['Manager', company.name]);
  await page.keyboard.press('Escape');
  await expect(account).toBeHidden();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeFocused();

  // The subscription has expired: every page says so, and nothing is locked.
  const ended = { subscriptionEndDate: '2025-12-31' };
  await api.call(await api.superadmin(), 'PATCH', `/clients/${company.id}`, ended);
  await page.reload();
  const sentence = `The subscription of ${company.name} ended on 31/12/2025. You can keep working; please renew it.`;
  await expect(page.getByText(sentence)).toBeVisible();
  await sidebar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByText(sentence)).toBeVisible();

  await openAs(server.account('superadmin@lms.example'), '/create-lead');
  await expect(sidebar.getByText('All clients')).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(account.getByRole('definition')).toHaveText(['Super Admin', 'All clients']);
  expect(await barriers(page)).toEqual([]);
});

test('a user without a client sees why the page is empty, and an admin assigns one', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const rep = await api.newPerson(null, 'salesrep', 'Rohan');
  const sentence = 'Your account isn’t assigned to a client yet. Ask an administrator to assign you.';
  await openAs(rep, '/create-lead');
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No company yet' })).toBeVisible();
  await expect(page.getByRole('complementary').getByText('No company yet')).toBeVisible();
  await expectAbsent(page.getByRole('form', { name: 'New lead' }));
  await expectAbsent(page.getByRole('button', { name: 'Add a new lead' }));
  await page.getByRole('button', { name: 'Your account' }).click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  await expect(account.getByRole('definition')).toHaveText(['Sales Rep', 'No company yet']);
  await page.keyboard.press('Escape');
  for (const [name, text] of [
    ['All Leads', 'No leads found'],
    ['Dashboard', /^Nothing is due and no leads are waiting\./],
  ] as const) {
    await page.getByRole('complementary').getByRole('link', { name }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expectAbsent(page.locator('#content').getByRole('link', { name: /add (a )?lead/i }));
  }

  await openAs(server.account('superadmin@lms.example'), `/settings/users?search=${rep.email}`);
  await page.getByRole('button', { name: 'Actions for Rohan Joshi' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await edit.getByRole('combobox', { name: 'Client' }).fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('row').filter({ hasText: rep.email })).toContainText(company.name);
});

test('colours and the sidebar’s width are kept at a reload, and the sidebar starts open at every sign-in on a wide screen', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/create-lead');
  const root = page.locator('html');
  const welcome = page.getByText('Welcome, Meera');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  const collapse = page.getByRole('button', { name: 'Collapse' });
  await expect(collapse).toHaveAttribute('aria-expanded', 'true');
  await collapse.click();
  await expect(page.getByRole('button', { name: 'Expand' })).toHaveAttribute('aria-expanded', 'false');
  await expect(welcome).toBeHidden();
  await page.getByRole('button', { name: 'Your account' }).click();
  const glides = await watchTransitions(page);
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await glides(), 'parts that glide to their colours, asked for no motion').toEqual([]);
  await page.reload();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('radio', { name: 'System' }).click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.keyboard.press('Escape');

  const leads = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'All Leads' });
  await leads.hover();
  await expect(page.getByRole('tooltip', { name: 'All Leads' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand' }).click();
  await expect(welcome).toBeVisible();
  await collapse.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await openAs(company.manager, '/create-lead');
  await expect(welcome).toBeVisible();

  // On a narrow screen the sidebar is narrow until the user expands it.
  await page.setViewportSize({ width: 1024, height: 768 });
  await openAs(company.manager, '/create-lead');
  const sidebar = page.getByRole('complementary').first();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(80);
  await sidebar.getByRole('button', { name: 'Expand' }).click();
  await expect(sidebar.getByText('Welcome, Meera')).toBeVisible();
  await page.reload();
  await expect(sidebar.getByText('Welcome, Meera')).toBeVisible();
});

test('a password is changed, and the old one stops working', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 4\d\d .*\/api\/auth\/change-password/);
  await openAs(company.manager, '/leads');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const newPassword = 'Monsoon-Bicycle-471';
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByLabel('New password', { exact: true }).fill('short');
  await dialog.getByLabel('Repeat the new password').fill(newPassword);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(dialog.getByText('The two new passwords differ.')).toBeVisible();
  await dialog.getByLabel('New password', { exact: true }).fill(newPassword);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Current password').fill(company.manager.password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status').getByText('Password changed.', { exact: false })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(api.signIn(company.manager)).rejects.toThrow('401');
  await api.signIn({ ...company.manager, password: newPassword });
});

/** Records every transition from now on; the returned function returns their elements two frames later. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const begun: string[] = [];
    addEventListener('transitionrun', ({ target }) => begun.push((target as Element).tagName));
    Object.assign(window, { begun });
  });
  return async () =>
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return (window as Window & typeof globalThis & { begun: string[] }).begun;
    });
}
