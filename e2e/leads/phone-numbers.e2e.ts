import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';

const MOBILE = 'tel:+919845010001';
const LANDLINE = 'tel:+918026571234;ext=12';

/** All tel: and chat addresses on the page, without repeats. */
const addresses = (page: Page) =>
  page
    .locator('a[href^="tel:"], a[href^="https://wa.me/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))].toSorted());

test('every screen dials each number of a field separately, and offers the choice', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const [id] = await plan(api, company, [
    { name: 'Asha Rao', in: -DAY, phone: '98450 10001 / 080-2657 1234 ext 12' },
  ]);
  const both = [MOBILE, LANDLINE].toSorted();
  await openAs(company.manager, `/leads/${id}`);
  const callButton = page.getByRole('button', { name: 'Call', exact: true });
  await callButton.click();
  await expect(page.getByRole('menuitem', { name: '98450 10001' })).toHaveAttribute('href', MOBILE);
  await expect(page.getByRole('menuitem', { name: '080 2657 1234' })).toHaveAttribute('href', LANDLINE);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'WhatsApp', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: '080 2657 1234' })).toHaveAttribute(
    'href',
    'https://wa.me/918026571234',
  );
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Log Call' }).click();
  await page.getByRole('button', { name: '98450 10001' }).click();
  await expect(page.getByRole('menuitem', { name: '080 2657 1234' })).toHaveAttribute('href', LANDLINE);
  await page.keyboard.press('Escape');

  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Follow Ups' })
    .click();
  await expect(page.getByRole('link', { name: /080 2657 1234/ }).first()).toHaveAttribute('href', LANDLINE);
  await expect(page.getByRole('link', { name: '98450 10001' }).first()).toHaveAttribute('href', MOBILE);
  await expect.poll(() => addresses(page)).toEqual(['https://wa.me/919845010001', ...both]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('navigation', { name: 'Main, bottom' }).getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByRole('link', { name: 'Call Asha Rao' })).toHaveAttribute('href', MOBILE);
  await expect(page.getByText('98450 10001', { exact: true })).toBeVisible();
});

test("national numbers belong to the client's country, for its users and for users with access to all clients", async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const overseer = await api.superadmin();
  await api.call(overseer, 'PATCH', `/clients/${company.id}`, { country: 'US' });
  const [id] = await plan(api, company, [{ name: 'Ben Cole', in: -DAY, phone: '(415) 555-2671' }]);
  const chat = 'https://wa.me/14155552671';
  await openAs(company.manager, `/leads/${id}`);
  await expect(page.getByRole('link', { name: 'WhatsApp', exact: true })).toHaveAttribute('href', chat);
  await openAs(server.account('superadmin@lms.example'), `/reminders?client_id=${company.id}`);
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', chat);
  await expect(page.getByRole('link', { name: '(415) 555-2671' })).toHaveAttribute(
    'href',
    'tel:+14155552671',
  );
});
