import type { Page } from '@playwright/test';
import { expect, leadNames, test } from '../fixtures.ts';
import { DAY, HOUR, plan } from '../hands/planned.ts';
import { toast } from '../leads.ts';

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const group = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Group' }).getByRole('radio', { name });

test('both groups show counts, states, chips, and the leads without a next step, for everybody if the address says so', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const [first = ''] = await plan(api, company, [
    { name: 'Asha', in: -2 * DAY, company_name: 'Rao Interiors', phone: '+91 98765 00001' },
    { name: 'Bina', in: 2 * HOUR },
    { name: 'Chitra', in: 9 * DAY },
    { name: 'Divya', in: 5 * DAY },
  ]);
  await api.addLeads(company.manager, [{ name: 'Esha' }]);
  const { reminders } = await api.call<{ reminders: { id: string; lead: { name: string } }[] }>(
    company.manager,
    'GET',
    '/reminders',
  );
  const divya = reminders.find(({ lead }) => lead.name === 'Divya');
  await api.call(company.manager, 'PATCH', `/reminders/${divya?.id}/complete`);
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/reminders?mine=false');
  const names = page.getByRole('list', { name: 'Upcoming' }).getByRole('heading');
  await expect(names).toHaveText(['Asha', 'Bina', 'Chitra']);
  await expect(group(page, 'Upcoming 3')).toBeChecked();
  await expect(card(page, 'Asha')).toContainText('Rao Interiors');
  await expect(card(page, 'Asha').getByText('Overdue')).toBeVisible();
  await expect(card(page, 'Asha')).toContainText(/\d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M/);
  await expect(card(page, 'Asha')).toContainText('Call Asha');
  await expect(card(page, 'Asha')).not.toContainText('About Asha');
  await expect(card(page, 'Bina').getByText('No company')).toBeVisible();
  await expect(card(page, 'Bina').getByText('Urgent')).toBeVisible();
  await expect(card(page, 'Chitra').getByText('Upcoming')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);

  // Bina may be due after midnight; Chitra, due in nine days, is not called today.
  await expect(page.getByRole('link', { name: /^Start calling \([12]\)$/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Later' }).click();
  await expect(names).toHaveText(['Chitra']);
  await expect(page.getByRole('link', { name: /^Start calling/ })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Overdue 1' }).click();
  await expect(page.getByRole('link', { name: 'Start calling (1)' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Overdue 1' })).toBeChecked();
  await expect(page).toHaveURL(/due=overdue/);
  await expect(names).toHaveText(['Asha']);
  await page.getByRole('radio', { name: 'Overdue 1' }).click();
  await expect(names).toHaveCount(3);

  await card(page, 'Asha').getByRole('button', { name: 'View Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lead Details' });
  for (const text of ['Asha', 'Rao Interiors', '98765 00001', 'About Asha', 'New'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'View Full Details' })).toHaveAttribute(
    'href',
    `/leads/${first}`,
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await card(page, 'Bina').getByRole('button', { name: 'View Lead' }).click();
  await expect(dialog.getByText('Number not provided')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Completed 1' }).click();
  await expect(page.getByRole('radio', { name: 'Completed 1' })).toBeChecked();
  await expect(page).toHaveURL(/mine=false/);
  const done = page.getByRole('list', { name: 'Completed' });
  await expect(done.getByRole('heading')).toHaveText(['Divya']);
  await expect(done).toContainText('About Divya');
  await expect(done.getByRole('button', { name: 'Complete' })).toHaveCount(0);

  // Divya's only follow-up is done, and Esha never had one.
  await page.getByRole('link', { name: 'No next step 2' }).click();
  await expect(page).toHaveURL('/leads?next_step=none');
  await expect(leadNames(page)).toHaveText(['Esha', 'Divya']);
  await page.getByRole('button', { name: 'Remove filter Next Step' }).click();
  await expect(leadNames(page)).toHaveCount(5);
});

test('completing asks, can be undone, and offers the next step', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/(status of|answer) 500/);
  await plan(api, company, [
    { name: 'Asha', in: -HOUR, company_name: 'Rao Interiors', phone: '+91 98765 00001' },
    { name: 'Bina', in: DAY },
  ]);
  await openAs(company.manager, '/reminders');
  await card(page, 'Asha').getByRole('button', { name: 'Complete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as Completed' });
  for (const text of ['Call Asha', 'Asha', 'Rao Interiors', '98765 00001', 'New'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(group(page, 'Upcoming 2')).toBeChecked();

  await card(page, 'Asha').getByRole('button', { name: 'Complete' }).click();
  const failure = { status: 500, json: { success: false, code: 'internal', message: 'The disk is full.' } };
  await page.route('**/complete', (route) => route.fulfill(failure), { times: 1 });
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('alert').getByText('The disk is full.')).toBeVisible();
  await expect(dialog).toBeVisible();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    '**/complete',
    async (route) => {
      await promise;
      await route.continue();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(dialog.getByRole('button', { name: 'Completing...' })).toBeDisabled();
  resolve();
  await expect(toast(page, 'Reminder marked as completed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card(page, 'Asha')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Completed 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Asha')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next step' })).toHaveCount(0);

  await card(page, 'Asha').getByRole('button', { name: 'Complete' }).click();
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('button', { name: 'Plan next follow-up' })).toBeFocused();
  await page.keyboard.press('Enter');
  const next = page.getByRole('dialog', { name: 'Plan next follow-up' });
  await expect(next.getByLabel('Follow-up Date')).toBeFocused();
  await next.getByLabel('Reminder Title').fill('Visit the showroom');
  await next.getByRole('button', { name: 'Schedule Reminder' }).press('Enter');
  await expect(toast(page, 'Reminder scheduled successfully')).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
  await expect(card(page, 'Asha')).toContainText('Visit the showroom');
  await expect(group(page, 'Upcoming 2')).toBeChecked();
});

test('a failed load is tried again, a follow-up planned elsewhere arrives by itself, and is snoozed by an hour, to tomorrow or a picked time, and back', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  await signIn(company.manager);
  const failure = { status: 500, json: { success: false, code: 'internal', message: 'The disk is full.' } };
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/reminders',
    async (route) => {
      await promise;
      await route.fulfill(failure);
    },
    { times: 1 },
  );
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto('/reminders');
  await expect(page.getByRole('status').getByText('Loading reminders...')).toBeVisible();
  resolve();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem.getByRole('heading', { name: 'Error loading reminders' })).toBeVisible();
  await expect(problem.getByText('The disk is full.')).toBeVisible();
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No reminders' })).toBeVisible();
  await expect(
    page.getByText("You're all caught up! No follow-ups scheduled.", { exact: true }),
  ).toBeVisible();

  await stream;
  await plan(api, company, [{ name: 'Asha', in: -HOUR }]);
  const snooze = card(page, 'Asha').getByRole('button', { name: 'Snooze' });
  await snooze.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    '1 hour',
    'Tomorrow, 9:00 AM',
    /^Mon \d+ [A-Z][a-z]{2}, 9:00 AM$/,
    'Pick date and time',
    'Repeat…',
  ]);
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  const tomorrow = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(Date.now() + DAY);
  await expect(card(page, 'Asha')).toContainText(`${tomorrow}, 9:00 AM`);
  await expect(toast(page, `Snoozed until ${tomorrow}, 9:00 AM`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Asha').getByText('Overdue')).toBeVisible();

  // Only a future time is accepted, and so offered.
  const dialog = page.getByRole('dialog', { name: 'Snooze' });
  const until = dialog.getByRole('textbox', { name: 'Remind me on' });
  await snooze.click();
  await page.getByRole('menuitem', { name: 'Pick date and time' }).click();
  await expect(until).toHaveValue(`${tomorrow}, 9:00 AM`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await snooze.click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(card(page, 'Asha').getByText('Urgent')).toBeVisible();

  await snooze.click();
  await page.getByRole('menuitem', { name: 'Pick date and time' }).click();
  await expect(dialog.getByText('Call Asha')).toBeVisible();
  await until.fill('the day after tomorrow');
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await expect(dialog.getByText('Enter a date such as 30/11/2026, 9:00 AM.')).toBeVisible();
  await until.fill('3/12/35, 2:30 pm');
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'Snoozed until 03/12/2035, 2:30 PM')).toBeVisible();
});

test('a page has twelve follow-ups, and page controls show only when there are more', async ({
  page,
  company,
  api,
  openAs,
}) => {
  for (let lead = 1; lead <= 13; lead += 1) {
    const next_followup_date = new Date(Date.now() + lead * DAY).toISOString();
    await api.addLead(company.manager, { name: `Lead ${String(lead).padStart(2, '0')}`, next_followup_date });
  }
  await openAs(company.manager, '/reminders');
  const cards = page.getByRole('list', { name: 'Upcoming' }).getByRole('heading');
  await expect(cards).toHaveCount(12);
  await expect(page.getByText('Showing 1 to 12 of 13 results', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(cards).toHaveText(['Lead 13']);
  await expect(page.getByText('Showing 13 to 13 of 13 results')).toBeVisible();
  // The last card of the last page disappears, and the page before it is shown.
  await page.getByRole('button', { name: 'Complete: Lead 13' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('Follow Ups and Log a Call fit the screen, with all controls in reach', async ({
    page,
    company,
    api,
    openAs,
  }) => {
    const name =
      'A name that goes on and on, as the names of some companies and their branches do, without an end';
    await plan(api, company, [{ name, in: -DAY, phone: '+91 98765 00001' }]);
    await openAs(company.manager, '/reminders');
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect(card(page, 'A name')).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
    const start = await page.getByRole('link', { name: 'Start calling (1)' }).boundingBox();
    expect(start?.width).toBe(390 - 32);
    expect((start?.y ?? 0) + (start?.height ?? 0)).toBeGreaterThan(844 - 80);
    // Nothing of a name is cut, signs below and above its line included.
    const cut = await card(page, 'A name')
      .getByRole('heading')
      .evaluate((title) =>
        [title, ...title.children].some((part) => getComputedStyle(part).overflow !== 'visible'),
      );
    expect(cut).toBe(false);
    await page.getByRole('link', { name: /^Call Now/ }).tap();
    await page.getByRole('radio', { name: 'No answer' }).tap();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Save Call Log' }).tap();
    await expect(toast(page, 'Call log created and reminder scheduled successfully')).toBeVisible();
  });
});
