import { configure } from '../hands/fields.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';
import { failure, hold, toast } from '../leads.ts';

const FAULT = /(status of|answer) 500/;

test('an edit that fails to load or save shows an error and keeps typed text', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(FAULT);
  faults.expect(/status of 404/);
  const { id } = await api.addLead(company.manager, { name: 'Asha Patel' });
  // The page receives no live update about the lead deleted at the end.
  await page.route('**/api/events', () => undefined);
  await signIn(company.manager);
  await page.route(`**/api/leads/${id}`, (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await page.goto(`/leads/${id}/edit`);
  await expect(page.getByRole('heading', { name: 'Lead Information' })).toBeVisible();
  await expect(page.getByText('Update the details for this lead', { exact: true })).toBeVisible();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem.getByRole('heading', { name: 'Failed to load lead details' })).toBeVisible();
  await expect(problem.getByText('The disk is full.')).toBeVisible();
  const release = await hold(page, `**/api/leads/${id}`);
  await problem.getByRole('button', { name: 'Try Again' }).click();
  release();

  const form = page.getByRole('form', { name: 'Lead Information' });
  const company_name = form.getByRole('textbox', { name: 'Company' });
  await company_name.fill('Patel Interiors');
  await page.route(`**/api/leads/${id}`, (route) => route.fulfill(failure()), { times: 1 });
  await form.getByRole('button', { name: 'Update Lead' }).click();
  const message = page.getByRole('alert').filter({ hasText: 'Failed to update lead. Please try again.' });
  await expect(message.getByText('Error', { exact: true })).toBeVisible();
  await expect(message).toHaveAttribute('data-tone', 'danger');
  await expect(company_name).toHaveValue('Patel Interiors');
  const saving = await hold(page, `**/api/leads/${id}`);
  await form.getByRole('button', { name: 'Update Lead' }).click();
  await expect(form.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  saving();
  await expect(toast(page, 'Success!')).toBeVisible();
  await expect(toast(page, 'Lead updated successfully.')).toBeVisible();
  await expect(page).toHaveURL(`/leads/${id}`);

  // A lead deleted meanwhile: the reload after the refused save does not remove the message.
  await page.getByRole('link', { name: 'Edit Lead' }).click();
  await company_name.fill('Patel Exteriors');
  await api.call(company.manager, 'DELETE', `/leads/${id}`);
  const readAgain = page.waitForResponse(
    (response) => response.url().endsWith(`/api/leads/${id}`) && response.request().method() === 'GET',
  );
  await form.getByRole('button', { name: 'Update Lead' }).click();
  expect((await readAgain).status()).toBe(404);
  await expect(message).toContainText('This lead does not exist.');
  await page.evaluate(
    async () => await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await message.count()).toBe(1);
});

test('the lead popup shows the lead, its missing details, or why it cannot be shown', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(FAULT);
  faults.expect(/status of 404 .*\/api\/leads\//);
  const { id } = await api.addLead(company.manager, {
    name: 'Asha Patel',
    email: 'asha@e2e.example',
    assigned_to: null,
  });
  await openAs(company.manager, '/create-lead');
  const form = page.getByRole('form', { name: 'New lead' });
  await form.getByRole('textbox', { name: 'Email' }).fill('asha@e2e.example');
  await form.getByRole('textbox', { name: 'Company' }).click();
  const open = form.getByRole('button', { name: 'Open Asha Patel' });
  await page.route(`**/api/leads/${id}/page`, (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await open.click();
  const popup = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(popup.getByRole('heading', { name: 'Error Loading Lead' })).toBeVisible();
  await expect(popup.getByText('The disk is full.')).toBeVisible();
  const release = await hold(page, `**/api/leads/${id}/page`);
  await popup.getByRole('button', { name: 'Try Again' }).click();
  release();
  for (const title of ['Contact Information', 'Professional Details', 'Timeline'])
    await expect(popup.getByRole('heading', { name: title })).toBeVisible();
  for (const thing of ['phone', 'location', 'assignee', 'last contact', 'follow-up'])
    await expect(popup.getByText(`No ${thing} available`, { exact: true })).toBeVisible();
  await expect(popup.getByText('Score 0.0 / 10')).toBeVisible();
  await expect(popup.getByText(/^Last updated \d\d\/\d\d\/\d{4}, /)).toBeVisible();
  for (const title of ['Notes', 'Tags'])
    await expect(popup.getByRole('heading', { name: title })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await open.click();
  await page.mouse.click(4, 4);
  await expect(popup).toBeHidden();

  await api.call(company.manager, 'DELETE', `/leads/${id}`);
  // The live update turns the button Open into Restore.
  await form.getByRole('button', { name: 'Restore Asha Patel' }).click();
  await expect(toast(page, 'Asha Patel is back from the trash')).toBeVisible();
  await expect(open).toBeVisible();
  const reading = await hold(page, `**/api/leads/${id}`);
  await open.click();
  // The lead is deleted while the popup asks.
  await api.call(company.manager, 'DELETE', `/leads/${id}`);
  reading();
  await expect(popup.getByRole('heading', { name: 'Lead Not Found' })).toBeVisible();
  await expect(popup.getByText('Unable to load lead details', { exact: true })).toBeVisible();
  // By key: the details give way to the message, and the button moves under a pointer.
  await popup.getByRole('button', { name: 'Close' }).last().press('Enter');
  await expect(popup).toBeHidden();
});

test('a reopened popup shows that it loads, and omits fields the client hides', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, {
    name: 'Asha Patel',
    email: 'asha@e2e.example',
    designation: 'Director',
    company_name: 'Patel Interiors',
    notes: 'Met at the fair',
    tags: ['NRI'],
    description: 'Wants a catalogue',
  });
  await api.call(company.manager, 'PATCH', `/leads/${id}/score`, { lead_score: 73 });
  const hidden = { showTable: false, showForm: false };
  await configure(api, company, {
    ...Object.fromEntries(['phone', 'assigned_to', 'source', 'company_name'].map((key) => [key, hidden])),
    tags: { order: 1, title: 'Labels' },
  });
  await openAs(company.manager, '/create-lead');
  const form = page.getByRole('form', { name: 'New lead' });
  await form.getByRole('textbox', { name: 'Email' }).fill('asha@e2e.example');
  await form.getByRole('textbox', { name: 'Designation' }).click();
  const release = await hold(page, `**/api/leads/${id}/page`);
  await form.getByRole('button', { name: 'Open Asha Patel' }).click();
  const popup = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(popup.getByText('Loading lead details...')).toBeVisible();
  release();
  for (const text of ['Director', 'Score 7.3 / 10', 'Met at the fair', 'NRI'])
    await expect(popup.getByText(text, { exact: true })).toBeVisible();
  await expect(popup.getByRole('heading', { level: 4 })).toHaveText([
    'Contact Information',
    'Timeline',
    'Labels',
    'Notes',
  ]);
  for (const text of ['No phone available', 'Lead Source', 'Meera Joshi'])
    await expectAbsent(popup.getByText(text));
});
