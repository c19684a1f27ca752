import { expect, expectAbsent, test } from '../fixtures.ts';
import { connectionBar, goOffline } from '../hands/connection.ts';
import { hold, toast } from '../leads.ts';

const BEFORE = {
  name: 'Asha Patel',
  company_name: 'Patel Interiors',
  location: 'Pune',
  status: 'new',
  notes: 'Met at the fair',
};

test('conflicting edits of a lead offer mine or theirs for each field, typed text stays, and other fields need no choice', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 412 .*\/api\/leads\//);
  const { id } = await api.addLead(company.manager, BEFORE);
  const other = await api.signIn(await api.newPerson(company.id, 'salesrep', 'Rohan'));
  await openAs(company.manager, `/leads/${id}/edit`);
  const form = page.getByRole('form', { name: 'Lead Information' });
  const input = (name: string) => form.getByRole('textbox', { name, exact: true });
  await input('Company').fill('Patel & Daughters');
  await input('Location').fill('Nashik');
  await input('Notes').fill('Only mine');
  await api.call(other, 'PUT', `/leads/${id}`, {
    company_name: 'Patel Group',
    location: 'Goa',
    status: 'contacted',
  });
  await form.getByRole('button', { name: 'Update Lead' }).click();

  const conflict = form.getByRole('region', { name: 'Changes made in the meantime' });
  const heading = conflict.getByRole('heading', {
    name: 'Rohan Joshi has changed this lead in the meantime',
  });
  await expect(heading).toBeFocused();
  await expect(
    conflict.getByText('Nothing is saved yet. Choose what to keep, then save again.'),
  ).toBeVisible();
  await expect(conflict.getByRole('group')).toHaveCount(2);
  const side = (field: string, name: string) =>
    conflict.getByRole('group', { name: field }).getByRole('radio', { name });
  await expect(side('Company', 'Mine: Patel & Daughters')).toBeChecked();
  await expect(side('Company', 'Theirs: Patel Group')).not.toBeChecked();
  await expect(side('Location', 'Mine: Nashik')).toBeChecked();
  await expect(conflict.getByRole('list', { name: 'Changed by them only' })).toHaveText(
    'Status: now Contacted',
  );
  await expect(input('Notes')).toHaveValue('Only mine');
  await expect(form.getByRole('combobox', { name: 'Status' })).toHaveValue('Contacted');

  await side('Location', 'Theirs: Goa').check();
  await expect(input('Location')).toHaveValue('Goa');
  await side('Location', 'Mine: Nashik').check();
  await expect(input('Location')).toHaveValue('Nashik');
  await side('Location', 'Theirs: Goa').check();
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(toast(page, 'Lead updated successfully.')).toBeVisible();
  expect(await api.call(other, 'GET', `/leads/${id}`)).toMatchObject({
    company_name: 'Patel & Daughters',
    location: 'Goa',
    status: 'contacted',
    notes: 'Only mine',
  });

  // An edit of other fields only needs a second save, with nothing to choose.
  await page.getByRole('link', { name: 'Edit Lead' }).click();
  await expect(input('Location')).toHaveValue('Goa');
  await input('Company').fill('Patel & Sons');
  await api.call(other, 'PUT', `/leads/${id}`, { location: 'Surat' });
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(
    form.getByText('Nothing is saved yet. Your changes don’t conflict with these; save again to add them.'),
  ).toBeVisible();
  await expectAbsent(form.getByRole('group'));
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(form).toBeHidden();
  expect(await api.call(other, 'GET', `/leads/${id}`)).toMatchObject({
    company_name: 'Patel & Sons',
    location: 'Surat',
  });

  // A conflict that comes to light after the lead is left is told.
  await page.getByTitle('Change Company', { exact: true }).click();
  const company_name = page.getByRole('dialog', { name: 'Company of Asha Patel' }).getByRole('textbox');
  await company_name.fill('Patel & Co');
  await api.call(other, 'PUT', `/leads/${id}`, { company_name: 'Patel Group' });
  const release = await hold(page, `**/api/leads/${id}`);
  await company_name.press('Enter');
  await page.getByRole('link', { name: 'All Leads' }).first().click();
  await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();
  release();
  await expect(
    page.getByRole('alert').getByText('Company of Asha Patel was changed meanwhile: Patel Group'),
  ).toBeVisible();
});

