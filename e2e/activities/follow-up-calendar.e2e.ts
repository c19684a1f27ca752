import type { Page } from '@playwright/test';
import { dayOf } from '#shared/values/dates.ts';
import { expect, test } from '../fixtures.ts';
import { liftByKey } from '../hands/keyboard.ts';
import { hold } from '../leads.ts';
import { drop } from '../hands/mouse.ts';
import { DAY, plan } from '../hands/planned.ts';

const ZONE = 'Asia/Kolkata';
const dayIn = (days: number) => dayOf(new Date(Date.now() + days * DAY), ZONE);
const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);
const item = (page: Page, name: string) => page.getByRole('button', { name });
/** In how many days the first day comes whose next day is in the same week. */
const first = new Date(dayIn(1)).getUTCDay() === 0 ? 2 : 1;

test('week and month are in the address, a day opens its list, and on a phone the week is a list and the month has dots', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [
    { name: 'Asha', in: DAY },
    { name: 'Bina', in: DAY },
    { name: 'Chitra', in: 60 * DAY },
    { name: 'Divya', in: 60_000 },
  ]);
  const today = dayOf(new Date(Date.now() + 60_000), ZONE);
  await openAs(company.manager, '/reminders');
  const layouts = page.getByRole('group', { name: 'Layout' });
  await layouts.getByRole('button', { name: 'Month' }).click();
  await expect(page).toHaveURL('/reminders?view=month');
  await expect(cell(page, dayIn(0)).getByRole('link')).toHaveAttribute('aria-current', 'date');
  await layouts.getByRole('button', { name: 'Week' }).click();
  await expect(page).toHaveURL('/reminders?view=week');
  for (let weeks = 0; weeks < 5; weeks += 1) await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/view=week&day=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('No follow-ups planned for this week.')).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL('/reminders?view=week');
  // Tomorrow's month: today may be the last day of its month and of its week.
  await page.goto(`/reminders?view=month&day=${dayIn(1)}`);
  await expect(cell(page, dayIn(1)).getByRole('button')).toHaveCount(2);
  await cell(page, dayIn(1))
    .getByRole('link', { name: /, 2 follow-ups$/ })
    .press('Enter');
  await expect(page).toHaveURL(`/reminders?from_date=${dayIn(1)}&to_date=${dayIn(1)}`);
  const rows = page.getByRole('list', { name: 'Upcoming' }).getByRole('heading');
  await expect(rows).toHaveText(['Asha', 'Bina']);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveText(/^Due on\d\d\/\d\d\/\d{4}$/);
  await expect(page.locator('#content')).toBeFocused();
  await page.goBack();
  await item(page, 'Asha').click();
  await expect(page.getByRole('dialog', { name: 'Lead Details' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Today' }).click();
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cell(page, today).getByRole('link', { name: /, 1 follow-up$/ })).toBeVisible();
  await expect(page.locator('[data-follow-up]')).toHaveCount(0);
  await page.setViewportSize(desk);
  await layouts.getByRole('button', { name: 'Week' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(item(page, 'Divya')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});

test('a follow-up is dragged to another day, shown at once, taken back, moved by undo, and moved by keyboard', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/(status of|answer) 500/);
  const [from, to] = [dayIn(first), dayIn(first + 1)];
  await plan(api, company, [{ name: 'Asha', in: first * DAY }]);
  await openAs(company.manager, `/reminders?view=week&day=${from}`);
  const asha = item(page, 'Asha');
  const drag = async () => {
    await asha.hover();
    await page.mouse.down();
    const box = await cell(page, to).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 60];
    await page.mouse.move(x, y, { steps: 8 });
    await drop(page);
  };
  const answer = Promise.withResolvers<void>();
  await page.route(
    /reminders\/[0-9a-f-]{36}$/,
    async (route) => {
      await answer.promise;
      await route.fulfill({ status: 500, json: { success: false, message: 'The disk is full.' } });
    },
    { times: 1 },
  );
  await drag();
  await expect(cell(page, to).getByRole('button', { name: 'Asha' })).toBeFocused();
  answer.resolve();
  await expect(page.getByRole('alert').getByText('The disk is full.')).toBeVisible();
  await expect(cell(page, from).getByRole('button', { name: 'Asha' })).toBeVisible();
  await drag();
  await expect(page.getByRole('status').getByText(/^Moved to \w{3} \d+ \w{3}/)).toBeVisible();
  await expect(cell(page, to).getByRole('button', { name: 'Asha' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, from).getByRole('button', { name: 'Asha' })).toBeVisible();

  // By keyboard, as screen readers are told.
  const said = page.locator('[id^="DndLiveRegion"]');
  await asha.focus();
  await liftByKey(page, said.filter({ hasText: /^Lifted Asha$/ }));
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText(/^Asha is over \w{3} \d+ \w{3}/);
  await page.keyboard.press('Escape');
  await expect(said).toHaveText('Asha is back in its place');
  await expect(cell(page, from).getByRole('button', { name: 'Asha' })).toBeFocused();
  await liftByKey(page, said.filter({ hasText: /^Lifted Asha$/ }));
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText(/^Asha is over /);
  const release = await hold(page, '**/api/reminders/*');
  await page.keyboard.press('Space');
  await expect(cell(page, to).getByRole('button', { name: 'Asha' })).toBeFocused();
  // A second move while the first is on its way.
  await liftByKey(page, said.filter({ hasText: /^Lifted Asha$/ }));
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText(/^Asha is over /);
  await page.keyboard.press('Space');
  await expect(cell(page, from).getByRole('button', { name: 'Asha' })).toBeFocused();
  const moves = [
    page.waitForResponse('**/api/reminders/*'),
    page.waitForResponse('**/api/reminders/calendar?*'),
  ];
  release();
  await Promise.all(moves);
  await page.reload();
  await expect(cell(page, from).getByRole('button', { name: 'Asha' })).toBeVisible();
  await asha.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Lead Details' })).toBeVisible();
});
