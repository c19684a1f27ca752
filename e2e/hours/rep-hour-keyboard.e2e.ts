import { expect, leadNames, test } from '../fixtures.ts';
import { pick, press, reach, type } from '../hands/keyboard.ts';
import { names, numbered, row, toast } from '../leads.ts';

test('with only the keyboard a rep finds, filters, sorts, pages, opens, edits and returns to the row', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(40));
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/leads');
  await expect(page.getByText('Showing 1 to 12 of 40 results')).toBeVisible();
  await type(page, page.getByRole('searchbox', { name: 'Search leads' }), 'even works');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 12 of 20 (filtered from 40)')).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Filters' }));
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await pick(page, drawer.getByRole('combobox', { name: 'Status' }), 'Contacted');
  await expect(page).toHaveURL('/leads?search=even+works&status=contacted');
  // The first press only closes the options, if they are still open for more choices.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused();

  await press(page, page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button'));
  await expect(leadNames(page).first()).toHaveText('Lead 02');
  await press(page, page.getByRole('button', { name: 'Next', exact: true }));
  await expect(leadNames(page)).toHaveText(names(26, 28, 30, 32, 34, 36, 38, 40));
  await reach(page, page.getByRole('link', { name: 'Lead 26' }));
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  await expect(page.getByRole('link', { name: 'Lead 30' })).toBeFocused();
  await page.keyboard.press('Enter');
  const neighbours = page.getByRole('navigation', { name: 'Leads of the list' });
  await expect(neighbours.getByRole('status')).toHaveText('15 of 20');
  await page.keyboard.press('j');
  await expect(neighbours.getByRole('status')).toHaveText('16 of 20');
  await page.keyboard.press('k');
  await expect(neighbours.getByRole('status')).toHaveText('15 of 20');

  await press(page, page.getByRole('link', { name: 'Edit Lead' }));
  const form = page.getByRole('form', { name: 'Lead Information' });
  await type(page, form.getByRole('textbox', { name: 'Company' }), 'Even Works, Pune');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Lead updated successfully.')).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Lead changed', { exact: true })).toBeVisible();
  await expect(timeline.getByText(/Company\s*:\s*Even Works\s*→\s*to\s*Even Works, Pune/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Back to Leads' }));
  await expect(page.getByRole('link', { name: 'Lead 30' })).toBeFocused();
  await expect(page).toHaveURL(
    '/leads?search=even+works&status=contacted&sort_by=name&sort_order=asc&page=2',
  );
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('even works');
  await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'ascending');
  await expect(row(page, /Lead 30/).getByText('Even Works, Pune')).toBeVisible();

  // The list is one step back from the lead, and the lead one step forward from the list.
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Lead 30' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Lead 30' })).toBeFocused();
  // Back takes one step of the list at a time: the page, then the sort order.
  await page.goBack();
  await expect(leadNames(page).first()).toHaveText('Lead 02');
  await page.goBack();
  await expect(leadNames(page).first()).toHaveText('Lead 40');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('even works');
});

test('with only the keyboard: quick edit from the row, a selection and why it is refused, a new lead', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(3));
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/leads');
  await expect(leadNames(page)).toHaveText(names(3, 2, 1));
  const actions = page.getByRole('button', { name: 'Actions for Lead 02' });
  await press(page, actions);
  const menu = page.getByRole('menu', { name: 'Actions for Lead 02' });
  await reach(page, menu.getByRole('menuitem', { name: 'Quick Edit' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quick Edit Lead' });
  await pick(page, dialog.getByRole('combobox', { name: 'Status' }), 'Qualified');
  await press(page, dialog.getByRole('button', { name: 'Update Lead' }));
  await expect(toast(page, 'Lead updated successfully!')).toBeVisible();
  await expect(actions).toBeFocused();
  await expect(row(page, /Lead 02/).getByText('Qualified')).toBeVisible();

  await reach(page, page.getByRole('link', { name: 'Lead 02' }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await reach(page, page.getByRole('button', { name: 'Bulk Actions' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const refused = page.getByRole('menuitem', { name: 'Delete Selected (2)' });
  await reach(page, refused, 'ArrowDown');
  await expect(refused).toHaveAccessibleDescription(
    'Only Super Admin users can perform bulk delete operations',
  );
  await page.keyboard.press('Enter');
  await expect(refused).toBeVisible();
  const update = page.getByRole('menuitem', { name: 'Update Selected (2)' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await expect(update.getByText('Only Super Admin users can perform bulk update operations')).toBeVisible();
  await update.dispatchEvent('click');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Bulk Actions' })).toBeFocused();

  await reach(page, page.getByRole('button', { name: 'Add a new lead' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'New lead' });
  await type(page, form.getByRole('textbox', { name: 'Name' }), 'Bina Rao');
  await type(page, form.getByRole('textbox', { name: 'Email' }), 'LEAD-01@e2e.example');
  await page.keyboard.press('Tab');
  await expect(form.getByText('This email is already used by Lead 01.')).toBeVisible();
  await reach(page, form.getByRole('button', { name: 'Create anyway' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await press(page, form.getByRole('button', { name: 'Create Lead' }));
  await expect(page.getByText('Lead created successfully!', { exact: false })).toBeVisible();
  await expect(leadNames(page).first()).toHaveText('Bina Rao');
  await expect(page.getByRole('button', { name: 'Add a new lead' })).toBeFocused();
});
