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
