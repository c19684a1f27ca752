import { barriers } from '../checks/barriers.ts';
import { expect, test, walkTo } from '../fixtures.ts';
import { liftByKey } from '../hands/keyboard.ts';
import { toast } from '../leads.ts';

test('an admin adds, colours, reorders and removes statuses and lost reasons, and leads keep a removed one', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.addLead(company.manager, { name: 'Asha Rao', status: 'contacted' });
  await openAs(admin, '/settings/fields/pipeline');
  const statuses = page.getByRole('region', { name: 'Statuses' });
  const reasons = page.getByRole('region', { name: 'Lost reasons' });
  const save = page.getByRole('button', { name: 'Save Changes' });
  const labels = () =>
    statuses
      .getByRole('textbox', { name: /^Label of/ })
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  const fresh = statuses.getByRole('textbox', { name: 'New option of Statuses' });
  await fresh.fill('contacted');
  await fresh.press('Enter');
  await expect(statuses.getByText('The option Contacted already exists.')).toBeVisible();
  await fresh.fill('Site Visit');
  await fresh.press('Enter');
  await page.getByRole('link', { name: 'Fields', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/settings/fields/pipeline');
  expect((await labels()).at(-1)).toBe('Site Visit');
  await save.click();
  await expect(toast(page, 'Pipeline saved')).toBeVisible();
  expect((await labels()).at(-1)).toBe('Site Visit');

  // A second change follows the first without another reading of the page.
  const handle = statuses.getByRole('button', { name: 'Move Site Visit', exact: true });
  await handle.focus();
  await liftByKey(page, page.getByText(/^Lifted Site Visit, position/));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/^Site Visit is over position/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await labels()).at(-2)).toBe('Site Visit');
  const colour = statuses.getByRole('button', { name: /^Colour of Site Visit: / });
  const pink = page.getByRole('menuitemradio', { name: 'Pink' });
  await colour.click();
  await pink.click();
  await expect(colour).toHaveAccessibleName('Colour of Site Visit: Pink');
  await expect(pink).toHaveCount(0);
  await statuses.getByRole('combobox', { name: 'Meaning of Site Visit' }).click();
  await page.getByRole('option', { name: 'Won' }).click();
  await statuses.getByRole('button', { name: 'Remove Contacted' }).click();
  await expect(statuses.locator(':focus')).toHaveAccessibleName(/Qualified/);
  await expect(
    statuses.getByText('1 lead has the status Contacted, and keeps it after you save.'),
  ).toBeVisible();
  await reasons.getByRole('textbox', { name: 'New option of Lost reasons' }).fill('No budget this year');
  expect(await barriers(page)).toEqual([]);
  await save.click();
  await expect(page.getByText('Pipeline saved').last()).toBeVisible();
  await page.reload();
  await expect(statuses.getByRole('combobox', { name: 'Meaning of Site Visit' })).toHaveValue('Won');
  await expect(colour).toHaveAccessibleName('Colour of Site Visit: Pink');
  expect((await labels()).at(-2)).toBe('Site Visit');
  expect(await labels()).not.toContain('Contacted');
  await expect(reasons.getByRole('textbox', { name: 'Label of no_budget_this_year' })).toBeVisible();
  await walkTo(page, 'All Leads');
  await expect(page.getByRole('row').filter({ hasText: 'Asha Rao' })).toContainText(/contacted/i);
});
