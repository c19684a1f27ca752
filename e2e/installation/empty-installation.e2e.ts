import type { Locator, Page } from '@playwright/test';
import { expect, expectAbsent, test as base, walkTo } from '../fixtures.ts';
import { Hand } from '../hands/hand.ts';
import { startServer } from '../server.ts';
import type { Server } from '../server.ts';

const test = base.extend<object, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      const server = await startServer({ isEmpty: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Every test starts without a client. */
test.beforeEach(async ({ api }) => {
  const session = await api.superadmin();
  const { clients } = await api.call<{ clients: { id: string }[] }>(session, 'GET', '/clients');
  for (const { id } of clients) await api.call(session, 'DELETE', `/clients/${id}`);
});

const createCompany = (part: Page | Locator) => part.getByRole('form', { name: 'Create your company' });

test('a new installation starts with a client, named after its company, continues with its leads, and hides these steps on request', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account(''), '/dashboard');
  const start = page.getByRole('region', { name: 'Your pipeline starts here' });
  await expect(start.getByRole('heading', { level: 3 })).toHaveText([
    'Create your company',
    'Bring your leads',
    'Invite your team',
    'Assign your leads',
    'Make your first call',
  ]);
  await expectAbsent(start.getByRole('button', { name: 'Import' }));
  await createCompany(page).getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible();
  await page.getByLabel('Company name').fill('Ácme Décor');
  await createCompany(page).getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('textbox', { name: 'Schema Name' })).toHaveValue('acme_decor');
  await page.keyboard.press('Enter');
  await page.getByLabel('Company name').press('Enter');
  await expect(page.getByText('Company created')).toBeVisible();
  await expect(start.getByRole('button', { name: 'Import' })).toBeFocused();
  await expect(start.getByRole('heading', { level: 3 }).first()).toHaveText('Bring your leads');
  await start.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });
  await expect(dialog.getByRole('combobox', { name: 'Import into' })).toHaveValue('Ácme Décor');
  await expect(dialog.getByLabel('Choose a file')).toBeEnabled();
  await page.keyboard.press('Escape');

  await start.getByRole('button', { name: 'Hide' }).click();
  await expect(start).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(start).toBeVisible();
  await start.getByRole('button', { name: 'Hide' }).click();
  await page.reload();
  await expect(page.getByText('Next Follow-up Leads')).toBeVisible();
  await expectAbsent(start);
});

test('the first client can be created wherever a client is required and none exists', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(server.account(''));
  for (const place of ['/reports', '/leads?view=board', '/settings/targets']) {
    await page.goto(place);
    await expect(createCompany(page), place).toBeVisible();
    await expectAbsent(page.getByRole('combobox', { name: 'Client' }));
  }
  await walkTo(page, 'Add Lead');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha Rao');
  await page.getByRole('button', { name: 'Create your company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create your company' });
  await dialog.getByLabel('Company name').fill('Nilgiri Hills');
  await dialog.getByLabel('Company name').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Nilgiri Hills');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha Rao');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByRole('link', { name: 'Asha Rao' })).toBeVisible();
});

test('a new company comes from its name to its first call, step by step, until the steps are done', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account(''), '/dashboard');
  const start = page.getByRole('region', { name: 'Your pipeline starts here' });
  const done = start.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) });
  const steps = done.getByRole('heading', { level: 3 });
  const hand = new Hand(page, false);
  await hand.task('make the first call in a new installation', async () => {
    await hand.fill(page.getByLabel('Company name'), 'Konkan Tiles');
    await hand.key('Enter');
    await hand.press(start.getByRole('link', { name: 'Add Lead' }));
    const lead = page.getByRole('form', { name: 'New lead' });
    await hand.fill(lead.getByRole('textbox', { name: 'Name', exact: true }), 'Asha Rao');
    await hand.fill(lead.getByRole('textbox', { name: 'Phone' }), '+91 98765 43210');
    await expect(lead.getByRole('combobox', { name: 'Client' })).toHaveValue('Konkan Tiles');
    await hand.press(lead.getByRole('button', { name: 'Create Lead' }));
    await expect(page.getByRole('link', { name: 'Asha Rao' })).toBeVisible();

    await hand.press(page.getByRole('link', { name: 'Dashboard' }).first());
    await expect(steps).toHaveText(['Bring your leads']);
    await hand.press(start.getByRole('link', { name: 'Users' }));
    await hand.press(page.getByRole('button', { name: 'Add User' }));
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    const texts = { 'First Name': 'Zoya', 'Last Name': 'Khan', Email: 'zoya@e2e.example', Password: 'maroon-kettle-92' }; // prettier-ignore
    for (const [name, text] of Object.entries(texts))
      await hand.fill(dialog.getByRole('textbox', { name }), text);
    await hand.press(dialog.getByRole('combobox', { name: 'Role' }));
    await hand.press(page.getByRole('option', { name: 'Sales Rep' }));
    await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveValue('Konkan Tiles');
    await hand.press(dialog.getByRole('button', { name: 'Add User' }));
    await expect(page.getByText('User created successfully')).toBeVisible();

    await hand.press(page.getByRole('link', { name: 'Dashboard' }).first());
    await expect(steps).toHaveText(['Bring your leads', 'Invite your team']);
    await hand.press(start.getByRole('link', { name: 'New leads' }));
    await hand.press(page.getByRole('row').getByRole('link', { name: 'Asha Rao', exact: true }));
    await hand.press(page.getByRole('link', { name: 'Log Call' }));
    await hand.press(page.getByRole('radio', { name: 'No answer', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Save Call Log' }));
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('No answer');
  });
  await walkTo(page, 'Dashboard');
  await expect(page.getByText('Next Follow-up Leads')).toBeVisible();
  await expect(start).toBeHidden();
});
