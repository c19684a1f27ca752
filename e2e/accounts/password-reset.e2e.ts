import { expect, expectAbsent, test } from '../fixtures.ts';
import type { Api } from '../api.ts';

const NEW = 'maroon-kettle-92';
type Link = { path: string; token: string };

async function resetLink(api: Api, userId: string): Promise<Link> {
  return await api.call<Link>(await api.superadmin(), 'POST', `/users/${userId}/reset-link`);
}

test('without mail the page says who can provide a link, and with a mail server every address gets the same response', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page).toHaveTitle('Forgot Password · LMS');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(
    'Email isn’t set up. Ask your administrator for a link to choose a new password.',
  );
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL('/login');

  // The page's flags for an installation that sends mail.
  await page.route('**/forgot-password', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    if (route.request().method() !== 'GET') return await route.fulfill({ response });
    return await route.fulfill({ response, body: text.replace('<html', '<html data-sends-mail') });
  });
  await page.route('**/api/auth/forgot-password', async (route) => {
    const message = 'If there is an account with this email, a link to choose a new password is on its way.';
    await route.fulfill({ json: { success: true, data: {}, message } });
  });
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(
    'If there is an account with this email, a link to choose a new password is on its way.',
  );

  // Pages that are opened without a link.
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText('Open the complete link')).toBeVisible();
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Registration is by invitation.' })).toBeVisible();
});

test("an administrator's link sets a new password once", async ({ page, api, company, faults }) => {
  faults.expect(/status of 422 .*\/api\/auth\/reset-password/);
  const { manager } = company;
  const { path } = await resetLink(api, manager.id);
  await page.goto(path);
  await expect(page).toHaveTitle('New Password · LMS');
  await expect(page).toHaveURL('/reset-password');
  const password = page.getByLabel('New password', { exact: true });
  const repeated = page.getByLabel('Repeat the new password');
  const change = page.getByRole('button', { name: 'Change password' });
  await password.fill('short');
  await change.click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await password.fill('password123');
  await repeated.fill('password124');
  await change.click();
  await expect(page.getByText('The two passwords differ.')).toBeVisible();
  await repeated.fill('password123');
  await change.click();
  await expect(page.getByText('This password is too easy to guess. Please choose another.')).toBeVisible();
  await password.fill(NEW);
  await repeated.fill(NEW);
  await change.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status')).toHaveText(
    'Your password has been changed. Sign in with the new one.',
  );
  await page.getByLabel('Email').fill(manager.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/(?:leads|dashboard)$/);

  // Nothing can be typed into a form that cannot be sent.
  await page.goto(path);
  await expect(page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible();
  await expectAbsent(password);
});

test('a new password ends the session in another browser', async ({ page, api, company, faults, openAs }) => {
  faults.expect(/status of 401/);
  await openAs(company.manager, '/leads');
  await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();
  const { token } = await resetLink(api, company.manager.id);
  const body = JSON.stringify({ token, password: NEW });
  const origin = new URL(page.url()).origin;
  const headers = { 'content-type': 'application/json' };
  await fetch(`${origin}/api/auth/reset-password`, { method: 'POST', headers, body });
  // The end of the live stream signals it, without any action on the page.
  await expect(page).toHaveURL('/login');
});
