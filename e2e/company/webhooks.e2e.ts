import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';

const ADDRESS = 'https://hooks.example.invalid/lms';

test('an admin adds a webhook, tests it, reads why it failed, resends the delivery, and deletes it', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/status of 422 .*\/api\/webhooks/);
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/api/webhooks');
  await page.getByRole('button', { name: 'Add your first webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add Webhook' });
  await form.getByRole('textbox', { name: 'Address' }).fill('http://example.com');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter an address that begins with https://')).toBeVisible();
  await expect(form.getByText('Choose at least one event.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await form.getByRole('textbox', { name: 'Address' }).fill('https://localhost/lms');
  await form.getByRole('checkbox', { name: 'Lead created' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The address leads to an internal network.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('webhook-secret')).toHaveText(/^whsec_[\w+/]{43}=$/);
  await page.getByRole('button', { name: 'Copy & Close' }).click();

  const row = page.getByRole('row').filter({ hasText: ADDRESS });
  await expect(row.getByText('On', { exact: true })).toBeVisible();
  const choose = async (action: string) => {
    await row.getByRole('button', { name: `Actions for ${ADDRESS}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Send Test');
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
  const tried = deliveries.getByRole('row').filter({ hasText: 'Test' });
  await expect(tried).toContainText(
    'The address cannot be reached. Check its name, and that it is open to the internet. Next attempt:',
  );
  await expect(tried).toContainText('Waiting');
  expect(await barriers(page)).toEqual([]);
  await tried.getByRole('button', { name: /^Send again: Test/ }).click();
  await expect(page.getByText('Delivery sent again')).toBeVisible();
  await deliveries.getByRole('button', { name: 'Close' }).click();

  await expect(row.getByText('Failing', { exact: true })).toBeVisible();
  await choose('Switch Off');
  await page
    .getByRole('dialog', { name: 'Switch the webhook off?' })
    .getByRole('button', { name: 'Switch Off' })
    .click();
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await choose('Replace Secret');
  await page
    .getByRole('dialog', { name: 'Replace the secret?' })
    .getByRole('button', { name: 'Replace' })
    .click();
  await page.getByRole('button', { name: 'Copy & Close' }).click();
  await choose('Switch On');
  await expect(row.getByText('On', { exact: true })).toBeVisible();
  await choose('Delete');
  await page
    .getByRole('dialog', { name: 'Delete the webhook?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet.' })).toBeVisible();
});
