import type { Page } from '@playwright/test';
import { expect, leadNames, recordCalls, test } from '../fixtures.ts';
import { numbered, toast } from '../leads.ts';

const COMMENT = 'Wants a quote for two rooms';

/** Submits a form twice in one turn, as two quick presses of Enter do. */
async function submitTwice(page: Page, name: string): Promise<void> {
  await page.getByRole('form', { name }).evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
}

/** Opens a lead of the list, and fills the form of a call. */
async function fillCall(page: Page, name: string): Promise<void> {
  await leadNames(page).filter({ hasText: name }).click();
  await page.getByRole('link', { name: 'Log Call' }).click();
  await page.getByLabel('Duration (minutes)').fill('5');
  await page.getByLabel('Comments').fill(COMMENT);
}

/** The server does the work, but its response never arrives; the next call of this kind gets through. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== 'POST') return await route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test('two presses of Enter or Ctrl+Enter before a re-render, and a retry after a lost response, save one product, one lead and one call', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_RESET/);
  await openAs(company.manager, '/products');
  await page.getByRole('button', { name: 'Add Product' }).first().click();
  await page.getByRole('dialog', { name: 'Add New Product' }).getByLabel('Name').fill('Sofa');
  const calls = recordCalls(page);
  const sent = (path: string) => calls.filter((call) => call === `POST ${path}`);
  const kept = async (path: string) => await api.call<{ id: string }[]>(company.manager, 'GET', path);
  await submitTwice(page, 'Add New Product');
  await expect(page.getByText('Product added')).toBeVisible();
  expect(sent('/products')).toHaveLength(1);
  expect(await kept('/products')).toHaveLength(1);

  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  const form = page.getByRole('form', { name: 'New lead' });
  await navigation.getByRole('link', { name: 'Add Lead' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill('Asha');
  await submitTwice(page, 'New lead');
  await expect(page).toHaveURL('/leads');
  await expect(leadNames(page)).toHaveText(['Asha']);
  const [asha, ...none] = await kept('/leads?page=1&limit=12');
  expect(none).toEqual([]);

  await fillCall(page, 'Asha');
  await page.evaluate(() => {
    const press = () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    press();
    press();
  });
  await expect(toast(page, 'Call log created and reminder scheduled successfully')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/leads/${asha?.id}(?:\\?|$)`));
  expect(sent('/call-logs')).toHaveLength(1);
  expect(await kept(`/call-logs/lead/${asha?.id}`)).toHaveLength(1);

  await loseAnswer(page, '**/api/leads');
  await navigation.getByRole('link', { name: 'Add Lead' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill('Bina');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(leadNames(page)).toHaveText(['Bina', 'Asha']);
  const [bina, ...others] = await kept('/leads?page=1&limit=12');
  expect(others).toHaveLength(1);

  await loseAnswer(page, '**/api/call-logs');
  await fillCall(page, 'Bina');
  // An act is sent again by itself. The page goes on meanwhile.
  const answered = page.waitForResponse('**/api/call-logs');
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${bina?.id}(?:\\?|$)`));
  await expect(page.getByRole('button', { name: 'Save Call Log' })).toBeHidden();
  expect((await answered).ok()).toBe(true);
  expect(await kept(`/call-logs/lead/${bina?.id}`)).toHaveLength(1);
});

test('changing the filters clears the selection, a late response does not replace that of a newer request, and a late refusal of an already replaced token does not end the session', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 401 .*\/api\/leads/);
  await api.addLeads(company.manager, numbered(6));
  await openAs(company.manager, '/leads');
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('6');
  // Another order and another page keep the selection …
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await expect(leadNames(page).first()).toHaveText('Lead 01');
  await expect(bar).toContainText('6');
  // … but other filters clear it, as soon as their leads are shown.
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  await search.fill('odd works');
  await expect(leadNames(page)).toHaveText(['Lead 01', 'Lead 03', 'Lead 05']);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  const held = Promise.withResolvers<void>();
  await page.route('**/api/leads?*search=lead*', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(/search=lead/);
  await search.fill('lead');
  await asked;
  await search.fill('even works');
  await expect(leadNames(page)).toHaveText(['Lead 02', 'Lead 04', 'Lead 06']);
  held.resolve();
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await expect(leadNames(page)).toHaveText(['Lead 06', 'Lead 04', 'Lead 02']);

  const arrived = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  await page.route(
    '**/api/leads?*search=Lead*',
    async (route) => {
      arrived.resolve();
      await replaced.promise;
      const json = { success: false, code: 'unauthenticated', message: 'Please sign in again.' };
      await route.fulfill({ status: 401, json });
    },
    { times: 1 },
  );
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('Lead 01');
  await arrived.promise;
  const { token } = await api.signIn(company.manager);
  await page.evaluate((next) => localStorage.setItem('accessToken', next), token);
  const refused = page.waitForResponse((response) => response.status() === 401);
  replaced.resolve();
  await refused;
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(token);
});

test('a server that does not respond in time is reported as slow, and typed text stays', async ({
  page,
  company,
  openAs,
}) => {
  // Triggers the page's timeout without waiting for it.
  await page.addInitScript(() => {
    const timeout = (time: number) => AbortSignal.abort(new DOMException(`${time} ms`, 'TimeoutError'));
    const asked: string[] = [];
    const ask = fetch;
    Object.assign(window, {
      asked,
      failNext: () => Object.assign(AbortSignal, { timeout }),
      fetch: (address: string | URL, init: RequestInit) => {
        asked.push(String(address));
        return ask(address, init);
      },
    });
  });
  await openAs(company.manager, '/create-lead');
  const form = page.getByRole('form', { name: 'New lead' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Asha');
  await page.evaluate(() => (window as Window & typeof globalThis & { failNext: () => void }).failNext());
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText(/The server took too long to answer/).first()).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Asha');

  // A list that timed out is not retried automatically: the message is shown first.
  await page.getByRole('complementary').getByRole('link', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('#content').getByText(/The server took too long to answer/)).toBeVisible();
  const asked = await page.evaluate(() => (window as Window & typeof globalThis & { asked: string[] }).asked);
  expect(asked.filter((address) => address.startsWith('/api/products?page='))).toHaveLength(1);
});

test('a page whose code failed to load reloads once by itself, then offers to', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED|dynamically imported module/);
  const login = '**/assets/LoginPage-*.js';
  await page.goto('/');
  await page.route(login, async (route) => await route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByLabel('Email')).toBeVisible();

  await page.evaluate(() => sessionStorage.clear());
  await page.route(login, async (route) => await route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByText('Something went wrong on this page')).toBeVisible();
  await page.unroute(login);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('an added record shows in the list even without live updates', async ({
  page,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/ERR_FAILED/);
  faults.expect(/ERR_CONNECTION_RESET/);
  await page.route('**/api/events', async (route) => await route.abort());
  await openAs(company.manager, '/products');
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Product' });
  await dialog.getByLabel('Name').fill('Sofa');
  await dialog.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('rowheader', { name: 'Sofa' })).toBeVisible();

  // A response lost on its way reveals nothing about what was stored.
  await loseAnswer(page, '**/api/products');
  await page.getByRole('button', { name: 'Add Product' }).first().click();
  await dialog.getByLabel('Name').fill('Table');
  await dialog.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Table', includeHidden: true })).toHaveCount(1);
});
