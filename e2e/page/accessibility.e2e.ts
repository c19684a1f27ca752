import { barriers } from '../checks/barriers.ts';
import { expect, leadNames, test } from '../fixtures.ts';
import { numbered } from '../leads.ts';

test('the sign-in page with an error, the landing page and its dialog pass axe', async ({ page, faults }) => {
  faults.expect(/status of 401 .*\/api\/auth\/login/);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@e2e.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { pressed: false }).first().click();
  expect(await barriers(page)).toEqual([]);
});

test('the lead list, its filters and its cards pass axe', async ({ page, server, openAs }) => {
  await openAs(server.account('superadmin@lms.example'), '/leads?search=a&status=new&archived=all&limit=36');
  await expect(leadNames(page).first()).toBeVisible();
  await expect(page.getByText('filtered from')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Status', exact: true }).click();
  await expect(page.getByRole('listbox', { name: 'Status' }).getByRole('option').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeHidden();
  await page.getByTitle('Change Assigned To').first().click();
  await expect(page.getByRole('listbox', { name: 'Assigned To' }).getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('combobox', { expanded: true, name: 'Assigned To' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Leads' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('the board passes axe, for a user with access to all clients and on a phone', async ({
  page,
  server,
  openAs,
}) => {
  // Only a few cards, but with everything that can fail, including the red of a late follow-up.
  await openAs(server.account('superadmin@lms.example'), '/leads?view=board&next_followup=overdue');
  await expect(page.getByRole('heading', { name: 'Choose a client' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'Sharma Interiors' }).click();
  const board = page.getByRole('group', { name: 'Board' });
  await expect(board.getByRole('listitem').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await barriers(page)).toEqual([]);
  // One column at a time, with the next one a swipe away.
  const unfolded = board.getByRole('region').filter({ has: page.getByRole('list') });
  const first = await unfolded.first().boundingBox();
  expect(first?.width).toBeGreaterThan(300);
  await board
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Move to Lost' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Too expensive' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
});

test('the dashboard passes axe on a phone', async ({ page, server, openAs }) => {
  await openAs(server.account('superadmin@lms.example'), '/dashboard');
  await expect(page.getByRole('table', { name: 'Leads at each status' })).toBeVisible();
  await expect(page.locator('[data-reminder]').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await barriers(page)).toEqual([]);
});

test('a first dashboard, an empty list and a lead that fails to load pass axe', async ({
  page,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 404/);
  await openAs(company.manager, '/dashboard');
  await expect(page.getByText('Your pipeline starts here')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.goto('/leads');
  await expect(page.getByText('Get started by adding your first lead')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.goto('/leads/00000000-0000-7000-8000-0000000000ff');
  await expect(page.getByRole('heading', { name: 'Failed to load lead details' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('a lead page passes axe', async ({ page, server, openAs }) => {
  await openAs(server.account('ritu@sharma.example'), '/leads');
  await leadNames(page).first().click();
  await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('Nothing yet')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('Follow Ups as a week, a month and a list, their dialogs and Log a Call pass axe', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account('ritu@sharma.example'), '/reminders?view=week');
  await expect(page.locator('ol[data-view]').getByRole('listitem').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Month' }).click();
  await expect(page.locator('ol[data-view="month"][aria-busy="false"]')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('[data-follow-up]')).toHaveCount(0);
  await expect(page.locator('ol[aria-busy="false"]')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'List' }).click();
  const first = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem').first();
  await expect(first).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await first.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('dialog', { name: 'Mark as Completed' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await first.getByRole('link', { name: /^Call Now/ }).click();
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await expect(page.getByText('Comments are required.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.goBack();
  await first.getByRole('button', { name: /^Snooze/ }).click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('Custom');
  await page.getByRole('textbox', { name: 'Every' }).fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose a number from 1 to 365.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('the lead fields, their popup and its options pass axe', async ({ page, server, openAs }) => {
  await openAs(server.account('ritu@sharma.example'), '/settings/fields');
  await expect(page.getByRole('table', { name: 'All Available Fields' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit Fields' }).click();
  await page.getByRole('button', { name: 'Choice 5 options of Status' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('group', { name: 'Options of Status' })).toBeVisible();
  await page.getByRole('button', { name: 'Colour of New: Blue' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Pink' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('users, links, a handover and the days of the audit log pass axe', async ({ page, server, openAs }) => {
  await openAs(server.account('ritu@sharma.example'), '/settings/users');
  const menu = page.getByRole('button', { name: 'Actions for Sneha Patil' });
  await expect(menu).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Password Reset Link' }).click();
  await expect(page.getByTestId('access-link')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy & Close' }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(page.getByRole('combobox', { name: 'Who takes over?' })).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  expect(await barriers(page)).toEqual([]);
  await page.goto('/settings/roles/audit');
  await page.getByRole('textbox', { name: 'From date' }).fill('02/01/2025');
  await page.getByRole('textbox', { name: 'To date' }).fill('01/01/2025');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('the new lead form passes axe with an error', async ({ page, server, openAs }) => {
  await openAs(server.account('superadmin@lms.example'), '/create-lead');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('the import steps and the import toast pass axe', async ({ page, company, openAs }) => {
  await openAs(company.manager, '/leads');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });
  await expect(dialog.getByText('Drop a file here, or choose one')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel('Choose a file', { exact: true }).setInputFiles({
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Email,Status,Other\nAsha,asha@e2e.example,On Hold,x\nBina,no address,,\n,,,y\n',
    ),
  });
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  // The check in import-check.e2e.ts has more choices.
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('the menus, the command palette and the keyboard help pass axe', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(2));
  await api.call(await api.signIn(company.manager), 'POST', '/products', { name: 'Sofa' });
  await openAs(company.manager, '/leads');
  await expect(leadNames(page)).toHaveCount(2);
  const menu = page.getByRole('menu');
  const closed = async () => {
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  };
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await expect(menu).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await closed();
  // A manager reads there why an action is not for them.
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .click();
  await page.getByRole('button', { name: 'Bulk Actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Update Selected \(1\) ./ })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await closed();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.goto('/products');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await expect(menu).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
