import { readFileSync } from 'node:fs';
import type { Download } from '@playwright/test';
import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { choose, failure, numbered, toast } from '../leads.ts';

const linesOf = async (file: Promise<Download>) =>
  readFileSync(await (await file).path(), 'utf8')
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\n');

test('an export takes the list with its columns, or all leads with all columns', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(3));
  await api.addLead(company.manager, { name: 'Archived One', is_archived: true });
  await openAs(company.manager, '/leads?search=lead&status=contacted&sort_by=name&sort_order=asc');
  await expect(leadNames(page)).toHaveText(['Lead 02']);
  const headers = await page.getByRole('columnheader').allTextContents();

  const button = page.getByRole('button', { name: 'Export', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Export Leads' });
  const run = dialog.getByRole('button', { name: 'Export', exact: true });
  await button.click();
  await expect(dialog.getByRole('combobox', { name: 'Leads' })).toHaveValue('This lead (as filtered)');
  await expect(dialog.getByText('Only leads found by “lead”.')).toBeVisible();
  await expectAbsent(dialog.getByLabel('From date'));
  await dialog.getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: /^Visible columns/ }).click();
  const few = page.waitForEvent('download');
  await run.click();
  const [titles = '', ...rows] = await linesOf(few);
  expect(rows).toHaveLength(1);
  const shown = titles.replaceAll('"', '').split(',');
  expect(shown.at(-1)).toBe('Lead ID');
  expect(headers.join(' ')).toContain(shown[0]);
  for (const title of shown.slice(0, -1)) expect(headers.join('\n')).toContain(title);
  await expect(dialog).toBeHidden();

  await button.click();
  await choose(page, dialog, 'Leads', 'All leads, including archived ones');
  await expect(dialog.getByRole('button', { name: 'Change the filters' })).toBeHidden();
  const all = page.waitForEvent('download');
  await run.click();
  const lines = await linesOf(all);
  expect(lines).toHaveLength(5);
  expect(lines[0]?.split(',').length).toBeGreaterThan(shown.length);
  await expect(dialog).toBeHidden();
});

test('the dialog follows changed filters, says why a download failed, and a running export can be stopped', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/(status of|answer) 500/);
  await api.addLeads(company.manager, numbered(4));
  await openAs(company.manager, '/leads?view=board');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Leads' });
  const which = dialog.getByRole('combobox', { name: 'Leads' });
  await expect(which).toHaveValue('These 4 leads');
  const fold = dialog.getByRole('button', { name: 'Change the filters' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await dialog.getByLabel('From date').fill('01/01/2020');
  await dialog.getByLabel('From date').press('Enter');
  await expect(which).toHaveValue('These 4 leads (as filtered)');
  const run = dialog.getByRole('button', { name: 'Export', exact: true });
  await dialog.getByLabel('To date').fill('31/12/2019');
  await dialog.getByLabel('To date').press('Enter');
  await expect(dialog.getByText('From date cannot be after To date', { exact: true })).toBeVisible();
  await expect(run).toBeDisabled();
  await dialog.getByRole('button', { name: 'Hide the filters' }).click();
  await expect(run).toBeEnabled();

  await page.route('**/api/leads/export*', (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await run.click();
  await expect(toast(page, 'Export failed: The disk is full.')).toBeVisible();
  await page.route('**/api/leads/export*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await run.click();
  await expect(toast(page, 'Export failed: Unknown error')).toBeVisible();
  await page.route('**/api/leads/export*', () => undefined, { times: 1 });
  await run.click();
  const bar = dialog.getByRole('progressbar', { name: 'Exporting leads' });
  await expect(bar).toHaveAttribute('aria-valuenow', '25');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toBeHidden();
  const download = page.waitForEvent('download');
  await run.click();
  await expect(toast(page, 'Leads exported successfully as CSV')).toBeVisible();
  await download;

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.route('**/api/leads/import/sample', (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await page
    .getByRole('dialog', { name: 'Import Leads' })
    .getByRole('button', { name: 'Download Sample' })
    .click();
  await expect(toast(page, 'Failed to download sample template: The disk is full.')).toBeVisible();
});
