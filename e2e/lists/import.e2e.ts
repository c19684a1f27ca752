import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Download } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, leadNames, recordCalls, test } from '../fixtures.ts';
import { counts, csv, openWith } from '../hands/imports.ts';
import { toast } from '../leads.ts';

const HEADER = 'First Name,Last Name,Email,Mobile,Organisation,Lead Status,Lead Source,Created Time,Colour';
const GOOD = [
  'Asha,Patel,asha@e2e.example,+91 98765 00001,Patel Interiors,Contacted,Website,15/03/2026 10:30 AM,Blue',
  'रवि,कुमार,ravi@e2e.example,,कुमार ट्रेडर्स,On Hold,Justdial,16/03/2026 09:00 AM,नीला',
];
const FILE = [
  HEADER,
  ...GOOD,
  'Asha,P.,ASHA@e2e.example,,,,,,',
  ',,,9.87654E+09,"=1+1, Ltd",,,,',
  ',,,,Nameless Works,,,,',
].join('\r\n');

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

test('an export of another product is mapped, checked and imported', async ({ page, company, openAs }) => {
  await openAs(company.manager, '/leads');
  const dialog = await openWith(page);
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel('Choose a file', { exact: true }).setInputFiles(csv('zoho export.csv', FILE));
  const step = dialog.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');
  await expect(dialog.getByText('zoho export.csv has 5 rows. Check where its columns go.')).toBeVisible();
  await expect(step).toContainText('Columns');
  const columns = dialog.getByRole('region', { name: 'Columns of the file' });
  await expect(columns.getByRole('rowheader')).toHaveText(HEADER.split(','));
  const targets = [
    'First name',
    'Last name',
    'Email',
    'Phone',
    'Company',
    'Status',
    'Source',
    'Created',
    'Keep in notes',
  ];
  for (const [index, target] of targets.entries())
    await expect(columns.getByRole('combobox').nth(index)).toHaveValue(target);
  await expect(columns.getByRole('row').nth(2)).toContainText('Patel · कुमार · P.');
  await expect(dialog.getByRole('checkbox', { name: 'Skip duplicates' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Update existing leads' })).not.toBeChecked();
  expect(await barriers(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(step).toContainText('Check');
  await expect(dialog.getByRole('term').first()).toHaveText('Will be created');
  await expect(counts(dialog).first()).toHaveText('2');
  for (const [index, count] of ['2', '0', '1', '2'].entries())
    await expect(counts(dialog).nth(index)).toHaveText(count);
  await expect(dialog.getByText('On Hold · 1')).toBeVisible();
  await expect(dialog.getByText('Justdial · 1')).toBeVisible();
  const sample = dialog.getByRole('region', { name: 'The first leads, table' });
  await expect(sample.getByText('रवि कुमार')).toBeVisible();
  const refused = dialog.getByRole('region', { name: 'Rows that don’t become leads' }).getByRole('listitem');
  await expect(refused).toHaveText([
    /^Row 5\s*.*has lost digits/,
    /^Row 6\s*This row has no name, email or phone\.$/,
    /^Row 4\s*Same person as in row 2, merged into it\.$/,
  ]);

  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(step).toContainText('Result');
  await expect(dialog.getByText('Successfully imported 2 leads', { exact: true })).toBeVisible();
  await expect(counts(dialog)).toHaveText(['2', '0', '1', '2']);
  expect(await barriers(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download errors file' }).click();
  expect((await download).suggestedFilename()).toBe('zoho export-errors.csv');
  const errors = (await textOf(await download)).split('\r\n');
  expect(errors[0]).toBe(`\uFEFF${HEADER},Row,Reason`);
  expect(errors.slice(1).toSorted()).toEqual([
    '',
    expect.stringMatching(/^,,,,Nameless Works,,,,,6,"?This row has no name, email or phone\."?$/),
    expect.stringMatching(/^,,,9\.87654E\+09,"'=1\+1, Ltd",,,,,5,.*has lost digits/),
    'Asha,P.,ASHA@e2e.example,,,,,,,4,"Same person as in row 2, merged into it."',
  ]);
  // The list of exactly these leads, whenever they were created.
  await dialog.getByRole('link', { name: 'Show the 2 leads' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/leads\?.*import_id=/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Leads from this import');
  await expect(leadNames(page)).toHaveText(['रवि कुमार', 'Asha Patel']);
  const row = page.getByRole('row', { name: /Asha Patel/ });
  for (const text of ['asha@e2e.example', 'Patel Interiors', 'Contacted', 'Website', '15/03/2026'])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
});

test('columns are mapped by hand, two cannot share a field, and Update existing changes leads', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, { name: 'Asha Patel', email: 'asha@e2e.example', location: 'Pune' });
  await openAs(company.manager, '/leads');
  const dialog = await openWith(
    page,
    csv('plain.csv', 'Who,Where,Mail\nAsha Rao,Nashik,asha@e2e.example\nBina,Goa,\n'),
  );
  const choose = async (column: string, target: string) => {
    await dialog.getByRole('combobox', { name: `Field for ${column}` }).click();
    await page
      .getByRole('listbox', { name: `Field for ${column}` })
      .getByRole('option', { name: target, exact: true })
      .click();
  };
  await choose('Who', 'Name');
  await choose('Where', 'Name');
  await expect(dialog.getByText('Another column goes to Name too')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await choose('Where', 'Location');
  await dialog.getByRole('checkbox', { name: 'Update existing leads' }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('button', { name: 'Import 2 leads' })).toBeVisible();
  for (const [index, count] of ['1', '1', '0', '0'].entries())
    await expect(counts(dialog).nth(index)).toHaveText(count);
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(counts(dialog)).toHaveText(['1', '1', '0', '0']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(leadNames(page)).toHaveText(['Bina', 'Asha Rao']);
});

test('a dropped file is accepted, files of another type or content are refused, and a sample downloads', async ({
  page,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 415 .*\/leads\/import/);
  await openAs(company.manager, '/leads');
  const calls = recordCalls(page);
  const dialog = await openWith(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Sample' }).click();
  expect((await download).suggestedFilename()).toBe('leads-sample.csv');
  await expect(page.getByText('Sample template downloaded successfully', { exact: true })).toBeVisible();
  expect(await textOf(await download)).toMatch(/^\uFEFFName,Email,Phone,Company,/);

  const input = dialog.getByLabel('Choose a file', { exact: true });
  const pdf = { name: 'leads.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await input.setInputFiles(pdf);
  await expect(dialog.getByRole('alert')).toHaveText('Please select a valid CSV or Excel file');
  expect(calls.filter((call) => call.startsWith('POST '))).toEqual([]);
  const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex');
  await input.setInputFiles(csv('photo.csv', png));
  await expect(dialog.getByRole('alert')).toHaveText(
    'Import failed: Please select a valid CSV or Excel file',
  );

  const files = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  }, 'Name,Email\nAsha Patel,asha@e2e.example\n');
  const zone = dialog.getByRole('button', { name: 'Drop a file here, or choose one' });
  await expect(zone).toBeVisible();
  // Outside the drop zone the browser would replace the page with the file.
  const isKept = await page.evaluate(() =>
    ['dragover', 'drop'].map(
      (type) => !document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true })),
    ),
  );
  expect(isKept).toEqual([true, true]);
  await zone.dispatchEvent('dragover', { dataTransfer: files });
  await zone.dispatchEvent('drop', { dataTransfer: files });
  await expect(dialog.getByText('dropped.csv has 1 row', { exact: false })).toBeVisible();
});

test('a running import can be cancelled and leaves nothing, and the file can be sent again after a failure', async ({
  page,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/(status of|answer) 503/);
  await openAs(company.manager, '/leads');
  const file = csv('leads.csv', [HEADER, ...GOOD].join('\n'));
  const dialog = await openWith(page, file);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const start = dialog.getByRole('button', { name: 'Import 2 leads' });
  await page.route('**/api/leads/import', () => undefined, { times: 1 });
  await start.click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page, 'The import was cancelled')).toBeVisible();
  await expect(start).toBeVisible();

  // Near its end an import may be saved all the same.
  const saving = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"type":"progress","phase":"writing","percent":99,"rows":2}\n');
  });
  await once(saving.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(saving.address() as AddressInfo).port}/`;
  await page.route('**/api/leads/import', (route) => route.continue({ url }), { times: 1 });
  await start.click();
  await expect(dialog.getByText('Saving the leads')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const late = 'Cancelled. If it had already finished, undo it under Settings → General → History.';
  await expect(toast(page, late)).toBeVisible();
  await expect(start).toBeVisible();
  saving.close();
  saving.closeAllConnections();

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Stop this import?' });
  await expect(question.getByText('Nothing has been imported yet.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep going' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toBeHidden();

  await openWith(page, file);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const failure = {
    status: 503,
    json: { success: false, code: 'unavailable', message: 'Back in a moment.' },
  };
  await page.route('**/api/leads/import', (route) => route.fulfill(failure), { times: 1 });
  await start.click();
  await expect(dialog.getByRole('alert')).toHaveText('Import failed: Back in a moment.');
  await start.click();
  await expect(dialog.getByText('Successfully imported 2 leads', { exact: true })).toBeVisible();
  await expect(counts(dialog)).toHaveText(['2', '0', '0', '0']);
});

test('a file that was changed after it was chosen is to be chosen again', async ({
  page,
  company,
  openAs,
}, testInfo) => {
  await openAs(company.manager, '/leads');
  const path = testInfo.outputPath('leads.csv');
  writeFileSync(path, [HEADER, ...GOOD].join('\n'));
  const dialog = await openWith(page);
  const input = dialog.getByLabel('Choose a file', { exact: true });
  await input.setInputFiles(path);
  const onward = dialog.getByRole('button', { name: 'Continue' });
  await expect(onward).toBeVisible();
  writeFileSync(path, [HEADER, GOOD[0]].join('\n'));
  await onward.click();
  const failure = 'Import failed: The file has changed since you chose it. Choose it again.';
  await expect(dialog.getByRole('alert')).toHaveText(failure);
});
