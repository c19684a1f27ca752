import { expect, expectAbsent, test } from '../fixtures.ts';
import { toast } from '../leads.ts';
import { fillPerson } from '../hands/people.ts';

test('an admin adds users of their own client, five at most, and deactivates them', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  test.setTimeout(120_000);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/roles');
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
  const reps = page.getByRole('row').filter({ hasText: 'Sales Rep' }).getByRole('cell').nth(1);
  await expect(reps).toHaveText('0');
  await tab('Users').click();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Client',
    'Role',
    'Status',
    'Created',
    'Manager',
    'Actions',
  ]);
  await expect(page.getByText('Users created: 0/5')).toBeVisible();
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await expect(dialog.getByText('Users created: 0/5')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveValue(company.name);
  // Choosing the selected client again deselects it.
  await dialog.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: company.name }).click();
  await dialog.getByRole('button', { name: 'Add User' }).click();
  for (const sentence of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password must be at least 6 characters',
    'Please select a role',
    'Please select a client',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Admin', 'Manager', 'Sales Rep']);
  // A required role stays when `fillPerson` chooses it again.
  await page.getByRole('option', { name: 'Sales Rep' }).click();
  await dialog.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: company.name }).click();
  faults.expect(/status of 409/);
  const birth = dialog.getByRole('textbox', { name: 'Date of Birth' });
  await birth.fill('31/02/1990');
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(dialog.getByText('Enter a date such as 30/11/2026.')).toBeVisible();
  await expect(birth).toHaveValue('31/02/1990');
  await birth.fill('28/02/1990');
  await fillPerson(page, company.manager.email);
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(dialog.getByText('A user with this email already exists.')).toBeVisible();
  const email = `zoya-${company.id}@e2e.example`;
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(toast(page, 'User created successfully')).toBeVisible();
  await expect(page.getByText('Users created: 1/5')).toBeVisible();
  await tab('Roles').click();
  await expect(reps).toHaveText('1');
  await tab('Users').click();
  const row = page.getByRole('row').filter({ hasText: email });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for Zoya Khan' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Deactivate');
  const leaving = page.getByRole('dialog', { name: 'Deactivate user?' });
  await expect(leaving.getByText(/access tokens and calendar feeds are deleted/)).toBeVisible();
  await expect(leaving.getByText('Zoya Khan has no open leads and no open reminders.')).toBeVisible();
  await leaving.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row.getByText('Inactive')).toBeVisible();
  await choose('Activate');
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  const { roles } = await api.call<{ roles: { id: string; name: string }[] }>(admin, 'GET', '/roles');
  const roleId = roles.find(({ name }) => name === 'salesrep')?.id;
  for (const index of [1, 2, 3, 4])
    await api.call(admin, 'POST', '/users', {
      firstName: 'One',
      lastName: 'More',
      email: `more${index}-${company.id}@e2e.example`,
      password: 'maroon-kettle-92',
      roleId,
      clientId: company.id,
    });
  await choose('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await edit.getByRole('textbox', { name: 'Last Name' }).fill('');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByText('Last name is required')).toBeVisible();
  await edit.getByRole('textbox', { name: 'Last Name' }).fill('Khanna');
  await expectAbsent(edit.getByRole('combobox', { name: 'Client' }));
  await edit.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Admin', 'Manager', 'Sales Rep']);
  await page.getByRole('option', { name: 'Manager' }).click();
  await expect(
    edit.getByText(/signs the user out .* deletes the user’s access tokens and calendar feeds/),
  ).toBeVisible();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'User saved')).toBeVisible();
  for (const text of ['Zoya Khanna', 'Manager']) await expect(row).toContainText(text);

  await expect(page.getByText('Users created: 5/5')).toBeVisible();
  await page.getByRole('button', { name: 'Add User' }).click();
  await expect(dialog.getByText('Admin user limit reached (5 users maximum)')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add User' })).toBeDisabled();
});

