import { dayOf, formatDate, formatDateTime, fromDateTimeInput } from '#shared/values/dates.ts';
import { expect, leadNames, test } from '../fixtures.ts';

const ZONE = 'America/New_York';
const DAY = 86_400_000;

// A user in London works for a client in New York; the server's default zone is Kolkata.
test.use({ timezoneId: 'Europe/London' });

/** 20:15 in New York, 01:15 of the next day in London, 06:45 in Kolkata. */
const EVENING = '2035-01-12T01:15:00.000Z';

test('dates are shown, typed, planned and filtered in the client’s time zone, whatever the browser’s', async ({
  page,
  api,
  signIn,
}) => {
  const company = await api.newCompany('Hudson Test Traders', ZONE);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao', next_followup_date: EVENING });
  await signIn(company.manager);

  await page.goto(`/leads/${id}`);
  const facts = page.getByRole('region', { name: 'Lead Information' });
  await expect(facts).toContainText('11/01/2035, 8:15 PM');
  await page.getByRole('link', { name: 'Edit Lead' }).click();
  const form = page.getByRole('form', { name: 'Lead Information' });
  await expect(form.getByRole('textbox', { name: 'Next Follow-up' })).toHaveValue('11/01/2035, 8:15 PM');
  await form.getByRole('textbox', { name: 'Company' }).fill('Rao Interiors');
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(`/leads/${id}`);
  // Saved untouched, it is the same moment.
  const saved = await api.call<{ next_followup_date: string }>(company.manager, 'GET', `/leads/${id}`);
  expect(saved.next_followup_date).toBe(EVENING);

  await page.getByRole('link', { name: 'Log Call' }).click();
  const tomorrow = dayOf(new Date(Date.now() + DAY), ZONE);
  await expect(page.getByLabel('Follow-up Date')).toHaveValue(tomorrow.split('-').toReversed().join('/'));
  await page.getByLabel('Reminder Time').selectOption('18:00');
  await page.getByLabel('Duration (minutes)').fill('5');
  await page.getByLabel('Comments').fill('Call back in the evening');
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await expect(page.getByText('Call log created and reminder scheduled successfully')).toBeVisible();
  const { reminders } = await api.call<{ reminders: { reminder_date: string }[] }>(
    company.manager,
    'GET',
    '/reminders',
  );
  const evening = fromDateTimeInput(`${tomorrow}T18:00`, ZONE);
  expect(reminders.map(({ reminder_date }) => reminder_date)).toContain(evening?.toISOString());
  await expect(facts).toContainText(formatDateTime(evening, ZONE));

  // The evening of the 10th in New York, the 11th in London and Kolkata.
  await api.addLeads(company.manager, [
    { name: 'In the evening', created_at: '2026-03-11T02:30:00Z' },
    { name: 'The next noon', created_at: '2026-03-11T16:30:00Z' },
  ]);
  await page.goto('/leads?from_date=2026-03-10&to_date=2026-03-10');
  await expect(leadNames(page)).toHaveText(['In the evening']);
  await expect(page.getByRole('row', { name: /In the evening/ })).toContainText(
    formatDate('2026-03-11T02:30:00Z', ZONE),
  );
});

