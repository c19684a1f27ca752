import type { Locator, Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, leadNames, recordCalls, test } from '../fixtures.ts';
import { failure, names, numbered } from '../leads.ts';

const from = (first: number, last: number) => {
  const step = first < last ? 1 : -1;
  const count = Math.abs(last - first) + 1;
  return names(...Array.from({ length: count }, (_, index) => first + step * index));
};
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

test('the table has the default columns and formats their values', async ({ page, company, api, openAs }) => {
  await api.addLead(company.manager, {
    name: 'रवि कुमार श्रीवास्तव जी',
    email: 'ravi@e2e.example',
    phone: '+91 98765 00002',
    company_name: 'कुमार ट्रेडर्स',
    status: 'contacted',
    source: 'social_media',
    value: 6_68_70_000,
    assigned_to: company.manager.id,
    next_followup_date: '2030-12-31T04:30:00.000Z',
    tags: ['showroom', 'priority', 'NRI'],
  });
  await openAs(company.manager, '/leads');
  await expect(page.getByRole('columnheader')).toHaveText([
    '', 'Name', 'Phone', 'Status', 'Next Follow-up', 'Assigned To', 'Value', 'Source', 'Email', 'Company', 'Tags', 'Created', 'Actions',
  ]); // prettier-ignore
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date());
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '',
    '98765 00002',
    'Contacted',
    '31/12/2030, 10:00 AM',
    'Meera Joshi',
    '₹6.69\u00a0Cr',
    'Social Media',
    'ravi@e2e.example',
    'कुमार ट्रेडर्स',
    /^showroom\s*priority\s*\+1$/,
    today,
    '',
  ]);
  await expect(leadNames(page)).toHaveAttribute('title', 'रवि कुमार श्रीवास्तव जी');

  // Pointing at a short form shows the full text.
  await expect(page.getByTitle('₹6,68,70,000')).toBeVisible();
  await expect(page.getByTitle('+91 98765 00002')).toBeVisible();

  // The columns are wider than the window, but whom to call, when, and the row's actions stay visible.
  const menu = page.getByRole('button', { name: 'Actions for रवि कुमार श्रीवास्तव जी' });
  await expect(page.getByText(today, { exact: true })).not.toBeInViewport();
  await expect(page.getByText('31/12/2030, 10:00 AM')).toBeInViewport({ ratio: 1 });
  await expect(menu).toBeInViewport({ ratio: 1 });
  const [call, chat] = [/^Call /, /^WhatsApp /].map((name) => page.getByRole('link', { name }));
  await expectAbsent(page.locator('tbody').getByRole('link', { name: /^(?:Call|WhatsApp) / }));
  await leadNames(page).focus();
  await expect(call as Locator).toHaveAttribute('href', 'tel:+919876500002');
  await expect(chat as Locator).toBeInViewport({ ratio: 1 });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Quick Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Quick Edit Lead' })).toBeVisible();
});

test('headers sort: dates created start with the newest, everything else ascends, a second click reverses', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const leads = numbered(5).map((lead, index) => ({
    ...lead,
    next_followup_date: `2027-09-0${5 - index}T06:00:00Z`,
  }));
  await api.addLeads(company.manager, leads);
  await openAs(company.manager, '/leads');
  await expect(leadNames(page)).toHaveText(names(5, 4, 3, 2, 1));
  await expect(header(page, 'Created')).toHaveAttribute('aria-sort', 'descending');

  const steps = [
    { click: 'Name', sort: 'ascending', order: [1, 2, 3, 4, 5], url: '?sort_by=name&sort_order=asc' },
    { click: 'Name', sort: 'descending', order: [5, 4, 3, 2, 1], url: '?sort_by=name&sort_order=desc' },
    { click: 'Next Follow-up', sort: 'ascending', order: [5, 4, 3, 2, 1], url: '?sort_by=next_followup_date&sort_order=asc' },
    { click: 'Created', sort: 'descending', order: [5, 4, 3, 2, 1], url: '' },
    { click: 'Created', sort: 'ascending', order: [1, 2, 3, 4, 5], url: '?sort_order=asc&sort_by=created_at' },
  ]; // prettier-ignore
  for (const { click, sort, order, url } of steps) {
    await header(page, click).getByRole('button').click();
    await expect(leadNames(page)).toHaveText(names(...order));
    await expect(header(page, click)).toHaveAttribute('aria-sort', sort);
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
    await expect(page).toHaveURL(`/leads${url}`);
  }
  await expectAbsent(header(page, 'Phone').getByRole('button'));
});

