import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';
import { hold, toast } from '../leads.ts';
import { DAY, plan } from '../hands/planned.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const sheet = (page: Page) => page.getByRole('region', { name: 'Call with Asha Rao' });

/** Keeps the page from asking for a dialler, which this machine lacks, and lets it be covered by one. */
async function withDialler(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('click', (event) => {
      if ((event.target as Element | null)?.closest('a[href^="tel:"]')) event.preventDefault();
    });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (sessionStorage.getItem('test:covered') ? 'hidden' : 'visible'),
    });
  });
}
const cover = async (page: Page, isCovered: boolean) =>
  await page.evaluate((covered) => {
    if (covered) sessionStorage.setItem('test:covered', 'yes');
    else sessionStorage.removeItem('test:covered');
    document.dispatchEvent(new Event('visibilitychange'));
  }, isCovered);

/** Moves the page's clock, so that a call of two minutes takes no time. */
async function talk(page: Page): Promise<void> {
  await cover(page, true);
  await page.clock.fastForward(134_000);
  await cover(page, false);
}

test('after the dialler one tap logs the call with its minutes, completes what was due, and can be undone', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const [id = ''] = await plan(api, company, [
    { name: 'Asha Rao', in: -DAY, phone: '+91 98765 00001', title: 'Send the quote' },
  ]);
  await page.clock.install();
  await withDialler(page);
  await openAs(company.manager, '/dashboard');
  // The tap may come before the lead's follow-ups are known.
  const release = await hold(page, `**/api/leads/${id}/page`);
  await page.getByRole('link', { name: '98765 00001' }).tap();
  await expectAbsent(sheet(page));
  await talk(page);
  await expect(sheet(page).getByRole('timer')).toHaveText(/^2:1\d$/);
  // This ends the touch of the page.
  expect(await barriers(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: 'Information Gathered' }).click();
  release();
  await expect(toast(page, 'Call with Asha Rao logged: Information Gathered')).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  type Call = { duration: number; call_outcome: string; call_status: string; notes: string };
  const calls = async () => await api.call<Call[]>(company.manager, 'GET', `/call-logs/lead/${id}`);
  type Listed = { reminders: { is_completed: boolean }[] };
  const isDone = async () =>
    (await api.call<Listed>(company.manager, 'GET', `/reminders?lead_id=${id}`)).reminders[0]?.is_completed;
  await expect.poll(async () => (await calls()).length).toBe(1);
  expect((await calls())[0]).toMatchObject({ duration: 2, call_outcome: 'information-gathered' });
  expect(await isDone()).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Call log removed')).toBeVisible();
  expect(await calls()).toEqual([]);
  expect(await isDone()).toBe(false);
});

test('the outcome of a call is asked for after a text is typed or the page is reloaded, and No answer and Not a call are taken', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao', phone: '+91 98765 00001' });
  await page.clock.install();
  await withDialler(page);
  await openAs(company.manager, `/leads/${id}`);
  const call = page.getByRole('group', { name: 'Actions' }).getByRole('link', { name: 'Call', exact: true });
  await call.tap();
  await cover(page, true);
  await page.getByRole('textbox', { name: 'Note' }).focus();
  await cover(page, false);
  await expectAbsent(sheet(page));
  await page.getByRole('textbox', { name: 'Note' }).blur();
  await expect(sheet(page)).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Not a call' }).tap();
  await expect(sheet(page)).toHaveCount(0);
  await talk(page);
  await expectAbsent(sheet(page));
  await call.tap();
  await talk(page);
  await sheet(page).getByRole('button', { name: 'No answer' }).tap();
  await expect(toast(page, 'Call with Asha Rao logged: No answer')).toBeVisible();
  expect(await api.call(company.manager, 'GET', `/call-logs/lead/${id}`)).toMatchObject([
    { duration: 0, call_status: 'no-answer', notes: 'No answer' },
  ]);

  // The browser throws the page away during a call. The form goes on with the time.
  await call.tap();
  await talk(page);
  await page.reload();
  await expect(sheet(page)).toBeVisible();
  await sheet(page).getByRole('link', { name: 'Add details' }).tap();
  await expect(page).toHaveURL(`/leads/${id}/call`);
  await expect(page.getByRole('button', { name: /^Stop [2-9]:\d\d$/ })).toBeVisible();
  await expectAbsent(sheet(page));
});
