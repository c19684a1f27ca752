import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';
import { hold, toast } from '../leads.ts';

test('an admin sets days, hours and holidays by keyboard, and keeps them while all hours count', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/status of 412/);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/general/company');
  const form = page.getByRole('form', { name: 'Working hours' });
  const save = form.getByRole('button', { name: 'Save Changes' });
  const choice = (name: string) => form.getByRole('radio', { name });
  await expect(choice('Working hours only')).toBeChecked();
  await expect(form.getByLabel('Until')).toHaveValue('18:30');
  await expect(form.getByRole('checkbox', { name: 'Sat' })).toBeChecked();
  await expect(save).toBeDisabled();

  await form.getByLabel('From').fill('20:00');
  await save.click();
  await expect(form.getByLabel('Until')).toHaveAccessibleDescription(/must end after they begin/);
  await expect(form.getByLabel('Until')).toBeFocused();
  await form.getByLabel('From').fill('10:00');
  await form.getByRole('checkbox', { name: 'Sat' }).press('Space');
  await form.getByLabel('Day', { exact: true }).fill('8/11/2040');
  await form.getByLabel('Holiday', { exact: true }).press('Enter');
  await expect(form.getByLabel('Holiday', { exact: true })).toHaveAccessibleDescription('Name the holiday.');
  await form.getByLabel('Holiday', { exact: true }).fill('Diwali');
  await form.getByLabel('Holiday', { exact: true }).press('Enter');
  await expect(form.getByLabel('Day', { exact: true })).toBeFocused();
  await form.getByLabel('Day', { exact: true }).fill('26/01/2040');
  await form.getByLabel('Holiday', { exact: true }).fill('Republic Day');
  await form.getByRole('button', { name: 'Add Holiday' }).click();
  const holidays = form.getByRole('list', { name: 'Holidays' }).getByRole('listitem');
  await expect(holidays).toHaveText([/Republic Day.*26\/01\/2040/, /Diwali.*08\/11\/2040/]);
  expect(await barriers(page)).toEqual([]);

  const colleague = await api.signIn(await api.newPerson(company.id, 'admin', 'Usha'));
  const path = `/clients/${company.id}/working-hours`;
  await api.call(colleague, 'PATCH', path, { from: '08:00', until: '17:00' });
  await save.click();
  const notice = form.getByRole('region', { name: 'Changes made in the meantime' });
  await expect(notice).toContainText('Until: now 5:00 PM');
  await form.getByRole('group', { name: 'From' }).getByRole('radio', { name: 'Mine' }).check();
  await save.click();
  await expect(toast(page, 'Saved. The working hours apply to new leads.')).toBeVisible();
  const saved = async () => await api.call(colleague, 'GET', path);
  const kept = { days: [1, 2, 3, 4, 5], from: '10:00', until: '17:00' };
  expect(await saved()).toMatchObject({ ...kept, all_hours: false });

  // A holiday that is typed but not added is saved too, or its missing part is named.
  await form.getByLabel('Holiday', { exact: true }).fill('Holi');
  await save.click();
  await expect(form.getByLabel('Day', { exact: true })).toHaveAccessibleDescription('Choose a day.');
  await form.getByLabel('Day', { exact: true }).fill('29/03/2040');
  await api.call(colleague, 'PATCH', path, { until: '18:00' });
  await save.click();
  await expect(notice).toBeVisible();
  await expect(holidays).toHaveText([/Republic Day/, /Holi/, /Diwali/]);
  await save.click();
  await expect(notice).toBeHidden();
  await expect(save).toBeDisabled();
  expect(await saved()).toMatchObject({ until: '18:00', holidays: [{}, { name: 'Holi' }, {}] });

  // An hour that is changed during a save stays changed.
  await form.getByLabel('Until').fill('18:15');
  const release = await hold(page, `**/api/clients/*/working-hours`);
  await save.click();
  await form.getByLabel('Until').fill('18:45');
  release();
  await expect.poll(saved).toMatchObject({ until: '18:15' });
  await expect(save).toBeEnabled();
  await save.click();
  await expect.poll(saved).toMatchObject({ until: '18:45' });

  // A colleague saved the same, and more: nothing is left to save, and theirs is shown.
  await form.getByLabel('From').fill('09:30');
  await api.call(colleague, 'PATCH', path, { from: '09:30', until: '19:00' });
  await save.click();
  await expect(save).toBeDisabled();
  await expect(form.getByLabel('Until')).toHaveValue('19:00');
  await form.getByRole('button', { name: 'Remove Diwali on 08/11/2040' }).click();
  await choice('All hours').check();
  await expect(form.getByLabel('From')).toHaveCount(0);
  await save.click();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(choice('All hours')).toBeChecked();
  await choice('Working hours only').check();
  await expect(holidays).toHaveText([/Republic Day/, /Holi/, /Diwali/]);
  expect(await saved()).toMatchObject({ ...kept, from: '09:30', until: '19:00', all_hours: true });
});
