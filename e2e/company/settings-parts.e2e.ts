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
