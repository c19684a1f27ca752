import type { Page } from '@playwright/test';
import type { LeadRow } from '../api.ts';
import { watchAppearances } from '../checks/appearances.ts';
import type { Account } from '../server.ts';
import { expect, leadNames, recordCalls, test, walkTo } from '../fixtures.ts';

const SECRET = 'Zubeida Contractor';
const theirs: LeadRow = {
  name: SECRET,
  email: 'zubeida@e2e.example',
  phone: '+91 98765 11111',
  status: 'Very Special',
};

async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('the next user of a browser sees nothing of the previous one, not for a moment', async ({
  page,
  company,
  api,
}) => {
  const { id } = await api.addLead(company.manager, theirs);
  const doomed = await api.addLead(company.manager, {
    ...theirs,
    name: `${SECRET} Second`,
    email: 'second@e2e.example',
  });
  const asManager = await api.signIn(company.manager);
  const next = await api.newCompany('Konkan Test Exports');
  await api.addLead(next.manager, { name: 'Own lead' });
  await page.goto('/login');
  await fillSignIn(page, company.manager);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Very Special').first()).toBeVisible();
  // The dashboard lists what is due, and shows no card for it.
  await walkTo(page, 'All Leads');
  await api.call(asManager, 'POST', '/reminders', {
    lead_id: id,
    user_id: asManager.user.id,
    title: `Call ${SECRET}`,
    reminder_date: new Date(Date.now() + 2500).toISOString(),
  });
  await expect(page.getByRole('article', { name: `Due: Call ${SECRET}` })).toBeVisible();
  // A call is still in flight when the session ends …
  const held = Promise.withResolvers<void>();
  await page.route('**/api/reminders?*', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await walkTo(page, 'Follow Ups');
  await walkTo(page, 'All Leads');
  await page.getByRole('link', { name: `${SECRET} Second` }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Lead' }).click();
  // … and an action can still be undone.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await page.getByRole('link', { name: 'Sign In' }).click();

  const appeared = await watchAppearances(page);
  const calls = recordCalls(page);
  await fillSignIn(page, next.manager);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  held.resolve();
  await page.keyboard.press('Control+z');
  await walkTo(page, 'All Leads');
  await expect(leadNames(page)).toHaveText(['Own lead']);
  await page.unroute('**/api/reminders?*');
  await walkTo(page, 'Follow Ups');
  await walkTo(page, 'Dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  const seen = await appeared();
  expect(seen).toContain('Own lead');
  for (const trace of [
    SECRET,
    'zubeida@e2e.example',
    'Very Special',
    company.name,
    company.manager.email,
    id,
    doomed.id,
  ])
    expect(seen, `something appeared of ${trace}`).not.toContain(trace);
  expect(calls.filter((call) => call.startsWith('GET /dashboard/'))).not.toEqual([]);
  expect(calls.filter((call) => call.includes('/undo'))).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const trace of [company.manager.email, asManager.user.id, company.id, id, doomed.id])
    expect(kept).not.toContain(trace);
});
