import type { Browser, Page } from '@playwright/test';
import type { Api } from '../api.ts';
import type { Account, Server } from '../server.ts';
import { barriers } from '../checks/barriers.ts';
import { FIELDS, fieldNames, fields, handle, table } from '../hands/fields.ts';
import { expect, keepSession, leadNames } from '../fixtures.ts';
import { pick, press, reach, type } from '../hands/keyboard.ts';
import { choose, row, toast } from '../leads.ts';

/** Opens the list of a colleague at another computer, with live updates from now on. */
async function colleague(browser: Browser, server: Server, api: Api, account: Account): Promise<Page> {
  const page = await browser.newPage({ baseURL: server.origin });
  const saving = { configurable: true, value: { saveData: true } };
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', value), saving);
  await page.addInitScript(() => Object.assign(navigator, { connection: { saveData: true } }));
  await keepSession(page.context(), server, await api.signIn(account));
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto('/leads');
  await stream;
  return page;
}

const SIZE = {
  title: 'Shirt size',
  type: 'select',
  options: [
    { value: 'm', label: 'Medium' },
    { value: 'l', label: 'Large' },
  ],
};
const SHOWN = { showTable: true, showForm: true, required: false };

fields(
  'fields are added by keyboard, and a colleague fills, reads and changes them without a reload',
  async ({ page, browser, server, api, company, admin, faults, openAs }) => {
    faults.expect(/status of 422 .*lead_config\/fields/);
    await api.addLeads(company.manager, [{ name: 'Asha Patel' }]);
    const rep = await api.newPerson(company.id, 'salesrep', 'Ravi');
    const his = await colleague(browser, server, api, rep);
    await expect(leadNames(his)).toHaveText(['Asha Patel']);

    await openAs(admin, FIELDS);
    await expect(fieldNames(page).first()).toContainText('Name');
    const popup = page.getByRole('dialog', { name: 'Add Field' });
    const name = popup.getByRole('textbox', { name: 'Field Name' });
    const add = popup.getByRole('button', { name: 'Add Field' });
    await press(page, page.getByRole('button', { name: 'Add Field' }));
    await expect(name).toBeFocused();
    await pick(page, popup.getByRole('combobox', { name: 'Type' }), 'Choice');
    await press(page, add);
    await expect(popup.getByText('A field needs a name.')).toBeVisible();
    await expect(popup.getByText('Add at least one option.')).toBeVisible();
    await expect(name).toBeFocused();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('email');
    const option = popup.getByRole('textbox', { name: 'New option of email' });
    await type(page, option, 'Medium');
    await page.keyboard.press('Enter');
    await page.keyboard.type('medium');
    await page.keyboard.press('Enter');
    await expect(popup.getByText('The option Medium already exists.')).toBeVisible();
    // Text in the input becomes an option when the input loses focus.
    await type(page, option, 'Large');
    await press(page, add);
    await expect(popup.getByText('Two fields cannot have the title email.')).toBeVisible();
    await expect(name).toBeFocused();
    await type(page, name, 'Shirt size');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Field added')).toBeVisible();
    await expect(popup).toBeHidden();
    const own = table(page).getByRole('row', { name: /custom\.shirt_size/ });
    await expect(own).toContainText('Custom');
    await expect(own).toContainText('VisibleTable, Form');
    await expect(handle(page, 'Shirt size')).toBeAttached();

    await press(page, page.getByRole('button', { name: 'Add Field' }));
    await type(page, name, 'Seats');
    await pick(page, popup.getByRole('combobox', { name: 'Type' }), 'Number');
    await reach(page, popup.getByRole('checkbox', { name: 'Required' }));
    await page.keyboard.press('Space');
    await press(page, add);
    await expect(table(page).getByRole('row', { name: /custom\.seats/ })).toContainText('Required');

    // Nothing is reopened on the other side.
    for (const title of ['Shirt size', 'Seats'])
      await expect(his.getByRole('columnheader', { name: title })).toBeVisible();
    await his.getByRole('link', { name: 'Add Lead' }).click();
    const form = his.getByRole('form', { name: 'New lead' });
    await form.getByLabel('Name').first().fill('Bina Rao');
    await choose(his, form, 'Shirt size', 'Large');
    await form.getByRole('button', { name: 'Create Lead' }).click();
    await expect(form.getByText('Seats is required.')).toBeVisible();
    await form.getByLabel('Seats').fill('12.5');
    await form.getByRole('button', { name: 'Create Lead' }).click();
    await expect(row(his, /Bina Rao/)).toContainText('Large12.5');

    await his.getByRole('link', { name: 'Bina Rao' }).click();
    const facts = his.getByRole('region', { name: 'Lead Information' });
    await expect(facts.getByText('Large', { exact: true })).toBeVisible();
    await his.getByRole('link', { name: 'Edit Lead' }).click();
    await expect(his.getByLabel('Seats')).toHaveValue('12.5');
    await his.getByLabel('Seats').fill('14');
    await choose(his, his.getByRole('form', { name: 'Lead Information' }), 'Shirt size', 'Medium');
    await his.getByRole('button', { name: 'Update Lead' }).click();
    await expect(facts.getByText('14', { exact: true })).toBeVisible();
    const last = his.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first();
    await expect(last).toContainText('Seats: 12.5 →to 14');
    await expect(last).toContainText('Shirt size: Large →to Medium');
    await his.close();
  },
);

