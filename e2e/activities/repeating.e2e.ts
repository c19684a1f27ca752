import { expect, expectAbsent, test, walkTo } from '../fixtures.ts';
import { reach } from '../hands/keyboard.ts';

test('a follow-up repeats by keyboard: planned, done, taken back, changed and stopped', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha' });
  await openAs(company.manager, `/leads/${id}`);
  const add = page.getByRole('region', { name: 'Add to this lead' });
  await add.getByRole('radio', { name: 'Follow-up' }).check();
  await add.getByRole('textbox', { name: 'What to do next' }).fill('Ask how it goes');
  await add.getByRole('combobox', { name: 'Repeat' }).press('C');
  await expect(add.getByRole('combobox', { name: 'Repeat' })).toHaveValue('custom');
  await add.getByRole('textbox', { name: 'Every' }).fill('0');
  await add.getByRole('button', { name: 'Plan' }).press('Enter');
  await expect(add.getByText('Choose a number from 1 to 365.')).toBeVisible();
  await add.getByRole('textbox', { name: 'Every' }).fill('2');
  await add.getByRole('textbox', { name: 'Last day' }).fill('01/01/2020');
  await add.getByRole('textbox', { name: 'Every' }).press('Enter');
  await expect(add.getByText('Choose a last day on or after the due date.')).toBeVisible();
  await add.getByRole('textbox', { name: 'Last day' }).fill('');
  await add.getByRole('textbox', { name: 'Every' }).press('Enter');
  const step = page.getByRole('region', { name: 'Next step' });
  await expect(step).toContainText('Ask how it goes');
  await expect(step).toContainText('Repeats every 2 days');
  await expect(add.getByRole('combobox', { name: 'Repeat' })).toHaveValue('never');

  await walkTo(page, 'Follow Ups');
  const rows = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem');
  await expect(rows).toContainText('Repeats every 2 days');
  const first = await rows.getByRole('time').getAttribute('datetime');
  await page.getByRole('button', { name: 'View Lead: Asha' }).focus();
  await page.keyboard.press('d');
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).press('Enter');
  const toast = page.getByRole('status').filter({ hasText: /^Done\. Next on \w{3} \d+ \w{3}/ });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Completed 1' })).toBeVisible();
  const later = new Date(Date.parse(first ?? '') + 2 * 86_400_000).toISOString();
  await expect(rows.locator(`time[datetime="${later}"]`)).toBeVisible();
  await expectAbsent(page.getByRole('button', { name: 'Plan next follow-up' }));
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('radio', { name: 'Completed 0' })).toBeVisible();
  await expect(rows.locator(`time[datetime="${first}"]`)).toBeVisible();

  const choose = async (rhythm: string) => {
    await page.getByRole('button', { name: 'Snooze: Asha' }).press('Enter');
    await reach(page, page.getByRole('menuitem', { name: 'Repeat…' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Repeat' });
    await dialog.getByRole('combobox', { name: 'Repeat' }).selectOption(rhythm);
    await dialog.getByRole('combobox', { name: 'Repeat' }).press('Tab');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog).toBeHidden();
  };
  await choose('Every week');
  await expect(rows).toContainText('Repeats every week');
  await choose('Never');
  await expect(rows).not.toContainText('Repeats');
});

test('a call that completes a repeating follow-up proposes no second one', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id: lead_id } = await api.addLead(company.manager, { name: 'Asha' });
  const reminder_date = new Date(Date.now() - 3_600_000).toISOString();
  const repeat = { every: 1, unit: 'month' };
  await api.call(company.manager, 'POST', '/reminders', {
    lead_id,
    title: 'Monthly call',
    reminder_date,
    repeat,
  });
  await openAs(company.manager, `/leads/${lead_id}/call`);
  const form = page.getByRole('form', { name: 'Log a Call' });
  await expect(form.getByText('Repeats every month')).toBeVisible();
  const plans = form.getByRole('switch', { name: 'Schedule a follow-up reminder' });
  await expect(plans).not.toBeChecked();
  await form.getByRole('radio', { name: 'No Answer' }).check();
  await form.getByRole('button', { name: 'Save Call Log' }).click();
  const said = page.getByRole('status').filter({ hasText: /^Call log created successfully\. Next on / });
  await expect(said).toBeVisible();
});
