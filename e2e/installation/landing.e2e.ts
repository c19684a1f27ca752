import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, recordCalls, test } from '../fixtures.ts';

/** Holds back all the page's code until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('the landing page shows every section in order, without an API call or the code of the component library, in the colours of the system or the visitor’s choice', async ({
  page,
  request,
}) => {
  const calls = recordCalls(page);
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page).toHaveTitle('LMS · Lead management system');
  const top = page.getByRole('banner');
  await expect(top.getByText('LMS', { exact: true })).toBeVisible();
  await expect(top.getByRole('navigation').getByRole('link')).toHaveText(['Features', 'About', 'Contact']);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of ['Sign In', 'Get Started', 'Book demo now'])
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/login');
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
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Everything between a new enquiry and a signed order',
    'Works with what you have',
    'A tour in three pictures',
    'Made for people who sell all day',
    'Your leads stay yours',
    'Free, for as many people as you like',
    'Contact',
  ]);
  // The operator has configured neither terms nor an address.
  await expectAbsent(page.getByRole('link', { name: /Terms|Privacy/ }));
  expect(calls).toEqual([]);
  expect(files.filter((file) => /Library|Shell|LeadsPage|SessionProvider/.test(file))).toEqual([]);

  // A shared address has a title, a description and a picture.
  const fact = async (name: string) =>
    (await page.locator(`meta[property="og:${name}"]`).getAttribute('content')) ?? '';
  expect(await fact('title')).toBe('LMS · Lead management system');
  expect(await fact('description')).toBe(
    await page.locator('meta[name=description]').getAttribute('content'),
  );
  const image = await fact('image');
  expect(new URL(image).pathname).toBe('/lms.jpg');
  expect((await request.get(new URL(image).pathname)).headers()['content-type']).toBe('image/jpeg');

  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const picture = page.getByRole('img', { name: /^My Day of a salesperson/ });
  const shown = async () => await picture.evaluate((part: HTMLImageElement) => part.currentSrc);
  const dark = await ground();
  await expect.poll(shown).toContain('day-wide-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).not.toBe(dark);
  await expect.poll(shown).toContain('day-wide-light');
  expect(await barriers(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('lms-color-scheme', 'dark'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect.poll(ground).toBe(dark);
  await expect.poll(shown).toContain('day-phone-dark');
});

test('the links of the top bar scroll to their sections, and the bar stays visible', async ({ page }) => {
  await page.goto('/');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
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

test('the landing page shows before its code loads, and hydrates without a layout shift', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const letGo = await holdCode(page);
  // Positions within the window. The web font, which loads with the code, may be a little narrower than its
  // fallback, but not taller.
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#root *')]
        .map((part) => ({ name: part.tagName, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom < innerHeight)
        .map(({ name, box }) => `${name} ${Math.round(box.y)} ${Math.round(box.height)}`),
    );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const drawn = await places();
  expect(drawn.length).toBeGreaterThan(10);
  // This click is queued until the code has loaded.
  await page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();
  letGo();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.evaluate(async () => await document.fonts.ready);
  expect((await places()).slice(0, drawn.length)).toEqual(drawn);
  const shifts = await page.evaluate(
    () => (window as Window & typeof globalThis & { shifts: number[] }).shifts,
  );
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

test('the sign-in shows before its code loads and keeps text typed meanwhile, and a signed-in user never sees the landing page', async ({
  page,
  company,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page).toHaveTitle('Sign In · LMS');
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByLabel('Email').fill(company.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(company.manager.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  letGo();
  await expect(page).toHaveURL('/dashboard');

  const letGoAgain = await holdCode(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeAttached();
  await expect(page.locator('h1')).toBeHidden();
  letGoAgain();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the sign-in keeps text typed before its code loads, also after a session has ended', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.allow(/(status of|answer) 401/);
  await openAs(company.manager, '/leads');
  await api.call(company.manager, 'DELETE', '/auth/sessions');
  const notice = page.getByRole('status').getByText('Your session has ended.');
  await expect(notice).toBeVisible();
  const letGo = await holdCode(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(notice).toHaveCount(0);
  await page.getByLabel('Email').fill(company.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(company.manager.password);
  letGo();
  await expect(notice).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/leads');
});
