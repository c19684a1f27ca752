import { dayOf } from '#shared/values/dates.ts';
import { barriers } from '../checks/barriers.ts';
import { expect, test, walkTo } from '../fixtures.ts';
import { liftByKey } from '../hands/keyboard.ts';
import { hold, toast } from '../leads.ts';

test('a manager writes, tests, sorts by keyboard and saves rules; a lead is assigned by them, with the reason', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  await api.newPerson(company.id, 'salesrep', 'Asha');
  const ravi = await api.newPerson(company.id, 'salesrep', 'Ravi');
  await api.addLead(company.manager, { name: 'Pune lead', location: 'Pune', assigned_to: ravi.id });
  await openAs(company.manager, '/settings/general/distribution');
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Add Rule' });
  const choosePeople = async (...names: string[]) => {
    for (const name of names) {
      await dialog.getByRole('combobox', { name: /^(Person|People)$/ }).click();
      await page.getByRole('option', { name }).click();
    }
    await page.keyboard.press('Tab');
  };
  await page.getByRole('button', { name: 'Add Rule' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Add Rule' }).click();
  await expect(dialog.getByText('Name the rule.')).toBeVisible();
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Everybody');
  await choosePeople('Asha Joshi', 'Ravi Joshi');
  await dialog.getByRole('button', { name: 'Add Rule' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Add Rule' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Pune enquiries');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Location', exact: true }).click();
  await dialog.getByLabel('Values of Location').fill('Pune, Pimpri');
  await dialog.getByText('At these times').click();
  await dialog.getByRole('checkbox', { name: 'Sun' }).check();
  await dialog.getByLabel('From').fill('00:00');
  await dialog.getByLabel('Until').fill('00:00');
  await dialog.getByText('One person').click();
  await choosePeople('Ravi Joshi');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add Rule' }).click();
  await expect(dialog).toBeHidden();

  const rules = page.getByRole('list', { name: 'Rules in their order' }).getByRole('listitem');
  await expect(rules).toHaveText([
    /1\. Everybody.*Every lead goes in turn to Asha Joshi and Ravi Joshi\./s,
    /2\. Pune enquiries.*A lead with Location like “Pune” or “Pimpri” and arrival on any day goes to Ravi Joshi\./s,
  ]);
  const handle = page.getByRole('button', { name: 'Move Pune enquiries' });
  await handle.focus();
  await expect(handle).toBeFocused();
  await liftByKey(page, page.getByText('Lifted Pune enquiries, position 2 of 2'));
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Pune enquiries is over position 1 of 2')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rules.first()).toContainText('1. Pune enquiries');

  const dry = page.getByRole('region', { name: 'Dry run' });
  await dry.getByRole('button', { name: 'Try the Rules' }).click();
  await expect(dry.getByRole('list', { name: 'People of the dry run' })).toContainText('Ravi Joshi 1 lead');
  const given = dry.getByRole('list', { name: 'Ravi Joshi: Rule “Pune enquiries”: always Ravi Joshi.' });
  await expect(given.getByRole('listitem')).toHaveText(/^Pune lead Currently: /);
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await expect(toast(page, 'Rules saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Rules' })).toBeHidden();
  expect(await barriers(page)).toEqual([]);

  // A colleague switches one rule off while the other is edited here.
  const colleague = await api.newPerson(company.id, 'manager', 'Usha');
  type Rules = { rules: { name: string; is_active: boolean }[] };
  const { rules: saved } = await api.call<Rules>(colleague, 'GET', '/distribution');
  const theirs = saved.map((rule) => ({ ...rule, is_active: rule.name !== 'Everybody' }));
  const pune = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Pune enquiries' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await pune('Switch Off');
  await api.call(colleague, 'PUT', '/distribution', { rules: theirs });
  faults.expect(/status of 412/);
  await page.getByRole('button', { name: 'Save Rules' }).click();
  const notice = page.getByRole('region', { name: 'Changes made in the meantime' });
  await expect(notice.getByRole('listitem')).toHaveText(/^Everybody: now Everybody\. Every lead .* Off\.$/);
  await expect(rules).toHaveText([/Pune enquiries\s*Off/, /Everybody\s*Off/]);
  // A rule that is edited while the response is on its way stays as edited.
  const release = await hold(page, '**/api/distribution*');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await pune('Switch On');
  release();
  await expect(toast(page, 'Rules saved')).toBeVisible();
  await expect(rules.getByText('Off', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await expect(page.getByRole('button', { name: 'Save Rules' })).toBeHidden();

  const content = 'Name,Email,Location\nAsha Patel,asha@e2e.example,Pune';
  const { token } = await api.signIn(company.manager);
  const form = new FormData();
  form.set('distribute', 'true');
  form.set('file', new Blob([content], { type: 'text/csv' }), 'leads.csv');
  await page.request.post('/api/leads/import', {
    headers: { authorization: `Bearer ${token}` },
    multipart: form,
  });
  await walkTo(page, 'All Leads');
  await page.getByRole('link', { name: 'Asha Patel' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Rule “Pune enquiries”: always Ravi Joshi.')).toBeVisible();
});

test('an absence is shown wherever people are chosen, beside the limits of their leads, until a manager removes it', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const asha = await api.newPerson(company.id, 'salesrep', 'Asha');
  const away = { first_day: dayOf(new Date(), 'Asia/Kolkata'), last_day: '2099-12-31' };
  await api.call(asha, 'POST', '/absences', { ...away, user_id: asha.id });
  await openAs(company.manager, '/settings/general/distribution');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByText('away until 31/12/2099')).toBeVisible();
  const limit = people.getByLabel('Limit of open leads for Asha Joshi');
  const release = await hold(page, '**/api/distribution/people/*');
  await limit.fill('4');
  await limit.press('Enter');
  // A number that is corrected while it is being saved is saved as well.
  await limit.fill('40');
  await limit.press('Enter');
  release();
  await expect(toast(page, 'Asha Joshi gets new leads up to 40 open leads')).toBeVisible();
  await expect(limit).toBeFocused();
  const parts = page.getByRole('navigation', { name: 'General' });
  await parts.getByRole('link', { name: 'Company' }).click();
  const promise = page.getByLabel('Minutes until the first contact');
  await promise.fill('30');
  await promise.press('Enter');
  await expect(toast(page, 'Saved. The limit applies to new leads.')).toBeVisible();
  await walkTo(page, 'Add Lead');
  await page.getByRole('combobox', { name: 'Assigned To' }).click();
  await expect(page.getByRole('option', { name: 'Asha Joshi (away until 31/12/2099)' })).toBeVisible();

  await page.goBack();
  await parts.getByRole('link', { name: 'Absences' }).click();
  await people.getByRole('button', { name: /^Remove the absence .* of Asha Joshi$/ }).click();
  await expect(toast(page, 'Absence removed')).toBeVisible();
  await expect(people.getByRole('list', { name: 'Absences of Asha Joshi' })).toBeHidden();
});
