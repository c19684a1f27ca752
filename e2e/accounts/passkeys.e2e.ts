import type { CDPSession, Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';
import type { Account } from '../server.ts';

const SIGN_IN = '**/api/auth/passkeys/sign-in';

/** A fingerprint reader of the browser’s, which answers only while it is touched. `barriers` takes it away. */
async function addReader(page: Page): Promise<{ touch: (touches: boolean) => Promise<unknown> }> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const touch = async (enabled: boolean) =>
    await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { touch };
}

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });

async function addPasskey(page: Page): Promise<void> {
  await section(page).getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Asha’s phone');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close anyway' }).click();
  await expect(section(page).getByRole('list', { name: 'Passkeys' })).toContainText('Asha’s phone');
}

async function endSession(page: Page): Promise<void> {
  // A page of the app could keep a token that is on its way.
  await page.goto('/offline.html');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.removeItem('accessToken');
    localStorage.removeItem('user');
  });
  await page.goto('/login');
}

/** Signs out as `endSession` does; the email field has nothing to offer, so that only the button asks for a touch. */
async function endSessionWithoutOffer(page: Page): Promise<void> {
  const answered = page.waitForResponse(SIGN_IN);
  await page.route(SIGN_IN, async (route) => await route.fulfill({ json: { success: true, data: null } }), {
    times: 1,
  });
  await endSession(page);
  await answered;
}

async function typePassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('a rep adds a passkey on the phone, and signs in by one touch, at the second step and from the email field', async ({
  page,
  api,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 401 .*\/api\/auth\/login/);
  // A page whose session the test takes away may still ask for something.
  faults.allow(/status of 401 .*\/api\//);
  await page.setViewportSize({ width: 390, height: 844 });
  const rep = await api.newPerson(company.id, 'salesrep', 'Asha');
  await openAs(rep, '/settings/general/you');
  const reader = await addReader(page);
  await reader.touch(true);
  await addPasskey(page);

  await endSessionWithoutOffer(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await reader.touch(false);
  await endSession(page);
  await typePassword(page, rep);
  await expect(page.getByText('Use your passkey, or enter a code')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('This code is wrong, or it has been used already.')).toBeVisible();
  await reader.touch(true);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  // The browser offers the passkey at the email field, and the touch chooses it.
  await endSession(page);
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto('/settings/general/you');
  await expect(section(page).getByRole('list', { name: 'Passkeys' })).toContainText('last used');
  expect(await barriers(page)).toEqual([]);
});

test('a passkey confirms who it is, what was typed is sent again, and the passkey is removed', async ({
  page,
  api,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 403 .*\/api\/auth\/tokens/);
  faults.expect(/status of 401 .*\/api\/auth\/passkeys\/sign-in/);
  const rep = await api.newPerson(company.id, 'salesrep', 'Asha');
  await openAs(rep, '/settings/general/you');
  const reader = await addReader(page);
  await reader.touch(true);
  await addPasskey(page);
  await page.getByRole('button', { name: 'New Access Token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly report');
  await page.route(
    '**/api/auth/tokens',
    async (route) => {
      const message = 'Confirm with your password or a passkey that it’s you, then try again.';
      await route.fulfill({ status: 403, json: { success: false, code: 'fresh_proof_required', message } });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByTestId('access-token')).toBeVisible();
  await page.getByRole('button', { name: 'Copy & Close' }).click();

  await section(page).getByRole('button', { name: 'Remove Asha’s phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(section(page).getByText('Off. Your password alone signs you in.')).toBeVisible();
  await endSessionWithoutOffer(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey belongs to no account here.')).toBeVisible();
  await typePassword(page, rep);
  await expect(page).toHaveURL(/\/dashboard/);
});
