import { barriers } from '../checks/barriers.ts';
import { expect, leadNames, test } from '../fixtures.ts';
import { numbered } from '../leads.ts';

test('the lead list, its filters and its cards pass axe', async ({ page, server, openAs }) => {
  await openAs(server.account('superadmin@lms.example'), '/leads?search=a&status=new&archived=all');
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

test('users, links and a handover pass axe', async ({ page, server, openAs }) => {
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
});

test('the menus of a lead and of the selection pass axe', async ({ page, company, api, openAs }) => {
  await api.addLeads(company.manager, numbered(2));
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
});
