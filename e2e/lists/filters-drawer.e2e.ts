import { expect, expectAbsent, test } from '../fixtures.ts';
import { numbered } from '../leads.ts';

test('the drawer begins with eight filters and opens the others if one of them is set', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(1));
  await openAs(await api.newPerson(company.id, 'admin', 'Anjali'), '/leads');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const inputs = drawer.getByRole('combobox');
  await expect(inputs).toHaveCount(8);
  // From and To say of what.
  const created = drawer.getByRole('group', { name: 'Created' });
  await expect(created.getByRole('textbox', { name: 'From date' })).toBeVisible();
  await expectAbsent(drawer.getByRole('combobox', { name: 'Outcome' }));
  await drawer.getByRole('button', { name: 'More filters' }).click();
  const converted = drawer.getByRole('group', { name: 'Converted On' });
  await expect(converted.getByRole('textbox', { name: 'To date' })).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Open', exact: true }).click();
  await drawer.getByRole('button', { name: 'Fewer filters' }).click();
  await expect(drawer.getByRole('button', { name: 'More filters (1 set)' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Show leads' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(drawer.getByRole('combobox', { name: 'Outcome' })).toHaveValue('Open');
});
