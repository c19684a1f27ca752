import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';
import type { Account } from '../server.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const keyOn = async (page: Page) => await page.getByTestId('factor-key').innerText();
/** The code that an app with this key shows, `later` codes after the current one. */
const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + later * 30_000,
  });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
}

async function typePassword(page: Page, { email, password }: Account): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a rep adds an app, signs in with its code, and the browser is remembered', async ({
  page,
  api,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 401 .*\/api\/auth\/login/);
  const rep = await api.newPerson(company.id, 'salesrep', 'Asha');
  await openAs(rep, '/settings/general/you');
  await section(page).getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Asha’s phone');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const key = await keyOn(page);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  const [recovery = ''] = (await page.getByTestId('recovery-codes').innerText()).split('\n');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close anyway' }).click();
  await expect(section(page).getByText('Asha’s phone')).toBeVisible();
  await expect(section(page).getByText('10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await page.context().clearCookies();
  await typePassword(page, rep);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong, or it has been used already.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, 1));
  await page.getByLabel('Don’t ask again on this device for 30 days').check();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await signOut(page);
  await typePassword(page, rep);
  await expect(page).toHaveURL(/\/dashboard/);

  await signOut(page);
  await page.context().clearCookies();
  await typePassword(page, rep);
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});

test('an admin requires a second step, sets it up at the next sign-in, and resets a rep’s', async ({
  page,
  api,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 401 .*\/api\//);
  const [admin, rep] = [
    await api.newPerson(company.id, 'admin', 'Meena'),
    await api.newPerson(company.id, 'salesrep', 'Asha'),
  ];
  const path = '/auth/second-factor/apps';
  const app = await api.call<{ id: string; secret: string }>(rep, 'POST', path, { name: 'Phone' });
  await api.call(rep, 'POST', `${path}/${app.id}/confirm`, { code: codeOf(app.secret) });
  await openAs(admin, '/settings/general/company');
  await section(page).getByText('Everyone').click();
  const save = section(page).getByRole('button', { name: 'Save Changes' });
  await save.click();
  const question = page.getByRole('dialog', { name: 'Require two-step sign-in now?' });
  await expect(question).toContainText('signed out at once, and you with them');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(save).toBeFocused();
  await save.click();
  await question.getByRole('button', { name: 'Require now' }).click();
  await expect(page).toHaveURL(/\/login/);
  await typePassword(page, admin);
  await expect(page.getByText('Your account needs a second step.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(await keyOn(page)));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.goto('/settings/users/people');
  await page.getByRole('button', { name: /^Actions for Asha/ }).click();
  await page.getByRole('menuitem', { name: 'Reset Two-Step Sign-In' }).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('can now sign in with only a password')).toBeVisible();
});
