import { expect, expectAbsent, leadNames, test, walkTo } from '../fixtures.ts';
import { toast } from '../leads.ts';

test('an admin chooses a manager, which leads reps see, and who exports', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.newPerson(company.id, 'salesrep', 'Zoya');
  await openAs(admin, '/settings/users');
  await page.getByRole('row', { name: /Zoya/ }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('combobox', { name: 'Manager' }).click();
  await page.getByRole('option', { name: company.manager.firstName }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'User saved')).toBeVisible();
  const zoya = page.getByRole('row', { name: /Zoya/ });
  await expect(zoya.getByRole('cell', { name: company.manager.firstName })).toBeVisible();
  await page.getByRole('combobox', { name: 'Team of' }).click();
  await page.getByRole('option', { name: company.manager.firstName }).click();
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: 'Teams' }).click();
  const team = page.getByRole('region', { name: 'Teams' });
  const manager = team.getByRole('listitem').filter({ hasText: company.manager.firstName }).first();
  await expect(manager.getByRole('listitem')).toContainText('Zoya');
  const reps = page.getByRole('group', { name: 'Sales Reps see' });
  await expect(reps.getByRole('radio', { name: "The company's leads" })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await reps.getByText('Own leads').click();
  await page.getByRole('form', { name: 'Visibility of leads' }).getByText('Managers and admins').click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Saved. It applies at once.')).toBeVisible();
  const visibility = await api.call(admin, 'GET', `/clients/${company.id}/lead-visibility`);
  expect(visibility).toMatchObject({ salesrep: 'own', exportsBy: 'managers' });
  await page.getByRole('link', { name: 'All Leads' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
});

test('an open list follows a narrower visibility at once, and the export and controls for other people disappear', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  const asAdmin = await api.newPerson(company.id, 'admin', 'Kabir');
  const rep = await api.newPerson(company.id, 'salesrep', 'Zoya');
  await api.addLead(rep, { name: 'Asha' });
  const strange = await api.addLead(company.manager, { name: 'Bina', email: 'bina@example.com' });
  await signIn(rep);
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto('/leads');
  await stream;
  await expect(leadNames(page)).toHaveText(['Bina', 'Asha']);
  const narrower = { salesrep: 'own', exportsBy: 'managers' };
  await api.call(asAdmin, 'PATCH', `/clients/${company.id}/lead-visibility`, narrower);
  await expect(leadNames(page)).toHaveText(['Asha']);

  await walkTo(page, 'Dashboard');
  await expect(page.getByText('These figures cover your leads.')).toBeVisible();
  await expectAbsent(page.getByRole('group', { name: 'Whose day' }));

  await walkTo(page, 'Add Lead');
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await email.fill('bina@example.com');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Bina again');
  await expect(page.getByText('A colleague already works with this person.')).toBeVisible();
  await expectAbsent(page.getByText('This email is already used by'));

  faults.expect(/status of 404/);
  await page.goto(`/leads/${strange.id}`);
  await expect(page.getByText('It may belong to a colleague.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Leads' }).click();
  await expect(page.getByRole('button', { name: 'Import' })).toBeVisible();
  await expectAbsent(page.getByRole('button', { name: 'Export' }));
});
