import type { Page } from '@playwright/test';
import {
  FIELDS,
  fieldNames,
  fields,
  flag,
  handle,
  keysOf,
  lift,
  moveDown,
  openFields,
  openPopup,
  popup,
  save,
  table,
  title,
} from '../hands/fields.ts';
import { barriers } from '../checks/barriers.ts';
import { expect, leadNames } from '../fixtures.ts';
import { failure, toast } from '../leads.ts';

/** Drags a field by mouse above the first one, Name. */
async function dragToTop(page: Page, field: string): Promise<void> {
  const from = await handle(page, field).boundingBox();
  const to = await handle(page, 'Name').boundingBox();
  if (!from || !to) throw new Error('not on the screen');
  await page.mouse.move(from.x + 10, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y, { steps: 3 });
  await page.mouse.move(to.x + 10, to.y + 16, { steps: 5 });
  await page.mouse.up();
}

fields(
  'what cannot be loaded or saved says why at its place, typed text stays, and a field is dragged and saved at once',
  async ({ page, admin, stored, signIn, faults }) => {
    faults.expect(/500/);
    faults.expect(/status of 422 .*lead_config/);
    await signIn(admin);
    await page.route('**/api/configurations/**', (route) => route.fulfill(failure('The disk is full.')));
    await page.goto(FIELDS);
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load the lead fields' });
    await expect(alert).toContainText('The disk is full.');
    await page.unroute('**/api/configurations/**');
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(fieldNames(page).first()).toContainText('Name');
    await expect(page.getByRole('heading', { name: 'All Available Fields' })).toBeVisible();
    await expect(table(page).getByRole('columnheader')).toHaveText(['Field Name', 'Key', 'Status']);
    await expect(table(page).getByRole('row', { name: /lead_score/ })).toContainText('Hidden');
    await expect(table(page).getByRole('row', { name: /company_name/ })).toContainText('VisibleTable, Form');
    expect(await barriers(page)).toEqual([]);
    await dragToTop(page, 'Phone');
    await expect(fieldNames(page).first()).toContainText('Phone');
    await expect(page.getByText('Order saved')).toBeAttached();
    expect(keysOf(await stored()).slice(0, 3)).toEqual(['phone', 'name', 'email']);
    const orders = Object.values(await stored()).map(({ order }) => order);
    expect(orders.toSorted((one, other) => one - other)).toEqual(orders.map((_, index) => index + 1));
    // Escape puts a dragged field back, and nothing is sent.
    await lift(page, 'Phone', 2);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Phone is back in its place')).toBeAttached();
    await expect(fieldNames(page).first()).toContainText('Phone');

    await page.route('**/api/configurations/*/lead_config', (route) =>
      route.fulfill(failure('The disk is full.')),
    );
    await moveDown(page, 'Phone', 2);
    const refused = page.getByRole('alert').filter({ hasText: 'Failed to save the order' });
    await expect(refused).toContainText('The disk is full.');
    await expect(fieldNames(page).first()).toContainText('Phone');

    await openPopup(page);
    await title(page, 'company_name').fill('School');
    await save(page).click();
    await expect(toast(page, 'Failed to save the lead fields')).toBeVisible();
    await expect(title(page, 'company_name')).toHaveValue('School');
    await page.unroute('**/api/configurations/*/lead_config');
    await title(page, 'location').fill('email');
    await save(page).click();
    await expect(popup(page).getByText('Two fields cannot have the title email.')).toBeVisible();
    await expect(title(page, 'location')).toBeFocused();
    await title(page, 'location').fill(' ');
    await save(page).click();
    await expect(popup(page).getByText('A field needs a name.')).toBeVisible();
    await title(page, 'location').fill('City');
    await save(page).click();
    await expect(toast(page, 'Lead fields saved')).toBeVisible();
    await expect(popup(page)).toBeHidden();
    for (const name of ['School', 'City'])
      await expect(table(page).getByRole('rowheader', { name })).toBeVisible();
  },
);

/** Checks the opened options on a phone, with the colours of one of them. */
async function checkOptions(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const colour = popup(page).getByRole('button', { name: 'Colour of New: Blue' });
  await colour.click();
  // Escape closes the colours only.
  await expect(page.getByRole('menuitemradio', { name: 'Blue' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(popup(page)).toBeVisible();
  await colour.click();
  await expect(page.getByRole('menuitemradio', { name: 'Blue' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
  // The menu closes by itself when its button moves, or by this click.
  await popup(page).getByRole('textbox', { name: 'Label of new' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
}

fields(
  'the popup edits a copy: Cancel discards it, Save Changes reaches list and form at once',
  async ({ page, api, company, admin, stored, signIn }) => {
    await api.addLeads(company.manager, [{ name: 'Asha Patel', status: 'contacted' }]);
    await signIn(admin);
    await openFields(page);
    await openPopup(page);
    await expect(popup(page).getByRole('columnheader')).toHaveText([
    'Field Name', 'Key', 'Type', 'Leads Table', 'Add Lead Form', 'Required',
  ]); // prettier-ignore
    await expect(flag(page, 'Leads Table', 'Name')).toBeDisabled();
    await expect(flag(page, 'Required', 'Name')).toBeDisabled();
    await expect(flag(page, 'Add Lead Form', 'Created')).toBeDisabled();
    await popup(page).getByRole('button', { name: 'Key' }).click();
    await expect(popup(page).getByRole('rowheader').first()).toHaveText('address');
    await popup(page).getByRole('button', { name: 'Key' }).click();
    await expect(popup(page).getByRole('rowheader').first()).toHaveText('value');
    await expect(popup(page).getByRole('columnheader', { name: 'Key' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );

    await title(page, 'company_name').fill('School');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await popup(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(popup(page)).toBeHidden();
    expect((await stored())['company_name']?.title).toBe('Company');

    await openPopup(page);
    await title(page, 'company_name').fill('School');
    await flag(page, 'Required', 'School').check();
    await flag(page, 'Leads Table', 'Email').uncheck();
    await flag(page, 'Required', 'Phone').check();
    await flag(page, 'Add Lead Form', 'Phone').uncheck();
    // A field that the form does not show cannot be required.
    await expect(flag(page, 'Required', 'Phone')).not.toBeChecked();
    await expect(flag(page, 'Required', 'Phone')).toBeDisabled();
    await popup(page).getByRole('button', { name: 'Choice 5 options of Status' }).click();
    await popup(page).getByRole('textbox', { name: 'Label of contacted' }).fill('Enrolled');
    await checkOptions(page);
    await save(page).click();
    await expect(toast(page, 'Lead fields saved')).toBeVisible();
    await expect(table(page).getByRole('row', { name: /School/ })).toContainText('Required');
    await page.getByRole('link', { name: 'All Leads' }).click();
    await expect(leadNames(page)).toHaveText(['Asha Patel']);
    await expect(page.getByRole('row', { name: /Asha Patel/ })).toContainText('Enrolled');
    await expect(page.getByRole('columnheader', { name: 'School' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeHidden();
    await page.getByRole('link', { name: 'Add Lead' }).click();
    await expect(page.getByRole('textbox', { name: 'School' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveCount(0);
  },
);
