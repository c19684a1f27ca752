import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { choose, failure, hold, names, numbered, toast } from '../leads.ts';

const FAULT = /(status of|answer) 500/;

test('failed bulk actions show an error, and nothing is lost', async ({
  page,
  company,
  api,
  server,
  faults,
  openAs,
}) => {
  faults.expect(FAULT);
  await api.addLeads(company.manager, numbered(2));
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
  const menu = page.getByRole('button', { name: 'Bulk Actions' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Update Selected (2)' }).click();
  const update = page.getByRole('dialog', { name: 'Bulk Update Leads' });
  await update.getByRole('textbox', { name: 'Lead Score' }).fill('101');
  await update.getByRole('textbox', { name: 'Next Follow-up Date' }).fill('soon');
  await update.getByRole('button', { name: 'Update 2 Leads' }).click();
  await expect(update.getByText('Lead score must be a whole number from 0 to 100.')).toBeVisible();
  await expect(update.getByText('Enter a date such as 30/11/2026, 9:00 AM.')).toBeVisible();
  await expect(update.getByRole('textbox', { name: 'Lead Score' })).toHaveValue('101');
  await update.getByRole('textbox', { name: 'Lead Score' }).fill('10');
  await update.getByRole('textbox', { name: 'Next Follow-up Date' }).fill('');
  await choose(page, update, 'Status', 'Qualified');
  await expectAbsent(update.getByRole('checkbox', { name: /^Also move open follow-ups/ }));
  await choose(page, update, 'Assigned To', 'Unassigned');
  await expect(update.getByRole('checkbox', { name: /^Also move open follow-ups/ })).toBeChecked();
  await page.route('**/api/leads/bulk-update', (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await update.getByRole('button', { name: 'Update 2 Leads' }).click();
  await expect(toast(page, 'Failed to update leads. Please try again.')).toBeVisible();
  await expect(toast(page, 'The disk is full.')).toBeVisible();
  await expect(update.getByRole('combobox', { name: 'Status' })).toHaveValue('Qualified');
  await update.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete Selected (2)' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 leads?' });
  await page.route('**/api/leads/bulk-delete', (route) => route.abort('connectionreset'), { times: 1 });
  faults.expect(/ERR_CONNECTION_RESET/);
  await question.getByRole('button', { name: 'Delete 2 Leads' }).click();
  await expect(toast(page, 'Failed to delete leads. Please try again.')).toBeVisible();
  await expect(
    toast(page, 'The server cannot be reached. Check your connection and try again.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(leadNames(page)).toHaveText(names(2, 1));
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();

  // An action whose answer is lost takes effect once, however often it is sent.
  await menu.click();
  await page.getByRole('menuitem', { name: 'Update Selected (2)' }).click();
  await update.getByRole('textbox', { name: 'Notes' }).fill('Met at the fair');
  await page.route(
    '**/api/leads/bulk-update',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await update.getByRole('button', { name: 'Update 2 Leads' }).click();
  await expect(toast(page, 'Failed to update leads. Please try again.').last()).toBeVisible();
  await expect(update.getByRole('button', { name: 'Update 2 Leads' })).toBeEnabled();
  await update.getByRole('button', { name: 'Update 2 Leads' }).click();
  await expect(toast(page, 'Successfully updated 2 leads')).toBeVisible();
  const all = await api.call<{ notes: string }[]>(company.manager, 'GET', '/leads');
  expect(all.map(({ notes }) => notes)).toEqual(['Met at the fair', 'Met at the fair']);
});

test('leads that a bulk action could not change are named with the reason, and the others are changed', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await api.addLead(company.manager, { name: 'Asha Patel' });
  const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
  const full = await api.addLead(company.manager, { name: 'Full of tags', tags });
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  const all = page.getByRole('checkbox', { name: 'Select all leads on this page' });
  const menu = page.getByRole('button', { name: 'Bulk Actions' });
  await all.click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Update Selected (2)' }).click();
  const update = page.getByRole('dialog', { name: 'Bulk Update Leads' });
  await update.getByRole('combobox', { name: 'Tags', exact: true }).click();
  await page.keyboard.type('one more\n');
  await update.getByRole('button', { name: 'Update 2 Leads' }).click();
  const problems = page.getByRole('dialog', { name: '1 lead was not updated' });
  await expect(problems.getByText('Nothing changed for these leads.')).toBeVisible();
  await expect(problems.getByRole('listitem')).toHaveText('Full of tagsA lead can have 50 tags at most.');
  await expect(toast(page, 'Successfully updated 1 leads')).toBeVisible();
  await problems.getByRole('button', { name: 'Close' }).last().click();
  await expect(problems).toBeHidden();

  // Somebody deletes a selected lead meanwhile.
  await all.click();
  await api.call(await api.superadmin(), 'DELETE', `/leads/${full.id}`);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete Selected (2)' }).click();
  await page.getByRole('button', { name: 'Delete 2 Leads' }).click();
  await expect(toast(page, 'Successfully deleted 1 leads')).toBeVisible();
  const gone = page.getByRole('dialog', { name: '1 lead was not deleted' });
  await expect(gone.getByRole('listitem')).toHaveText('Full of tagsThis lead is in the trash.');
  await gone.getByRole('button', { name: 'Close' }).last().click();
  await expect(leadNames(page)).toHaveCount(0);
});

test('a bulk action names the exact number of leads of a long search, and keeps to them', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const rows = Array.from({ length: 103 }, (_, index) => ({
    name: `Zed ${index}`,
    phone: `98100${10000 + index}`,
  }));
  await api.addLeads(company.manager, rows);
  await api.addLead(company.manager, { name: 'Asha Patel' });
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  await page.getByLabel('Rows per page').selectOption('24');
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('ze');
  await expect(page.getByText('of 100+')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Select all 100+ matching' }).click();
  await expect(bar.getByRole('status')).toHaveText('All 103 matching selected');
  await page.getByRole('button', { name: 'Bulk Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete Selected (103)' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 103 leads?' });
  // The list behind the question is another one.
  await page.goBack();
  await expect(page).not.toHaveURL(/search=/);
  await question.getByRole('button', { name: 'Delete 103 Leads' }).click();
  await expect(toast(page, 'Successfully deleted 103 leads')).toBeVisible();
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
  const letGo = await hold(page, '**/api/operations/*/undo');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undoing…')).toBeVisible();
  letGo();
  await expect(toast(page, 'Undone: 103 leads restored')).toBeVisible();
});
