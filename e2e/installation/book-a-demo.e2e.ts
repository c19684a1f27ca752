import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, recordCalls, test } from '../fixtures.ts';

/** A Saturday, 13:30 where the demos are given. */
const NOW = new Date('2026-11-21T08:00:00Z');

async function open(page: Page) {
  await page.clock.setFixedTime(NOW);
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a Demo' });
  await expect(dialog).toBeVisible();
  return dialog;
}
const step = (page: Page) => page.getByRole('dialog').locator('[aria-current=step]');

test('a demo is booked in four steps with name and email, without an API call, and its invite is a calendar file', async ({
  page,
}) => {
  const dialog = await open(page);
  const calls = recordCalls(page);
  await expect(dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3);
  await expect(step(page)).toHaveAccessibleName('Choose a date');
  const dates = dialog.getByRole('button', { name: /2026$/ });
  await expect(dates).toHaveCount(14);
  await expect(dates.first()).toHaveAccessibleName('Mon 23 Nov 2026');
  await expect(dates.last()).toHaveAccessibleName('Thu 10 Dec 2026');
  await dates.nth(1).click();

  await expect(step(page)).toHaveAccessibleName('Choose a time');
  await expect(dialog.getByText('Times are in India Standard Time (GMT+05:30).')).toBeVisible();
  const times = dialog.getByRole('button', { name: /[AP]M$/ });
  await expect(times).toHaveCount(16);
  await expect(times.first()).toHaveText('9:00 AM');
  await expect(times.last()).toHaveText('4:30 PM');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(step(page)).toHaveAccessibleName('Choose a date');
  await expect(dates.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await dates.nth(1).click();
  await times.nth(3).click();

  await expect(step(page)).toHaveAccessibleName('Your details');
  const [name, email] = [dialog.getByLabel('Full Name'), dialog.getByLabel('Email')];
  const schedule = dialog.getByRole('button', { name: 'Schedule Demo' });
  await schedule.click();
  await expect(dialog.getByText('Full Name is required')).toBeVisible();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Asha Patel');
  await expect(dialog.getByText('Full Name is required')).toBeHidden();
  await email.fill('asha');
  await schedule.click();
  await expect(dialog.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await expect(email).toBeFocused();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await times.nth(3).click();
  await expect(name).toHaveValue('Asha Patel');
  await email.fill('asha@example.com');
  await schedule.click();

  const done = page.getByRole('dialog', { name: 'Demo Scheduled!' });
  await expect(done.getByRole('definition')).toHaveText([
    'asha@example.com',
    'Tuesday, 24/11/2026',
    '10:30 AM, India Standard Time (GMT+05:30)',
    '30 minutes',
  ]);
  await expect(done.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await expect(done.getByRole('listitem')).toHaveText([/^Calendar invite/, /^Meeting link/, /team prepares/]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    done.getByRole('button', { name: 'Calendar invite' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lms-demo.ics');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('\r\nDTSTART:20261124T050000Z\r\nDTEND:20261124T053000Z\r\n');
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  await done.getByRole('button', { name: 'Perfect, Thanks!' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(calls).toEqual([]);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Europe/London', viewport: { width: 1280, height: 860 } });

  test('a double click counts once, slots also show the visitor’s local time, and Escape, X or a click outside close the dialog, asking first when text was typed', async ({
    page,
  }) => {
    const dialog = await open(page);
    const dates = dialog.getByRole('button', { name: /2026$/ });
    const nine = dialog.getByRole('button', { name: /^9:00 AM/ });
    // At the sides and in the middle: below some dates there is a time.
    for (const index of [0, 6, 13]) {
      await dates.nth(index).dblclick();
      await expect(step(page)).toHaveAccessibleName('Choose a time');
      await dialog.getByRole('button', { name: 'Back' }).click();
    }
    await dates.first().click();
    await expect(dialog.getByText('Times are in India Standard Time (GMT+05:30).')).toBeVisible();
    await expect(nine).toContainText('Mon 3:30 AM your time');
    await nine.dblclick();
    await expect(step(page)).toHaveAccessibleName('Your details');
    await dialog.getByLabel('Full Name').fill('Asha');
    await dialog.getByLabel('Email').fill('asha@example.com');
    await dialog.getByRole('button', { name: 'Schedule Demo' }).dblclick();
    await expect(page.getByRole('heading', { name: 'Demo Scheduled!' })).toBeFocused();
    await page.mouse.click(4, 400);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const reopen = () => page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();
    await reopen();
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(4, 400),
    ]) {
      await close();
      await expect(dialog).toHaveCount(0);

      await reopen();
      await dates.first().click();
      await nine.click();
      await dialog.getByLabel('Full Name').fill('Asha');
      await close();
      const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(dialog.getByLabel('Full Name')).toHaveValue('Asha');
      await close();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog).toHaveCount(0);
      await reopen();
      await expect(dates.first()).toBeVisible();
    }
  });
});