test('a superadmin adds a client and a user of it, views its usage and removes it', async ({
  page,
  company,
  server,
  openAs,
}) => {
  test.setTimeout(120_000);
  await openAs(server.account('superadmin@lms.example'), '/settings/clients');
  await expect(page.getByText('Manage your client accounts and details')).toBeVisible();
  await page.getByRole('button', { name: 'Add Client' }).click();
  const add = page.getByRole('dialog', { name: 'Add Client' });
  await add.getByRole('button', { name: 'Add Client' }).click();
  await expect(add.getByText('Name is required', { exact: true })).toBeVisible();
  await expect(add.getByText('Schema name is required')).toBeVisible();
  const name = `Nilgiri ${company.id.slice(-8)}`;
  const schema = name.toLowerCase().replace(' ', '_');
  await add.getByRole('textbox', { name: 'Client Name' }).fill(name);
  await add.getByRole('textbox', { name: 'Schema Name' }).fill(schema);
  await add.getByRole('textbox', { name: 'Amount Paid' }).fill('-5');
  await add.getByRole('textbox', { name: 'Subscription Start' }).fill('31/02/2026');
  await add.getByRole('button', { name: 'Add Client' }).click();
  await expect(add.getByText('Amount paid cannot be negative.')).toBeVisible();
  await expect(add.getByText('Enter a date such as 30/11/2026.')).toBeVisible();
  await add.getByRole('textbox', { name: 'Subscription Start' }).fill('');
  await add.getByRole('textbox', { name: 'Amount Paid' }).fill('48000');
  await add.getByRole('textbox', { name: 'Subscription End' }).fill('01/02/2026');
  await expect(add.getByRole('combobox', { name: 'Time Zone' })).toHaveValue('Asia/Kolkata');
  await expect(add.getByRole('combobox', { name: 'Country' })).toHaveValue('India');
  await add.getByRole('combobox', { name: 'Country' }).fill('Bhu');
  await page.getByRole('option', { name: 'Bhutan' }).click();
  await add.getByRole('textbox', { name: 'Amount Paid' }).click();
  await add.getByRole('button', { name: 'Add Client' }).click();
  await expect(toast(page, 'Client added successfully')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await search.fill(name);
  await search.press('Enter');
  const row = page.getByRole('row').filter({ hasText: name });
  for (const text of ['Yes', '01/02/2026', 'Ended', '₹48,000']) await expect(row).toContainText(text);

  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Add User');
  await expect(page.getByRole('dialog', { name: `Add User for ${name}` })).toBeVisible();
  await fillPerson(page, `zoya-${company.id}@e2e.example`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click();
  await expect(toast(page, 'User created successfully')).toBeVisible();
  await choose('Usage');
  const usage = page.getByRole('dialog', { name: 'Usage' });
  await expect(usage.getByText('1 (1 active)')).toBeVisible();
  await expect(usage.getByRole('rowheader', { name: 'leads', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('Download All Data');
  const saved = page.waitForEvent('download');
  const archive = page.getByRole('dialog', { name: 'Download All Data' });
  await archive.getByRole('button', { name: 'Download All Data' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^\w+-\d{4}-\d\d-\d\d\.zip$/);
  await expect(toast(page, 'All data downloaded')).toBeVisible();
  await expect(archive).toBeHidden();
  await choose('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Client' });
  await expect(edit.getByRole('combobox', { name: 'Country' })).toHaveValue('Bhutan');
  await edit.getByRole('combobox', { name: 'Time Zone' }).fill('Kathmandu');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
  await edit.getByRole('combobox', { name: 'Financial Year Begins' }).click();
  await page.getByRole('option', { name: 'January' }).click();
  await edit.getByRole('textbox', { name: 'Subscription Start' }).fill('02/02/2026');
  await edit.getByRole('textbox', { name: 'Client Name' }).click();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByText('Subscription end cannot be before its start.')).toBeVisible();
  await edit.getByRole('textbox', { name: 'Subscription Start' }).fill('01/02/2025');
  await edit.getByRole('textbox', { name: 'Client Name' }).click();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Client saved')).toBeVisible();
  await expect(row).toContainText('01/02/2025');
  await choose('Edit');
  await expect(edit.getByRole('combobox', { name: 'Time Zone' })).toHaveValue('Asia/Kathmandu');
  await expect(edit.getByRole('combobox', { name: 'Financial Year Begins' })).toHaveValue('January');
  await page.keyboard.press('Escape');
  await choose('Deactivate');
  const off = page.getByRole('dialog', { name: 'Deactivate client?' });
  await expect(off.getByText(/access tokens, .* activating it does not bring them back/)).toBeVisible();
  await off.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Yes');
  await choose('Deactivate');
  await off.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('No');

  await choose('Remove Client');
  const remove = page.getByRole('dialog', { name: 'Remove client?' });
  await expect(remove).toContainText(`${schema} and its users’ accounts`);
  await remove.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await choose('Remove Client');
  await remove.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(toast(page, 'Client removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No clients found.' })).toBeVisible();
});

test('errors in users and clients show their own messages', async ({ page, server, signIn, faults }) => {
  faults.expect(/status of 500/);
  faults.expect(/answer 500/);
  await signIn(server.account('superadmin@lms.example'));
  const fail = async (path: string) =>
    await page.route(path, (route) => route.fulfill({ status: 500, body: '{}', contentType: 'text/plain' }));
  await fail('**/api/clients?*');
  await page.goto('/settings/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  await expect(
    page.getByText('Failed to load clients. You can still create a user without assigning a client.'),
  ).toBeVisible();
  await page.unroute('**/api/clients?*');
  await fail('**/api/clients');
  await fail('**/api/clients/*');
  await page.keyboard.press('Escape');
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
  await tab('Clients').click();
  await page.getByRole('button', { name: 'Add Client' }).click();
  const add = page.getByRole('dialog', { name: 'Add Client' });
  await add.getByRole('textbox', { name: 'Client Name' }).fill('Nilgiri');
  await add.getByRole('textbox', { name: 'Schema Name' }).fill('nilgiri_hills');
  await add.getByRole('button', { name: 'Add Client' }).click();
  await expect(toast(page, 'Failed to add client')).toBeVisible();
  // The typed text is still there for another try.
  await expect(add.getByRole('textbox', { name: 'Client Name' })).toHaveValue('Nilgiri');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove Client' }).click();
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(toast(page, 'Failed to delete client')).toBeVisible();

  await fail('**/api/clients?*');
  await fail('**/api/roles*');
  await fail('**/api/users?*');
  await page.goto('/settings/roles');
  for (const what of ['roles', 'users', 'clients']) {
    await tab(what.charAt(0).toUpperCase() + what.slice(1)).click();
    await expect(page.getByRole('heading', { name: `Failed to load ${what}` })).toBeVisible();
    // Shown once, because the server sent no message of its own.
    await expect(page.locator('#content').getByText(`Failed to load ${what}`)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  }
});

test('long names neither push the menu off screen nor overflow a dialog', async ({
  page,
  company,
  api,
  signIn,
  server,
}) => {
  const long = `${company.id.slice(-8)}${'n'.repeat(192)}`;
  const overseer = await api.superadmin();
  await api.call(overseer, 'PATCH', `/clients/${company.id}`, { clientName: long });
  await api.call(overseer, 'PATCH', `/users/${company.manager.id}`, {
    firstName: 'F'.repeat(100),
    lastName: 'L'.repeat(100),
  });
  await signIn(server.account('superadmin@lms.example'));
  for (const [address, name] of [
    [`/settings/users?search=${company.manager.email}`, /^Actions for FFF/],
    [`/settings/clients?search=${company.id.slice(-8)}`, `Actions for ${long}`],
  ] as const) {
    await page.goto(address);
    for (const width of [1366, 1024, 390]) {
      await page.setViewportSize({ width, height: 768 });
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('button', { name: `Actions for ${long}` }).click();
  await page.getByRole('menuitem', { name: 'Remove Client' }).click();
  const question = page.getByRole('dialog', { name: 'Remove client?' });
  await expect(question).toContainText(`remove "${long}". This action cannot be undone.`);
  expect(await question.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});
