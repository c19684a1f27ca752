import type { Locator, Page } from '@playwright/test';
import { expect, expectAbsent, test as base } from './fixtures.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

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

test('a new installation starts with a client, named after its company, and continues with its leads', async ({
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
    'Let your website send leads',
  ]);
  await expectAbsent(start.getByRole('button', { name: 'Import' }));
  await createCompany(page).getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByText('Client name is required')).toBeVisible();
  await page.getByLabel('Company name').fill('Ácme Décor');
  await createCompany(page).getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('textbox', { name: 'Schema Name' })).toHaveValue('acme_decor');
  await page.keyboard.press('Enter');
  await page.getByLabel('Company name').press('Enter');
  await expect(page.getByText('Client added successfully')).toBeVisible();
  await expect(start.getByRole('heading', { level: 3 }).first()).toHaveText('Bring your leads');
  await start.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });
  await expect(dialog.getByRole('combobox', { name: 'Import into' })).toHaveValue('Ácme Décor');
  await expect(dialog.getByLabel('Choose a file')).toBeEnabled();
});

test('the first client can be created wherever a client is required and none exists', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account(''), '/reports');
  const places = ['fields', 'teams', 'distribution', 'hours', 'templates', 'targets'].map(
    (tab) => `/settings/${tab}`,
  );
  for (const place of ['/reports', '/leads?view=board', ...places]) {
    await page.goto(place);
    await expect(createCompany(page), place).toBeVisible();
    await expectAbsent(page.getByRole('combobox', { name: 'Client' }));
  }
  await page.goto('/create-lead');
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

  await page.goto('/settings/distribution');
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Nilgiri Hills');
});
