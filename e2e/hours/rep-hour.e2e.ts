import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { row, toast } from '../leads.ts';

test('a duplicate of a new lead is shown, and a user’s own lead can be deleted and restored', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, {
    name: 'Asha Patel',
    phone: '+91 98765 00001',
    email: 'asha@e2e.example',
    company_name: 'Patel Interiors',
  });
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/create-lead');
  const form = page.getByRole('form', { name: 'New lead' });
  await form.getByRole('textbox', { name: 'Name' }).fill('A. Patel');
  await form.getByRole('textbox', { name: 'Phone' }).fill('098765-00001');
  await form.getByRole('textbox', { name: 'Company' }).click();
  await expect(form.getByText('This phone number is already used by Asha Patel.')).toBeVisible();
  await form.getByRole('button', { name: 'Open Asha Patel' }).click();
  const popup = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(popup.getByText('Patel Interiors')).toBeVisible();
  await popup.getByRole('button', { name: 'Close' }).last().click();
  await expect(popup).toBeHidden();
  await form.getByRole('button', { name: 'Create anyway' }).click();
  await expect(form.getByText('This phone number is already used by')).toHaveCount(0);
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(
    toast(page, 'Lead created successfully! The new lead has been added to your pipeline.'),
  ).toBeVisible();
  await expect(leadNames(page)).toHaveText(['A. Patel', 'Asha Patel']);
  await expect(row(page, /A\. Patel/).getByText('Duplicate', { exact: true })).toBeVisible();

  // A press anywhere in the row opens the lead.
  await row(page, /asha@e2e/)
    .getByRole('cell', { name: /@/ })
    .click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Merge' })).toBeVisible();
  await expectAbsent(page.getByRole('menuitem', { name: 'Delete' }));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to Leads' }).click();
  await page.getByRole('button', { name: 'Actions for A. Patel' }).click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this lead?' });
  await expect(
    question.getByText('A. Patel goes to the trash and can be restored for 30 days.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete Lead' }).click();
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
  await expect(toast(page, 'Lead deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'A. Patel is back')).toBeVisible();
  await expect(leadNames(page)).toHaveText(['A. Patel', 'Asha Patel']);
});
