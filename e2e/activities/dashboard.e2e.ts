import { barriers } from '../checks/barriers.ts';
import { expectList, expectTotal, fill, part, stat } from '../hands/dashboard.ts';
import { expect, expectAbsent, recordCalls, test } from '../fixtures.ts';
import { failure } from '../leads.ts';

test('an empty pipeline explains how to begin', async ({ page, company, openAs }) => {
  const steps = page
    .getByRole('region', { name: 'Your pipeline starts here' })
    .getByRole('heading', { level: 3 });
  await openAs(company.manager, '/dashboard');
  // A manager cannot invite anybody.
  await expect(steps).toHaveText([
    'Bring your leads',
    'Assign your leads',
    'Make your first call',
    'Start each day with what’s due',
  ]);
  await expect(stat(page, 'Total Leads')).toHaveText('0');
  await expect(stat(page, 'Conversion Rate')).toHaveText('0.0%');
  await expect(stat(page, 'Revenue')).toHaveText('₹0');
  await expect(part(page, 'Lead Generation Trend')).toContainText('No data available');
  await expect(part(page, 'Next Follow-up Leads')).toContainText('No recent leads found');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('dialog', { name: 'Import Leads' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Add Lead' }).last().click();
  await expect(page).toHaveURL('/create-lead');
});

test('cards, trend, statuses and sources: each number opens its list', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await fill(api, company);
  await openAs(company.manager, '/dashboard');
  await expect(stat(page, 'Total Leads')).toHaveText('7');
  await expect(stat(page, 'New This Week')).toHaveText('1');
  await expect(stat(page, 'Conversion Rate')).toHaveText('28.6%');
  await expect(stat(page, 'Revenue')).toHaveText('₹2,00,000');

  const trend = part(page, 'Lead Generation Trend');
  const months = page.getByRole('table', { name: 'Leads created in each of the last 6 months' });
  await expect(months.getByRole('rowheader')).toHaveCount(6);
  await expect(months.getByRole('rowheader').last()).toHaveText(/^[A-Z][a-z]{2} \d{4}$/);
  await expect(months.getByRole('link')).toHaveText(['0', '0', '0', '4', '2', '1']);
  await expect(trend).toContainText('Average per month 1 lead');
  await expect(page.getByRole('table', { name: 'Leads at each status' }).getByRole('rowheader')).toHaveText([
    'New',
    'Qualified',
    'Converted',
    'Lost',
    'Site Visit',
    'Closed Won',
  ]);
  await expect(page.getByRole('table', { name: 'Leads by source' }).getByRole('rowheader')).toHaveText([
    'Website', 'Referral', 'Walk-in',
  ]); // prettier-ignore

  await expectList(page, months.getByRole('link').nth(3), 4);
  // The others open the same list with these filters.
  for (const [link, filter] of [
    [stat(page, 'New This Week'), /from_date=\d{4}-\d\d-\d\d/],
    [stat(page, 'New This Week'), /duplicates=none/],
    [page.getByRole('link', { name: /leads: New$/ }), /[?&]status=new(&|$)/],
    [page.getByRole('link', { name: /leads: Referral$/ }), /[?&]source=referral(&|$)/],
  ] as const)
    await expect(link).toHaveAttribute('href', filter);

  // By keyboard, with a definition on the way.
  await page.getByRole('button', { name: 'What Revenue means' }).focus();
  await expect(page.getByRole('tooltip')).toContainText('The total value of all won leads.');
  await page.keyboard.press('Tab');
  await expect(stat(page, 'Revenue')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectTotal(page, 2);
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters).toContainText('OutcomeWon');
  await expect(filters).toContainText('DuplicatesWithout duplicates');
  await filters.getByRole('button', { name: 'Remove filter Outcome' }).click();
  await expectTotal(page, 7);
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Lost', exact: true }).click();
  await expect(page).toHaveURL(/meaning=lost/);
  await page.keyboard.press('Escape');
  await expectTotal(page, 1);
});

test('a user with access to all clients sees the numbers of all, or of the client in the address', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await fill(api, company);
  await openAs(server.account('admin@lms.example'), '/dashboard');
  await expect(stat(page, 'Total Leads')).toBeVisible();
  await page.goto(`/dashboard?client_id=${company.id}`);
  await expect(stat(page, 'Total Leads')).toHaveText('7');
  await expectList(page, stat(page, 'Total Leads'), 7);
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(company.name);
});

test('one request loads everything, one failure shows in every card, smaller sources show on request, and a new lead counts at once', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  await fill(api, company);
  const sources = Array.from({ length: 9 }, (_, index) => `shop ${index + 1}`);
  await api.addLeads(company.manager, sources.map((source) => ({ name: `From ${source}`, source }))); // prettier-ignore
  await signIn(company.manager);
  const calls = recordCalls(page);
  await page.route('**/api/dashboard/', (route) => route.fulfill(failure('It broke.')), { times: 1 });
  await page.goto('/dashboard');
  await expect(part(page, 'Lead Generation Trend').getByRole('alert')).toContainText(
    'Failed to load monthly trend data',
  );
  const next = part(page, 'Next Follow-up Leads');
  await expect(next.getByRole('alert')).toContainText('Failed to load recent leads');
  await expectAbsent(part(page, 'Key figures').getByRole('link'));

  const held = Promise.withResolvers<void>();
  await page.route('**/api/dashboard/', async (route) => {
    await held.promise;
    await route.continue();
  });
  await next.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('status').getByText('Loading dashboard...')).toBeAttached();
  await expect(part(page, 'Lead Generation Trend')).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  await expect(stat(page, 'Total Leads')).toHaveText('16');
  await expectAbsent(page.getByRole('main').getByRole('alert'));
  expect(calls.filter((call) => call.startsWith('GET /dashboard'))).toHaveLength(2);

  // The smaller sources show on request, each with its list.
  const card = part(page, 'Leads by Source');
  await expect(card).toContainText('5 other sources');
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect(card).not.toContainText('other sources');
  await expect(card.getByRole('link')).toHaveCount(12);
  await card.getByRole('link', { name: /shop 9/i }).click();
  await expect(page).toHaveURL(/\/leads\?.*source=shop/);
  await page.goBack();

  await page.getByRole('button', { name: 'Add a new lead' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('Hema');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(stat(page, 'Total Leads')).toHaveText('17');
});