test('pages have 12, 24 or 36 rows; search waits half a second after the last key, starts at page 1, and shows the unfiltered total', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(40));
  await page.clock.install();
  // Requests caused by live updates are not counted here.
  await page.route('**/api/events', () => undefined);
  await openAs(company.manager, '/leads');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const button = (name: string) => pages.getByRole('button', { name });
  await expect(leadNames(page)).toHaveText(from(40, 29));
  await expect(page.getByText('Showing 1 to 12 of 40 results', { exact: true })).toBeVisible();
  await expect(pages.getByText('Page 1 of 4')).toBeVisible();
  await expect(button('First')).toBeDisabled();
  await expect(button('Prev')).toBeDisabled();

  await button('Next').click();
  await expect(leadNames(page)).toHaveText(from(28, 17));
  await expect(page.getByText('Showing 13 to 24 of 40 results')).toBeVisible();
  await button('Last').click();
  await expect(leadNames(page)).toHaveText(from(4, 1));
  await expect(page.getByText('Showing 37 to 40 of 40 results')).toBeVisible();
  await expect(button('Next')).toBeDisabled();
  await expect(button('Last')).toBeDisabled();
  await expect(page).toHaveURL('/leads?page=4');
  await button('Prev').click();
  await expect(pages.getByText('Page 3 of 4')).toBeVisible();
  await button('First').click();
  await expect(pages.getByText('Page 1 of 4')).toBeVisible();

  const size = page.getByLabel('Rows per page');
  await expect(size.getByRole('option')).toHaveText(['12', '24', '36']);
  await button('Next').click();
  await size.selectOption('36');
  await expect(leadNames(page)).toHaveText(from(40, 5));
  await expect(page).toHaveURL('/leads?limit=36');
  await size.selectOption('24');
  await expect(page.getByText('Showing 1 to 24 of 40 results')).toBeVisible();

  await size.selectOption('12');
  await button('Next').click();
  await expect(page.getByText('Showing 13 to 24 of 40 results')).toBeVisible();
  const calls = recordCalls(page);
  const searches = () => calls.filter((call) => /[?&]search=/.test(call)).length;

  await page.clock.pauseAt(new Date(Date.now() + 3600_000));
  const box = page.getByRole('searchbox', { name: 'Search leads' });
  await expect(box).toHaveAttribute('placeholder', 'Search leads...');
  await box.pressSequentially('EVEN');
  await page.clock.runFor(499);
  await box.pressSequentially(' works');
  await page.clock.runFor(499);
  expect(searches()).toBe(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page.getByText('Showing 1 to 12 of 20 (filtered from 40)', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/leads?search=EVEN+works');
  expect(searches()).toBe(1);
  await expect(leadNames(page).first()).toHaveText('Lead 40');

  await box.fill('lead-07@e2e');
  await box.press('Enter');
  await expect(leadNames(page)).toHaveText(['Lead 07']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/leads');
  await expect(page.getByText('Showing 1 to 12 of 40 results')).toBeVisible();
});

test('a list that loads, fails, is empty, has no match or no such page says so, with a way out', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  await signIn(company.manager);
  const asked = Promise.withResolvers<void>();
  await page.route(
    '**/api/leads?*',
    async (route) => {
      await asked.promise;
      await route.fulfill(failure('The disk is full.'));
    },
    { times: 1 },
  );
  await page.goto('/leads');
  await expect(page.getByRole('status').getByText('Loading leads...')).toBeVisible();
  asked.resolve();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem.getByRole('heading', { name: 'Error loading leads' })).toBeVisible();
  await expect(problem.getByText('The disk is full.', { exact: true })).toBeVisible();
  await expect(page.getByText('Loading leads...')).toBeHidden();
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No leads found' })).toBeVisible();
  await expect(page.getByText('Get started by adding your first lead', { exact: true })).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await api.addLeads(company.manager, numbered(2));
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'No leads found' })).toBeVisible();
  await expect(
    page.getByText('Try adjusting your search criteria or filters', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(leadNames(page)).toHaveText(names(2, 1));

  await page.goto('/leads?page=9');
  await expect(page.getByText('There are no leads on this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(leadNames(page)).toHaveText(names(2, 1));
});
