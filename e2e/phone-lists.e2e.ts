import type { Page } from '@playwright/test';
import { expect, expectAbsent, test } from './fixtures.ts';
import { numbered } from './leads.ts';
import { DAY, plan } from './planned.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const top = async (page: Page) => (await page.getByRole('list', { name: 'Leads' }).boundingBox())?.y;

  test('the list begins near the top, filtered or not, and a menu has the tools', async ({
    page,
    company,
    api,
    openAs,
  }) => {
    await api.addLeads(company.manager, numbered(14));
    await openAs(company.manager, '/leads');
    const cards = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
    await expect(cards).toHaveCount(12);
    await expect.poll(() => top(page)).toBeLessThanOrEqual(200);
    await expectAbsent(page.getByRole('button', { name: 'Import' }));
    await page.getByRole('button', { name: 'More tools' }).tap();
    await expect(page.getByRole('menuitem')).toHaveText(['Import', 'Export', 'Table Settings', 'Board']);
    await page.getByRole('menuitem', { name: 'Table Settings' }).tap();
    await expect(page.getByRole('dialog', { name: 'Table Settings' })).toBeVisible();

    await page.goto('/leads?status=new&assigned_to=none');
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(2);
    await expect(cards.first()).toBeVisible();
    expect(await top(page)).toBeLessThanOrEqual(260);
  });

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

  test('a row is swiped right to call and left to snooze; a short swipe does nothing', async ({
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
});

test('the sidebar is narrow at 1024 px until the user expands it', async ({ page, company, openAs }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openAs(company.manager, '/reminders');
  const sidebar = page.getByRole('complementary').first();
  await expect(sidebar.getByRole('link', { name: 'All Leads' })).toBeVisible();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(80);
  await sidebar.getByRole('button', { name: 'Expand' }).click();
  await expect(sidebar.getByText('Welcome, Meera')).toBeVisible();
  await page.reload();
  await expect(sidebar.getByText('Welcome, Meera')).toBeVisible();
});