test('a user with access to all clients sees each one in its own time zone, with the zone named', async ({
  page,
  server,
  api,
  openAs,
}) => {
  const company = await api.newCompany('Hudson Test Traders', ZONE);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao', next_followup_date: EVENING });
  const nextOf = async () =>
    (await api.call<{ next_followup_date: string }>(company.manager, 'GET', `/leads/${id}`))
      .next_followup_date;
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await openAs(server.account('superadmin@lms.example'), `/leads?client_id=${company.id}`);
  await expect(page.getByRole('row', { name: /Asha Rao/ })).toContainText('11/01/2035, 8:15 PM Eastern Time');
  await leadNames(page).click();
  await expect(page.getByText('Times are in Eastern Time.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lead Information' })).toContainText('11/01/2035, 8:15 PM');

  // Typed in the client's time zone, wherever the user is.
  await page.getByRole('link', { name: 'Edit Lead' }).click();
  const form = page.getByRole('form', { name: 'Lead Information' });
  await form.getByRole('textbox', { name: 'Next Follow-up' }).fill('12/01/2035, 9:00 AM');
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${id}(?:\\?|$)`));
  expect(await nextOf()).toBe('2035-01-12T14:00:00.000Z');

  // Follow Ups show the client and its time zone, and can be filtered by client.
  await navigation.getByRole('link', { name: 'Follow Ups' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  await expect(page).toHaveURL(`/reminders?client_id=${company.id}`);
  const card = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(company.name);
  await expect(card).toContainText('12/01/2035, 9:00 AM Eastern Time');
  await card.getByRole('link', { name: 'Call Now: Asha Rao' }).click();
  await expect(page.getByLabel('Follow-up Date')).toHaveValue(
    dayOf(new Date(Date.now() + DAY), ZONE)
      .split('-')
      .toReversed()
      .join('/'),
  );
  await page.getByRole('radio', { name: 'No answer' }).check();
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await expect(page.getByText('Call log created and reminder scheduled successfully')).toBeVisible();
  const tomorrow = fromDateTimeInput(`${dayOf(new Date(Date.now() + DAY), ZONE)}T09:00`, ZONE);
  expect(await nextOf()).toBe(tomorrow?.toISOString());

  // A new lead's dates are in the time zone of the client chosen for it.
  await navigation.getByRole('link', { name: 'Add Lead' }).click();
  const created = page.getByRole('form', { name: 'New lead' });
  // The client chosen last is preselected.
  await expect(created.getByRole('combobox', { name: 'Client' })).toHaveValue(company.name);
  await expect(created.getByText('Times are in Eastern Time.')).toBeVisible();
  await created.getByLabel('Name').first().fill('Bina Shah');
  await created.getByLabel('Next Follow-up').fill('12/01/2035, 9:00 AM');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/leads'),
  );
  await created.getByRole('button', { name: 'Create Lead' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ next_followup_date: '2035-01-12T14:00:00.000Z' });

  // Times of operations are too.
  await api.call(company.manager, 'DELETE', `/leads/${id}`);
  await page.goto('/settings/general/history');
  const deletion = page.getByRole('listitem').filter({ hasText: 'Undo' }).filter({ hasText: company.name });
  await expect(deletion).toContainText('Eastern Time');
});

test('the lists in the settings show times in the client’s time zone', async ({
  page,
  api,
  openAs,
  server,
}) => {
  const company = await api.newCompany('Hudson Test Traders', ZONE);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  const made = await api.call<{ id: string; secret: string }>(admin, 'POST', '/sources', {
    name: 'Landing page',
    kind: 'other',
  });
  await fetch(`${server.origin}/api/public/sources/${made.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-source-key': made.secret },
    body: JSON.stringify({ name: 'Asha Rao', phone: '2125550142' }),
  });
  const { sources } = await api.call<{ sources: { last_delivery_at: string }[] }>(admin, 'GET', '/sources');
  const moment = formatDateTime(sources[0]?.last_delivery_at, ZONE);
  await openAs(admin, '/settings/api/sources');
  const row = page.getByRole('row', { name: 'Landing page' });
  await expect(row).toContainText(moment);
  await row.getByRole('button', { name: 'Actions for Landing page' }).click();
  await page.getByRole('menuitem', { name: 'Deliveries' }).click();
  await expect(page.getByRole('dialog', { name: 'Deliveries' }).getByRole('row').nth(1)).toContainText(
    moment,
  );
});

test.describe('in a browser a day ahead of the client', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test("a calendar opens at the client's month and marks its today", async ({ page, api, openAs }) => {
    const company = await api.newCompany('Samoa Test Traders', 'Pacific/Pago_Pago');
    await openAs(company.manager, '/calls');
    // 9 AM of the month's last day in Samoa, and the first of the next one in the browser.
    await page.clock.setFixedTime('2026-11-30T20:00:00Z');
    await page.getByRole('textbox', { name: 'From date' }).click();
    await expect(page.getByRole('button', { name: 'November 2026', exact: true })).toBeVisible();
    await expect(page.locator('[data-highlight-today]')).toHaveText('30');
  });
});
