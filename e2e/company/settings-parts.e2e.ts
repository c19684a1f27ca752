import { fieldNames } from '../hands/fields.ts';
import { expect, expectAbsent, test, walkTo } from '../fixtures.ts';

test('a client chosen once stays chosen in all settings, in reports and for a new lead, separately in each tab', async ({
  page,
  context,
  company,
  api,
  server,
  openAs,
}) => {
  const other = await api.newCompany('Malabar Test Traders');
  const client = (of = page) => of.getByRole('combobox', { name: 'Client', exact: true });
  await openAs(server.account('superadmin@lms.example'), '/settings/fields');
  await client().fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  await expect(fieldNames(page).first()).toContainText('Name');
  const bar = (name: string) => page.getByRole('navigation', { name, exact: true });
  const open = async (tab: string, part: string) => {
    await bar('Settings').getByRole('link', { name: tab }).click();
    await bar(tab).getByRole('link', { name: part }).click();
  };
  for (const [tab, part] of [
    ['Lead Fields', 'Pipeline'],
    ['Users', 'Teams'],
    ['General', 'Company'],
  ] as const) {
    await open(tab, part);
    await expect(client(), part).toHaveValue(company.name);
    await expectAbsent(page.getByText('Choose a client'));
  }
  const second = await context.newPage();
  await second.goto(`/settings/users/teams?client_id=${other.id}`);
  await expect(client(second)).toHaveValue(other.name);
  await second.getByRole('link', { name: 'Targets', exact: true }).click();
  await expect(client(second)).toHaveValue(other.name);
  await page.goto('/reports');
  await expect(client()).toHaveValue(company.name);
  await walkTo(page, 'Add Lead');
  await expect(client()).toHaveValue(company.name);
  await walkTo(page, 'Settings');
  await open('General', 'Templates');
  await expect(client()).toHaveValue(company.name);
});

test('the history shows operations beyond the first hundred', async ({ page, company, openAs }) => {
  const row = (place: number) => ({
    id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    kind: 'delete',
    at: '2026-11-25T09:00:00.000Z',
    user_id: null,
    user_name: null,
    clientId: company.id,
    leads: 1,
    summary: `Lead ${place}`,
    undone_at: null,
    can_undo: false,
  });
  const all = Array.from({ length: 105 }, (_, index) => row(index + 1));
  await page.route('**/api/operations?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const [number, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit'))];
    const pagination = { page: number, limit, total: all.length, totalPages: Math.ceil(all.length / limit) };
    await route.fulfill({
      json: { success: true, data: all.slice((number - 1) * limit, number * limit), pagination },
    });
  });
  await openAs(company.manager, '/settings/general/history');
  const operations = page.getByRole('region', { name: 'Recent operations' });
  const rows = operations.getByRole('listitem');
  const more = operations.getByRole('button', { name: 'Show more' });
  await expect(rows.first()).toContainText('Lead 1');
  while ((await rows.count()) < all.length) {
    const shown = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(shown);
  }
  await expectAbsent(more);
});
