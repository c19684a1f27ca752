import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expectTotal } from '../hands/dashboard.ts';
import { expect, expectAbsent, recordCalls, test } from '../fixtures.ts';

/** Downloads the page's table and returns the file's lines. */
async function linesOf(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  return readFileSync(await (await download).path(), 'utf8').split('\r\n');
}

/** Days of two past months. */
const PERIOD = 'period=days&from_date=2026-02-01&to_date=2026-03-31';

test('an admin sees leads and cost per source by month, enters a cost and opens the leads of a number', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Asha');
  const { manager } = company;
  const leads = [
    { name: 'One', source: 'website', created_at: '2026-02-10T06:00:00Z' },
    { name: 'Two', source: 'website', created_at: '2026-03-10T06:00:00Z' },
    { name: 'Three', source: '=Radio', created_at: '2026-03-11T06:00:00Z' },
    { name: 'Four', source: 'other', created_at: '2026-03-12T06:00:00Z' },
  ];
  await api.addLeads(manager, leads);
  const { id } = (await api.call<{ id: string; name: string }[]>(manager, 'GET', '/leads?search=Four'))[0] as { id: string }; // prettier-ignore
  await api.call(manager, 'PUT', `/leads/${id}`, { source: null });

  await openAs(admin, `/reports?${PERIOD}`);
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Sources' }).click();
  await expect(page).toHaveURL(/report=sources/);
  const table = page.getByRole('table', { name: /^Figures of each source/ });
  const row = (name: string | RegExp) => table.getByRole('row', { name });
  await expect(row(/^Website/).getByRole('cell').nth(4)).toHaveText(/^-/); // prettier-ignore
  const cards = page.getByRole('region', { name: 'Figures of all sources' });
  await expect(cards.getByRole('heading')).toHaveText([
    'New leads',
    'Cost',
    'Won in the period',
    'Value won in the period',
  ]);
  await page.getByRole('button', { name: 'Enter costs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Costs of sources' });
  await dialog.getByLabel('Month').selectOption('February 2026');
  await dialog.getByLabel('Website').fill('3000');
  await dialog.getByLabel('Month').selectOption('March 2026');
  await expect(dialog.getByLabel('Website')).toHaveValue('');
  await dialog.getByLabel('Website').fill('-1000.50');
  await dialog.getByLabel('Month').selectOption('February 2026');
  const calls = recordCalls(page);
  await dialog.getByRole('button', { name: 'Save Costs' }).click();
  // The month with the wrong amount is shown, and nothing is sent.
  await expect(dialog.getByLabel('Month')).toHaveValue('2026-03');
  await expect(dialog.getByText('Cost cannot be negative.')).toBeVisible();
  await dialog.getByLabel('Website').fill('1000.50');
  await dialog.getByRole('button', { name: 'Save Costs' }).click();
  await expect(page.getByText('Costs saved')).toBeVisible();
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(['PATCH /reports/source-costs']);
  await expect(row(/^Website/)).toContainText('₹4,000.50');
  await expect(row(/^Website/)).toContainText('₹2,000');
  await expect(row(/^All sources/)).toContainText('₹4,000.50');
  const months = page.getByRole('region', { name: 'Sources by month' });
  // A source has the colour of its badges, whatever its rank in the period.
  const bars = page.getByRole('table', { name: /of each source$/ }).first();
  for (const [name, tone] of [
    ['Website', 'blue'],
    ['=Radio', 'neutral'],
  ] as const) {
    const bar = bars.getByRole('row', { name }).locator('[style*="--tone"]');
    await expect(bar).toHaveAttribute('style', new RegExp(`--lms-${tone}-dot`));
    await expect(months.locator('p', { hasText: name }).locator('..')).toHaveAttribute(
      'style',
      new RegExp(`--lms-${tone}-dot`),
    );
  }
  await expect(months.getByRole('link', { name: '1 new leads: Website, Feb 2026' })).toBeVisible();
  await months.getByRole('combobox', { name: 'Figure by month' }).selectOption('Cost');
  await expect(
    months
      .getByRole('table', { name: 'Cost of each source in each month' })
      .getByRole('row', { name: /^Website/ }),
  ).toHaveText('Website₹3,000₹1,000.50');
  expect(await barriers(page)).toEqual([]);
  const lines = await linesOf(page);
  expect(lines[0]).toMatch(/^\uFEFFSource,New leads,"New leads, period before",.*"Cost, 2026-03"$/);
  expect(lines.find((line) => line.includes('Radio'))).toMatch(/^'=Radio,1,0,/);
  expect(lines.at(-2)).toMatch(/^All sources,4,0,.*,1000\.5$/);

  await row(/^No source/).getByRole('link', { name: '1 new leads: No source' }).click(); // prettier-ignore
  await expectTotal(page, 1);
  await expect(page.getByRole('main')).toContainText('Four');
  await page.getByRole('button', { name: 'Remove filter Source' }).click();
  await expectTotal(page, 4);
});

