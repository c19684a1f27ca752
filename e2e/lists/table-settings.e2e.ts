import type { Locator, Page } from '@playwright/test';
import { expect, leadNames, test } from '../fixtures.ts';
import { liftByKey, press, pick, reach } from '../hands/keyboard.ts';
import { drop } from '../hands/mouse.ts';
import { choose, names, numbered } from '../leads.ts';

const DEFAULT_COLUMNS = [
  'Name', 'Phone', 'Status', 'Next Follow-up', 'Assigned To', 'Value', 'Source', 'Email', 'Company', 'Tags', 'Created',
]; // prettier-ignore

const columns = (page: Page) => page.getByRole('columnheader');
const framed = (titles: string[]) => ['', ...titles, 'Actions'];

async function open(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Table Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Table Settings' });
  await expect(dialog.getByRole('list', { name: 'Columns' })).toBeVisible();
  return dialog;
}

const items = (dialog: Locator) => dialog.getByRole('list', { name: 'Columns' }).getByRole('listitem');
const handle = (dialog: Locator, title: string) =>
  dialog.getByRole('button', { name: `Move ${title}`, exact: true });
const middle = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('sort, columns and order are chosen, applied, saved and reset', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(3));
  await openAs(company.manager, '/leads');
  await expect(columns(page)).toHaveText(framed(DEFAULT_COLUMNS));
  let dialog = await open(page);
  await choose(page, dialog, 'Sort by', 'Name');
  await choose(page, dialog, 'Direction', 'Asc');
  const box = (title: string) => dialog.getByRole('checkbox', { name: title });
  await expect(box('Name Always shown')).toBeDisabled();
  await box('Email').uncheck();
  await expect(dialog.getByText('Hidden column: Email', { exact: true })).toBeVisible();
  await box('Designation').check();
  await expect(dialog.getByText('Shown column: Designation', { exact: true })).toBeVisible();

  const categories = dialog.getByRole('group', { name: 'Column categories' });
  await expect(categories.getByRole('button')).toHaveText([
    'All', 'Basic', 'Contact', 'Sales', 'Marketing', 'Business', 'Management', 'Quality',
  ]); // prettier-ignore
  await categories.getByRole('button', { name: 'Business' }).click();
  await expect(items(dialog)).toHaveText(['Company', 'Designation']);
  await categories.getByRole('button', { name: 'All' }).click();
  // Nothing is applied yet.
  await expect(leadNames(page)).toHaveText(names(3, 2, 1));

  const from = await middle(handle(dialog, 'Phone'));
  const to = await middle(handle(dialog, 'Name'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 10, { steps: 2 });
  await page.mouse.move(to.x, to.y - 4, { steps: 4 });
  await expect(page.getByText('Phone is over position 1 of', { exact: false })).toBeAttached();
  await drop(page);
  await expect(items(dialog).first()).toContainText('Phone');
  await dialog.getByRole('button', { name: 'Apply Settings' }).click();
  await expect(dialog).toBeHidden();
  const chosen = [
    'Phone', 'Name', 'Status', 'Next Follow-up', 'Assigned To', 'Value', 'Source', 'Company', 'Designation', 'Tags', 'Created',
  ]; // prettier-ignore
  await expect(columns(page)).toHaveText(framed(chosen));
  await expect(leadNames(page)).toHaveText(names(1, 2, 3));
  await page.goto('/leads');
  await expect(columns(page)).toHaveText(framed(chosen));
  await expect(leadNames(page)).toHaveText(names(1, 2, 3));

  dialog = await open(page);
  await dialog.getByRole('button', { name: 'Show All' }).click();
  await expect(items(dialog).getByRole('checkbox', { checked: false })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard these settings?' });
  await expect(question.getByText('They haven’t been applied.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Reset to Default' }).click();
  await expect(dialog.getByText('The default columns and sort order are restored.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply Settings' }).click();
  await expect(columns(page)).toHaveText(framed(DEFAULT_COLUMNS));
  await expect(leadNames(page)).toHaveText(names(3, 2, 1));
});

test('with only the keyboard columns are moved, hidden and applied', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(2));
  await openAs(company.manager, '/leads');
  await expect(leadNames(page)).toHaveText(names(2, 1));
  await press(page, page.getByRole('button', { name: 'Table Settings' }));
  const dialog = page.getByRole('dialog', { name: 'Table Settings' });
  await pick(page, dialog.getByRole('combobox', { name: 'Sort by' }), 'Name');
  await pick(page, dialog.getByRole('combobox', { name: 'Direction' }), 'Asc');
  const phone = handle(dialog, 'Phone');
  await reach(page, phone);
  const before = await phone.boundingBox();
  await liftByKey(page, page.getByText(/^Lifted Phone, position 2 of \d+$/));
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await phone.boundingBox())?.y).toBe((before?.y ?? 0) + 25);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^Phone is over position 3 of \d+$/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Dropped Phone at position 3 of \d+$/)).toBeAttached();
  await expect(items(dialog).nth(2)).toContainText('Phone');

  // Escape puts a dragged column back and leaves the dialog open.
  const status = handle(dialog, 'Status');
  await reach(page, status, 'Shift+Tab');
  const lifted = (await status.boundingBox())?.y ?? 0;
  await liftByKey(page, page.getByText(/^Lifted Status, position 2 of \d+$/));
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await status.boundingBox())?.y).toBe(lifted + 25);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^Status is over position 3 of \d+$/)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Status is back in its place', { exact: true })).toBeAttached();
  await expect(dialog).toBeVisible();
  await expect(items(dialog).nth(1)).toContainText('Status');

  await press(page, dialog.getByRole('checkbox', { name: 'Company' }), 'Space');
  await expect(dialog.getByText('Hidden column: Company', { exact: true })).toBeVisible();
  await reach(page, dialog.getByRole('button', { name: 'Apply Settings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Table Settings' })).toBeFocused();
  await expect(columns(page)).toHaveText(
    framed(['Name', 'Status', 'Phone', ...DEFAULT_COLUMNS.slice(3).filter((title) => title !== 'Company')]),
  );
  await expect(leadNames(page)).toHaveText(names(1, 2));
});

test.describe('on a touchscreen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

  test('a column is held and dragged into place', async ({ page, company, api, context, openAs }) => {
    await api.addLeads(company.manager, numbered(2));
    await openAs(company.manager, '/leads');
    await expect(leadNames(page)).toHaveText(names(2, 1));
    const dialog = await open(page);
    const from = await middle(handle(dialog, 'Phone'));
    const to = await middle(handle(dialog, 'Name'));
    const finger = await context.newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', from);
    await expect(page.getByText(/^Lifted Phone, position 2 of \d+$/)).toBeAttached();
    await touch('touchMove', { ...from, y: from.y - 20 });
    await touch('touchMove', { ...to, y: to.y - 4 });
    await expect(page.getByText(/^Phone is over position 1 of \d+$/)).toBeAttached();
    await touch('touchEnd');
    await expect(items(dialog).first()).toContainText('Phone');
    await dialog.getByRole('button', { name: 'Apply Settings' }).tap();
    await expect(columns(page)).toHaveText(framed(['Phone', 'Name', ...DEFAULT_COLUMNS.slice(2)]));
  });
});
