import { expect, test } from '../fixtures.ts';
import { toast } from '../leads.ts';

test('an open invitation is listed, gets a new link, and is revoked', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  const email = `divya-${company.id}@e2e.example`;
  await openAs(admin, '/settings/users/invitations');
  await expect(page.getByRole('heading', { name: 'No open invitations.' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const form = page.getByRole('dialog', { name: 'Invite by Link' });
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Sales Rep' }).click();
  await form.getByRole('button', { name: 'Make Link' }).click();
  const shown = page.getByRole('dialog', { name: `Invitation for ${email}` });
  const first = await shown.getByTestId('access-link').innerText();
  await shown.getByRole('button', { name: 'Copy & Close' }).click();

  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText(/Sales Rep\s*Kabir Joshi\s*\d\d\/\d\d\/\d{4}/);
  const menu = page.getByRole('button', { name: `Actions for ${email}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'New Link' }).click();
  await expect(shown.getByTestId('access-link')).not.toHaveText(first);
  await shown.getByRole('button', { name: 'Copy & Close' }).click();
  await expect(row).toHaveCount(1);
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke this invitation?' });
  await expect(question).toContainText('Its link stops working at once.');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, `The invitation for ${email} is revoked`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No open invitations.' })).toBeVisible();
});
