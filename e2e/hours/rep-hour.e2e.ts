import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { choose, names, numbered, row, toast } from '../leads.ts';

test('a rep finds, filters, sorts, pages, opens, edits and returns to the row', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(40));
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/leads');
  await expect(page.getByText('Showing 1 to 12 of 40 results', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('even works');
  await expect(page.getByText('Showing 1 to 12 of 20 (filtered from 40)', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await choose(page, drawer, 'Status', 'Contacted');
  await drawer.getByRole('button', { name: 'Show leads' }).click();
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await expect(leadNames(page).first()).toHaveText('Lead 02');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(leadNames(page)).toHaveText(names(26, 28, 30, 32, 34, 36, 38, 40));

  await page.getByRole('button', { name: 'Actions for Lead 34' }).click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  const neighbours = page.getByRole('navigation', { name: 'Leads of the list' });
  await expect(neighbours.getByRole('status')).toHaveText('17 of 20');
  await neighbours.getByRole('button', { name: 'Next lead' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lead 36' })).toBeVisible();
  await expect(neighbours.getByRole('status')).toHaveText('18 of 20');

  await page.getByRole('link', { name: 'Edit Lead' }).click();
  const form = page.getByRole('form', { name: 'Lead Information' });
  await form.getByRole('textbox', { name: 'Company' }).fill('Even Works, Pune');
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(toast(page, 'Success!')).toBeVisible();
  await expect(toast(page, 'Lead updated successfully.')).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Lead changed', { exact: true })).toBeVisible();
  await expect(timeline.getByText(/Company\s*:\s*Even Works\s*→\s*to\s*Even Works, Pune/)).toBeVisible();

  await page.getByRole('button', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL(
    '/leads?search=even+works&status=contacted&sort_by=name&sort_order=asc&page=2',
  );
  await expect(page.getByRole('link', { name: 'Lead 36' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Lead 36' })).toBeInViewport();
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('even works');
  await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'ascending');
  await expect(row(page, /Lead 36/).getByText('Even Works, Pune')).toBeVisible();

  // The list is one step back from the lead, and the lead one step forward from the list.
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Lead 36' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Lead 36' })).toBeFocused();
  // Back takes one step of the list at a time: the page, then the sort order.
  await page.goBack();
  await expect(leadNames(page).first()).toHaveText('Lead 02');
  await page.goBack();
  await expect(leadNames(page).first()).toHaveText('Lead 40');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('even works');
});

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
  await page.getByRole('link', { name: 'A. Patel' }).click();
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
