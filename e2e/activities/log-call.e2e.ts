import type { Page } from '@playwright/test';
import type { Api, Company } from '../api.ts';
import { expect, expectAbsent, leadNames, recordCalls, test } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';
import { toast } from '../leads.ts';

type Call = { call_status: string; duration: number; notes: string; call_outcome: string | null };

const form = (page: Page) => page.getByRole('form', { name: 'Log a Call' });
const status = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

async function callsOf(api: Api, company: Company, leadId: string): Promise<Call[]> {
  return await api.call(company.manager, 'GET', `/call-logs/lead/${leadId}`);
}

/** A day as people write it (day/month/year) in Kolkata, `days` from now. */
function dayFromNow(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(date);
}

test('one request saves the call and its reminder, and the lead then shows both', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const known = { name: 'Asha Rao', phone: '+91 98765 00001', company_name: 'Rao Interiors' };
  const { id } = await api.addLead(company.manager, known);
  await openAs(company.manager, `/leads/${id}`);
  await expect(page.getByText('No call history found')).toBeVisible();
  await page.getByRole('link', { name: 'Log Call' }).click();
  await expect(page).toHaveURL(`/leads/${id}/call`);
  // Until this screen has loaded, the lead page shows a part with the same name.
  await expect(page.getByRole('button', { name: 'Back to Reminder' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log a call: Asha Rao');
  await expect(page).toHaveTitle('Log a call: Asha Rao · LMS');
  await expect(page.getByText('Rao Interiors')).toBeVisible();
  await expect(page.getByRole('link', { name: '98765 00001' })).toHaveAttribute('href', 'tel:+919876500001');
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await expectAbsent(page.getByRole('button', { name: 'Save and next' }));
  await expect(status(page, 'Completed')).toBeFocused();
  await expect(status(page, 'Outbound')).toBeChecked();
  const outcomes = page.getByRole('group', { name: 'Call Outcome' }).getByRole('radio');
  await expect(outcomes).toHaveCount(8);
  await expect(outcomes.and(page.locator(':checked'))).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Schedule a follow-up reminder' })).toBeChecked();
  await expect(page.getByLabel('Follow-up Date')).toHaveValue(dayFromNow(1));
  const times = page.getByLabel('Reminder Time').getByRole('option');
  await expect(times).toHaveCount(48);
  await expect(times.filter({ hasText: '(' })).toHaveText([
    '09:00 AM (morning)',
    '02:00 PM (afternoon)',
    '06:00 PM (evening)',
  ]);

  await form(page).getByRole('radio', { name: 'Proposal Requested' }).check();
  await page.getByLabel('Duration (minutes)').fill('7');
  await page.getByLabel('Comments').fill('Wants a quote for two rooms');
  await expect(page.getByLabel('Description')).toHaveValue('Wants a quote for two rooms');
  await page.getByLabel('Reminder Time').selectOption('14:00');
  await page.getByLabel('Reminder Title').fill('Send the quote');
  const calls = recordCalls(page);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Call log created and reminder scheduled successfully')).toBeVisible();
  await expect(page).toHaveURL(`/leads/${id}`);
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /call-logs']);
  const history = page.getByRole('region', { name: 'Call History' });
  await expect(history).toContainText('Outbound · Meera Joshi · 7 minutes');
  await expect(history).toContainText('Wants a quote for two rooms');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Outbound call, 7 minutes');
  await expect(timeline).toContainText('Reminder: Send the quote');
  await expect(page.getByRole('region', { name: 'Lead Information' })).toContainText(
    `${dayFromNow(1)}, 2:00 PM`,
  );
});

test('what is missing or cannot be read stays as typed, with an error, and nothing is sent', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  await openAs(company.manager, `/leads/${id}/call`);
  const calls = recordCalls(page);
  const day = page.getByLabel('Follow-up Date');
  const minutes = page.getByLabel('Duration (minutes)');
  const save = page.getByRole('button', { name: 'Save Call Log' });
  await save.click();
  for (const field of ['Duration is', 'Comments are', 'Description is'])
    await expect(page.getByText(`${field} required.`)).toBeVisible();
  await expect(minutes).toBeFocused();
  await day.fill('');
  await day.blur();
  await expect(
    page.getByText('Please select a follow-up date when scheduling a reminder.', { exact: true }),
  ).toBeVisible();
  await expect(save).toBeDisabled();
  // An outcome that closes the lead plans no follow-up.
  const plans = page.getByRole('switch', { name: 'Schedule a follow-up reminder' });
  await page.getByRole('radio', { name: 'Not Interested' }).check();
  await expect(plans).not.toBeChecked();
  await expect(day).toHaveCount(0);
  await expect(save).toBeEnabled();
  await page.getByRole('radio', { name: 'Callback Required' }).check();
  await expect(plans).toBeChecked();

  await page.getByLabel('Comments').fill('Wants a quote');
  await minutes.fill('5');
  await day.fill('31/02/2027');
  // Saving while the input has focus would send the earlier date.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Enter a date such as 30/11/2026.', { exact: true })).toBeVisible();
  await expect(day).toHaveValue('31/02/2027');
  await day.fill('3.12.35');
  await page.getByLabel('Comments').focus();
  await expect(day).toHaveValue('03/12/2035');
  for (const [typed, sentence] of [
    ['1441', 'Duration is too long (1440 minutes at most).'],
    ['five', 'Enter a number.'],
  ] as const) {
    await minutes.fill(typed);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(minutes).toHaveValue(typed);
  }
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await minutes.fill('7');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Call log created and reminder scheduled successfully')).toBeVisible();
  expect((await callsOf(api, company, id))[0]?.duration).toBe(7);
  await expect(page.getByRole('region', { name: 'Lead Information' })).toContainText('03/12/2035, 9:00 AM');
});

test('errors say whether the call or only its reminder was not saved, or its follow-up is gone', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/(status of|answer) 500/);
  faults.expect(/(status of|answer) 404/);
  const [id = ''] = await plan(api, company, [{ name: 'Asha Rao', in: -DAY }]);
  await openAs(company.manager, `/leads/${id}/call`);
  await expect(page.getByRole('checkbox', { name: /^Complete the follow-up/ })).toBeChecked();
  const failure = { status: 500, json: { success: false, code: 'internal', message: 'The disk is full.' } };
  await page.route('**/api/call-logs', (route) => route.fulfill(failure), { times: 1 });
  await expect(status(page, 'Completed')).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByLabel('Comments')).toHaveValue('The line was busy');
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert');
  await expect(alert.getByText('Failed to create call log. Please try again.')).toBeVisible();
  await expect(alert.getByText('The disk is full.')).toBeVisible();
  await expect(page.getByLabel('Comments')).toHaveValue('The line was busy');

  // A colleague has just deleted the follow-up. Saving again while the first response is being handled would
  // not send the call.
  const save = page.getByRole('button', { name: 'Save Call Log' });
  await expect(save).toBeEnabled();
  const gone = {
    status: 404,
    json: { success: false, code: 'not_found', message: 'This reminder does not exist.' },
  };
  await page.route('**/api/call-logs', (route) => route.fulfill(gone), { times: 1 });
  await page.keyboard.press('Control+Enter');
  await expect(
    alert.getByText(
      'Call log created and reminder scheduled successfully. The follow-up could not be completed: it is no longer there.',
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(`/leads/${id}`);
  expect(await callsOf(api, company, id)).toHaveLength(1);

  // A server that saves the call but not its reminder.
  await page.getByRole('link', { name: 'Log Call' }).click();
  await expect(status(page, 'Completed')).toBeFocused();
  await page.keyboard.press('b');
  await page.route(
    '**/api/call-logs',
    async (route) => {
      const { reminder: _left, ...body } = route.request().postDataJSON() as Record<string, unknown>;
      await route.continue({ postData: JSON.stringify(body) });
    },
    { times: 1 },
  );
  await expect(save).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(
    alert.getByText('Call log created but reminder creation failed. Please create reminder manually.'),
  ).toBeVisible();
  await expect(page).toHaveURL(`/leads/${id}`);
});

