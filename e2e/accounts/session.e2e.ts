import type { Page } from '@playwright/test';
import type { Account } from '../server.ts';
import { expect, recordCalls, test } from '../fixtures.ts';

async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

test('signing out asks first, then ends the session in the browser and on the server', async ({
  page,
  server,
  api,
  openAs,
}) => {
  await openAs(server.account('ritu@sharma.example'), '/dashboard');
  const token = (await kept(page)) ?? '';

  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm Logout' });
  await expect(question).toBeVisible();
  await expect(
    question.getByText(
      'Are you sure you want to sign out? You will need to log in again to access your account.',
      { exact: true },
    ),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/dashboard');

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('dialog', { name: 'Your account' }).getByRole('button', { name: 'Logout' }).click();
  const answered = page.waitForResponse('**/api/auth/logout');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  expect(await kept(page)).toBeNull();
  expect((await answered).status()).toBe(200);
  const session = { token, user: { id: '' }, cookie: { name: '', value: '' } };
  await expect(api.call(session, 'GET', '/auth/me')).rejects.toThrow('401');
});

test('an invalid stored user counts as signed out, and a role may be stored as plain text', async ({
  page,
  server,
  openAs,
}) => {
  await openAs(server.account('ritu@sharma.example'), '/leads');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Leads');
  const keep = async (user: string) =>
    await page.evaluate((text) => localStorage.setItem('user', text), user);
  const user = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '') as { id: string };
  // Until the server has returned the signed-in user, the stored user is all there is.
  await page.route('**/api/auth/me', () => undefined);
  await keep(JSON.stringify({ id: user.id, role: 'Manager' }));
  await page.reload();
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(navigation.getByRole('link', { name: 'All Leads' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
  await keep('{"id":"x","role":{"name":"king"}}');
  await page.goto('/leads');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('signing out closes the live stream, and other tabs follow sign-out and sign-in', async ({
  page,
  context,
  company,
  signIn,
}) => {
  await signIn(company.manager);
  const opened = page.waitForResponse('**/api/events');
  await page.goto('/leads');
  await opened;
  const other = await context.newPage();
  // A call still in flight at sign-out would be refused.
  const read = ['users?', 'products?', 'configurations/', 'leads/values'].map((part) =>
    other.waitForResponse((response) => response.url().includes(`/api/${part}`)),
  );
  await other.goto('/create-lead');
  await expect(other.getByRole('heading', { name: 'Add Lead' })).toBeVisible();
  await Promise.all(read);

  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await ended;
  await expect(other).toHaveURL('/');
  // Nothing of that session affects the next one, even of the same user.
  await page.getByRole('link', { name: 'Sign In' }).click();
  const again = context.waitForEvent('response', (response) => response.url().endsWith('/api/events'));
  await fillSignIn(page, company.manager);
  await expect(page).toHaveURL('/dashboard');
  await expect(other).toHaveURL('/dashboard');
  expect((await again).status()).toBe(200);
});

test('a deactivated user lands on the sign-in page, at once or when the page is opened again, and returns once activated', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 401 .*\/api\//);
  await openAs(company.manager, '/leads?sort_by=name&sort_order=asc');
  await expect(page.getByText('Get started by adding your first lead')).toBeVisible();

  await api.setActive(company.manager, false);
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('anything');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  expect(await kept(page)).toBeNull();
  await fillSignIn(page, company.manager);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');

  await api.setActive(company.manager, true);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/leads?search=anything&sort_by=name&sort_order=asc');

  await page.evaluate(() => localStorage.setItem('accessTokenIssuedAt', '1'));
  // An open page would be notified of the end at once.
  await page.goto('about:blank');
  await api.setActive(company.manager, false);
  await page.goto('/leads');
  await expect(page).toHaveURL('/login');
  expect(await kept(page)).toBeNull();
});

test('the token is refreshed before it expires and after a sleep, and an outage does not sign the user out', async ({
  page,
  company,
  openAs,
  faults,
}) => {
  faults.expect(/(status of|answer) 503/);
  await page.clock.install();
  await openAs(company.manager, '/leads');
  const list = page.getByText('Get started by adding your first lead');
  await expect(list).toBeVisible();
  const first = await kept(page);
  const refreshed = page.waitForResponse('**/api/auth/refresh');
  await page.clock.fastForward('13:00');
  expect((await refreshed).status()).toBe(200);
  await expect.poll(() => kept(page)).not.toBe(first);
  expect(await kept(page)).not.toBeNull();

  // The machine has slept, and the server has forgotten the token. No page is open that would notice.
  await page.goto('/favicon.svg');
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'a token the server forgot');
    localStorage.setItem('accessTokenIssuedAt', '1');
  });
  const calls = recordCalls(page);
  await page.goto('/leads');
  await expect(list).toBeVisible();
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);

  const outage = { status: 503, json: { success: false, code: 'unavailable', message: 'Back in a moment.' } };
  await page.evaluate(() => localStorage.setItem('accessTokenIssuedAt', '1'));
  for (const path of ['auth/refresh', 'auth/me', 'leads?*'])
    await page.route(`**/api/${path}`, (route) => route.fulfill(outage), { times: 1 });
  await page.reload();
  await expect(list).toBeVisible();
  await expect(page).toHaveURL('/leads');
  expect(await kept(page)).not.toBeNull();
});

test('the API address in localStorage is used only for listed origins, and no token goes elsewhere', async ({
  page,
  company,
  openAs,
  faults,
}) => {
  faults.expect(/^other host: https:\/\/api\.lms\.example\/v1\//);
  await openAs(company.manager, '/products');
  const use = async (address: string) => {
    await page.evaluate((text) => localStorage.setItem('apiAddress', text), address);
    await page.reload();
  };
  const asked = recordCalls(page);
  await use('//evil.example/api');
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  expect(asked.some((call) => call.startsWith('GET /products?'))).toBe(true);
  // The listed origin is the same server under another name.
  const { origin } = new URL(page.url());
  await page.route('https://api.lms.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (pathname.endsWith('/events')) return undefined;
    const response = await route.fetch({ url: `${origin}${pathname.replace('/v1', '/api')}${search}` });
    const allowed = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
    };
    return await route.fulfill({ response, headers: { ...response.headers(), ...allowed } });
  });
  const listed = page.waitForRequest((request) =>
    request.url().startsWith('https://api.lms.example/v1/products?'),
  );
  await use('https://api.lms.example/v1/');
  await listed;
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  // The open page still sends requests whose responses nobody awaits.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
