import { expect, expectAbsent, test } from '../fixtures.ts';
import { failure, hold, toast } from '../leads.ts';
import { plan } from '../hands/planned.ts';

test('a note stays in its input until it is saved with Enter, and is edited, deleted and undone by its author', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha' });
  await api.call(company.manager, 'POST', `/leads/${id}/notes`, { body: 'By the manager' });
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), `/leads/${id}`);
  const note = page.getByRole('textbox', { name: 'Note' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entry = (text: string) => timeline.getByRole('listitem').filter({ hasText: text });
  await note.fill('Wants teak');
  await note.press('Shift+Enter');
  await note.pressSequentially('and a discount');
  await note.press('Enter');
  await expect(toast(page, 'Note saved')).toBeVisible();
  await expect(note).toHaveValue('');
  await expect(entry('Wants teak')).toContainText('Rohan Joshi');
  await expectAbsent(entry('By the manager').getByRole('button'));

  await entry('Wants teak').getByRole('button', { name: 'Edit' }).click();
  const form = timeline.getByRole('form', { name: 'Edit note' });
  await expect(form.getByRole('textbox', { name: 'Note' })).toBeFocused();
  const edited = form.getByRole('textbox', { name: 'Note' });
  await edited.fill('Wants oak');
  // An edit outlives other entries, and other pages.
  const kind = timeline.getByLabel('Show in the timeline');
  await kind.selectOption('Calls');
  await expect(timeline.getByText('Nothing to show yet')).toBeVisible();
  await kind.selectOption('Everything');
  await expect(edited).toHaveValue('Wants oak');
  await page.getByRole('link', { name: 'Edit Lead' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Other entries are shown while the edit is being saved.
  const release = await hold(page, '**/api/notes/*');
  await edited.press('Enter');
  await kind.selectOption('Notes');
  await expect(edited).toHaveValue('Wants oak');
  release();
  await expect(entry('Wants oak')).toContainText('edited');
  await expect(timeline.getByRole('listitem')).toHaveText([/Wants oak/, /By the manager/]);
  // Text typed during a save stays in the form, which then edits the new version.
  await entry('Wants oak').getByRole('button', { name: 'Edit' }).click();
  await edited.fill('Wants oak doors');
  const answer = await hold(page, '**/api/notes/*');
  await edited.press('Enter');
  await edited.press('End');
  await edited.pressSequentially(' soon');
  answer();
  await expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(edited).toHaveValue('Wants oak doors soon');
  await edited.press('Enter');
  await expect(form).toBeHidden();
  await expect(entry('Wants oak doors soon')).toBeVisible();

  await entry('Wants oak').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this note?' });
  await question.getByRole('button', { name: 'Delete Note' }).click();
  await expect(toast(page, 'Note deleted')).toBeVisible();
  await expect(timeline.getByRole('listitem')).toHaveText([/By the manager/]);

  await note.fill('Too early');
  await note.press('Enter');
  await expect(entry('Too early')).toBeVisible();
  await note.fill('Next thought');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toHaveValue('Too early\nNext thought');
  await expect(timeline.getByRole('listitem')).toHaveText([/By the manager/]);
});

test('notes are added in the lead popup too, and a half-typed one stays with its lead', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  const other = await api.addLead(company.manager, { name: 'Bina Shah' });
  const [id] = await plan(api, company, [{ name: 'Asha', in: 3_600_000, phone: '+91 98765 00001' }]);
  await openAs(company.manager, '/dashboard');
  await page.locator('button[aria-haspopup="dialog"]', { hasText: 'Asha' }).click();
  const popup = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(popup.getByRole('region', { name: 'Next step' })).toContainText('Call Asha');
  await expect(popup.getByRole('link', { name: 'Log Call' })).toBeVisible();
  await expect(popup.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/919876500001',
  );
  const noteOfPopup = popup.getByRole('textbox', { name: 'Note' });
  faults.expect(/(status of|answer) 500/);
  const reload = page.waitForResponse(`**/api/leads/${id}/page`);
  await page.route(`**/api/leads/${id}/page`, (route) => route.fulfill(failure()), { times: 1 });
  await noteOfPopup.fill('Asked for a price');
  await noteOfPopup.press('Enter');
  await expect(toast(page, 'Note saved')).toBeVisible();
  // A failed reload keeps the popup.
  await (await reload).finished();
  await popup.getByRole('link', { name: 'View Full Details' }).click();
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Asked for a price')).toBeVisible();

  // A note that was saved in the popup returns to the line of the page.
  const note = page.getByRole('textbox', { name: 'Note' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toHaveValue('Asked for a price');
  await note.fill('Half a note on Asha');
  await page.goto(`/leads/${other.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bina Shah' })).toBeVisible();
  await expect(note).toHaveValue('');
  await page.goto(`/leads/${id}`);
  await expect(note).toHaveValue('Half a note on Asha');
});

test('a follow-up is planned although its line is left meanwhile, a refused one returns to the line, and Done leaves a user who is writing alone', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  const { id } = await api.addLead(company.manager, { name: 'Asha' });
  await openAs(company.manager, `/leads/${id}`);
  const composer = page.getByRole('region', { name: 'Add to this lead' });
  const kind = (name: string) => composer.getByRole('radio', { name, exact: true });
  const what = composer.getByRole('textbox', { name: 'What to do next' });
  await kind('Follow-up').check();
  const refusal = Promise.withResolvers<void>();
  await page.route(
    '**/api/reminders',
    async (route) => {
      await refusal.promise;
      await route.fulfill(failure('The disk is full.'));
    },
    { times: 1 },
  );
  await what.fill('Send the quote');
  await what.press('Enter');
  await expect(what).toHaveValue('');
  await what.fill('and call');
  refusal.resolve();
  await expect(page.getByRole('alert').getByText('The disk is full.')).toBeVisible();
  await expect(what).toHaveValue('Send the quote and call');

  const release = await hold(page, '**/api/reminders');
  await what.press('Enter');
  await kind('Note').check();
  release();
  await expect(page.getByText(/^Follow-up planned for /)).toBeVisible();
  await kind('Follow-up').check();
  await expect(what).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  await kind('Note').check();
  const note = composer.getByRole('textbox', { name: 'Note' });
  const step = page.getByRole('region', { name: 'Next step' });
  const complete = await hold(page, '**/api/reminders/*/complete');
  await step.getByRole('button', { name: 'Done' }).click();
  await note.fill('Wants a');
  const read = page.waitForResponse(`**/api/leads/${id}/page`);
  complete();
  await (await read).finished();
  await expect(step).toContainText('No next step planned');
  await page.keyboard.type(' discount');
  await expect(note).toHaveValue('Wants a discount');
});
