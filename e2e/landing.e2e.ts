import { expect, recordCalls, test } from './fixtures.ts';

test('the landing page says everything, in order, and asks the API nothing', async ({ page }) => {
  const calls = recordCalls(page);
  await page.goto('/');
  await expect(page).toHaveTitle('LMS · Lead management system');
  const top = page.getByRole('banner');
  await expect(top.getByText('LMS', { exact: true })).toBeVisible();
  await expect(top.getByRole('navigation').getByRole('link')).toHaveText(['Features', 'About', 'Contact']);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Lead Management',
    'Call Logging',
    'Smart Reminders',
    'Analytics & Reports',
    'Secure & Reliable',
    'Lightning Fast',
  ]);
  await expect(page.getByRole('main').getByRole('definition')).toHaveText([
    '3x', '85%', '50%', '50+', '10K+', '95%', '24/7',
  ]); // prettier-ignore
  await expect(page.getByRole('main').getByRole('term')).toHaveText([
    'Faster lead processing',
    'Improved follow-up rate',
    'More qualified leads',
    'Active users',
    'Leads managed',
    'Satisfaction',
    'Support',
  ]);
  expect(calls).toEqual([]);
});

test('three ways lead to the sign-in, and remember where one wanted to go', async ({ page, company }) => {
  for (const name of ['Sign In', 'Get Started', 'Book demo now']) {
    await page.goto('/');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL('/login');
  }
  await page.goto('/reminders');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.getByLabel('Email').fill(company.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(company.manager.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/reminders');
});

test('the links of the bar bring their section below the bar, which stays', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    for (const [name, heading] of [
      ['About', 'Made for people who sell all day'],
      ['Contact', 'Contact'],
      ['Features', 'Everything between a new enquiry and a signed order'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`/#${name.toLowerCase()}`);
      const title = page.getByRole('heading', { name: heading, exact: true });
      await expect(title).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeInViewport();
    }
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBe(seen);
  }
});

test('the page is sent without the code of the component library', async ({ page }) => {
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(files.filter((file) => /Library|Shell|LeadsPage|SessionProvider/.test(file))).toEqual([]);
});

test('the colours follow the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).not.toBe(dark);
});

test('who is signed in goes on home', async ({ page, company, openAs }) => {
  await openAs(company.manager, '/');
  await expect(page).toHaveURL(/\/(?:leads|dashboard)$/);
});
