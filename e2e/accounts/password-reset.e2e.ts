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
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Registration is by invitation.' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
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

  // The page is opened without a link.
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText('Open the complete link')).toBeVisible();
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

  // Nothing can be typed into a form that cannot be sent.
  await page.goto(path);
  await expect(
    page.getByText(/^This link is no longer valid. If you have used it already, sign in/),
  ).toBeVisible();
  await expectAbsent(password);
});
