import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, test, walkTo } from '../fixtures.ts';
import { toast } from '../leads.ts';
import { DAY, plan } from '../hands/planned.ts';

test('a colleague handles the follow-ups of an absent user until the absence ends', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.call(admin, 'PATCH', `/clients/${company.id}/lead-visibility`, { salesrep: 'own' });
  const asha = await api.newPerson(company.id, 'salesrep', 'Asha');
  const ravi = await api.newPerson(company.id, 'salesrep', 'Ravi');
  await plan(api, { ...company, manager: asha }, [
    { name: 'Bina Shah', in: -3 * DAY, company_name: 'Shah Traders', phone: '+91 98765 00001' },
    { name: 'Chitra Iyer', in: -DAY },
  ]);
  await plan(api, { ...company, manager: ravi }, [{ name: 'Dev Rao', in: -2 * DAY }]);

  await openAs(asha, '/settings/general/absences');
  const away = page.getByRole('region', { name: 'Away' });
  await away.getByRole('button', { name: 'I am away' }).click();
  const dialog = page.getByRole('dialog', { name: 'I am away' });
  await dialog.getByLabel('Last day, if known').fill('31/12/2099');
  await dialog.getByRole('combobox', { name: 'Covered by' }).click();
  await expectAbsent(page.getByRole('option', { name: 'Asha Joshi' }));
  await page.getByRole('option', { name: 'Ravi Joshi' }).click();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save Absence' }).click();
  await expect(toast(page, 'Absence saved')).toBeVisible();
  await expect(away.getByText(/to 31\/12\/2099, covered by Ravi Joshi/)).toBeVisible();

  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await openAs(ravi, '/dashboard');
  await stream;
  await expect(page.getByText('You cover Asha Joshi until 31/12/2099.')).toBeVisible();
  const overdue = page.getByRole('region', { name: /^Overdue/ });
  await expect(overdue.getByRole('listitem')).toHaveText([
    /^Bina ShahFor Asha Joshi/,
    /^Dev Rao(?!For)/,
    /^Chitra IyerFor Asha Joshi/,
  ]);
  await overdue.getByRole('button', { name: 'Done: Bina Shah' }).click();
  await expect(toast(page, 'Reminder marked as completed')).toBeVisible();
  await expect(overdue.getByRole('listitem')).toHaveCount(2);

  await walkTo(page, 'Follow Ups');
  const card = page.getByRole('listitem').filter({ hasText: 'Chitra Iyer' });
  await expect(card).toContainText('For Asha Joshi · No company');
  await card.getByRole('button', { name: 'Complete' }).click();
  const completing = page.getByRole('dialog', { name: 'Mark as Completed' });
  await expect(completing).toContainText('ForAsha Joshi');
  await completing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('radio', { name: /^Completed/ }).click();
  await expect(page.getByText('For Asha Joshi, done by Ravi Joshi')).toBeVisible();

  await walkTo(page, 'Dashboard');
  await expect(overdue.getByRole('listitem')).toHaveCount(2);
  const absences = await api.call<{ id: string }[]>(asha, 'GET', '/absences');
  await api.call(asha, 'DELETE', `/absences/${absences[0]?.id}`);
  await expect(overdue.getByRole('listitem')).toHaveText([/^Dev Rao/]);
  await expect(page.getByText('You cover')).toHaveCount(0);
});

test('the dialog warns when nobody covers, because the colleague is away or already covers somebody', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const asha = await api.newPerson(company.id, 'salesrep', 'Asha');
  const ravi = await api.newPerson(company.id, 'salesrep', 'Ravi');
  const days = { first_day: '2099-01-01', last_day: '2099-01-09' };
  await api.call(company.manager, 'POST', '/absences', { ...days, user_id: asha.id, covered_by: ravi.id });
  await openAs(company.manager, '/settings/general/absences');
  const people = page.getByRole('region', { name: 'People' });
  const fill = async (name: string, last: string) => {
    await people.getByRole('button', { name: `Say when ${name} is away` }).click();
    const dialog = page.getByRole('dialog', { name: `${name} is away` });
    await dialog.getByLabel('First day').fill('01/01/2099');
    await dialog.getByLabel('Last day, if known').fill(last);
    await dialog.getByLabel('Last day, if known').press('Tab');
    return dialog;
  };
  const ofRavi = await fill('Ravi Joshi', '05/01/2099');
  await expect(ofRavi.getByRole('status')).toHaveText(
    'Ravi Joshi is covering for someone on some of these days. Choose another cover for them.',
  );
  await ofRavi.getByRole('combobox', { name: 'Covered by' }).click();
  await page.getByRole('option', { name: 'Asha Joshi' }).click();
  await expect(ofRavi.getByRole('status')).toContainText('This colleague is also away on some of these days');
  await ofRavi.getByRole('button', { name: 'Save Absence' }).click();
  await expect(toast(page, 'Absence saved')).toBeVisible();
  await expect(people.getByText('covered by Asha Joshi')).toBeVisible();
});
