import type { Page } from '@playwright/test';
import type { Role } from '#shared/permissions.ts';
import { DEFAULT_TIME_ZONE, formatDate } from '#shared/dates.ts';
import { expect, expectAbsent, test } from './fixtures.ts';

const TABS = [
  'general',
  'fields',
  'templates',
  'distribution',
  'hours',
  'clients',
  'api',
  'users',
  'teams',
  'targets',
  'roles',
  'audit',
] as const;
type Tab = (typeof TABS)[number];

const LABELS: Record<Tab, string> = {
  general: 'General',
  fields: 'Lead Fields',
  templates: 'Templates',
  distribution: 'Distribution',
  hours: 'Working Hours',
  clients: 'Clients',
  api: 'API',
  users: 'Users',
  teams: 'Teams',
  targets: 'Targets',
  roles: 'Roles',
  audit: 'Audit Log',
};

/** The sentences for roles that may not see a tab. */
const SENTENCES: Partial<Record<Tab, string>> = {
  fields: 'Only Admins and Super Admins can configure lead fields.',
  distribution: 'Only Managers, Admins and Super Admins can decide who gets new leads.',
  hours: 'Only Admins and Super Admins can change working hours.',
  clients: 'Only Super Admins can manage client settings.',
  api: 'Only Admins and Super Admins can access API settings.',
  users: 'Only Admins and Super Admins can manage users.',
  teams: 'Only Admins and Super Admins can choose whose leads people see.',
  targets: 'Only Admins and Super Admins can set targets.',
  roles: 'Only Admins and Super Admins can manage roles.',
  audit: 'Only Admins and Super Admins can read the audit log.',
};

const VISIBLE: Record<Role, readonly Tab[]> = {
  superadmin: TABS,
  admin: [
    'general',
    'fields',
    'templates',
    'distribution',
    'hours',
    'api',
    'users',
    'teams',
    'targets',
    'roles',
    'audit',
  ],
  manager: ['general', 'templates', 'distribution'],
  salesrep: ['general', 'templates'],
};

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

for (const role of ['superadmin', 'admin', 'manager', 'salesrep'] as const) {
  test(`a ${role} reaches the tabs of that role, by the bar and by the address`, async ({
    page,
    company,
    api,
    server,
    openAs,
  }) => {
    const person =
      role === 'superadmin'
        ? server.account('superadmin@lms.example')
        : await api.newPerson(company.id, role, 'Kabir');
    await openAs(person, '/settings');
    await expect(page).toHaveURL('/settings/general');
    const links = tabBar(page).getByRole('link');
    await expect(links).toHaveText(VISIBLE[role].map((tab) => LABELS[tab]));
    const columns = await tabBar(page).evaluate((bar) => getComputedStyle(bar).gridTemplateColumns);
    expect(columns.split(' ')).toHaveLength(VISIBLE[role].length);
    // A superadmin of all clients finds the button in the menu of each client.
    const allData = page.getByRole('region', { name: 'All data' });
    await expect(page.getByRole('region', { name: 'Trash' })).toBeVisible();
    if (role === 'admin')
      await expect(allData.getByRole('button', { name: 'Download All Data' })).toBeVisible();
    else await expectAbsent(allData);
    const inSidebar = page.getByRole('complementary').getByRole('link', { name: 'Settings' });
    await expect(inSidebar).toHaveCount(role === 'superadmin' || role === 'admin' ? 1 : 0);

    for (const tab of TABS) {
      await page.goto(`/settings/${tab}`);
      if (VISIBLE[role].includes(tab)) {
        await expect(page).toHaveURL(`/settings/${tab}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          tab === 'general' ? 'Settings' : LABELS[tab],
        );
        await expect(tabBar(page).getByRole('link', { name: LABELS[tab] })).toHaveAttribute(
          'aria-current',
          'page',
        );
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toHaveCount(0);
        continue;
      }
      await expect(page).toHaveURL('/settings/general');
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
      await expect(page.getByText(SENTENCES[tab] ?? '')).toBeVisible();
      // The message ends with the page it belongs to.
      if (tab === 'fields' || tab === 'clients') await page.reload();
      else await page.getByRole('link', { name: 'Go to Settings' }).click();
      await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toHaveCount(0);
    }
    await page.goto('/settings/nonsense');
    await expect(page).toHaveURL('/settings/general');
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toHaveCount(0);
  });
}

test('a change of the tab adds no step to go back, and on a phone the open tab is in sight', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account('superadmin@lms.example'), '/products');
  await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click();
  for (const tab of ['Users', 'Roles', 'Clients'])
    await tabBar(page).getByRole('link', { name: tab }).click();
  await expect(page).toHaveURL('/settings/clients');
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/audit');
  await expect(tabBar(page).getByRole('link', { name: 'Audit Log' })).toBeInViewport({ ratio: 1 });
});

test('whoever loses the right while a tab is open reads why', async ({ page, server, openAs, faults }) => {
  faults.expect(/status of 403/);
  const refuse = async (path: string, message?: string) =>
    await page.route(path, (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, code: 'forbidden', ...(message && { message }) },
      }),
    );
  await openAs(server.account('superadmin@lms.example'), '/settings/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await refuse('**/api/users?*');
  await refuse('**/api/clients?*', SENTENCES.clients);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Asha');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page.locator('#content').getByText(SENTENCES.users ?? '')).toBeVisible();
  await tabBar(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.locator('#content').getByText(SENTENCES.clients ?? '')).toBeVisible();
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
  // The address follows the box a moment after Enter. The box never goes back to the address, or letters would be lost.
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

test('the audit log says what was done, and is narrowed to one kind, one person and some days', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/audit');
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
  await expect(page).toHaveURL('/settings/audit');

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
  await from.fill('01/01/2025');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/from_date=2025-01-01&to_date=2025-01-31/);
  await expect(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
});

test('a page past the end of a list leads to the last page that exists', async ({
  page,
  company,
  server,
  signIn,
}) => {
  await signIn(server.account('superadmin@lms.example'));
  const search = encodeURIComponent(company.name);
  await page.goto('/dashboard');
  for (const path of [`/settings/clients?search=${search}&page=9`, `/settings/users?search=Meera&page=99`]) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page).not.toHaveURL(/page=9/);
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
  }
});