test('the timer fills in the duration, and a call that closes the lead is saved without a follow-up', async ({
  page,
  company,
  api,
  signIn,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  await signIn(company.manager);
  await page.clock.install();
  await page.goto(`/leads/${id}/call`);
  await page.getByRole('button', { name: 'Start timer' }).click();
  await page.clock.fastForward(200_000);
  await page.getByRole('button', { name: /^Stop 3:\d\d$/ }).click();
  await expect(page.getByLabel('Duration (minutes)')).toHaveValue('3');
  // The timer is still running when the call is saved, so the duration runs up to then.
  await page.getByRole('button', { name: 'Start timer' }).click();
  await page.clock.fastForward(300_000);
  await page.getByRole('radio', { name: 'Closed Lost' }).check();
  await page.getByLabel('Comments').fill('Long talk');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Call log created successfully')).toBeVisible();
  await expect(page).toHaveURL(`/leads/${id}`);
  await expect.poll(async () => (await callsOf(api, company, id))[0]?.duration).toBe(5);
});

test('Cancel returns to the previous page, and asks first when text was typed', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(/status of 404/);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  await signIn(company.manager);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await page.goto('/leads?search=asha');
  await page.getByRole('button', { name: 'Actions for Asha Rao' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Details', 'Quick Edit', 'Log Call']);
  await page.getByRole('menuitem', { name: 'Log Call' }).click();
  await expect(form(page)).toBeVisible();
  await cancel.click();
  await expect(page).toHaveURL('/leads?search=asha');

  await leadNames(page).first().click();
  await page.getByRole('link', { name: 'Log Call' }).click();
  await cancel.click();
  await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();

  await page.goto(`/leads/${id}/call`);
  await page.getByLabel('Comments').fill('Half a sentence');
  for (const name of ['Back to Leads', 'Back to Reminder', 'Cancel']) {
    await page.getByRole('button', { name, exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Comments')).toHaveValue('Half a sentence');
  }
  await cancel.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/leads');

  await leadNames(page).first().click();
  await page.getByRole('link', { name: 'Log Call' }).click();
  await page.getByRole('button', { name: 'Back to Reminder' }).click();
  await expect(page).toHaveURL('/reminders');

  await page.goto('/leads/00000000-0000-7000-8000-0000000000ff/call');
  await expect(page.getByRole('heading', { name: 'Failed to load lead details' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL('/leads');
});
