import type { Page } from '@playwright/test';
import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { hold, toast } from '../leads.ts';

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const tab = (page: Page, name: string | RegExp) => views(page).getByRole('link', { name });

test('a view is saved, opened, changed, reset, moved, made the default and deleted', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, [
    { name: 'Asha', status: 'new' },
    { name: 'Bina', status: 'qualified' },
    { name: 'Chetan', status: 'qualified', source: 'referral' },
  ]);
  await openAs(company.manager, '/leads?status=qualified');
  await views(page).getByRole('button', { name: 'Save View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save View' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Name the view.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Hot');
  await dialog.getByRole('checkbox', { name: 'Share with everybody in the company' }).check();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'View saved')).toBeVisible();
  await expect(tab(page, 'Hot 2')).toHaveAttribute('aria-current', 'page');

  // A new lead that matches the view is counted at once.
  await api.addLead(company.manager, { name: 'Divya', status: 'qualified' });
  await expect(tab(page, 'Hot 3')).toBeVisible();

  // A change of the view is announced, and can be saved or reset.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  const whole = page.viewportSize();
  await expect(views(page).getByText('Changed:')).toBeVisible();
  for (const width of [800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(tab(page, 'Hot 3')).toBeInViewport({ ratio: 1 });
  }
  if (whole) await page.setViewportSize(whole);
  await views(page).getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/\?status=qualified&view=[\da-f-]+$|view=[\da-f-]+&status=qualified$/);
  await expect(views(page).getByText('Changed:')).toBeHidden();
  // A change made while another is being saved is saved by the next press.
  const name = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  const save = views(page).getByRole('button', { name: 'Save', exact: true });
  await name.click();
  const release = await hold(page, '**/api/lead-views/*');
  await save.click();
  await name.click();
  await expect(page).toHaveURL(/sort_order=desc/);
  release();
  await expect(toast(page, 'View saved')).toBeVisible();
  await save.click();
  await expect(views(page).getByText('Changed:')).toBeHidden();

  // A view without columns of its own gets none from the manager who changes its filters.
  await tab(page, 'All without a next step 4').click();
  await expect(leadNames(page)).toHaveCount(4);
  await name.click();
  await save.click();
  await expect(views(page).getByText('Changed:')).toBeHidden();
  type Kept = { views: { name: string; columns: string[] | null }[] };
  const { views: kept } = await api.call<Kept>(company.manager, 'GET', '/lead-views');
  expect(kept.find((view) => view.name === 'All without a next step')?.columns).toBeNull();
  await tab(page, 'All leads').click();
  await expect(leadNames(page)).toHaveCount(4);
  await expect(views(page).getByRole('link')).toHaveText([
    'All leads', /^My open leads 1$/, /^All due today 0$/, /^All new, not called 1$/, /^All without a next step 4$/, /^Unassigned 3$/, /^All not contacted for 30 days 0$/, /^Hot 3$/,
  ]); // prettier-ignore
  await expect(tab(page, 'All leads')).toHaveAttribute('aria-current', 'page');
  await expectAbsent(views(page).getByRole('button'));
  await tab(page, 'Hot 3').click();
  await expect(leadNames(page)).toHaveText(['Divya', 'Chetan', 'Bina']);

  const menu = async (item: string) => {
    await views(page).getByRole('button', { name: 'Actions for the view Hot' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Move Left');
  await expect(views(page).getByRole('link').nth(6)).toHaveText('Hot 3');
  await menu('Set as Default');
  await expect(toast(page, 'This is now your default view')).toBeVisible();
  await page.goto('/leads');
  await expect(leadNames(page)).toHaveText(['Divya', 'Chetan', 'Bina']);
  await tab(page, 'All leads').click();
  await expect(leadNames(page)).toHaveCount(4);

  await tab(page, 'Hot 3').click();
  await menu('Delete View');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete View' }).click();
  await expect(toast(page, 'View deleted')).toBeVisible();
  await expect(views(page).getByRole('link')).toHaveCount(7);
  await expect(leadNames(page)).toHaveCount(4);
});

test('a rep opens the shared views, and saves changed ones as their own', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  await api.addLead(company.manager, { name: 'Asha', assigned_to: rep.id });
  await api.addLead(company.manager, { name: 'Bina', assigned_to: rep.id, status: 'contacted' });
  await api.addLead(company.manager, { name: 'Nobody of Rohan' });
  await openAs(rep, '/leads');
  await tab(page, 'My open leads 2').click();
  await expect(leadNames(page)).toHaveText(['Bina', 'Asha']);
  // A rep cannot change a shared view.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(leadNames(page)).toHaveText(['Asha', 'Bina']);
  await expectAbsent(views(page).getByRole('button', { name: 'Save', exact: true }));
  await views(page).getByRole('button', { name: 'Save as new' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save View' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAbsent(dialog.getByRole('checkbox'));
  await page.keyboard.type('Mine by name');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Mine by name 2')).toHaveAttribute('aria-current', 'page');
  await expect(leadNames(page)).toHaveText(['Asha', 'Bina']);

  // Columns chosen while a view is open replace the view's own until another view is opened.
  const email = page.getByRole('columnheader', { name: 'Email' });
  const settings = page.getByRole('dialog', { name: 'Table Settings' });
  await page.getByRole('button', { name: 'Table Settings' }).click();
  await settings.getByRole('checkbox', { name: 'Email' }).uncheck();
  await settings.getByRole('button', { name: 'Apply Settings' }).click();
  await expect(email).toBeHidden();
  await tab(page, 'All leads').click();
  await tab(page, 'Mine by name 2').click();
  await expect(email).toBeVisible();
  await page.getByRole('button', { name: 'Table Settings' }).click();
  await settings.getByRole('checkbox', { name: 'Email' }).uncheck();
  await settings.getByRole('button', { name: 'Apply Settings' }).click();
  await expect(email).toBeHidden();
  // They are a change of the view like any other.
  await views(page).getByRole('button', { name: 'Reset' }).click();
  await expect(email).toBeVisible();
  await page.getByRole('button', { name: 'Table Settings' }).click();
  await settings.getByRole('checkbox', { name: 'Email' }).uncheck();
  await settings.getByRole('button', { name: 'Apply Settings' }).click();
  await views(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(views(page).getByText('Changed:')).toBeHidden();
  await tab(page, 'All leads').click();
  await tab(page, 'Mine by name 2').click();
  await expect(email).toBeHidden();
});

test('a user with access to all clients opens and saves views of a chosen client', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await api.addLeads(company.manager, [{ name: 'Asha', status: 'qualified' }]);
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}&status=qualified`);
  await views(page).getByRole('button', { name: 'Save View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save View' });
  await dialog.getByLabel('Name').fill('Hot');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'View saved')).toBeVisible();
  await tab(page, 'All leads').click();
  await tab(page, 'Hot 1').click();
  await expect(page).toHaveURL(new RegExp(`client_id=${company.id}`));
  await expect(leadNames(page)).toHaveText(['Asha']);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await views(page).getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
  await expect(views(page).getByText('Changed:')).toBeHidden();
});
