import type { Page } from '@playwright/test';
import { DEFAULT_TIME_ZONE, formatDate } from '#shared/values/dates.ts';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';

/** The tabs of an admin, who may see all but the clients, with their parts. */
const TABS = [
  ['general', 'General', ['You', 'Company', 'Templates', 'History']],
  ['fields', 'Lead Fields', ['Fields', 'Pipeline']],
  ['api', 'API', ['Lead sources', 'Website keys', 'Tokens', 'Webhooks']],
  ['users', 'Users', ['People', 'Invitations', 'Teams', 'Distribution', 'Absences', 'Targets']],
  ['roles', 'Roles', ['Roles', 'Audit Log']],
] as const;
const SENTENCES = {
  clients: 'Only Super Admins can manage client settings.',
  users: 'Only Admins and Super Admins can manage users.',
};

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const inSidebar = (page: Page) => page.getByRole('complementary').getByRole('link', { name: 'Settings' });
const columnsOf = async (page: Page) =>
  (await tabBar(page).evaluate((bar) => getComputedStyle(bar).gridTemplateColumns)).split(' ');

test('an admin moves through the tabs by the bar, without entries in the history, and on a phone the open tab is in view', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/products');
  await inSidebar(page).click();
  await expect(page).toHaveURL('/settings/general');
  await expect(tabBar(page).getByRole('link')).toHaveText(TABS.map(([, label]) => label));
  expect(await columnsOf(page)).toHaveLength(TABS.length);
  await expect(inSidebar(page)).toHaveCount(1);
  // Unit tests say which parts every other tab has.
  for (const [tab, label, parts] of TABS.filter(([name]) =>
    ['users', 'general'].includes(name),
  ).toReversed()) {
    const link = tabBar(page).getByRole('link', { name: label });
    await link.click();
    await expect(page).toHaveURL(`/settings/${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tab === 'general' ? 'Settings' : label);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expectAbsent(page.getByRole('heading', { name: 'Access Denied' }));
    const bar = page.getByRole('navigation', { name: label, exact: true });
    await expect(bar.getByRole('link')).toHaveText([...parts]);
    await expect(bar.getByRole('link', { name: parts[0] })).toHaveAttribute('aria-current', 'page');
    const last = parts.at(-1) ?? '';
    await bar.getByRole('link', { name: last }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(last);
    await expect(bar.getByRole('link', { name: last })).toHaveAttribute('aria-current', 'page');
    await expect(bar.locator('[aria-current]')).toHaveCount(1);
  }
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/users/targets');
  await expect(tabBar(page).getByRole('link', { name: 'Users' })).toBeInViewport({ ratio: 1 });
  const parts = page.getByRole('navigation', { name: 'Users' });
  await expect(parts.getByRole('link', { name: 'Targets' })).toBeInViewport({ ratio: 1 });
});

test("the address of another role's tab leads to the first tab, which says why until one goes on", async ({
  page,
  server,
  openAs,
}) => {
  const denied = page.getByRole('heading', { name: 'Access Denied' });
  const profile = page.getByRole('region', { name: 'Profile' });
  await openAs(server.account('vikram@sharma.example'), '/settings/distribution');
  await expect(page).toHaveURL('/settings/general/distribution');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Distribution');
  await expect(tabBar(page).getByRole('link')).toHaveText(['General']);
  expect(await columnsOf(page)).toHaveLength(1);
  await expectAbsent(inSidebar(page));

  await page.goto('/settings/clients');
  await expect(page).toHaveURL('/settings/general');
  await expect(denied).toBeVisible();
  await expect(page.getByText(SENTENCES.clients)).toBeVisible();
  await expect(tabBar(page).locator('[aria-current]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to Settings' })).toHaveAttribute(
    'href',
    '/settings/general',
  );
  // The message disappears with its page.
  await page.reload();
  await expect(profile).toBeVisible();
  await expect(denied).toHaveCount(0);
  const parts = page.getByRole('navigation', { name: 'General' });
  await parts.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Trash' })).toBeVisible();
  await parts.getByRole('link', { name: 'Company' }).click();
  await expect(page.getByLabel('Minutes until the first contact')).toBeVisible();
  await expectAbsent(page.getByRole('region', { name: 'All data' }));
  await expectAbsent(page.getByRole('region', { name: 'Working hours' }));
});

test('a page past the end of a list leads to the last page, and a user who loses access sees the reason', async ({
  page,
  server,
  openAs,
  faults,
}) => {
  faults.expect(/status of 403/);
  const refuse = async (path: string, message?: string) =>
    await page.route(path, (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, code: 'forbidden', ...(message && { message }) },
      }),
    );
  await openAs(server.account('superadmin@lms.example'), '/products');
  await page.goto('/settings/users?search=Sneha&page=99');
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page).not.toHaveURL(/page=9/);
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await page.goForward();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await refuse('**/api/users?*');
  await refuse('**/api/clients?*', SENTENCES.clients);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Asha');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page.locator('#content').getByText(SENTENCES.users)).toBeVisible();
  await tabBar(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.locator('#content').getByText(SENTENCES.clients)).toBeVisible();
});

test('the roles name their permissions, and are found by name and description', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account('superadmin@lms.example'), '/settings/roles');
  const rows = page.getByRole('table', { name: 'Roles' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Description',
    'Users',
    'Active',
    'Permissions',
  ]);
  const superadmin = rows.filter({ hasText: 'Super Admin' });
  await expect(superadmin.getByText('Manage clients')).toBeVisible();
  const areas = rows.filter({ hasText: 'Sales Rep' }).getByRole('term');
  await expect(areas).toHaveText(['Leads', 'Calls and follow-ups', 'Products', 'People']);
  await expectAbsent(rows.filter({ hasText: 'Sales Rep' }).getByText('Manage clients'));
  const search = page.getByPlaceholder('Search roles...');
  await search.fill('follow-ups');
  await search.press('Enter');
  await expect(rows).toHaveCount(2);
  for (const name of ['Sales Rep', 'super admin']) {
    await search.fill(name);
    await search.press('Enter');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(new RegExp(name, 'i'));
  }
  // The address follows the box a moment after Enter, and the box never follows the address, or letters would
  // be lost.
  const shown = await search.evaluateHandle((box) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push((box as HTMLInputElement).value)).observe(box, {
      attributes: true,
    });
    return texts;
  });
  await search.fill('follow-ups');
  await search.press('Enter');
  await expect(page).toHaveURL(/search=follow-ups/);
  await expect(rows.nth(1)).toContainText('Sales Rep');
  expect(new Set(await shown.jsonValue())).toEqual(new Set(['follow-ups']));
  await search.fill('nobody');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'No roles found.' })).toBeVisible();
});

test('the audit log shows what was done, and filters by kind, user and days', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/roles/audit');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Signed in' }).first()).toContainText('Kabir Joshi (Admin)');
  await expect(rows.filter({ hasText: 'User created' }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'What happened' }).selectOption('User created');
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(0);
  await expect(page).toHaveURL(/action=user_created/);
  const search = page.getByRole('searchbox', { name: 'Search the audit log' });
  await search.fill('no such person');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows.filter({ hasText: 'Signed in' }).first()).toBeVisible();
  await expect(page).toHaveURL('/settings/roles/audit');

  const from = page.getByRole('textbox', { name: 'From date' });
  const to = page.getByRole('textbox', { name: 'To date' });
  const today = formatDate(new Date(), DEFAULT_TIME_ZONE);
  await from.fill(today);
  await to.fill(today);
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/from_date=\d{4}-\d\d-\d\d&to_date=/);
  await expect(rows.filter({ hasText: 'User created' }).first()).toContainText(today);
  await page.reload();
  await expect(from).toHaveValue(today);
  await from.fill('01/02/2025');
  await to.fill('31/01/2025');
  await expect(page.getByRole('alert')).toHaveText('From date cannot be after To date');
  expect(await barriers(page)).toEqual([]);
  await from.fill('01/01/2025');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/from_date=2025-01-01&to_date=2025-01-31/);
  await expect(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
});
