import { fieldNames } from '../hands/fields.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';

test('the palette finds and opens a part of the settings by the words that people use', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account('superadmin@lms.example'), '/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find a lead, a page or an action' });
  await field.fill('trash');
  await expect(page.getByRole('option', { name: 'Settings: History' })).toBeVisible();
  await field.fill('stages');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/^[^?]*\/settings\/fields\/pipeline/);
});

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
  await second.goto('/settings/users/targets');
  await expect(client(second)).toHaveValue(other.name);
  for (const address of ['/reports', '/create-lead', '/settings/general/templates']) {
    await page.goto(address);
    await expect(client(), address).toHaveValue(company.name);
  }
});
