import { readFileSync } from 'node:fs';
import { barriers } from '../checks/barriers.ts';
import { expectTotal } from '../hands/dashboard.ts';
import { expect, expectAbsent, test, walkTo } from '../fixtures.ts';

test('a manager compares people over a period, opens the leads of a number, and downloads the table', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const asha = await api.newPerson(company.id, 'salesrep', 'Asha');
  const ravi = await api.newPerson(company.id, 'salesrep', '=Ravi');
  const { manager } = company;
  for (const name of ['One', 'Two']) await api.addLead(manager, { name, assigned_to: asha.id });
  const { id } = await api.addLead(manager, { name: 'Three', assigned_to: ravi.id, value: 5000 });
  await api.addLead(manager, { name: 'Four' });
  await api.addLead(manager, { name: 'Again', assigned_to: asha.id, is_duplicate: true });
  await api.addLeads(manager, [{ name: 'Old', created_at: '2024-02-10T06:00:00Z' }]);
  await api.call(ravi, 'POST', '/call-logs', { lead_id: id, duration: 5, notes: 'Talked' });
  await api.call(ravi, 'PATCH', `/leads/${id}/convert`, {});
  // The company's financial year begins in January.
  await api.call(await api.superadmin(), 'PATCH', `/clients/${company.id}`, { yearBegins: 1 });

  await openAs(manager, '/reports?period=days&from_date=2023-02-01&to_date=2023-02-28');
  await expect(page.getByRole('heading', { name: 'No leads in this period' })).toBeVisible();
  const period = page.getByRole('combobox', { name: 'Period' });
  const year = page.waitForRequest(/\/api\/reports\/.*from_date=\d{4}-01-01/);
  await period.selectOption('This financial year');
  await year;
  await period.selectOption('This month');
  const cards = page.getByRole('region', { name: 'Team figures' });
  await expect(cards.getByRole('link', { name: 'New leads: 4' })).toBeVisible();
  await expect(cards).toContainText('Won in the period1');
  const table = page.getByRole('table', { name: /^Figures of each person/ });
  const row = (name: string | RegExp) => table.getByRole('row', { name });
  await expect(
    row(/^=Ravi/)
      .getByRole('cell')
      .nth(8),
  ).toHaveText(/^1.*1 more than in the period before$/);
  await expect(row(/^Whole team/)).toContainText('₹5,000');
  await table.getByRole('button', { name: 'Calls' }).click();
  await expect(table.getByRole('rowheader').first()).toHaveText(/^=Ravi/);
  await expect(table.getByRole('columnheader', { name: 'Calls' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('combobox', { name: 'Figure' }).selectOption('Talk time');
  await expect(
    page.getByRole('table', { name: 'Talk time of each person' }).getByRole('row').nth(1),
  ).toHaveText(/^=Ravi.*5 min$/);
  expect(await barriers(page)).toEqual([]);

  // On paper the report says its company and period, no column is cut off, and the bars keep their colours.
  // On the first of a month the period is one day.
  const printed = page.getByText(new RegExp(`^${company.name}: People, [0-9/]+( to [0-9/]+)?$`));
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(printed).toBeVisible();
  await page.setViewportSize({ width: 1032, height: 702 });
  await expect
    .poll(async () => await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]))
    .toEqual([1032, 1032]);
  const last = table.getByRole('columnheader').last();
  const end = async () => await last.evaluate((cell) => cell.getBoundingClientRect().right);
  await expect.poll(end).toBeLessThanOrEqual(1032);
  await expect(table).toHaveCSS('print-color-adjust', 'exact');
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 720 });
  const headers = table.getByRole('columnheader');
  await expect(headers.nth(3)).toHaveText('Won in the period');
  await expect(headers.nth(4)).toBeInViewport({ ratio: 1 });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFPerson,New leads,"New leads, period before",/);
  expect(lines.find((line) => line.includes('Ravi'))).toMatch(/^'=Ravi Joshi,1,0,/);
  expect(lines.at(-2)).toMatch(/^Whole team,4,0,/);

  await row(/^Asha/)
    .getByRole('link', { name: /^2 new leads/ })
    .click();
  await expect(page).toHaveURL(/\/leads\?/);
  await expectTotal(page, 2);
  await page.goBack();
  await period.selectOption('From and to');
  await expect(page).toHaveURL(/period=days/);
  await page.goto('/reports?period=days&from_date=2024-02-01&to_date=2024-02-29');
  await row(/^Unassigned/)
    .getByRole('link', { name: /^1 new leads/ })
    .click();
  await expectTotal(page, 1);

  await walkTo(page, 'Reports');
  const open = async (name: RegExp, link: RegExp) =>
    await row(name).getByRole('link', { name: link }).click();
  await open(/^=Ravi/, /^1 contacted/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Contacted');
  await expectTotal(page, 1);
  await page.goBack();
  await open(/^Whole team/, /^1 won in the period/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Converted On from');
  await expectTotal(page, 1);
  await page.goBack();
  await open(/^=Ravi/, /^1 calls/);
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect(calls.getByRole('row')).toHaveCount(2);
  await expect(calls).toContainText('Three=Ravi Joshi');
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel('Status').selectOption('Busy');
  await expect(page.getByText('Try other days, people or statuses.')).toBeVisible();
  await page.goBack();
  await calls.getByRole('link', { name: 'Three' }).click();
  await expect(page.getByRole('heading', { name: 'Three', level: 1 })).toBeVisible();

  await openAs(asha, '/reports');
  await expect(page.getByText('Only Managers, Admins and Super Admins can see reports.')).toBeVisible();
  await expectAbsent(page.getByRole('navigation').getByRole('link', { name: 'Reports' }));
});

test('a superadmin tells clients of the same name apart, and the printed report names the chosen one', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const twin = `twin_${company.id.slice(-12)}`;
  await api.call(await api.superadmin(), 'POST', '/clients', { clientName: company.name, schemaName: twin });
  await openAs(server.account('superadmin@lms.example'), '/reports');
  await page.getByRole('combobox', { name: 'Client' }).fill(company.name);
  const options = page.getByRole('option', { name: company.name });
  await expect(options).toHaveText([/ \(e2e_\w+\)$/, / \(twin_\w+\)$/]);
  await options.last().click();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(`${company.name} (${twin})`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`${company.name}: People, `)).toBeVisible();
});

