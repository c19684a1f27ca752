import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';

const profile = (page: Page) => page.getByRole('region', { name: 'Profile' });
const devices = (page: Page) => page.getByRole('region', { name: 'Devices' });

/** Answers for an installation that sends mail: the email stays until its link is opened. */
async function sendMail(page: Page, message: string): Promise<void> {
  await page.route('**/api/auth/me', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.fallback();
    const response = await route.fetch({ method: 'GET', headers: await route.request().allHeaders() });
    const { data } = (await response.json()) as { data: object };
    const json = { success: true, data: { ...data, confirming: 'new@example.com' }, message };
    return await route.fulfill({ json });
  });
}

test('an email changes with the password: at once without mail, with mail once its link is opened, unless the link is invalid', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 422 .*\/api\/auth\/me/);
  const { manager } = company;
  await openAs(manager, '/settings/general');
  const email = profile(page).getByLabel('Email');
  const password = profile(page).getByLabel('Current password');
  const save = profile(page).getByRole('button', { name: 'Save Changes' });
  await profile(page).getByLabel('First name').fill('Meena');
  await expect(password).toHaveCount(0);
  // A correction by an admin meanwhile is not saved over.
  await api.call(await api.superadmin(), 'PATCH', `/users/${manager.id}`, { lastName: 'Rao' });
  await save.click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(profile(page).getByLabel('Last name')).toHaveValue('Rao');

  await email.fill(`new-${manager.email}`);
  await expect(password).toBeVisible();
  await save.click();
  await expect(profile(page).getByText('Enter your current password to change your email.')).toBeVisible();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('wrong');
  await save.click();
  await expect(profile(page).getByText('The current password is wrong.')).toBeVisible();
  await password.fill(manager.password);
  await save.click();
  await expect(password).toHaveCount(0);
  await expect(email).toHaveValue(`new-${manager.email}`);

  const message = 'If new@example.com can be used, a link to confirm it is on its way there.';
  await sendMail(page, message);
  await email.fill('new@example.com');
  await password.fill(manager.password);
  await save.click();
  await expect(profile(page).getByRole('status')).toHaveText(message);
  await expect(email).toHaveValue(`new-${manager.email}`);

  faults.expect(/status of 422 .*\/api\/auth\/confirm-email/);
  await page.goto('/confirm-email#lec_unknown');
  await expect(page).toHaveTitle('Confirm Email · LMS');
  await expect(page).toHaveURL('/confirm-email');
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await expect(page.getByRole('alert')).toHaveText(
    /^This link is no longer valid. If you have used it already, sign in with your new email./,
  );
  await expect(page.getByRole('link', { name: 'Back to Sign In' })).toBeVisible();
  await page.route('**/api/auth/confirm-email', async (route) => {
    const data = { email: 'new@example.com' };
    await route.fulfill({ json: { success: true, data, message: 'Your email has been changed.' } });
  });
  await confirm.click();
  await expect(page).toHaveURL(/\/(?:leads|dashboard)$/);
  await expect(page.getByText('Your email has been changed.')).toBeVisible();
  await page.goto('/confirm-email');
  await expect(page.getByText('Open the complete link')).toBeVisible();
});

test('devices are listed, after Retry where they failed to load, and signed out one by one or all at once', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/(?:status of|answer) 500.*\/api\/auth\/sessions/);
  const { manager } = company;
  const other = await api.signIn(manager);
  const failure = { status: 500, json: { success: false, message: 'Out of order.' } };
  let fails = true;
  await page.route('**/api/auth/sessions', async (route) =>
    fails ? await route.fulfill(failure) : await route.fallback(),
  );
  await openAs(manager, '/settings/general');
  await expect(devices(page).getByRole('alert')).toContainText('Out of order.');
  fails = false;
  // A part above that arrives late would move the button away from under the mouse.
  await expect(page.getByText(/^Loading your /)).toHaveCount(0);
  await devices(page).getByRole('button', { name: 'Retry' }).click();
  const items = devices(page).getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  const own = items.filter({ hasText: 'This device' });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole('button')).toHaveCount(0);

  await devices(page)
    .getByRole('button', { name: /^Sign out A program, signed in / })
    .click();
  await expect(page.getByText('A program is signed out')).toBeVisible();
  await expect(items).toHaveCount(1);
  await expect(api.call(other, 'GET', '/auth/me')).rejects.toThrow('401');

  const second = await api.signIn(manager);
  await devices(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await devices(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/');
  await expect(api.call(second, 'GET', '/auth/me')).rejects.toThrow('401');
});

