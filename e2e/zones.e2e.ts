import { dayOf, formatDate, formatDateTime, fromDateTimeInput } from '#shared/dates.ts';
import { expect, leadNames, test } from './fixtures.ts';

const ZONE = 'America/New_York';
const DAY = 86_400_000;

// Somebody in London works for a client in New York; the server's own default is Kolkata.
test.use({ timezoneId: 'Europe/London' });

/** 20:15 in New York, 01:15 of the next day in London, 06:45 in Kolkata. */
const EVENING = '2027-01-12T01:15:00.000Z';

test('dates are shown and typed by the clocks of the client, wherever the browser is', async ({
  page,
  api,
  signIn,
}) => {
  const company = await api.newCompany('Hudson Test Traders', ZONE);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao', next_followup_date: EVENING });
  const session = await api.signIn(company.manager);
  await signIn(company.manager);

  await page.goto(`/leads/${id}`);
  const facts = page.getByRole('region', { name: 'Lead Information' });
  await expect(facts).toContainText('11/01/2027, 8:15 PM');
  await page.goto(`/leads/${id}/edit`);
  const form = page.getByRole('form', { name: 'Lead Information' });
  await expect(form.getByRole('textbox', { name: 'Next Follow-up' })).toHaveValue('11/01/2027, 8:15 PM');
  await form.getByRole('textbox', { name: 'Company' }).fill('Rao Interiors');
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(`/leads/${id}`);
  // Saved without having been touched, it is the same moment.
  const saved = await api.call<{ next_followup_date: string }>(session, 'GET', `/leads/${id}`);
  expect(saved.next_followup_date).toBe(EVENING);

  await page.goto('/reminders');
  await expect(
    page.getByRole('article').or(page.getByRole('listitem')).filter({ hasText: 'Asha Rao' }).first(),
  ).toContainText('11/01/2027');
});

test('a call and its follow-up are noted by the clocks of the client', async ({ page, api, openAs }) => {
  const company = await api.newCompany('Hudson Test Traders', ZONE);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  const session = await api.signIn(company.manager);
  await openAs(company.manager, `/leads/${id}/call`);
  const tomorrow = dayOf(new Date(Date.now() + DAY), ZONE);
  await expect(page.getByLabel('Follow-up Date')).toHaveValue(tomorrow.split('-').reverse().join('/'));
  await page.getByLabel('Reminder Time').selectOption('18:00');
  await page.getByLabel('Duration (minutes)').fill('5');
  await page.getByLabel('Comments').fill('Call back in the evening');
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await expect(page.getByText('Call log created and reminder scheduled successfully')).toBeVisible();
  const { reminders } = await api.call<{ reminders: { reminder_date: string }[] }>(
    session,
    'GET',
    '/reminders',
  );
  const evening = fromDateTimeInput(`${tomorrow}T18:00`, ZONE);
  expect(reminders.map(({ reminder_date }) => reminder_date)).toEqual([evening?.toISOString()]);
  await page.goto(`/leads/${id}`);
  await expect(page.getByRole('region', { name: 'Lead Information' })).toContainText(
    formatDateTime(evening, ZONE),
  );
});

test('a filter by day asks for the days of the client', async ({ page, api, openAs }) => {
  const company = await api.newCompany('Hudson Test Traders', ZONE);
  await api.addLeads(company.manager, [
    // The evening of the 10th in New York, the 11th in London and Kolkata.
    { name: 'In the evening', created_at: '2026-03-11T02:30:00Z' },
    { name: 'The next noon', created_at: '2026-03-11T16:30:00Z' },
  ]);
  await openAs(company.manager, '/leads?from_date=2026-03-10&to_date=2026-03-10');
  await expect(leadNames(page)).toHaveText(['In the evening']);
  await expect(page.getByRole('row', { name: /In the evening/ })).toContainText(
    formatDate('2026-03-11T02:30:00Z', ZONE),
  );
  await page.goto('/leads?from_date=2026-03-11&to_date=2026-03-11');
  await expect(leadNames(page)).toHaveText(['The next noon']);
});
