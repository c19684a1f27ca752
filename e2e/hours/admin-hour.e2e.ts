import { readFileSync } from 'node:fs';
import { expect, expectAbsent, test } from '../fixtures.ts';
import { choose, numbered, toast } from '../leads.ts';

test('an update of all matching leads is undone from the toast, except where a lead changed since, and a range is selected', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(30));
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}&status=contacted`);
  await expect(page.getByText('Showing 1 to 12 of 15 results')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar.getByRole('status')).toHaveText('12 selected');
  await bar.getByRole('button', { name: 'Select all 15 matching' }).click();
  await expect(bar.getByRole('status')).toHaveText('All 15 matching selected');
  await bar.getByRole('button', { name: 'Bulk Actions' }).click();
  await page.getByRole('menuitem', { name: 'Update Selected (15)' }).click();
  const update = page.getByRole('dialog', { name: 'Bulk Update Leads' });
  await expect(update.getByRole('button', { name: 'Update 15 Leads' })).toBeDisabled();
  for (const field of ['Status', 'Source', 'Assigned To', 'Interest Level', 'Archive leads'])
    await expect(update.getByRole('combobox', { name: field, exact: true })).toHaveValue('No change');
  await choose(page, update, 'Interest Level', 'High');
  await update.getByRole('button', { name: 'Reset' }).click();
  await expect(update.getByRole('combobox', { name: 'Interest Level' })).toHaveValue('No change');
  await choose(page, update, 'Status', 'Qualified');
  await update.getByRole('combobox', { name: 'Assigned To' }).fill('Meera');
  await page.getByRole('option', { name: 'Meera Joshi' }).click();
  const tags = update.getByRole('combobox', { name: 'Tags', exact: true });
  await tags.click();
  await page.keyboard.type('fair\n');
  // A blank tag is ignored and not sent, and a tag that is already there is not added.
  await page.keyboard.type('  \n');
  await page.keyboard.type('FAIR\n');
  await page.keyboard.type('autumn\n');
  const sent = page.waitForRequest(/\/api\/leads\/bulk-update/);
  await update.getByRole('button', { name: 'Update 15 Leads' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    matching: { status: ['contacted'], client_id: company.id },
    updates: { status: 'qualified', assigned_to: company.manager.id, tags: ['fair', 'autumn'] },
  });
  await expect(toast(page, 'Successfully updated 15 leads')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByText('Try adjusting your search criteria or filters')).toBeVisible();
  const session = await api.superadmin();
  const address = `/leads?page=1&limit=1&search=lead-30&client_id=${company.id}`;
  const [changed] = await api.call<{ id: string }[]>(session, 'GET', address);
  await api.call(session, 'PUT', `/leads/${changed?.id}`, { status: 'lost' });
  await page.locator('[data-tone]').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 14 leads restored')).toBeVisible();
  await expect(toast(page, 'Skipped because they changed since: Lead 30')).toBeVisible();
  await expect(page.getByText('Showing 1 to 12 of 14 results')).toBeVisible();
  await expectAbsent(page.getByRole('row', { name: /Lead 30/ }));

  await page.getByRole('checkbox', { name: 'Select Lead 28' }).click();
  await page.getByRole('checkbox', { name: 'Select Lead 22' }).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('4 selected');
});

test('an exported workbook imports with no changes into the client that must be chosen first', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(3));
  await api.addLead(company.manager, {
    name: 'रवि "Ravi" कुमार, Pune',
    phone: '+91 98765 00009',
    notes: '=HYPERLINK("http://e2e.example")\nsecond line',
    value: 265000.5,
    tags: ['NRI', 'a; b'],
  });
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Leads' });
  await choose(page, dialog, 'Format', 'Excel (.xlsx)');
  const xlsx = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(toast(page, 'Leads exported successfully as XLSX')).toBeVisible();
  const book = await xlsx;
  expect(book.suggestedFilename()).toMatch(/\.xlsx$/);

  const session = await api.superadmin();
  const before = await api.call<object[]>(session, 'GET', `/leads?client_id=${company.id}`);
  const wizard = page.getByRole('dialog', { name: 'Import Leads' });
  const into = wizard.getByRole('combobox', { name: 'Import into' });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(wizard.getByText('Select a client first')).toBeVisible();
  await into.fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  const file = { name: 'leads.xlsx', mimeType: '', buffer: readFileSync(await book.path()) };
  await wizard.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
  await wizard.getByRole('checkbox', { name: 'Update existing leads' }).check();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.getByText(/^Nothing in this file would change your leads\./)).toBeVisible();
  await wizard.getByRole('button', { name: 'Finish without importing' }).click();
  await expect(wizard.getByText('Nothing was imported, and nothing was changed.')).toBeVisible();
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(wizard).toBeHidden();
  // The next import starts with the client of the last one.
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(into).toHaveValue(company.name);
  expect(await api.call(session, 'GET', `/leads?client_id=${company.id}`)).toEqual(before);
});

test('from the trash a lead is restored, and erased only by an admin; an import is undone as one operation', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(101));
  const { id } = await api.addLead(company.manager, { name: 'Asha Patel', email: 'asha@e2e.example' });
  await api.call(company.manager, 'DELETE', `/leads/${id}`);
  await openAs(company.manager, '/settings/general/history');
  const trash = page.getByRole('region', { name: 'Trash' });
  const operations = page.getByRole('region', { name: 'Recent operations' });
  await expect(trash.getByText('asha@e2e.example')).toBeVisible();
  await expect(trash.getByText(/^Deleted \d\d\/\d\d\/\d{4} by Meera Joshi · 30 days left$/)).toBeVisible();
  await expectAbsent(trash.getByRole('button', { name: 'Erase Asha Patel' }));
  await trash.getByRole('button', { name: 'Restore Asha Patel' }).click();
  await expect(toast(page, 'Asha Patel is back')).toBeVisible();
  await expect(trash.getByText('The trash is empty')).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
  await expect(operations.getByText(/· Undone/)).toBeVisible();

  await expect(operations.getByText('Import · 101 leads')).toBeVisible();
  await operations.getByRole('button', { name: 'Undo import of 101 leads' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo import of 101 leads?' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '101 leads moved to the trash')).toBeVisible();
  await expect(operations.getByRole('status')).toHaveText('101 leads moved to the trash');
  await expect(trash.getByRole('listitem')).not.toHaveCount(0);
  await expectAbsent(operations.getByRole('button', { name: /^Undo/ }));

  await api.call(company.manager, 'DELETE', `/leads/${id}`);
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/general/history');
  await trash.getByRole('button', { name: 'Erase Asha Patel' }).click();
  const question = page.getByRole('dialog', { name: 'Erase forever?' });
  await question.getByRole('button', { name: 'Yes, erase' }).click();
  await expect(toast(page, 'Lead erased forever.')).toBeVisible();
  await expect(trash.getByText('asha@e2e.example')).toHaveCount(0);
});