/**
 * Answers the page's next POST as the server does when the sign-in was ten minutes ago: in the page, because a
 * route has missed the request on a busy machine.
 */
async function refuseForProof(page: Page, path: string): Promise<void> {
  const message = 'Confirm with your password or a passkey that it’s you, then try again.';
  const body = { success: false, code: 'fresh_proof_required', message };
  await page.evaluate(
    ([wanted, refusal]) => {
      const send = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const { url, method } = new Request(input, init);
        if (method !== 'POST' || new URL(url).pathname !== wanted) return await send(input, init);
        globalThis.fetch = send;
        return Response.json(refusal, { status: 403 });
      };
    },
    [path, body] as const,
  );
}

test('an access token is created, shown once, used by a program and removed', async ({
  page,
  company,
  server,
  faults,
  openAs,
}) => {
  faults.expect(/status of 422.*\/api\/auth\/proof/);
  await openAs(company.manager, '/settings/general');
  const part = page.getByRole('region', { name: 'Access tokens' });
  await expect(part.getByText('No tokens yet.')).toBeVisible();
  await part.getByRole('button', { name: 'New Access Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Access Token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Nightly report');
  // The server's own refusal needs a session that is ten minutes old.
  await refuseForProof(page, '/api/auth/tokens');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(question.getByLabel('Your password')).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await question.getByLabel('Your password').fill('wrong');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('The current password is wrong.')).toBeVisible();
  await question.getByLabel('Your password').fill(company.manager.password);
  await page.keyboard.press('Enter');
  const token = await page.getByTestId('access-token').innerText();
  await page.getByRole('button', { name: 'Copy & Close' }).click();
  const item = part.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await expect(item).toContainText('Nightly report Reads');
  await expect(item).toContainText(`lpt_…${token.slice(-4)}`);
  const status = async (method: string) =>
    (await fetch(`${server.origin}/api/leads`, { method, headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect([await status('GET'), await status('POST')]).toEqual([200, 403]);

  await item.getByRole('button', { name: /^Remove Nightly report/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove token' }).click();
  await expect(part.getByText('No tokens yet.')).toBeVisible();
  expect(await status('GET')).toBe(401);
});

test('an admin creates a service token in Settings → API, a program uses it, and it is removed', async ({
  page,
  company,
  server,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await openAs(admin, '/settings/api/tokens');
  await page.getByRole('button', { name: 'Create your first service token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Service Token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Telephone system');
  const access = dialog.getByRole('group', { name: 'Access' });
  await access.getByRole('radio', { name: 'Read and write' }).check();
  await dialog.getByLabel('Valid for').selectOption('Until removed');
  await refuseForProof(page, '/api/service-tokens');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Your password'),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Confirm with your password or a passkey that it’s you')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Telephone system');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByTestId('access-token').innerText();
  await page.getByRole('button', { name: 'Copy & Close' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Telephone system' });
  await expect(row).toContainText(`lst_…${token.slice(-4)}`);
  await expect(row).toContainText('No expiry');
  await expect(row).toContainText('by Kabir');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async () =>
    await fetch(`${server.origin}/api/leads`, { method: 'POST', headers, body: '{"name":"Asha Rao"}' });
  expect((await post()).status).toBe(201);
  await row.getByRole('button', { name: /^Remove Telephone system/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove token' }).click();
  await expect(page.getByRole('heading', { name: 'No service tokens yet.' })).toBeVisible();
  expect((await post()).status).toBe(401);
});

test('a rep subscribes to a calendar, and ends it again', async ({ page, api, company, openAs, request }) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Asha');
  await openAs(rep, '/settings/general/you');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByText('“Call back” only, no details').click();
  await calendar.getByRole('button', { name: 'Create address' }).click();
  const address = await page.getByTestId('calendar-address').innerText();
  const file = await request.get(address);
  expect(file.status()).toBe(200);
  expect(await file.text()).toContain('BEGIN:VCALENDAR');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close anyway' }).click();
  await expect(calendar.getByText('Shows “Call back” only.')).toBeVisible();
  await calendar.getByRole('button', { name: 'Remove address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(calendar.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});
