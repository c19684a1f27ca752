import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent } from '../fixtures.ts';
import { choose, toast } from '../leads.ts';
import { AGENT, test } from '../outside/telephony.ts';

const form = (page: Page, name: string) => page.getByRole('dialog', { name });

async function add(page: Page, kind: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Add (?:Source|your first source)$/ })
    .first()
    .click();
  await form(page, 'Add Source').getByRole('combobox', { name: 'Leads come from' }).click();
  await page.getByRole('group', { name: 'Telephone systems' }).getByRole('option', { name: kind }).click();
}

/** The actions on a source. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a telephone system is set up from its preset with click to call, and the values of another are matched and its events stand in the log', async ({
  page,
  api,
  company,
  system,
  openAs,
  faults,
}) => {
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/api/sources');
  await add(page, 'Exotel');
  const source = form(page, 'Add Source');
  await expect(source.getByRole('switch', { name: 'Unknown callers become leads' })).toBeChecked();
  await source.getByRole('switch', { name: 'Click to call' }).check();
  await expect(source.getByLabel('Address of the request')).toHaveValue(/^https:\/\/api\.exotel\.com\//);
  await expect(source.getByLabel('Values of the request')).toHaveValue(/^From = \{\{agent\}\}$/m);
  expect(await barriers(page)).toEqual([]);
  await source.getByLabel('Address of the request').fill('http://10.0.0.1/ring');
  await source.getByLabel('Account').fill('acme');
  await source.getByLabel('Caller number').fill('011 4000 0000');
  await source.getByLabel('API key').fill('key');
  await source.getByLabel('API token or password').fill('token');
  faults.expect(/422/);
  await source.getByRole('button', { name: 'Next' }).click();
  await expect(source.getByLabel('Address of the request')).toBeFocused();
  await expect(source.getByLabel('Address of the request')).toHaveAttribute('aria-invalid', 'true');
  await source.getByLabel('Address of the request').fill(`${system.url}/ring`);
  await source.getByRole('button', { name: 'Next' }).click();

  const connect = form(page, 'Connect Exotel');
  await expect(connect.getByTestId('source-address')).toHaveText(/\/api\/public\/sources\/[\w-]+\/.+/);
  await expect(connect.getByRole('list').getByRole('listitem')).toHaveCount(3);
  await expectAbsent(connect.getByTestId('source-secret'));
  await connect.getByRole('button', { name: 'Copy Address' }).click();
  await connect.getByRole('button', { name: 'Done' }).click();

  // Keys are never shown again, and click to call can be switched off.
  await act(page, 'Exotel', 'Edit');
  const edit = form(page, 'Edit Source');
  await expect(edit.getByLabel('API key')).toHaveValue('');
  await expect(edit.getByText('Stored. Leave empty to keep it.')).toHaveCount(2);
  await expect(edit.getByLabel('Account')).toHaveValue('acme');
  await edit.getByRole('switch', { name: 'Click to call' }).uncheck();
  await expect(edit.getByLabel('Account')).toHaveCount(0);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Source saved')).toBeVisible();

  await add(page, 'Other telephone system');
  await source.getByRole('button', { name: 'Next' }).click();
  const other = form(page, 'Connect Other telephone system');
  const address = (await other.getByTestId('source-address').textContent()) ?? '';
  const call = { ref: 'c-1', what: 'ringing', who: '+919820077777' };
  const headers = { 'content-type': 'application/json' };
  await fetch(address, { method: 'POST', headers, body: JSON.stringify(call) });
  await expect(other.getByText('A delivery has arrived: Refused.')).toBeVisible();
  await other.getByRole('button', { name: 'Copy Address' }).click();
  await other.getByRole('button', { name: 'Done' }).click();

  await act(page, 'Other telephone system', 'Match Fields');
  const fields = form(page, 'Match Fields');
  await choose(page, fields, 'Field for ref', 'Number of the call');
  await choose(page, fields, 'Field for what', 'Event (ringing, answered, ended)');
  await choose(page, fields, 'Field for who', 'Calling number');
  await fields.getByRole('button', { name: 'Save' }).click();
  await act(page, 'Other telephone system', 'Deliveries');
  const log = form(page, 'Deliveries');
  await log.getByRole('button', { name: /^Try again/ }).click();
  await expect(log.getByRole('cell', { name: 'Call', exact: true })).toBeVisible();
});

test('the phone for calls is entered in Users and in the profile, once for each person', async ({
  page,
  api,
  company,
  openAs,
  faults,
}) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Ravi');
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/users');
  await page.getByRole('button', { name: 'Actions for Ravi Joshi' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = form(page, 'Edit User');
  const field = edit.getByLabel('Phone for calls');
  await field.fill('call me');
  faults.expect(/422/);
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByText('Enter a phone number, or an extension of 2 to 6 digits.')).toBeVisible();
  await field.fill('98100 00001');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'General' }).click();
  const own = page.getByLabel('Phone for calls');
  await own.fill(AGENT);
  faults.expect(/409/);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`${rep.firstName} Joshi already uses this number.`)).toBeVisible();
  await own.fill('204');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved')).toBeVisible();
  const me = await api.call(admin, 'GET', '/auth/me');
  expect(me).toMatchObject({ user: { agentNumber: '204' } });
});
