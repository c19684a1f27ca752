import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, recordCalls, test } from '../fixtures.ts';
import { connectionBar, goOffline } from '../hands/connection.ts';
import { toast } from '../leads.ts';

/** Opens a website at its own origin, whose page is the form. */
async function openSite(form: () => string): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title>${form()}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function enquire(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(origin);
  await page.getByPlaceholder('Name').fill(name);
  await page.getByPlaceholder('Email').fill(`${name.toLowerCase()}@e2e.example`);
  await page.getByPlaceholder('How can we help?').fill('Do you paint kitchens?');
  await page.getByRole('button', { name: 'Send' }).click();
}

test('a form on a website sends leads until its key is rotated, and no other website can', async ({
  page,
  browser,
  company,
  api,
  openAs,
  faults,
}) => {
  test.setTimeout(120_000);
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  let form = '';
  const [shop, stranger] = [await openSite(() => form), await openSite(() => form)];
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/api/keys');
  await expect(page.getByRole('heading', { name: 'No API keys found.' })).toBeVisible();
  for (const what of ['Rotate', 'Deactivate']) {
    await page.getByRole('button', { name: `${what} Key` }).click();
    await expect(toast(page, `Please select an API key to ${what.toLowerCase()}.`)).toBeVisible();
  }

  await page.getByRole('button', { name: 'Create API Key' }).click();
  const create = page.getByRole('dialog', { name: 'Create API Key' });
  await expect(create.getByRole('combobox', { name: 'Client' })).toHaveValue(company.name);
  await create.getByRole('button', { name: 'Create' }).click();
  const missing = page.getByRole('dialog', { name: 'Domain Required' });
  await expect(missing.getByText('Please provide at least one allowed origin domain.')).toBeVisible();
  await missing.getByRole('button', { name: 'OK' }).click();
  await create.getByRole('textbox', { name: 'Allowed Origin (domain)' }).fill(shop.origin);
  await create.getByRole('button', { name: 'Create' }).click();
  const created = page.getByRole('dialog', { name: 'API Key Created Successfully!' });
  await expect(created.getByText('Copy the key now, it is shown only once.')).toBeVisible();
  const key = await created.getByTestId('api-key').innerText();
  form = await created.getByLabel('Form snippet').innerText();
  expect(form).toContain(key);
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Close without copying?' })
    .getByRole('button', { name: 'Go back' })
    .click();
  await created.getByRole('button', { name: 'Copy & Close' }).click();
  await expect(toast(page, 'Copied!')).toBeVisible();
  await expect(created).toBeHidden();
  const rows = page.getByRole('table', { name: 'API keys' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(`…${key.slice(-4)}`);
  await expect(page.getByText(key)).toHaveCount(0);

  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  await enquire(visitor, shop.origin, 'Asha');
  await expect(visitor.getByRole('status')).toHaveText('Thank you. We have received your enquiry.');
  await enquire(visitor, stranger.origin, 'Mallory');
  await expect(visitor.getByRole('status')).toHaveText('This did not work. Please try again.');

  await page.getByRole('radio').check();
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(toast(page, 'The test lead has arrived')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Rotate API key?' });
  const rotate = async () => {
    await page.getByRole('button', { name: 'Rotate Key' }).click();
    await question.getByRole('button', { name: 'Rotate' }).click();
  };
  // A new key is shown only once, so none is made behind the user's back when the connection returns.
  await goOffline(page);
  await rotate();
  await expect(page.getByText(/^You’re offline\. The answer is shown only once/)).toBeVisible();
  await expect(page.getByText(/^Will be sent/)).toHaveCount(0);
  await expect(connectionBar(page)).not.toContainText('waiting');
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect(connectionBar(page)).toHaveCount(0);
  await rotate();
  const rotated = page.getByRole('dialog', { name: 'API Key Rotated Successfully!' });
  await expect(rotated.getByText('The old key is no longer valid.')).toBeVisible();
  await enquire(visitor, shop.origin, 'Ravi');
  await expect(visitor.getByRole('status')).toHaveText('This API key is not valid.');
  form = await rotated.getByLabel('Form snippet').innerText();
  await enquire(visitor, shop.origin, 'Ravi');
  await expect(visitor.getByRole('status')).toHaveText('Thank you. We have received your enquiry.');
  await rotated.getByRole('button', { name: 'Copy & Close' }).click();

  await rows.filter({ hasText: 'Active' }).getByRole('radio').check();
  await page.getByRole('button', { name: 'Deactivate Key' }).click();
  await page
    .getByRole('dialog', { name: 'Deactivate API key?' })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  const ended = page.getByRole('dialog', { name: 'API Key Deactivated Successfully!' });
  await ended.getByRole('button', { name: 'OK' }).click();
  await expect(rows.filter({ hasText: '################' })).toHaveCount(2);
  await enquire(visitor, shop.origin, 'Sana');
  await expect(visitor.getByRole('status')).not.toHaveText(/Thank you|^$/);
  const leads = await api.call<{ name: string }[]>(company.manager, 'GET', '/leads?page=1&limit=12');
  expect(leads.map(({ name }) => name)).toEqual(['Ravi', 'Test enquiry', 'Asha']);
  await visitors.close();
  shop.server.close();
  stranger.server.close();
});

test('a rotation is requested only once however often the button is pressed, and its key is shown', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.call(admin, 'POST', '/api-keys/create', {
    client_id: company.id,
    allowed_origins: ['www.example.com'],
  });
  await openAs(admin, '/products');
  await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API' }).click();
  await page.getByRole('link', { name: 'Website keys' }).click();
  await page.getByRole('radio').check();
  const rotated = Promise.withResolvers<void>();
  await page.route('**/api/api-keys/rotate', async (route) => {
    await rotated.promise;
    await route.continue();
  });
  const calls = recordCalls(page);
  await page.getByRole('button', { name: 'Rotate Key' }).click();
  const question = page.getByRole('dialog', { name: 'Rotate API key?' });
  const rotate = question.getByRole('button', { name: 'Rotate' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect.poll(async () => (await question.boundingBox())?.width).toBe(480);
  // Two presses before the dialog re-renders.
  await rotate.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  for (const name of ['Cancel', 'Close', 'Rotate'])
    await expect(question.getByRole('button', { name })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 400);
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL('/settings/api/keys');
  rotated.resolve();
  const shown = page.getByRole('dialog', { name: 'API Key Rotated Successfully!' });
  await expect(shown.getByTestId('api-key')).toHaveText(/^lmk_/);
  expect(calls.filter((call) => call.startsWith('POST '))).toEqual(['POST /api-keys/rotate']);
  await page.goBack();
  const unseen = page.getByRole('dialog', { name: 'Close without copying?' });
  await unseen.getByRole('button', { name: 'Go back' }).click();
  await expect(shown.getByTestId('api-key')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true, includeHidden: true })).toHaveCount(0);
});

test('each failure on the API keys page has its own title, and a user with access to all clients chooses the client of a key', async ({
  page,
  company,
  api,
  server,
  openAs,
  faults,
}) => {
  faults.expect(/status of 500/);
  faults.expect(/answer 500/);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.call(admin, 'POST', '/api-keys/create', {
    client_id: company.id,
    allowed_origins: ['www.example.com'],
  });
  const fail = async (path: string, json: object) =>
    await page.route(path, (route) => route.fulfill({ status: 500, json }));
  const own = page.getByRole('row').filter({ hasText: company.name });
  const press = async (what: string) => {
    await own.getByRole('radio').check();
    await page.getByRole('button', { name: `${what} Key` }).click();
    await page.getByRole('dialog').getByRole('button', { name: what }).click();
  };
  const failed = (what: string) => page.getByRole('dialog', { name: `Failed to ${what} API Key` });
  const create = page.getByRole('dialog', { name: 'Create API Key' });
  await fail('**/api/clients?*', { success: false, message: 'No list today.' });
  await fail('**/api/api-keys?*', { success: false, message: 'No keys today.' });
  await openAs(server.account('superadmin@lms.example'), '/settings/api/keys');
  await expect(page.getByRole('heading', { name: 'Failed to Load API Keys' })).toBeVisible();
  await expect(page.locator('#content').getByText('No keys today.')).toBeVisible();
  await page.getByRole('button', { name: 'Create API Key' }).click();
  await expect(create.getByText('Failed to Load Clients: No list today.')).toBeVisible();
  await expect(create.getByRole('button', { name: 'Create' })).toBeDisabled();
  await page.keyboard.press('Escape');
  for (const path of ['**/api/clients?*', '**/api/api-keys?*']) await page.unroute(path);
  await page.locator('#content').getByRole('button', { name: 'Retry' }).click();

  for (const [what, call, text] of [
    ['Rotate', 'rotate', 'An error occurred while rotating the API key. Please try again.'],
    ['Deactivate', 'revoke', 'The server is tired.'],
  ] as const) {
    await fail(`**/api/api-keys/${call}`, { success: false, message: text });
    await press(what);
    await expect(failed(what)).toContainText(text);
    await failed(what).getByRole('button', { name: 'OK' }).click();
  }
  // The server may have done the work although its response never arrived.
  faults.expect(/ERR_CONNECTION_RESET/);
  await page.route('**/api/api-keys/rotate', async (route) => await route.abort('connectionreset'));
  await press('Rotate');
  await expect(failed('Rotate')).toContainText(
    'If the key is listed as rotated, rotate the newer one above it to see a key.',
  );
  await failed('Rotate').getByRole('button', { name: 'OK' }).click();

  await fail('**/api/api-keys/create', { success: false, message: 'Not today.' });
  await page.getByRole('button', { name: 'Create API Key' }).click();
  await create.getByRole('button', { name: 'Create' }).click();
  const missing = page.getByRole('dialog', { name: 'Client Required' });
  await expect(missing.getByText('Please select a client before creating an API key.')).toBeVisible();
  await missing.getByRole('button', { name: 'OK' }).click();
  await create.getByRole('combobox', { name: 'Client' }).fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  const origin = create.getByRole('textbox', { name: 'Allowed Origin (domain)' });
  await origin.fill('shop');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create.getByText(/^Enter a domain such as/)).toBeVisible();
  await origin.fill('shop.example.com');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(failed('Create')).toContainText('Not today.');
  await failed('Create').getByRole('button', { name: 'OK' }).click();
  await page.unroute('**/api/api-keys/create');
  await create.getByRole('button', { name: 'Create' }).click();
  const created = page.getByRole('dialog', { name: 'API Key Created Successfully!' });
  await created.getByRole('button', { name: 'Copy & Close' }).click();
  await expect(own.filter({ hasText: 'shop.example.com' })).toHaveCount(1);
});
