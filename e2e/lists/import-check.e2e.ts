import { writeXlsx } from 'hucre';
import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';
import { csv, openWith } from '../hands/imports.ts';
import { numbered, toast } from '../leads.ts';

test('the import detects what separates columns, asks about ambiguities by keyboard, and each choice checks the file again', async ({
  page,
  company,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openAs(company.manager, '/leads');
  // A file as Excel for Windows writes it: its bytes prove no encoding, and no date proves the order.
  const text = 'Name;Created;Lead Score\r\nJosé Müller;03/04/2026;103\r\nZoë;05/06/2026;7\r\n';
  const dialog = await openWith(page, csv('open.csv', Buffer.from(text, 'latin1')));
  const sign = dialog.getByRole('combobox', { name: 'Separator' });
  await expect(sign).toHaveValue('Semicolon ;');
  await sign.click();
  await page.getByRole('option', { name: 'Comma ,' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Field for Name;Created;Lead Score' })).toBeVisible();
  await expect(sign).toHaveValue('Comma ,');
  await sign.click();
  await page.getByRole('option', { name: 'Semicolon ;' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Field for Lead Score' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText(/^No column is mapped to email or phone/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Steps' })).toBeInViewport({ ratio: 1 });
  const sample = dialog.getByRole('region', { name: 'The first leads, table' });
  await expect(sample.getByRole('row').nth(1)).toContainText('03/04/2026');
  await expect(
    dialog.getByRole('region', { name: 'Values added to the notes' }).getByRole('listitem'),
  ).toHaveText(
    /^Row 2\s*Lead Score must be a whole number from 0 to 100, not "103"\. The value is in the notes\.$/,
  );
  const order = dialog.getByRole('group', { name: 'Date format' });
  await order.getByRole('radio', { name: 'Day first' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('Dates are read month first.', { exact: false })).toBeVisible();
  await expect(sample.getByRole('row').nth(1)).toContainText('04/03/2026');
  await expect(order.getByRole('radio', { name: 'Month first' })).toBeFocused();
  await expect(sample.getByRole('row').nth(1)).toContainText('José Müller');

  const letters = dialog.getByRole('combobox', { name: 'Text encoding' });
  await expect(letters).toHaveValue('Detected: Western (Windows)');
  await letters.click();
  await page.getByRole('option', { name: 'Western (Mac)' }).click();
  await expect(sample.getByRole('row').nth(1)).toContainText('JosÈ M¸ller');
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(dialog.getByRole('region', { name: 'Values added to the notes' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(
    page.getByRole('row', { name: /JosÈ M¸ller/ }).getByText('04/03/2026', { exact: true }),
  ).toBeVisible();
});

test('unknown values are mapped, with guesses filled in; a status is added with its meaning; leads are distributed', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.newPerson(company.id, 'salesrep', 'Rohan');
  await openAs(admin, '/leads');
  const file = csv(
    'mapped.csv',
    'Name,Email,Status,Owner\nAsha,a@e2e.example,Lost Lead,R. Joshi\nBina,b@e2e.example,Stopped,Nobody\nChand,c@e2e.example,Qualified,\n',
  );
  const dialog = await openWith(page, file);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Lost Lead is' })).toHaveValue('Lost');
  await expect(dialog.getByRole('combobox', { name: 'R. Joshi is' })).toHaveValue('Rohan Joshi');
  await expect(dialog.getByRole('combobox', { name: 'Nobody is' })).toHaveValue('Keep in the notes');
  const stopped = dialog.getByRole('combobox', { name: 'Stopped is' });
  await expect(stopped).toHaveValue('Keep as it is');
  await stopped.click();
  await page.getByRole('option', { name: 'Add as a status: lost' }).click();
  await dialog.getByRole('button', { name: 'Import 3 leads' }).click();
  await dialog.getByRole('link', { name: 'Show the 3 leads' }).click();
  await expect(page.getByRole('row', { name: /Asha/ })).toContainText('Lost');
  await expect(page.getByRole('row', { name: /Asha/ })).toContainText('Rohan Joshi');
  await expect(page.getByRole('row', { name: /Bina/ })).toContainText('Stopped');
  const settings = await api.call(admin, 'GET', `/configurations/${company.id}/lead_config`);
  expect(JSON.stringify(settings)).toContain('{"value":"Stopped","label":"Stopped","meaning":"lost"}');

  // The client's next file starts with these choices, and is distributed to two people in turn.
  await page.getByRole('button', { name: 'Dismiss', exact: true }).first().click();
  const more = csv(
    'more.csv',
    'Name,Email,Status,Owner\nDina,d@e2e.example,lost lead,Nobody\nEsha,e@e2e.example,New,R. Joshi\n',
  );
  const next = await openWith(page, more);
  await next.getByRole('button', { name: 'Continue' }).click();
  await expect(next.getByRole('combobox', { name: 'lost lead is' })).toHaveValue('Lost');
  await next.getByRole('group', { name: 'Assign to' }).getByText('In turn').click();
  await expect(next.getByRole('button', { name: 'Import 2 leads' })).toBeDisabled();
  const people = next.getByRole('combobox', { name: 'Who gets the leads' });
  await people.click();
  await page.getByRole('option', { name: 'Meera Joshi' }).click();
  await page.getByRole('option', { name: 'Kabir Joshi' }).click();
  await expect(next.getByText('Each gets 1 of 2 new leads')).toBeVisible();
  // The open list covers parts of the dialog.
  await people.blur();
  await expect(page.getByRole('listbox', { name: 'Who gets the leads' })).toBeHidden();
  expect(await barriers(page)).toEqual([]);
  await next.getByRole('button', { name: 'Import 2 leads' }).click();
  await next.getByRole('link', { name: 'Show the 2 leads' }).click();
  await expect(page.getByRole('row', { name: /Dina/ })).toContainText('Meera Joshi');
  await expect(page.getByRole('row', { name: /Esha/ })).toContainText('Kabir Joshi');

  // Without new leads, nobody needs to be chosen.
  await page.getByRole('button', { name: 'Dismiss', exact: true }).first().click();
  const known = csv('known.csv', 'Name,Email,Location\nEsha,e@e2e.example,Pune\n');
  const last = await openWith(page, known);
  await last.getByRole('checkbox', { name: 'Skip duplicates' }).uncheck();
  await last.getByRole('button', { name: 'Continue' }).click();
  await last.getByRole('group', { name: 'Assign to' }).getByText('In turn').click();
  await expect(last.getByRole('button', { name: 'Import 1 lead' })).toBeDisabled();
  await last.getByRole('button', { name: 'Back' }).click();
  await last.getByRole('checkbox', { name: 'Update existing leads' }).check();
  await last.getByRole('button', { name: 'Continue' }).click();
  await last.getByRole('button', { name: 'Import 1 lead' }).click();
  await expect(last.getByText('Successfully imported 0 leads', { exact: true })).toBeVisible();
});

test('choices that close leads show how many; pasted rows import like a file, and typed text asks before it is lost', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/leads');
  const statuses = ['No Answer', 'Lost Lead', 'Lost Lead', 'Lost Lead', 'Junk Lead'];
  const lines = statuses.map((status, index) => `P${index},p${index}@e2e.example,${status}`);
  // Many other statuses: their list scrolls with the dialog, not inside it.
  const others = Array.from({ length: 12 }, (_, n) => `O${n},o${n}@e2e.example,Step ${n}`);
  const text = ['Name,Email,Lead Status', ...lines, ...others].join('\n');
  const dialog = await openWith(page, csv('closing.csv', text));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  // The file names no owner.
  const owners = dialog.getByRole('group', { name: 'Assign to' });
  await expect(owners.getByRole('radio', { name: 'Unassigned' })).toBeChecked();
  await expect(dialog.getByRole('combobox', { name: 'No Answer is' })).toHaveValue('Keep as it is');
  const lost = dialog.getByRole('combobox', { name: 'Lost Lead is' });
  await expect(lost).toHaveValue('Lost');
  await expect(lost).toHaveAccessibleDescription('closes 3 leads');
  await expect(dialog.getByRole('combobox', { name: 'Junk Lead is' })).toHaveAccessibleDescription(
    'closes 1 lead',
  );
  await expect(dialog.getByText('This closes 4 leads.')).toBeVisible();
  await lost.click();
  await page.getByRole('option', { name: 'Contacted', exact: true }).click();
  await expect(lost).toHaveAccessibleDescription('');
  await expect(dialog.getByText('This closes 1 lead.')).toBeVisible();
  const scrolled = dialog.getByRole('list', { name: 'New statuses' });
  expect(await scrolled.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);

  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Stop this import?' }).getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toBeHidden();

  await openWith(page);
  const rows = dialog.getByLabel('Or paste rows');
  await rows.fill('12/11/26, 10:05 - Rohan: please call them');
  await dialog.getByRole('button', { name: 'Continue with these rows' }).click();
  await expect(dialog.getByText('No line has a phone number or an email address.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep going' }).click();
  await rows.fill(
    ['Asha Rao\t98765 43210\t12 Lake Road, Kothrud, Pune', 'Bina Shah\t91234 56789\tGoa'].join('\n'),
  );
  await dialog.getByRole('button', { name: 'Continue with these rows' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toHaveValue('Tab');
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await dialog.getByRole('link', { name: 'Show the 2 leads' }).click();
  await expect(page.getByRole('row', { name: /Asha Rao/ })).toContainText('98765 43210');
  await expect(page.getByRole('row', { name: /Bina Shah/ })).toContainText('91234 56789');
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
          ...numbered(101).map(({ name }, index) => [name, String(9_845_010_002 + index)]),
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
  await expect(dialog.getByText('cover.xlsx has 101 rows.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Import 101 leads' }).click();
  // Many leads are not undone by one click, and the undo shows how far it is.
  const undo = dialog.getByRole('button', { name: 'Undo import' });
  await undo.click();
  const question = page.getByRole('dialog', { name: 'Undo import of 101 leads?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(undo).toBeFocused();
  await undo.click();
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 101 leads moved to the trash')).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(dialog.locator(':focus')).toContainText('The import was undone.');
});
