import { writeXlsx } from 'hucre';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { csv, openWith } from './imports.ts';
import { toast } from './leads.ts';

const ADDRESS = '12 Lake Road, Kothrud, Pune, Maharashtra';

test('the delimiter is detected, and can be changed', async ({ page, company, openAs }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openAs(company.manager, '/leads');
  const dialog = await openWith(
    page,
    csv('list.csv', `Name;Phone;Address\nAsha Rao;9845010001;${ADDRESS}\n`),
  );
  await expect(dialog.getByText('list.csv has 1 row. Check where its columns go.')).toBeVisible();
  const sign = dialog.getByRole('combobox', { name: 'Between the columns' });
  await expect(sign).toHaveValue('Semicolon ;');
  await expect(dialog.getByRole('combobox', { name: 'Field for Phone' })).toHaveValue('Phone');
  await sign.click();
  await page.getByRole('option', { name: 'Comma ,' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Field for Name;Phone;Address' })).toBeVisible();
  await expect(sign).toHaveValue('Comma ,');
  await sign.click();
  await page.getByRole('option', { name: 'Semicolon ;' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Field for Address' })).toHaveValue('Address');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('button', { name: 'Import 1 lead' })).toBeVisible();
});

test('rows pasted from a spreadsheet keep their columns, whatever characters the cells contain', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/leads');
  const dialog = await openWith(page);
  const rows = Array.from({ length: 5 }, (_, index) => `Asha ${index}\t98450100${10 + index}\t${ADDRESS}`);
  await dialog.getByLabel('Or paste rows').fill(rows.join('\n'));
  await dialog.getByRole('button', { name: 'Continue with these rows' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Between the columns' })).toHaveValue('Tab');
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Import 5 leads' })).toBeVisible();
});

test('a workbook opens at the sheet with leads, reports and offers the others, and its import is undone', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/leads');
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Read me', rows: [['How to use this file'], ['1. Fill in the sheet Leads']] },
      {
        name: 'May',
        rows: [
          ['Name', 'Mobile'],
          ['Asha Rao', '9845010001'],
          ['Total', 1],
        ],
      },
      {
        name: 'June',
        rows: [
          ['Name', 'Mobile'],
          ['Bina Das', '9845010002'],
          ['Chitra Sen', '9845010003'],
        ],
      },
    ],
  });
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const dialog = await openWith(page, { name: 'cover.xlsx', mimeType, buffer: Buffer.from(bytes) });
  const sheet = dialog.getByRole('combobox', { name: 'Sheet (1 of 3)' });
  await expect(sheet).toHaveValue('May');
  await expect(dialog.getByText('cover.xlsx has 1 row.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('1 line is left out: repeated headers and totals.')).toBeVisible();
  await expect(
    dialog.getByText('Only the sheet “May” is imported: the file has 2 more sheets.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await sheet.click();
  await page.getByRole('option', { name: 'June' }).click();
  await expect(dialog.getByText('cover.xlsx has 2 rows.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(toast(page, 'Undone: 2 leads are in the trash')).toBeVisible();
});
