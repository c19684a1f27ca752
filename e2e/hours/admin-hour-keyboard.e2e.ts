import { readFileSync } from 'node:fs';
import { expect, leadNames, test } from '../fixtures.ts';
import { pick, press, reach, type } from '../hands/keyboard.ts';
import { names, numbered, row, toast } from '../leads.ts';

test('with only the keyboard, all matching leads are updated and undone, and some are deleted and restored', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(14));
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  await expect(page.getByText('Showing 1 to 12 of 14 results')).toBeVisible();
  const all = page.getByRole('checkbox', { name: 'Select all leads on this page' });
  await press(page, all, 'Space');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar.getByRole('status')).toHaveText('12 selected');
  await reach(page, bar.getByRole('button', { name: 'Select all 14 matching' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('status')).toHaveText('All 14 matching selected');
  const menu = bar.getByRole('button', { name: 'Bulk Actions' });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await reach(page, page.getByRole('menuitem', { name: 'Update Selected (14)' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  const update = page.getByRole('dialog', { name: 'Bulk Update Leads' });
  await pick(page, update.getByRole('combobox', { name: 'Status' }), 'Qualified');
  await press(page, update.getByRole('button', { name: 'Update 14 Leads' }));
  await expect(toast(page, 'Successfully updated 14 leads')).toBeVisible();
  await expect(row(page, /Lead 14/).getByText('Qualified')).toBeVisible();
  await expect(all).toBeFocused();
  await reach(page, page.getByRole('link', { name: 'Lead 14' }));
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: 14 leads restored')).toBeVisible();
  await expect(row(page, /Lead 14/).getByText('Contacted')).toBeVisible();

  // Space selects; with Shift it selects the rows between as well.
  await expect(page.getByRole('link', { name: 'Lead 14' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await reach(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await reach(page, page.getByRole('menuitem', { name: 'Delete Selected (3)' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete 3 leads?' });
  await expect(
    question.getByText('They go to the trash and can be restored for 30 days.', { exact: false }),
  ).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Successfully deleted 3 leads')).toBeVisible();
  await expect(page.getByText('Showing 1 to 11 of 11 results')).toBeVisible();

  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await reach(page, navigation.getByRole('link', { name: 'Settings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await reach(page, page.getByRole('navigation', { name: 'General' }).getByRole('link', { name: 'History' }));
  await page.keyboard.press('Enter');
  const trash = page.getByRole('region', { name: 'Trash' });
  await type(page, trash.getByRole('searchbox', { name: 'Search the trash' }), 'lead-13@');
  const restore = trash.getByRole('button', { name: 'Restore Lead 13' });
  await expect(trash.getByRole('listitem')).toHaveCount(1);
  await press(page, restore);
  await expect(toast(page, 'Lead 13 is back')).toBeVisible();
  const latest = page.getByRole('region', { name: 'Recent operations' }).getByRole('listitem').first();
  await reach(page, latest.getByRole('button', { name: 'Undo bulk delete of 3 leads' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(latest.getByText('2 leads restored')).toBeVisible();
  // The button is gone, and the page has the focus.
  await expect(page.locator('#content')).toBeFocused();
  await expect(latest.getByText('Skipped because they changed since:')).toBeVisible();
  await expect(latest.getByRole('link', { name: 'Lead 13' })).toBeVisible();
});

test('with only the keyboard, leads are exported and imported', async ({ page, company, api, openAs }) => {
  await api.addLeads(company.manager, numbered(2));
  await openAs(company.manager, '/leads');
  await expect(leadNames(page)).toHaveText(names(2, 1));
  await press(page, page.getByRole('button', { name: 'Export', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Export Leads' });
  await press(page, dialog.getByRole('button', { name: 'Change the filters' }));
  await pick(page, dialog.getByRole('combobox', { name: 'Status' }), 'Contacted');
  const download = page.waitForEvent('download');
  await press(page, dialog.getByRole('button', { name: 'Export', exact: true }));
  await expect(toast(page, 'Leads exported successfully as CSV')).toBeVisible();
  const buffer = readFileSync(await (await download).path());
  expect(buffer.toString('utf8').trimEnd().split('\n')).toHaveLength(2);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();

  // Registered early: the key press may come before the browser learns that its own file dialog is not
  // wanted.
  const chooser = page.waitForEvent('filechooser');
  await reach(page, page.getByRole('button', { name: 'Import', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const wizard = page.getByRole('dialog', { name: 'Import Leads' });
  await reach(page, wizard.getByRole('button', { name: 'Drop a file here, or choose one' }));
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles({
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Who,Email\nAsha Patel,asha@e2e.example\n,no address\n'),
  });
  await expect(wizard.getByText('leads.csv has 2 rows.', { exact: false })).toBeVisible();
  await pick(page, wizard.getByRole('combobox', { name: 'Field for Who' }), 'Name');
  await press(page, wizard.getByRole('button', { name: 'Continue' }));
  await press(page, wizard.getByRole('button', { name: 'Import 1 lead' }));
  await expect(wizard.getByText('Successfully imported 1 leads', { exact: true })).toBeVisible();
  const errors = page.waitForEvent('download');
  await press(page, wizard.getByRole('button', { name: 'Download errors file' }));
  expect((await errors).suggestedFilename()).toBe('leads-errors.csv');
  await press(page, wizard.getByRole('button', { name: 'Done' }));
  await expect(leadNames(page).first()).toHaveText('Asha Patel');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused();
});
