import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';

test('the sign-in page says what the product is, requires email and password, and the password can be revealed', async ({
  page,
  server,
  faults,
}) => {
  faults.expect(/status of 401 .*\/api\/auth\/login/);
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign In · LMS');
  const about = page.getByRole('region', { name: 'About LMS' });
  await expect(about.getByText('LMS', { exact: true })).toBeVisible();
  await expect(about.getByText('Lead management system', { exact: true })).toBeVisible();
  await expect(about.getByRole('listitem')).toHaveText([
    'Streamlined lead capture and organization',
    'Activity tracking and reminders',
    'Configurable fields to match your workflow',
  ]);
  const form = page.getByRole('region', { name: 'Sign In' });
  await expect(form.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(form.getByText('Sign in to your workspace.')).toBeVisible();
  const [name, password] = [form.getByLabel('Email'), form.getByLabel('Password', { exact: true })];
  await expect(name).toBeFocused();
  await expect(password).toHaveAttribute('type', 'password');

  // The empty field gets the focus.
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('someone@example.com');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeHidden();
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('visible now');
  await form.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');

  // A wrong password and an unknown email get the same message, and typed text stays.
  for (const { email } of [server.account('ritu@sharma.example'), { email: 'nobody@e2e.example' }]) {
    await name.fill(email);
    await password.fill('not the password');
    await form.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
    await expect(name).toHaveValue(email);
  }
  expect(await barriers(page)).toEqual([]);
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('a user signs in with only the keyboard, on the private page that was asked for, and sees no sign-in page again, behind a loader that fills the screen', async ({
  page,
  company,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/LandingPage-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/leads?search=asha&limit=24');
  const loader = page.getByRole('status').filter({ hasText: 'Loading' });
  // The redirect's loader gives way to that of the landing page.
  await expect.poll(async () => (await loader.boundingBox())?.height).toBe(page.viewportSize()?.height);
  held.resolve();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Sign In' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(company.manager.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(company.manager.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/leads?search=asha&limit=24');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('asha');
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard · LMS');
});

test('an unknown address shows a message and a way back', async ({ page, server, faults, openAs }) => {
  faults.expect(/status of 404 .*\/no-such-page/);
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  // Signed-in users keep search and navigation around the message.
  await openAs(server.account('ritu@sharma.example'), '/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
});
