import { expect, test } from './fixtures.ts';
import { DAY, plan } from './planned.ts';

test("switching the group keeps the filter for everybody's follow-ups", async ({
  page,
  company,
  api,
  openAs,
}) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  await plan(api, company, [{ name: 'Of the manager', in: DAY }]);
  const card = page.getByRole('listitem').filter({ hasText: 'Of the manager' });
  const group = page.getByRole('group', { name: 'Group' });
  await openAs(rep, '/reminders?mine=false');
  await expect(card).toBeVisible();
  await group.getByRole('radio', { name: 'Completed 0' }).click();
  await expect(page.getByText('Follow-ups you complete appear here.')).toBeVisible();
  await group.getByRole('radio', { name: 'Upcoming 1' }).click();
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(/mine=false/);
});

test('a page has twelve follow-ups, and page controls show only when there are more', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const many = Array.from({ length: 13 }, (_, index) => ({
    name: `Lead ${String(index + 1).padStart(2, '0')}`,
    in: (index + 1) * DAY,
  }));
  await plan(api, company, many);
  await openAs(company.manager, '/reminders');
  const cards = page.getByRole('list', { name: 'Upcoming' }).getByRole('heading');
  await expect(cards).toHaveCount(12);
  await expect(page.getByText('Showing 1 to 12 of 13 results', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(cards).toHaveText(['Lead 13']);
  await expect(page.getByText('Showing 13 to 13 of 13 results')).toBeVisible();
  // The last card of the last page disappears, and the page before it is shown.
  await page.getByRole('button', { name: 'Complete: Lead 13' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});
