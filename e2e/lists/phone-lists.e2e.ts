import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Moves a finger across a row. */
async function swipe(page: Page, row: string, by: number): Promise<void> {
  const box = await page.getByRole('listitem').filter({ hasText: row }).first().boundingBox();
  if (!box) throw new Error('not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + 12];
  const finger = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    await finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch('touchStart', x);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x + by * part);
  await touch('touchEnd');
}

const swipesAreFollowed = async (page: Page) =>
  await expect(page.locator('#content')).toHaveCSS('touch-action', 'pan-y');

test('on a phone a row is swiped right to call and left to snooze; a short swipe does nothing', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [{ name: 'Asha Rao', in: -2 * DAY, phone: '+91 98765 00001' }]);
  await openAs(company.manager, '/reminders');
  await expect(page.getByRole('listitem').filter({ hasText: 'Asha Rao' })).toBeVisible();
  await swipesAreFollowed(page);
  await swipe(page, 'Asha Rao', -140);
  await expect(page.getByRole('menu', { name: /^Snooze/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await swipe(page, 'Asha Rao', 50);
  await expect(page).toHaveURL('/reminders');
  await swipe(page, 'Asha Rao', 140);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log a call: Asha Rao');

  await page.goto('/leads');
  await expect(page.getByRole('button', { name: 'Snooze Asha Rao' })).toBeVisible();
  await swipesAreFollowed(page);
  await page.getByRole('button', { name: 'Snooze Asha Rao' }).tap();
  await expect(page.getByRole('dialog', { name: 'Next Follow-up of Asha Rao' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await swipe(page, 'Asha Rao', -140);
  await expect(page.getByRole('dialog', { name: 'Next Follow-up of Asha Rao' })).toBeVisible();
});
