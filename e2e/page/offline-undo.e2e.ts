import { expect, test } from '../fixtures.ts';
import { WITHOUT_CONNECTION, connectionBar, goOffline } from '../hands/connection.ts';
import { DAY, plan } from '../hands/planned.ts';

type Reminder = { id: string; is_completed: boolean; reminder_date: string };

test('what is undone without a connection is shown as it was, and never sent', async ({
  page,
  context,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.allow(WITHOUT_CONNECTION);
  const [asha = ''] = await plan(api, company, [
    { name: 'Asha Rao', in: -2 * DAY },
    { name: 'Bina Shah', in: -DAY },
  ]);
  const session = await api.signIn(company.manager);
  const planned = async () =>
    (await api.call<{ reminders: Reminder[] }>(session, 'GET', '/reminders?limit=100')).reminders;
  const before = await planned();
  await openAs(company.manager, '/dashboard');
  const overdue = page.getByRole('region', { name: /^Overdue/ });
  const rows = overdue.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const texts = await rows.allTextContents();
  const bar = connectionBar(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await goOffline(page);

  await page.getByRole('button', { name: 'Done: Asha Rao' }).click();
  await expect(rows).toHaveCount(1);
  await expect(bar).toContainText('1 change waiting');
  await undo.click();
  await expect(rows).toHaveText(texts);
  await expect(bar).not.toContainText('waiting');

  await page.getByRole('button', { name: 'Snooze: Bina Shah' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveText(texts);
  await expect(bar).not.toContainText('waiting');
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);

  // A note comes back to its line.
  await page.goto(`/leads/${asha}`);
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeVisible();
  await goOffline(page);
  await note.fill('A mistake');
  await note.press('Enter');
  await expect(bar).toContainText('1 change waiting');
  await undo.click();
  await expect(note).toHaveValue('A mistake');
  await expect(page.getByRole('region', { name: 'Timeline' })).not.toContainText('A mistake');
  await note.fill('Wants the blue one');
  await note.press('Enter');
  await context.setOffline(false);
  type Entry = { body: string };
  const notes = async () =>
    await api.call<Entry[]>(session, 'GET', `/leads/${asha}/timeline?type=note&limit=100`);
  await expect.poll(async () => (await notes()).map(({ body }) => body)).toEqual(['Wants the blue one']);
  expect(await planned()).toEqual(before);
});
