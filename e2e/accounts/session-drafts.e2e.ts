import type { Page } from '@playwright/test';
import type { Account } from '../server.ts';
import { expect, test, walkTo } from '../fixtures.ts';

async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('an expired session is explained, and typed text is kept for the same user', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 401 .*\/api\//);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const end = async () => {
    await api.setActive(company.manager, false);
    // The end of the live stream signals it, without any action on the page.
    await expect(page).toHaveURL('/login');
    await api.setActive(company.manager, true);
    await expect(page.getByText('Your session has ended. Sign in to go on.')).toBeVisible();
  };
  await openAs(company.manager, '/create-lead');
  await name.fill('Half a lead');
  await end();
  await fillSignIn(page, company.manager);
  await expect(page).toHaveURL('/create-lead');
  await expect(name).toHaveValue('Half a lead');

  // An edit that a colleague has overtaken meanwhile asks, as it would without the new sign-in.
  await page.goto(`/leads/${id}/edit`);
  const companyName = page.getByRole('textbox', { name: 'Company', exact: true });
  await companyName.fill('Rao Interiors');
  await end();
  const admin = await api.newPerson(company.id, 'manager', 'Ravi');
  await api.call(admin, 'PUT', `/leads/${id}`, { company_name: 'Rao Group' });
  await fillSignIn(page, company.manager);
  const conflict = page.getByRole('region', { name: 'Changes made in the meantime' });
  await expect(conflict.getByRole('radio', { name: 'Mine: Rao Interiors' })).toBeChecked();
  await page.reload();
  await conflict.getByRole('radio', { name: 'Theirs: Rao Group' }).check();
  await expect(companyName).toHaveValue('Rao Group');

  // Notes and calls are drafts like forms.
  await page.goto(`/leads/${id}`);
  await page.getByRole('textbox', { name: 'Note' }).fill('Half a note');
  await end();
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  await fillSignIn(page, rep);
  await expect(page).toHaveURL('/dashboard');
  expect(
    await page.evaluate(() =>
      Object.values<string>({ ...localStorage }).filter((text) => text.includes('Half a')),
    ),
  ).toEqual([]);

  await walkTo(page, 'Add Lead');
  await name.fill('Half a lead of Rohan');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  expect(
    await page.evaluate(() =>
      Object.values<string>({ ...localStorage }).filter((text) => text.includes('Half a')),
    ),
  ).toEqual([]);
});