test('a manager sees the funnel of new leads, and opens the leads that reached a status', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { manager } = company;
  for (const path of [['contacted', 'qualified', 'lost'], ['contacted'], ['Site Visit'], []]) {
    const { id } = await api.addLead(manager, { name: `As far as ${path.at(-1) ?? 'new'}`, status: 'new' });
    for (const status of path) await api.call(manager, 'PATCH', `/leads/${id}/status`, { status });
  }
  await openAs(manager, '/reports?report=funnel');
  const cards = page.getByRole('region', { name: 'Figures of all new leads' });
  await expect(cards.getByRole('link', { name: 'Lost: 1' })).toBeVisible();
  await expect(cards.getByRole('link', { name: 'Won, from these leads: 0' })).toBeVisible();
  await expect(cards.getByRole('heading', { name: 'Win rate of these leads' })).toBeVisible();
  const table = page.getByRole('table', { name: /^Figures of each status/ });
  const row = (name: string | RegExp) => table.getByRole('row', { name });
  await expect(row(/^Qualified/).getByRole('cell').nth(1)).toHaveText(/^50%/); // prettier-ignore
  await expect(row(/^Qualified/).getByRole('cell').nth(4)).toHaveText(/^0 min/); // prettier-ignore
  // The funnel has no rows for the total and for statuses that are no step.
  const funnel = page.getByRole('table', { name: 'New leads that have reached each status' });
  await expect(funnel.getByRole('rowheader')).toHaveText(['New', 'Contacted', 'Qualified', 'Won', 'Lost']);
  await expect(funnel).toContainText(/Contacted\s*250%/);
  await expect(cards.getByRole('link', { name: 'New leads: 4' })).toBeVisible();
  await expect(cards.getByRole('link', { name: 'Other: 1' })).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveText([
    'New', 'Contacted', 'Qualified', 'Won', 'Lost', 'Other', 'New leads',
  ]); // prettier-ignore
  expect(await barriers(page)).toEqual([]);
  const lines = await linesOf(page);
  expect(lines[0]).toMatch(/^\uFEFFStatus,Leads,"Leads, period before",From previous step \(percent\),/);
  expect(lines.find((line) => line.startsWith('Qualified'))).toMatch(/^Qualified,1,0,50,/);
  expect(lines.at(-2)).toMatch(/^New leads,4,0,/);
  await row(/^Other/).getByRole('link', { name: '1 leads: Other' }).click(); // prettier-ignore
  await expectTotal(page, 1);
  await page.goBack();

  await row(/^Contacted/).getByRole('link', { name: '2 leads: Contacted' }).click(); // prettier-ignore
  await expectTotal(page, 2);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Has reachedContacted');
  await page.goBack();
  await row(/^New /).getByRole('link', { name: '1 now at this step: New' }).click(); // prettier-ignore
  await expectTotal(page, 1);
  await page.goBack();
  const reports = page.getByRole('navigation', { name: 'Reports' });
  await reports.getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('table', { name: /^Figures of each source/ })).toBeVisible();
  await expectAbsent(page.getByRole('button', { name: 'Enter costs' }));
  await reports.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('table', { name: /^Figures of each person/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last financial year');
  await expect(page.getByRole('heading', { name: 'No leads in this period' })).toBeVisible();
});
