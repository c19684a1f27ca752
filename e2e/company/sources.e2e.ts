import type { Locator, Page } from '@playwright/test';
import { GOOGLE } from '#test/outside/portals.ts';
import { barriers } from '../checks/barriers.ts';
import { expect, keepSession, leadNames, test } from '../fixtures.ts';

test('a source is connected in the settings, and its lead appears in the owner’s open list by itself', async ({
  page,
  browser,
  company,
  api,
  openAs,
  server,
  faults,
}) => {
  const owner = await api.newPerson(company.id, 'salesrep', 'Ravi');
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/api/sources');
  await expect(page.getByRole('heading', { name: 'No sources yet.' })).toBeVisible();
  const context = await browser.newContext({ baseURL: server.origin });
  await keepSession(context, server, await api.signIn(owner));
  const list = await context.newPage();
  const stream = list.waitForResponse((response) => response.url().endsWith('/api/events'));
  await list.goto('/leads');
  expect((await stream).status()).toBe(200);

  const google = await connect(page, 'Google Ads lead form');
  expect(await barriers(page)).toEqual([]);
  await post(google.address, { ...GOOGLE, google_key: google.secret });
  await expect(leadNames(list)).toHaveText(['Asha Patel']);
  await expect(page.getByText('A delivery has arrived: New lead, Asha Patel.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await connect(page, 'Facebook and Instagram lead ads');
  await page.getByRole('button', { name: 'Done' }).click();

  const shop = await connect(page, 'Other program');
  await post(`${shop.address}/${shop.secret}`, { who: 'Meera Iyer', reach: '99000 11223' });
  await expect(page.getByText('A delivery has arrived: Refused.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await choose(page, 'Other program', 'Match Fields');
  const fields = page.getByRole('dialog', { name: 'Match Fields' });
  await match(page, fields, 'who', 'Name');
  await match(page, fields, 'reach', 'Phone');
  expect(await barriers(page)).toEqual([]);
  // A colleague matches another value meanwhile.
  const colleague = await api.newPerson(company.id, 'admin', 'Usha');
  type Matched = { sources: { id: string; name: string; mapping: Record<string, string> }[] };
  const matched = async () => {
    const { sources } = await api.call<Matched>(colleague, 'GET', '/sources');
    return sources.find(({ name }) => name === 'Other program');
  };
  const id = (await matched())?.id;
  await api.call(colleague, 'PATCH', `/sources/${id}`, { mapping: { where: 'location' } });
  faults.expect(/status of 412/);
  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(fields).toBeHidden();
  expect((await matched())?.mapping).toEqual({ where: 'location', who: 'name', reach: 'phone' });
  await choose(page, 'Other program', 'Deliveries');
  const log = page.getByRole('dialog', { name: 'Deliveries' });
  await log.getByRole('button', { name: /^Try again/ }).click();
  await expect(log.getByRole('link', { name: 'Meera Iyer' })).toBeVisible();
  await expect(leadNames(list)).toHaveText(['Meera Iyer', 'Asha Patel']);
  expect(await barriers(page)).toEqual([]);
  await context.close();

  // A delivery with the former secret proves nothing about the new one.
  await log.getByRole('button', { name: 'Close' }).click();
  await choose(page, 'Other program', 'Replace Secret');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  const anew = page.getByRole('dialog', { name: 'Connect Other program' });
  await expect(anew.getByText('Waiting for the next delivery.')).toBeVisible();
  const secret = (await anew.getByTestId('source-secret').textContent()) ?? '';
  await post(`${shop.address}/${secret}`, { who: 'Bina Rao', reach: '99000 11224' });
  await expect(anew.getByText('A delivery has arrived: New lead, Bina Rao.')).toBeVisible();
  await anew.getByRole('button', { name: 'Copy Secret' }).click();
  await anew.getByRole('button', { name: 'Done' }).click();

  // Defaults that the choices don't list any more still stand in the form.
  const product = await api.call<{ id: string }>(colleague, 'POST', '/products', { name: 'Sofa' });
  const body = { product_id: product.id, owner_id: owner.id };
  await api.call(colleague, 'PATCH', `/sources/${id}`, body);
  await api.call(colleague, 'PUT', `/products/${product.id}/status`, { is_active: false });
  await api.setActive(owner, false);
  await page.reload();
  await choose(page, 'Other program', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Source' });
  await expect(edit.getByRole('combobox', { name: 'Product' })).toHaveValue('Sofa');
  await expect(edit.getByRole('combobox', { name: 'Assigned to' })).toHaveValue('Ravi Joshi');
});

/** Adds a source of this kind, and returns the address and secret for its portal. */
async function connect(page: Page, kind: string): Promise<{ address: string; secret: string }> {
  await page
    .getByRole('button', { name: /^Add (?:Source|your first source)$/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Add Source' });
  await form.getByRole('combobox', { name: 'Leads come from' }).click();
  await page.getByRole('option', { name: kind }).click();
  if (kind.startsWith('Facebook')) {
    await form.getByLabel('App secret').fill('app');
    await form.getByLabel('Page access token').fill('token');
  }
  await form.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: `Connect ${kind}` });
  await expect(dialog.getByText('Waiting for the first delivery.')).toBeVisible();
  const address = (await dialog.getByTestId('source-address').textContent()) ?? '';
  const secret = (await dialog.getByTestId('source-secret').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Copy Secret' }).click();
  await expect(page.getByText('Copied!').last()).toBeVisible();
  return { address, secret };
}

async function post(address: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.text()).toBe(200);
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function match(page: Page, fields: Locator, value: string, field: string): Promise<void> {
  await fields.getByRole('combobox', { name: `Field for ${value}` }).click();
  await page.getByRole('option', { name: field, exact: true }).click();
}
