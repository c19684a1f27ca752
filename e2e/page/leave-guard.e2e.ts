import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { failure, hold, row, toast } from '../leads.ts';

test('Back, Forward, links and the tab ask before unsaved edits are lost, and a reload keeps them', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, { name: 'Asha Patel', location: 'Pune' });
  await openAs(company.manager, '/leads');
  await page.getByRole('link', { name: 'Asha Patel' }).click();
  const edit = page.getByRole('link', { name: 'Edit Lead' });
  await edit.click();
  const form = page.getByRole('form', { name: 'Lead Information' });
  const location = form.getByRole('textbox', { name: 'Location' });
  await expect(location).toHaveValue('Pune');

  // With nothing typed neither a link nor Back asks, and Forward has somewhere to go.
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  const allLeads = navigation.getByRole('link', { name: 'All Leads' });
  await allLeads.click();
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
  await page.goBack();
  await location.fill('Nashik');
  const address = page.url();
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  const ways = [
    () => page.goBack(),
    () => page.goForward(),
    () => page.evaluate(() => history.go(-2)),
    () => form.getByRole('button', { name: 'Cancel' }).click(),
    () => allLeads.click(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question.getByText('It has not been saved.')).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(location).toHaveValue('Nashik');
    await expect(page).toHaveURL(address);
  }

  const asked = page.waitForEvent('dialog');
  const reload = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reload;
  // A user who reloads anyway finds the text again, and is asked about it again.
  await expect(location).toHaveValue('Nashik');
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha Patel');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeVisible();
  await expect(page.getByText('Nashik')).toHaveCount(0);
  await page.goBack();
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
  await page.goForward();
  await page.goForward();
  await location.fill('Goa');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeVisible();
  await page.getByRole('button', { name: 'Back to Leads' }).click();
  await expect(page.getByRole('link', { name: 'Asha Patel' })).toBeFocused();

  // Once a lead is created nothing asks.
  await navigation.getByRole('link', { name: 'Add Lead' }).click();
  const created = page.getByRole('form', { name: 'New lead' });
  const name = created.getByRole('textbox', { name: 'Name' });
  await name.fill('Bina Rao');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Bina Rao');
  await created.getByRole('button', { name: 'Create Lead' }).click();
  await expect(leadNames(page)).toHaveText(['Bina Rao', 'Asha Patel']);
  await page.goBack();
  await expect(name).toHaveValue('');
});

test('links, Back and a reload do not lose a half-typed profile or popup', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/products');
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  const first = page.getByRole('textbox', { name: 'First name' });
  await first.fill('Kabira');
  for (const leave of [
    () => sidebar.getByRole('link', { name: 'Products' }).click(),
    () => page.goBack(),
    () => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Users' }).click(),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(first).toHaveValue('Kabira');
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Users' }).click();

  await page.getByRole('button', { name: 'Add User' }).click();
  const name = page.getByRole('dialog', { name: 'Add User' }).getByRole('textbox', { name: 'First Name' });
  await name.fill('Zoya');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Zoya');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(name).toHaveValue('Zoya');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');

  // Another client's settings replace those of the one that is being edited.
  const other = await api.newCompany('Other');
  const address = `/settings/general/company?client_id=${company.id}`;
  await openAs(await api.newPerson(null, 'superadmin', 'Usha'), address);
  const begin = page.getByRole('form', { name: 'Working hours' }).getByLabel('From', { exact: true });
  await begin.fill('08:00');
  const client = page.locator('#content').getByRole('combobox', { name: 'Client', exact: true });
  for (const answer of ['Keep editing', 'Discard']) {
    await expect(page).toHaveURL(address);
    await expect(begin).toHaveValue('08:00');
    await client.fill(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await question.getByRole('button', { name: answer }).click();
  }
  await expect(page).toHaveURL(new RegExp(other.id));
  await expect(begin).toHaveValue('09:30');
});

test('Escape, Cancel and Back ask before a quick edit is lost, an untouched one just closes, and it shows loading, errors and what was saved', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/(status of|answer) 500/);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  await openAs(company.manager, '/dashboard');
  await page.getByRole('link', { name: 'All Leads' }).click();
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for Asha Rao' }).click();
    await page.getByRole('menuitem', { name: 'Quick Edit' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Quick Edit Lead' });
  const company_name = dialog.getByRole('textbox', { name: 'Company' });
  const release = await hold(page, `**/api/leads/${id}`);
  await open();
  await expect(dialog.getByText('Loading lead details...')).toBeVisible();
  release();
  await expect(company_name).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await open();
  await company_name.fill('Rao Interiors');
  // With a calendar open over the form, Escape only closes the calendar, also from its time field.
  await dialog.getByRole('textbox', { name: 'Next Follow-up' }).click();
  const hour = page.getByRole('spinbutton').first();
  await hour.click();
  await expect(hour).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hour).toHaveCount(0);
  await expectAbsent(page.getByRole('dialog', { name: 'Discard what you typed?' }));
  await company_name.focus();
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(company_name).toHaveValue('Rao Interiors');
    await expect(page).toHaveURL('/leads');
  }
  const update = dialog.getByRole('button', { name: 'Update Lead' });
  const refused = failure('The disk is full.');
  await page.route(`**/api/leads/${id}`, (route) => route.fulfill(refused), { times: 1 });
  await update.click();
  await expect(toast(page, 'Failed to update lead')).toBeVisible();
  await expect(toast(page, 'The disk is full.')).toBeVisible();
  const saving = await hold(page, `**/api/leads/${id}`);
  await update.click();
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  saving();
  await expect(toast(page, 'Lead updated successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, /Asha Rao/).getByText('Rao Interiors')).toBeVisible();

  await open();
  await company_name.fill('Somebody else');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(dialog).toBeHidden();
});
