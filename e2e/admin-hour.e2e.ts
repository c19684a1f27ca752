import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAbsent, leadNames, test } from './fixtures.ts';
import { choose, numbered, row, toast } from './leads.ts';

const status = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: 'Qualified' }).filter({ hasText: name });

test('an update of all matching leads is undone from the toast, and a deletion from Recent operations', async ({
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
  await page.locator('[data-tone]').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 15 leads are as they were')).toBeVisible();
  await expect(page.getByText('Showing 1 to 12 of 15 results')).toBeVisible();
  await expect(status(page, 'Lead 30')).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Select Lead 30' }).click();
  await page.getByRole('checkbox', { name: 'Select Lead 24' }).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('4 selected');
  await bar.getByRole('button', { name: 'Bulk Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete Selected (4)' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 4 leads?' });
  await expect(
    question.getByText('They go to the trash and can be restored for 30 days.', { exact: false }),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete 4 Leads' }).click();
  await expect(toast(page, 'Successfully deleted 4 leads')).toBeVisible();
  await expect(page.getByText('Showing 1 to 11 of 11 results')).toBeVisible();

  await page.goto('/settings/general/history');
  const operations = page.getByRole('region', { name: 'Recent operations' });
  const latest = operations.getByRole('listitem').first();
  await expect(latest.getByText('Bulk delete · 4 leads')).toBeVisible();
  await latest.getByRole('button', { name: 'Undo bulk delete of 4 leads' }).click();
  await expect(toast(page, 'Restored 4 leads')).toBeVisible();
  await expect(latest.getByText(/· Undone \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expect(latest.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await page.goto(`/leads?client_id=${company.id}`);
  await expect(page.getByText('Showing 1 to 12 of 30 results')).toBeVisible();
});

test('undoing an update reports the rows changed since, and leaves them alone', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(2));
  const session = await api.superadmin();
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
  await page.getByRole('button', { name: 'Bulk Actions' }).click();
  await page.getByRole('menuitem', { name: 'Update Selected (2)' }).click();
  const update = page.getByRole('dialog', { name: 'Bulk Update Leads' });
  await choose(page, update, 'Status', 'Qualified');
  await update.getByRole('button', { name: 'Update 2 Leads' }).click();
  await expect(status(page, 'Lead 01')).toHaveCount(1);
  const found = await api.call<{ id: string }[]>(
    session,
    'GET',
    `/leads?page=1&limit=1&search=lead-02&client_id=${company.id}`,
  );
  await api.call(session, 'PUT', `/leads/${found[0]?.id}`, { status: 'lost' });
  await page.locator('[data-tone]').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 1 lead is as it was')).toBeVisible();
  await expect(toast(page, 'Skipped because they changed since: Lead 02')).toBeVisible();
  await expect(row(page, /Lead 01/).getByText('New', { exact: true })).toBeVisible();
  await expect(row(page, /Lead 02/).getByText('Lost', { exact: true })).toBeVisible();
});

test('an exported workbook imports with no changes', async ({ page, company, api, server, openAs }) => {
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
  await dialog.getByRole('button', { name: 'Change the filters' }).click();
  await dialog.getByLabel('From date').fill('11/03/2026');
  await dialog.getByLabel('From date').press('Enter');
  await dialog.getByLabel('To date').fill('10/03/2026');
  await dialog.getByLabel('To date').press('Enter');
  await expect(dialog.getByText('From date cannot be after To date', { exact: true })).toBeVisible();
  const run = dialog.getByRole('button', { name: 'Export', exact: true });
  await expect(run).toBeDisabled();
  for (const day of ['From date', 'To date']) {
    await dialog.getByLabel(day).fill('');
    await dialog.getByLabel(day).press('Enter');
  }
  await expect(run).toBeEnabled();
  const csv = page.waitForEvent('download');
  await run.click();
  await expect(toast(page, 'Leads exported successfully as CSV')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await csv).suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await (await csv).path());
  expect(text.toString('utf8')).toMatch(/^\uFEFF"Name",.*,"Lead ID"\r?\n/);
  expect(text.toString('utf8')).not.toMatch(/[,"]=HYPERLINK/);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await choose(page, dialog, 'Format', 'Excel (.xlsx)');
  const xlsx = page.waitForEvent('download');
  await run.click();
  await expect(toast(page, 'Leads exported successfully as XLSX')).toBeVisible();
  const book = await xlsx;
  expect(book.suggestedFilename()).toMatch(/\.xlsx$/);

  const session = await api.superadmin();
  const before = await api.call<object[]>(session, 'GET', `/leads?client_id=${company.id}`);
  const files = [
    { name: 'leads.csv', mimeType: 'text/csv', buffer: text },
    { name: 'leads.xlsx', mimeType: '', buffer: readFileSync(await book.path()) },
  ];
  const wizard = page.getByRole('dialog', { name: 'Import Leads' });
  for (const file of files) {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const into = wizard.getByRole('combobox', { name: 'Import into' });
    if (file === files[0]) {
      await into.fill(company.name);
      await page.getByRole('option', { name: company.name }).click();
    }
    // The second import starts with the client of the first one preselected.
    await expect(into).toHaveValue(company.name);
    await wizard.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
    await wizard.getByRole('checkbox', { name: 'Update existing leads' }).check();
    await wizard.getByRole('button', { name: 'Continue' }).click();
    await expect(wizard.getByText(/^Nothing in this file would change your leads\./)).toBeVisible();
    await wizard.getByRole('button', { name: 'Finish without importing' }).click();
    await expect(wizard.getByText('Nothing was imported, and nothing was changed.')).toBeVisible();
    await wizard.getByRole('button', { name: 'Done' }).click();
    await expect(wizard).toBeHidden();
  }
  expect(await api.call(session, 'GET', `/leads?client_id=${company.id}`)).toEqual(before);
});

test('an admin erases a lead in the trash forever, and other roles cannot', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha Patel', email: 'asha@e2e.example' });
  await api.call(await api.signIn(company.manager), 'DELETE', `/leads/${id}`);
  const trash = page.getByRole('region', { name: 'Trash' });
  await openAs(company.manager, '/settings/general/history');
  await expect(trash.getByRole('button', { name: 'Restore Asha Patel' })).toBeVisible();
  await expectAbsent(trash.getByRole('button', { name: 'Erase Asha Patel' }));
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/general/history');
  await trash.getByRole('button', { name: 'Erase Asha Patel' }).click();
  const question = page.getByRole('dialog', { name: 'Erase for ever?' });
  await question.getByRole('button', { name: 'Yes, erase' }).click();
  await expect(toast(page, 'Lead erased forever.')).toBeVisible();
  await expect(trash.getByText('The trash is empty')).toBeVisible();
});

test('a deleted lead is restored from the trash, and a new import is one operation', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha Patel', email: 'asha@e2e.example' });
  await openAs(company.manager, `/leads/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Lead' }).click();
  await expect(page.getByText('Get started by adding your first lead')).toBeVisible();
  await page.goto('/settings/general/history');
  const trash = page.getByRole('region', { name: 'Trash' });
  await expect(trash.getByText('asha@e2e.example')).toBeVisible();
  await expect(trash.getByText(/^Deleted \d\d\/\d\d\/\d{4} by Meera Joshi · 30 days left$/)).toBeVisible();
  await trash.getByRole('button', { name: 'Restore Asha Patel' }).click();
  await expect(toast(page, 'Asha Patel is back')).toBeVisible();
  await expect(trash.getByText('The trash is empty')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent operations' }).getByText(/· Undone/)).toBeVisible();

  await page.goto('/leads');
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const wizard = page.getByRole('dialog', { name: 'Import Leads' });
  await wizard.getByLabel('Choose a file', { exact: true }).setInputFiles({
    name: 'two.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Email\nLead 01,one@e2e.example\nLead 02,two@e2e.example\n'),
  });
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(wizard.getByText('Successfully imported 2 leads')).toBeVisible();
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(leadNames(page)).toHaveCount(3);
  await page.goto('/settings/general/history');
  const latest = page.getByRole('region', { name: 'Recent operations' }).getByRole('listitem').first();
  await expect(latest.getByText('Import · 2 leads')).toBeVisible();
  await latest.getByRole('button', { name: 'Undo import of 2 leads' }).click();
  await expect(toast(page, '2 leads moved to the trash')).toBeVisible();
  await page.goto('/leads');
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
});
