import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const part = (page: Page) => page.getByRole('region', { name: 'Company sign-in' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
}

test('an admin connects the company’s provider, and a rep signs in at its page', async ({
  page,
  api,
  company,
  provider,
  server,
  faults,
  openAs,
}) => {
  faults.expect(/other host: http:\/\/127\.0\.0\.1/);
  faults.expect(/other host: https:\/\/fonts\.googleapis\.com/);
  // The page of the provider asks for a font.
  await page.route(
    'https://fonts.googleapis.com/**',
    async (route) => await route.fulfill({ contentType: 'text/css', body: '' }),
  );
  const admin = await api.newPerson(company.id, 'admin', 'Meera');
  const rep = await api.newPerson(company.id, 'salesrep', 'Asha');
  const domain = `e2e-${company.id.slice(0, 8)}.test`;

  await openAs(admin, '/settings/general/company');
  await expect(part(page).getByText('Off. People sign in with email and password.')).toBeVisible();
  await part(page).getByRole('button', { name: 'Set up company sign-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Company sign-in' });
  const redirect = await dialog.getByText(/\/api\/auth\/provider\/.*\/callback$/).innerText();
  expect(redirect).toContain(server.origin);
  provider.register({
    client_id: 'lms',
    client_secret: SECRET,
    redirect_uris: [redirect],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  });
  await dialog.getByLabel('Issuer').fill(provider.issuer);
  await dialog.getByLabel('Name on the button').fill('Sharma ID');
  await dialog.getByLabel('Client ID').fill('lms');
  await dialog.getByLabel('Client secret').fill('wrong');
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await expect(
    dialog.getByText('The provider does not accept the client ID or the client secret.'),
  ).toBeVisible();
  await dialog.getByLabel('Client secret').fill(SECRET);
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await expect(dialog.getByText('The provider can be used for signing in.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Email domains' }).fill(domain);
  await page.keyboard.press('Enter');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part(page).getByText('New people need an invitation.')).toBeVisible();
  await signOut(page);

  await page.goto('/login');
  await page.getByLabel('Email').fill(`asha@${domain}`);
  const button = page.getByRole('button', { name: 'Continue with Sharma ID' });
  await button.click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
  provider.people.set('stranger', { email: 'stranger@elsewhere.test', email_verified: true });
  faults.expect(/status of 401 .*\/api\/auth\/provider\/finish/);
  await atProvider(page, 'stranger');
  await expect(
    page.getByText('There is no account for you here. Ask your administrator to invite you.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/login');

  provider.people.set('asha', { email: rep.email, email_verified: true });
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await page.getByLabel('Email').fill(`asha@${domain}`);
  await button.click();
  await atProvider(page, 'asha');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Asha', { exact: false }).first()).toBeVisible();
});

test('an admin makes a SCIM token, with which the directory adds a person', async ({
  page,
  api,
  company,
  server,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Meera');
  await openAs(admin, '/settings/general/company');
  const directory = page.getByRole('region', { name: 'Directory' });
  await directory.getByRole('button', { name: 'Create SCIM token' }).click();
  const dialog = page.getByRole('dialog');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const token = await page.getByTestId('scim-token').innerText();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close anyway' }).click();
  await expect(directory.getByText('never used')).toBeVisible();
  const response = await fetch(`${server.origin}/api/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      userName: `kiran@${company.id.slice(0, 8)}.test`,
      name: { givenName: 'Kiran', familyName: 'Desai' },
    }),
  });
  expect(response.status).toBe(201);
  await directory.getByRole('button', { name: 'Remove SCIM token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(directory.getByText('Off. People are added and deactivated under Users.')).toBeVisible();
});

/** Signs in on the provider's own page. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