test('an edit whose response was lost counts as saved, and a quick edit starts from the current lead and settles a conflict by keyboard', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 412 .*\/api\/leads\//);
  faults.expect(/ERR_FAILED/);
  const { id } = await api.addLead(company.manager, BEFORE);
  const other = await api.signIn(await api.newPerson(company.id, 'salesrep', 'Rohan'));
  // The page receives no live updates about the other's edits.
  await page.route('**/api/events', () => undefined);
  const loseAnswer = async (address: string) => {
    let isLost = false;
    await page.route(address, async (route) => {
      // The lead may be read again at any time.
      if (isLost || route.request().method() === 'GET') return await route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
  };
  await openAs(company.manager, `/leads/${id}/edit`);
  const form = page.getByRole('form', { name: 'Lead Information' });
  await form.getByRole('textbox', { name: 'Location', exact: true }).fill('Nashik');
  await loseAnswer(`**/api/leads/${id}`);
  const update = form.getByRole('button', { name: 'Update Lead' });
  await update.click();
  await expect(page.getByText(/Failed to update lead/).first()).toBeVisible();
  await update.click();
  await expect(toast(page, 'Lead updated successfully.')).toBeVisible();
  await expect(page).toHaveURL(`/leads/${id}`);

  await page.getByRole('link', { name: 'All Leads' }).first().click();
  await loseAnswer(`**/api/leads/${id}/status`);
  await page
    .getByRole('row', { name: /Asha Patel/ })
    .getByTitle('Change Status')
    .click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await expect(toast(page, 'Status of Asha Patel: Contacted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Asha Patel/ })).toContainText('New');

  await api.call(other, 'PUT', `/leads/${id}`, { company_name: 'Patel Brothers' });
  await page.getByRole('button', { name: 'Actions for Asha Patel' }).click();
  await page.getByRole('menuitem', { name: 'Quick Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick Edit Lead' });
  const text = dialog.getByRole('textbox', { name: 'Company' });
  await expect(text).toHaveValue('Patel Brothers');
  await text.fill('Patel & Daughters');
  await api.call(other, 'PUT', `/leads/${id}`, { company_name: 'Patel Group' });
  await text.press('Enter');
  const conflict = dialog.getByRole('region', { name: 'Changes made in the meantime' });
  await expect(conflict.getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(conflict.getByRole('radio', { name: 'Mine: Patel & Daughters' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(conflict.getByRole('radio', { name: 'Theirs: Patel Group' })).toBeChecked();
  await expect(text).toHaveValue('Patel Group');
  // Nothing of mine is left to save, so the popup just closes.
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await api.call(other, 'GET', `/leads/${id}`)).toMatchObject({ company_name: 'Patel Group' });

  // Edits that waited for a connection are settled in the same ways, and not listed as lost as well.
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const whileOffline = async (edit: () => Promise<void>, company_name: string) => {
    await goOffline(page);
    await edit();
    await expect(connectionBar(page)).toContainText('1 change waiting');
    await api.call(other, 'PUT', `/leads/${id}`, { company_name });
    await page.context().setOffline(false);
  };
  const lost = page.getByText(/not saved/);
  await whileOffline(async () => {
    await page.getByRole('row', { name: /Asha Patel/ }).getByTitle('Change Status').click(); // prettier-ignore
    await page.getByRole('option', { name: 'Contacted' }).click();
  }, 'Patel & Sons');
  await expect(toast(page, 'Status of Asha Patel: Contacted')).toBeVisible();
  await expectAbsent(lost);
  await page.getByRole('button', { name: 'Actions for Asha Patel' }).click();
  await page.getByRole('menuitem', { name: 'Quick Edit' }).click();
  await expect(text).toHaveValue('Patel & Sons');
  await text.fill('Patel & Daughters');
  await whileOffline(async () => await text.press('Enter'), 'Patel Group');
  await expect(conflict.getByRole('radio', { name: 'Theirs: Patel Group' })).toBeVisible();
  await expectAbsent(lost);
});

test('a quick edit stays open when a colleague takes the last lead out of the list', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, BEFORE);
  const other = await api.newPerson(company.id, 'salesrep', 'Rohan');
  await openAs(company.manager, '/leads?status=new');
  await page.getByRole('button', { name: 'Actions for Asha Patel' }).click();
  await page.getByRole('menuitem', { name: 'Quick Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick Edit Lead' });
  const text = dialog.getByRole('textbox', { name: 'Company' });
  await text.fill('Patel & Daughters');
  // Lists are not read again under a user who is typing.
  await text.blur();
  await api.call(other, 'PUT', `/leads/${id}`, { status: 'contacted' });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(text).toHaveValue('Patel & Daughters');
});
