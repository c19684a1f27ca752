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
import { expect, leadNames } from '../fixtures.ts';
import { liftByKey } from '../hands/keyboard.ts';
import { failure, toast } from '../leads.ts';

fields(
  'the order is changed by mouse and by keyboard in steps of 25 px, and saved at once',
  async ({ page, admin, stored, signIn }) => {
    await signIn(admin);
    await openFields(page);
    await expect(page.getByRole('heading', { name: 'All Available Fields' })).toBeVisible();
    await expect(table(page).getByRole('columnheader')).toHaveText(['Field Name', 'Key', 'Status']);
    await expect(table(page).getByRole('row', { name: /lead_score/ })).toContainText('Hidden');
    await expect(table(page).getByRole('row', { name: /company_name/ })).toContainText('VisibleTable, Form');

    const from = await handle(page, 'Phone').boundingBox();
    const to = await handle(page, 'Name').boundingBox();
    if (!from || !to) throw new Error('not on the screen');
    await page.mouse.move(from.x + 10, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y, { steps: 3 });
    await page.mouse.move(to.x + 10, to.y + 16, { steps: 5 });
    await page.mouse.up();
    await expect(fieldNames(page).first()).toContainText('Phone');
    await expect(page.getByText('Order saved')).toBeAttached();
    expect(keysOf(await stored()).slice(0, 3)).toEqual(['phone', 'name', 'email']);
    const orders = Object.values(await stored()).map(({ order }) => order);
    expect(orders.toSorted((one, other) => one - other)).toEqual(orders.map((_, index) => index + 1));

    await moveDown(page, 'Phone', 4);
    await expect(page.getByText(/^Dropped Phone at position 3 of/)).toBeAttached();
    await expect(page.getByText('Order saved')).toBeAttached();
    expect(keysOf(await stored()).slice(0, 3)).toEqual(['name', 'email', 'phone']);
    // Escape puts a dragged field back, and nothing is sent.
    await lift(page, 'Name', 2);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Name is back in its place')).toBeAttached();
    await expect(fieldNames(page).first()).toContainText('Name');
  },
);

fields(
  'what cannot be loaded or saved says why at its place, and typed text stays',
  async ({ page, admin, signIn, faults }) => {
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

    await page.route('**/api/configurations/*/lead_config', (route) =>
      route.fulfill(failure('The disk is full.')),
    );
    await moveDown(page, 'Name', 2);
    const refused = page.getByRole('alert').filter({ hasText: 'Failed to save the order' });
    await expect(refused).toContainText('The disk is full.');
    await expect(fieldNames(page).first()).toContainText('Name');

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
    await expect(popup(page).getByText('A field needs a title.')).toBeVisible();
    await title(page, 'location').fill('City');
    await save(page).click();
    await expect(toast(page, 'Lead fields saved')).toBeVisible();
    await expect(popup(page)).toBeHidden();
    for (const name of ['School', 'City'])
      await expect(table(page).getByRole('rowheader', { name })).toBeVisible();
  },
);

fields(
  'the popup edits a copy: Cancel discards it, Save Changes reaches list and form at once',
  async ({ page, api, company, admin, stored, signIn }) => {
    await api.addLeads(company.manager, [{ name: 'Asha Patel' }]);
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
    await save(page).click();
    await expect(toast(page, 'Lead fields saved')).toBeVisible();
    await expect(table(page).getByRole('row', { name: /School/ })).toContainText('Required');
    await page.getByRole('link', { name: 'All Leads' }).click();
    await expect(leadNames(page)).toHaveText(['Asha Patel']);
    await expect(page.getByRole('columnheader', { name: 'School' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeHidden();
    await page.getByRole('link', { name: 'Add Lead' }).click();
    await expect(page.getByRole('textbox', { name: 'School' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveCount(0);
  },
);

fields(
  'options are added, named, coloured, ordered and removed, and leads show it',
  async ({ page, api, company, admin, stored, signIn }) => {
    await api.addLeads(company.manager, [
      { name: 'Asha Patel', status: 'contacted' },
      { name: 'Ravi Rao', status: 'lost' },
    ]);
    await signIn(admin);
    await openFields(page);
    await openPopup(page);
    await popup(page).getByRole('button', { name: 'Choice 5 options of Status' }).click();
    const options = popup(page).getByRole('group', { name: 'Options of Status' });
    const item = (label: string) => options.getByRole('listitem').filter({ has: handle(page, label) });
    const fresh = options.getByRole('textbox', { name: 'New option of Status' });
    await fresh.fill('contacted');
    await fresh.press('Enter');
    await expect(options.getByText('The option Contacted already exists.')).toBeVisible();
    await fresh.fill('On Trial');
    await fresh.press('Enter');
    await expect(fresh).toHaveValue('');
    await options.getByRole('textbox', { name: 'Label of contacted' }).fill('Enrolled');
    await options.getByRole('combobox', { name: 'Meaning of Enrolled' }).click();
    await page.getByRole('option', { name: 'Won' }).click();
    await options.getByRole('button', { name: 'Colour of On Trial: Grey' }).click();
    const colours = page.getByRole('menu', { name: 'Colour of On Trial' });
    await expect(colours.getByRole('menuitemradio', { name: 'Grey' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(colours).toBeHidden();
    await expect(popup(page)).toBeVisible();
    await options.getByRole('button', { name: 'Colour of On Trial: Grey' }).click();
    await page.getByRole('menuitemradio', { name: 'Pink' }).click();
    await item('Lost').getByRole('button', { name: 'Remove Lost' }).click();
    await handle(options, 'On Trial').focus();
    await liftByKey(page, page.getByText(/^Lifted On Trial, position 5 of 5/));
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(/^On Trial is over position 4 of 5/)).toBeAttached();
    await page.keyboard.press('Space');
    await save(page).click();
    await expect(toast(page, 'Lead fields saved')).toBeVisible();
    expect((await stored())['status']?.['options']).toEqual([
      { value: 'new', label: 'New', meaning: 'open' },
      { value: 'contacted', label: 'Enrolled', meaning: 'won' },
      { value: 'qualified', label: 'Qualified', meaning: 'open' },
      { value: 'on_trial', label: 'On Trial', meaning: 'open', tone: 'pink' },
      { value: 'converted', label: 'Converted', meaning: 'won' },
    ]);

    await api.addLeads(company.manager, [{ name: 'Devi Iyer', status: 'on_trial' }]);
    await page.getByRole('link', { name: 'All Leads' }).click();
    const badge = (name: string, label: string) =>
      page.getByRole('row', { name }).locator('[data-tone]').filter({ hasText: label });
    await expect(badge('Devi Iyer', 'On Trial')).toHaveAttribute('data-tone', 'pink');
    await expect(badge('Asha Patel', 'Enrolled')).toHaveAttribute('data-tone', 'green');
    // Leads keep values of a removed option.
    await expect(badge('Ravi Rao', 'Lost')).toHaveAttribute('data-tone', 'red');
  },
);
