import { expect, test } from './fixtures.ts';
import { csv, openWith } from './imports.ts';

test('what a file leaves open is asked in the check step, by keyboard, and an answer checks it again', async ({
  page,
  company,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openAs(company.manager, '/leads');
  // As Excel for Windows writes it: no byte proves the letters, no date the order.
  const text = 'Name,Created,Lead Score\r\nJosé Müller,03/04/2026,103\r\nZoë,05/06/2026,7\r\n';
  const dialog = await openWith(page, csv('open.csv', Buffer.from(text, 'latin1')));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(
    dialog.getByText(/^No column goes to e-mail or phone: these leads cannot be contacted/),
  ).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Steps' })).toBeInViewport({ ratio: 1 });
  const sample = dialog.getByRole('region', { name: 'The first leads, table' });
  await expect(sample.getByRole('row').nth(1)).toContainText('03/04/2026');
  await expect(
    dialog.getByRole('region', { name: 'Values that are kept in the notes' }).getByRole('listitem'),
  ).toHaveText(
    /^Row 2\s*Lead Score must be a whole number from 0 to 100, not "103"\. The value is kept in the notes\.$/,
  );
  const order = dialog.getByRole('group', { name: 'How dates are read' });
  await order.getByRole('radio', { name: 'Day first' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('Dates are read month first.', { exact: false })).toBeVisible();
  await expect(sample.getByRole('row').nth(1)).toContainText('04/03/2026');
  await expect(order.getByRole('radio', { name: 'Month first' })).toBeFocused();
  await expect(sample.getByRole('row').nth(1)).toContainText('José Müller');

  const letters = dialog.getByRole('combobox', { name: 'How letters are read' });
  await expect(letters).toHaveValue('As recognised: Western (Windows)');
  await letters.click();
  await page.getByRole('option', { name: 'Western (Mac)' }).click();
  await expect(sample.getByRole('row').nth(1)).toContainText('JosÈ M¸ller');
  await letters.click();
  await page.getByRole('option', { name: 'As recognised' }).click();
  await expect(sample.getByRole('row').nth(1)).toContainText('José Müller');
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(dialog.getByRole('region', { name: 'Values that are kept in the notes' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(
    page.getByRole('row', { name: /José Müller/ }).getByText('04/03/2026', { exact: true }),
  ).toBeVisible();
});
