import type { Page } from '@playwright/test';
import { expect, expectAbsent, keepSession, leadNames, test } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';
import { toast } from '../leads.ts';

const PASSWORD = 'maroon-kettle-92';
const REQUIRED = [
  'First name is required',
  'Last name is required',
  'Password must be at least 6 characters',
];

async function choose(page: Page, person: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('an admin invites a user and resets a password by links that are shown once', async ({
  page,
  browser,
  company,
  api,
  faults,
  openAs,
}) => {
  test.setTimeout(120_000);
  faults.expect(/status of 409/);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/users');
  await page.getByRole('button', { name: 'Invite by Link' }).click();
  const form = page.getByRole('dialog', { name: 'Invite by Link' });
  await expect(form.getByText('It works once and expires after 7 days.')).toBeVisible();
  await form.getByRole('button', { name: 'Make Link' }).click();
  for (const sentence of ['Email is required', 'Please select a role'])
    await expect(form.getByText(sentence)).toBeVisible();
  await form.getByRole('textbox', { name: 'Email' }).fill(company.manager.email);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Sales Rep' }).click();
  await form.getByRole('button', { name: 'Make Link' }).click();
  await expect(form.getByText('A user with this email already exists.')).toBeVisible();
  const email = `divya-${company.id}@e2e.example`;
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('button', { name: 'Make Link' }).click();

  const invitation = page.getByRole('dialog', { name: `Invitation for ${email}` });
  await expect(invitation.getByText('Email isn’t set up: share the link')).toBeVisible();
  await expect(invitation.getByText(/It works once and expires on \d\d\/\d\d\/\d{4}/)).toBeVisible();
  const link = await invitation.getByTestId('access-link').innerText();
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Close without copying?' })
    .getByRole('button', { name: 'Go back' })
    .click();
  await invitation.getByRole('button', { name: 'Copy & Close' }).click();
  await expect(toast(page, 'Copied!')).toBeVisible();
  await expect(invitation).toBeHidden();
  await expect(page.getByRole('button', { name: 'Invite by Link' })).toBeFocused();
  // The user's own password is changed in the profile.
  await expect(page.getByRole('row').filter({ hasText: 'Kabir Joshi' })).toBeVisible();
  await expectAbsent(page.getByRole('button', { name: 'Actions for Kabir Joshi' }));

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(link);
  await expect(
    guest.getByText(`You’ve been invited to join ${company.name} on LMS as ${email}.`),
  ).toBeVisible();
  await guest.getByRole('button', { name: 'Create account' }).click();
  for (const sentence of REQUIRED) await expect(guest.getByText(sentence)).toBeVisible();
  await guest.getByLabel('First name').fill('Divya');
  await guest.getByLabel('Last name').fill('Rao');
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('Repeat the password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('status')).toHaveText(`Your account is ready. Sign in as ${email}.`);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Divya');

  await choose(page, 'Divya Rao', 'Password Reset Link');
  const reset = page.getByRole('dialog', { name: 'Password link for Divya Rao' });
  await expect(
    reset.getByText(/It works once and expires on .* \(60 minutes\)\. Creating a newer link cancels it\./),
  ).toBeVisible();
  await expect(reset.getByTestId('access-link')).toHaveText(/\/reset-password#lpr_[\w-]{43}$/);
  // The toast of the invitation has gone by then.
  await expect(toast(page, 'Copied!')).toHaveCount(0);
  await reset.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(toast(page, 'Copied!')).toBeVisible();
  // Nothing can be lost any more.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for Divya Rao' })).toBeFocused();

  // The response of an installation whose mail server accepted the link.
  await page.route('**/api/users/*/reset-link', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, mailed: true } } });
  });
  await choose(page, 'Divya Rao', 'Password Reset Link');
  await expect(reset.getByText(`It has been sent to ${email}.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await elsewhere.close();
});

test("a leaver's open leads and reminders go to a colleague, who sees them at once, and after an undo is handed over later", async ({
  page,
  browser,
  server,
  company,
  api,
  openAs,
}) => {
  test.setTimeout(120_000);
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  const leaver = await api.newPerson(company.id, 'salesrep', 'Rohit');
  const heir = await api.newPerson(company.id, 'salesrep', 'Sana');
  await plan(api, { ...company, manager: leaver }, [{ name: 'Asha', in: DAY }]);
  await api.addLead(leaver, { name: 'Binoy' });
  await api.addLead(leaver, { name: 'Sold', status: 'converted' });

  await openAs(admin, '/settings/users');
  await choose(page, 'Rohit Joshi', 'Deactivate');
  const dialog = page.getByRole('dialog', { name: 'Deactivate user?' });
  await expect(dialog.getByText('2 open leads and 1 open reminder')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('Please choose who takes over.')).toBeVisible();

  const other = await browser.newContext({ baseURL: server.origin });
  await keepSession(other, server, await api.signIn(heir));
  const heirs = await other.newPage();
  const stream = heirs.waitForResponse((response) => response.url().endsWith('/api/events'));
  await heirs.goto('/leads?assigned_to=me');
  await stream;
  await expect(heirs.getByRole('heading', { name: 'All Leads' })).toBeVisible();
  await expect(leadNames(heirs)).toHaveCount(0);

  await dialog.getByRole('combobox', { name: 'Who takes over?' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Nobody (unassigned)',
    'Leave everything with Rohit Joshi',
    'Kabir Joshi',
    'Meera Joshi',
    'Sana Joshi',
  ]);
  await page.getByRole('option', { name: 'Sana Joshi' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(
    toast(page, 'Rohit Joshi deactivated. Handed over: 2 open leads and 1 open reminder'),
  ).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Rohit Joshi' })).toContainText('Inactive');
  await expect(leadNames(heirs)).toHaveText(['Binoy', 'Asha']);
  await heirs.getByRole('link', { name: 'Asha' }).click();
  await expect(heirs.getByText('Rohit Joshi').first()).toBeVisible();
  await other.close();

  const [handover] = await api.call<{ id: string }[]>(admin, 'GET', '/operations');
  await api.call(admin, 'POST', `/operations/${handover?.id}/undo`);
  await choose(page, 'Rohit Joshi', 'Hand Over Open Work');
  const later = page.getByRole('dialog', { name: 'Hand over open work' });
  await expect(later.getByText('2 open leads and 1 open reminder')).toBeVisible();
  await later.getByRole('combobox', { name: 'Who takes over?' }).click();
  await page.getByRole('option', { name: 'Nobody (unassigned)' }).click();
  await later.getByRole('button', { name: 'Hand Over' }).click();
  await expect(toast(page, 'Handed over: 2 open leads and 1 open reminder')).toBeVisible();
});

test('a client is removed however long its backup takes', async ({ page, company, server, openAs }) => {
  await openAs(server.account('superadmin@lms.example'), `/settings/clients?search=${company.name}`);
  await page.getByRole('button', { name: `Actions for ${company.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove Client' }).click();
  // The limit of other calls passes at once here.
  await page.evaluate(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => AbortSignal.abort(new DOMException('Too late', 'TimeoutError'));
    Object.assign(globalThis, { bringTimeBack: () => (AbortSignal.timeout = timeout) });
  });
  await page.route(`**/api/clients/${company.id}`, async (route) => {
    await page.evaluate('bringTimeBack()');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(toast(page, 'Client removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No clients found.' })).toBeVisible();
});
