import type { Route } from '@playwright/test';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import { barriers } from '../checks/barriers.ts';
import { configure } from '../hands/fields.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';
import { failure, toast } from '../leads.ts';
import { DAY, plan } from '../hands/planned.ts';

test('a lead shows its name, how to reach it, and its known details', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, {
    name: 'डॉ. मीरा जोशी',
    email: 'meera.joshi@e2e.example',
    phone: '098765 43210',
    company_name: 'Joshi Clinic',
    designation: 'Director',
    status: 'qualified',
    source: 'referral',
    value: 2_65_000,
    budget: 3_00_000,
    location: 'Pune',
    age: 42,
    gender: 'male',
    interest_level: 'high',
    assigned_to: company.manager.id,
    next_followup_date: '2030-12-31T04:30:00.000Z',
    description: 'Wants two cabins.\nAsk for drawings.',
    notes: 'Met at the trade fair',
    tags: ['clinic', 'VIP', 'repeat'],
  });
  await api.call(company.manager, 'PATCH', `/leads/${id}/score`, { lead_score: 73 });
  await openAs(company.manager, `/leads/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'डॉ. मीरा जोशी' })).toBeVisible();
  await expect(page).toHaveTitle('डॉ. मीरा जोशी · LMS');
  await expect(page.getByText('Director at Joshi Clinic', { exact: true })).toBeVisible();
  await expect(page.getByText('Not called yet')).toBeVisible();
  await expect(page.getByText('Qualified', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Next step' })).toHaveText(
    /^Follow up with डॉ\. मीरा जोशी31\/12\/2030, 10:00 AMin \d+ daysDoneSnooze$/,
  );
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Call')).toHaveAttribute('href', 'tel:+919876543210');
  await expect(link('WhatsApp')).toHaveAttribute('href', 'https://wa.me/919876543210');
  await expect(link('WhatsApp')).toHaveAttribute('rel', /noreferrer/);
  await expect(link('Email')).toHaveAttribute('href', 'mailto:meera.joshi@e2e.example');
  await expect(link('Log Call')).toHaveAttribute('href', `/leads/${id}/call`);
  // Each way stands once on the page.
  for (const address of ['tel:', 'https://wa.me/', 'mailto:', `/leads/${id}/call`])
    await expect(page.locator(`a[href^="${address}"]`)).toHaveCount(1);

  const facts = page.getByRole('region', { name: 'Lead Information' });
  await expect(facts.getByRole('term')).toHaveText([
    'Email', 'Phone', 'Company', 'Source', 'Value', 'Assigned To', 'Next Follow-up', 'Tags', 'Created',
  ]); // prettier-ignore
  await expect(facts.getByRole('definition').nth(4)).toHaveText('₹2,65,000');
  await expect(facts.getByRole('definition').nth(6)).toHaveText('31/12/2030, 10:00 AM');
  const remarks = page.getByRole('region', { name: 'Remarks' });
  await expect(remarks.getByRole('heading')).toHaveText(['Remarks', 'Notes']);
  await expect(remarks.getByText(/Wants two cabins\.\s+Ask for drawings\./)).toBeVisible();
  await expect(remarks.getByText('Met at the trade fair')).toBeVisible();
  for (const tag of ['clinic', 'VIP', 'repeat'])
    await expect(facts.getByText(tag, { exact: true })).toBeVisible();

  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary.getByRole('definition')).toHaveText([
    'High', '₹3,00,000', 'Pune', '42 years', 'Male',
  ]); // prettier-ignore
  // The client shows the score neither in the list nor in forms.
  await expectAbsent(page.getByText('7.3 / 10'));
  await expect(
    summary.getByText(/^Last updated \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M by Meera Joshi$/),
  ).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('fields that the client hides are not shown on the lead, and the others follow the client’s order', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, {
    name: 'مريم عبد الرحمن',
    company_name: 'Noor Traders',
    designation: 'Owner',
    address: '4 Market Road',
    notes: 'Call her brother',
    description: 'Wants a catalogue',
    tags: ['expo'],
    budget: 5000,
    location: 'Pune',
    gender: 'female',
    preferred_contact_time: '14:00',
  });
  const hidden = { showTable: false, showForm: false };
  await configure(api, company, {
    notes: { showTable: true, order: 1 },
    location: { showTable: true, order: 2 },
    ...Object.fromEntries(
      ['designation', 'tags', 'gender', 'age', 'email', 'source', 'created_at'].map((key) => [key, hidden]),
    ),
  });
  await openAs(company.manager, `/leads/${id}`);
  const facts = page.getByRole('region', { name: 'Lead Information' });
  await expect(facts.getByRole('term')).toHaveText([
    'Notes', 'Location', 'Phone', 'Company', 'Value', 'Assigned To', 'Next Follow-up',
  ]); // prettier-ignore
  const heading = page.getByRole('heading', { level: 1, name: 'مريم عبد الرحمن' });
  await expect(heading).toHaveAttribute('dir', 'auto');
  await expect(page.getByText('Noor Traders', { exact: true }).first()).toBeVisible();
  const remarks = page.getByRole('region', { name: 'Remarks' });
  await expect(remarks.getByRole('heading')).toHaveText(['Address', 'Remarks']);
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary.getByRole('heading')).toHaveText(['Qualification', 'More Details']);
  await expect(summary.getByRole('term')).toHaveText([
    'Interest Level', 'Budget', 'Preferred Contact Time',
  ]); // prettier-ignore
  await expect(summary.getByRole('definition').last()).toHaveText('2:00 PM');
  for (const text of ['Owner at Noor Traders', 'expo', 'Female'])
    await expectAbsent(page.getByText(text, { exact: true }));

  await configure(
    api,
    company,
    Object.fromEntries(
      Object.keys(DEFAULT_FIELD_CONFIGURATION).map((key) => [
        key,
        key === 'name' ? { showTable: false } : hidden,
      ]),
    ),
  );
  await expect(facts).toHaveText('No fields configured to display. Please configure fields in Settings.');
  await expect(summary).toHaveText(/^Last updated/);
  await expectAbsent(remarks);
});

test('the next step is shown at the top of the lead, can be completed, snoozed and undone, and another is planned at a preset or picked time', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const [id = ''] = await plan(api, company, [{ name: 'Asha', in: -2 * DAY, title: 'Send the drawings' }]);
  await openAs(company.manager, `/leads/${id}`);
  const step = page.getByRole('region', { name: 'Next step' });
  await expect(step.getByText('Send the drawings')).toBeVisible();
  await expect(step.getByText('2 days late')).toBeVisible();
  await step.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('status').getByText('Reminder marked as completed')).toBeVisible();
  await expect(step).toHaveText('No next step plannedPlan a follow-up');
  await expect(page.getByRole('textbox', { name: 'What to do next' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(step.getByText('2 days late')).toBeVisible();

  await step.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow, 9:00 AM' }).click();
  await expect(step.getByText('tomorrow', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(step.getByText('2 days late')).toBeVisible();

  await step.getByRole('button', { name: 'Done' }).click();
  await expect(step).toHaveText('No next step plannedPlan a follow-up');
  const composer = page.getByRole('region', { name: 'Add to this lead' });
  const what = composer.getByRole('textbox', { name: 'What to do next' });
  await expect(what).toBeFocused();
  await composer.getByRole('radio', { name: /^Mon \d+ [A-Z][a-z]{2}, 9:00 AM$/ }).check();
  await page.keyboard.press('Enter');
  await expect(step).toContainText('Follow up with Asha');
  await expect(step).toContainText('9:00 AM');
  await expect(toast(page, 'Undo')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(step).toContainText('No next step planned');

  await step.getByRole('button', { name: 'Plan a follow-up' }).click();
  await expect(what).toBeFocused();
  await what.fill('Send the drawings');
  await composer.getByRole('radio', { name: 'Pick date and time' }).check();
  await composer.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(composer.getByText('Choose a time in the future.')).toBeVisible();
  await composer.getByRole('textbox', { name: 'Remind me on' }).fill('3/12/35, 2:30 pm');
  await composer.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(step).toContainText('Send the drawings03/12/2035, 2:30 PM');
  await expect(what).toHaveValue('');

  await page.getByRole('link', { name: 'Log Call' }).click();
  await expect(page).toHaveURL(`/leads/${id}/call`);
});

test('the page shows that a lead is loading, what is missing of it, and why one cannot be shown, with Try Again after a server error', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  faults.expect(/status of 404 .*\/api\/leads\/00000000-/);
  const { id } = await api.addLead(company.manager, { name: 'Asha', assigned_to: null });
  await signIn(company.manager);
  const asked = Promise.withResolvers<void>();
  await page.route(
    `**/api/leads/${id}/page`,
    async (route) => {
      await asked.promise;
      await route.fulfill(failure('The disk is full.'));
    },
    { times: 1 },
  );
  await page.goto(`/leads/${id}`);
  await expect(page.getByRole('status').getByText('Loading lead details...')).toBeAttached();
  asked.resolve();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem.getByText('The disk is full.')).toBeVisible();
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Asha' })).toBeVisible();
  const calls = page.getByRole('region', { name: 'Call History' });
  await expect(calls.getByText('No call history found', { exact: true })).toBeVisible();
  // A failed reload keeps the page, and what is typed in it.
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const note = page.getByRole('textbox', { name: 'Note' }).first();
  await note.fill('Wants teak');
  await note.press('Enter');
  await timeline.getByRole('button', { name: 'Edit' }).click();
  const edited = timeline.getByRole('textbox', { name: 'Note' });
  await edited.fill('Wants oak');
  const fails = (route: Route) => route.fulfill(failure('The disk is full.'));
  await page.route(`**/api/leads/${id}/page`, fails, { times: 1 });
  await note.fill('Has a cabin');
  await note.press('Enter');
  await timeline.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(timeline.getByRole('alert')).toBeHidden();
  await expect(timeline.getByText('Has a cabin')).toBeVisible();
  await expect(edited).toHaveValue('Wants oak');
  const facts = page.getByRole('region', { name: 'Lead Information' });
  await expect(facts.getByText('Unassigned')).toBeVisible();
  await expect(page.getByText('Not specified')).toBeVisible();
  for (const way of ['Call', 'WhatsApp', 'Email'])
    await expectAbsent(page.getByRole('link', { name: way, exact: true }));
  // A lead that was opened by its address leads back to the whole list.
  await page.getByRole('button', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL('/leads');

  await page.goto('/leads/00000000-0000-7000-8000-0000000000ff');
  await expect(problem.getByRole('heading', { name: 'Failed to load lead details' })).toBeVisible();
  await expect(problem.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  // The page shows the message once, without a toast.
  await expectAbsent(page.locator('[data-tone]').filter({ hasText: 'does not exist' }));
  await problem.getByRole('link', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL('/leads');
});

test('a reassigned lead takes its open follow-ups along unless the user opts out', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const ravi = await api.newPerson(company.id, 'salesrep', 'Ravi');
  const [id = ''] = await plan(api, company, [{ name: 'Asha', in: DAY }]);
  const owner = async () => {
    const list = await api.call<{ reminders: { user_id: string }[] }>(company.manager, 'GET', '/reminders');
    return list.reminders[0]?.user_id;
  };
  await openAs(company.manager, `/leads/${id}/edit`);
  const form = page.getByRole('form', { name: 'Lead Information' });
  const along = form.getByRole('checkbox', { name: 'Also move open follow-ups to the new assignee' });
  const give = async (to: string) => {
    await form.getByRole('combobox', { name: 'Assigned To' }).fill(to);
    await page.getByRole('option', { name: `${to} Joshi` }).click();
    await expect(along).toBeChecked();
  };
  await expect(form.getByRole('combobox', { name: 'Assigned To' })).toHaveValue('Meera Joshi');
  await expectAbsent(along);
  await give('Ravi');
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(`/leads/${id}`);
  expect(await owner()).toBe(ravi.id);

  await page.getByRole('link', { name: 'Edit Lead' }).click();
  await give('Meera');
  await along.uncheck();
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(page).toHaveURL(`/leads/${id}`);
  expect(await owner()).toBe(ravi.id);
});