fields(
  'custom fields are imported and filtered, and the filters live in the address',
  async ({ page, api, company, openAs }) => {
    const path = `/configurations/${company.id}/lead_config/fields`;
    await api.call(await api.superadmin(), 'POST', path, { ...SIZE, ...SHOWN });
    await api.call(await api.superadmin(), 'POST', path, { title: 'सीटें', type: 'number', ...SHOWN });
    await openAs(company.manager, '/leads');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const wizard = page.getByRole('dialog', { name: 'Import Leads' });
    const file = ['Name,SHIRT SIZE,How many', 'Asha,Large,8', 'Bina,Large,12.5', 'Devi,Medium,15'].join('\n');
    await wizard
      .getByLabel('Choose a file', { exact: true })
      .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await expect(wizard.getByRole('combobox', { name: 'Field for SHIRT SIZE' })).toHaveValue('Shirt size');
    await choose(page, wizard, 'Field for How many', 'सीटें');
    await wizard.getByRole('button', { name: 'Continue' }).click();
    const sample = wizard.getByRole('region', { name: 'The first leads, table' });
    await expect(sample.getByRole('columnheader')).toHaveText(['Name', 'Shirt size', 'सीटें']);
    await expect(sample.getByRole('row').nth(1)).toContainText('Large8');
    await wizard.getByRole('button', { name: 'Import 3 leads' }).click();
    await wizard.getByRole('button', { name: 'Done' }).click();
    await expect(leadNames(page)).toHaveCount(3);

    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('button', { name: 'More filters' }).click();
    const custom = drawer.getByRole('region', { name: 'Custom fields' });
    await choose(page, custom, 'Shirt size', 'Large');
    await expect(leadNames(page)).toHaveCount(2);
    const seats = custom.getByRole('group', { name: 'सीटें' });
    await type(page, seats.getByRole('textbox', { name: 'From' }), '10');
    await page.keyboard.press('Enter');
    await expect(leadNames(page)).toHaveText(['Bina']);
    await type(page, seats.getByRole('textbox', { name: 'To' }), '9');
    await expect(custom.getByText('From cannot be more than To')).toBeVisible();
    await expect(leadNames(page)).toHaveText(['Bina']);
    // Rows that wait for new ones are pale, and the address changes before they start to wait.
    const answered = page.waitForResponse(/\/api\/leads\?.*12\.5/);
    await type(page, seats.getByRole('textbox', { name: 'To' }), '12.5');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/12\.5/);
    await answered;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await barriers(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Show leads' }).click();
    await expect(leadNames(page)).toHaveText(['Bina']);
    await expect(page.getByRole('button', { name: 'Filters' })).toContainText('2');
    const chips = page.getByRole('list', { name: 'Active filters' });
    await expect(chips).toContainText('Shirt sizeLarge');
    await expect(chips).toContainText('सीटें10 to 12.5');

    await chips.getByRole('button', { name: 'Remove filter सीटें' }).click();
    await expect(leadNames(page)).toHaveCount(2);
    await chips.getByRole('button', { name: 'Reset' }).click();
    await expect(leadNames(page)).toHaveCount(3);
    await expect(page).toHaveURL(/\/leads$/);
  },
);

fields(
  'a removed field goes everywhere at once and comes back with what leads hold in it',
  async ({ page, browser, server, api, company, admin, openAs }) => {
    const path = `/configurations/${company.id}/lead_config/fields`;
    await api.call(await api.superadmin(), 'POST', path, { ...SIZE, ...SHOWN });
    await api.addLead(company.manager, { name: 'Asha Patel', custom: { shirt_size: 'l' } });
    const her = await colleague(browser, server, api, company.manager);
    const header = her.getByRole('columnheader', { name: 'Shirt size' });
    await expect(row(her, /Asha Patel/)).toContainText('Large');

    await openAs(admin, FIELDS);
    const own = table(page).getByRole('row', { name: /custom\.shirt_size/ });
    await own.getByRole('button', { name: 'Remove Shirt size' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Shirt size?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(own).toBeHidden();
    await expect(header).toBeHidden();
    const removed = page.getByRole('region', { name: 'Removed Fields' });
    await expect(removed.getByRole('listitem')).toContainText('Shirt sizeChoice');
    expect(await barriers(page)).toEqual([]);
    await removed.getByRole('button', { name: 'Restore Shirt size' }).click();
    await expect(own).toBeVisible();
    await expect(removed).toBeHidden();
    await expect(page.locator('#content')).toBeFocused();
    await expect(row(her, /Asha Patel/)).toContainText('Large');

    await own.getByRole('button', { name: 'Remove Shirt size' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(own).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Shirt size is back')).toBeVisible();
    await expect(own).toBeVisible();

    // The popup of all fields changes the field's name, placeholder and options.
    await page.getByRole('button', { name: 'Edit Fields' }).click();
    const popup = page.getByRole('dialog', { name: 'Edit Fields' });
    await popup.getByRole('textbox', { name: 'Field name of custom.shirt_size' }).fill('Size');
    await popup.getByRole('button', { name: 'Choice 2 options of Size' }).click();
    await popup.getByRole('textbox', { name: 'Placeholder' }).fill('As on the label');
    await popup.getByRole('textbox', { name: 'Label of l' }).fill('Very large');
    await popup.getByRole('button', { name: 'Save Changes' }).click();
    await expect(row(her, /Asha Patel/)).toContainText('Very large');
    await her.getByRole('link', { name: 'Add Lead' }).click();
    await expect(her.getByRole('combobox', { name: 'Size' })).toHaveAttribute(
      'placeholder',
      'As on the label',
    );
    await her.close();
  },
);