test('a manager opens the follow-ups of a number, and sees the figures by team', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { manager } = company;
  const asha = await api.newPerson(company.id, 'salesrep', 'Asha');
  const ravi = await api.newPerson(company.id, 'salesrep', 'Ravi');
  for (const person of [asha, asha, ravi]) {
    const { id } = await api.addLead(manager, { name: `Lead of ${person.id}`, assigned_to: person.id });
    const reminder_date = new Date(Date.now() - 1000).toISOString();
    const body = { lead_id: id, title: 'Call', reminder_date, user_id: person.id };
    const { id: planned } = await api.call<{ id: string }>(manager, 'POST', '/reminders', body);
    if (person === ravi) await api.call(manager, 'PATCH', `/reminders/${planned}/complete`, {});
  }
  await api.call(await api.superadmin(), 'PATCH', `/users/${asha.id}`, { managerId: manager.id });

  await openAs(manager, '/reports');
  const table = page.getByRole('table', { name: /^Figures of each/ });
  const row = (name: RegExp) => table.getByRole('row', { name });
  await row(/^Asha/)
    .getByRole('link', { name: /^2 follow-ups open/ })
    .click();
  await expect(page).toHaveURL(/\/reminders\?/);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('PersonAsha');
  await expect(page.getByRole('button', { name: /^View Lead: Lead of/ })).toHaveCount(2);
  await page.goBack();
  // Overdue follow-ups are current ones: red, whatever the period, and without comparison.
  await page.goto('/reports?period=days&from_date=2024-02-01&to_date=2024-02-29');
  await expect(row(/^Whole team/).getByRole('link', { name: '2 overdue now: Whole team' })).toBeVisible();
  await expect(row(/^Ravi/).getByRole('cell').nth(4)).toHaveText('0');
  const overdue = row(/^Asha/).getByRole('link', { name: /^2 overdue now/ });
  await expect(overdue).toHaveAttribute('style', /--lms-red-text/);
  await expect(row(/^Asha/).getByRole('cell').nth(4)).toHaveText('2');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = readFileSync(await (await file).path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain(',Overdue now,Done late,"Done late, period before",');
  expect(lines.at(-2)).toMatch(/^Whole team,(0,){8}2,0,/);
  await overdue.click();
  await expect(page).toHaveURL(/due=overdue/);
  await expect(chips).toContainText('PersonAsha');
  await expect(page.getByRole('button', { name: /^View Lead: Lead of/ })).toHaveCount(2);
  await walkTo(page, 'Reports');
  await row(/^Ravi/)
    .getByRole('link', { name: /^1 done on time/ })
    .click();
  await expect(chips).toContainText('CompletedOn time');
  await page.goBack();

  await page.getByText('Teams', { exact: true }).click();
  await expect(page).toHaveURL(/rows=teams/);
  await expect(table.getByRole('rowheader')).toHaveText([/^Team of/, 'Without a team', 'Whole team']);
  await row(/^Team of/)
    .getByRole('link', { name: /^2 new leads/ })
    .click();
  await expectTotal(page, 2);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Teams' })).toBeChecked();
});
