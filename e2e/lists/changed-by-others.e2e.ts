import { expect, test } from '../fixtures.ts';
import { toast } from '../leads.ts';
import { fillPerson } from '../hands/people.ts';

test('after a refusal the list shows what somebody else changed meanwhile', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 409/);
  const overseer = await api.superadmin();
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/users');
  const row = page.getByRole('row').filter({ hasText: 'Meera Joshi' });
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await api.setActive(company.manager, false);
  await row.getByRole('button', { name: 'Actions for Meera Joshi' }).click();
  await page.getByRole('menuitem', { name: 'Password Reset Link' }).click();
  await expect(toast(page, 'This user is inactive.')).toBeVisible();
  await expect(row.getByText('Inactive')).toBeVisible();

  const { api_key } = await api.call<{ api_key: string }>(overseer, 'POST', '/api-keys/create', {
    client_id: company.id,
    allowed_origins: ['www.example.com'],
  });
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API' }).click();
  await page.getByRole('link', { name: 'Website keys' }).click();
  await page.getByRole('radio').check();
  const { api_keys } = await api.call<{ api_keys: { id: string; masked_api_key: string }[] }>(
    overseer,
    'GET',
    '/api-keys',
  );
  const id = api_keys.find((key) => key.masked_api_key.endsWith(api_key.slice(-4)))?.id;
  await api.call(overseer, 'POST', '/api-keys/revoke', { api_key_id: id });
  await page.getByRole('button', { name: 'Rotate Key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const refused = page.getByRole('dialog', { name: 'Failed to Rotate API Key' });
  await expect(refused).toContainText('This API key is no longer active.');
  await refused.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('table', { name: 'API keys' }).getByText('Inactive')).toBeVisible();
  await page.getByRole('button', { name: 'Rotate Key' }).click();
  await expect(toast(page, 'Please select an API key to rotate.')).toBeVisible();
});

test('a deleted client disappears from the list once an action on it fails', async ({
  page,
  company,
  api,
  server,
  faults,
  openAs,
}) => {
  faults.expect(/status of 422/);
  await openAs(server.account('superadmin@lms.example'), `/settings/clients?search=${company.name}`);
  await page.getByRole('row').filter({ hasText: company.name }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Add User' }).click();
  await api.call(await api.superadmin(), 'DELETE', `/clients/${company.id}`);
  await fillPerson(page, `zoya-${company.id}@e2e.example`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click();
  await expect(toast(page, 'This client does not exist.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'No clients found.' })).toBeVisible();
});
