import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';

const REFUSED = {
  status: 409,
  json: { success: false, code: 'conflict', message: 'Somebody has locked this lead.' },
};

/**
 * Stops the calls to an address on their way. `release` lets the first one through, or answers it with a
 * refusal; later ones are not stopped.
 */
async function stopped(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<'sent' | 'refused'>();
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return await route.fallback();
    if ((await promise) === 'refused') await route.fulfill(REFUSED);
    else await route.continue();
    await page.unroute(address);
  });
  return resolve;
}

const row = (page: Page, group: RegExp, name: string) =>
  page.getByRole('region', { name: group }).getByRole('listitem').filter({ hasText: name });
const alert = (page: Page) => page.getByRole('alert').getByText(REFUSED.json.message);

/** Takes the act back if it was sent, and waits for the message if it was refused. */
async function backAgain(page: Page, outcome: 'sent' | 'refused'): Promise<void> {
  if (outcome === 'sent') return await page.getByRole('button', { name: 'Undo' }).click();
  await expect(alert(page)).toBeVisible();
  // The next refusal has the same words.
  await page.getByRole('alert').filter({ hasText: REFUSED.json.message }).getByRole('button').click();
  return await expect(alert(page)).toHaveCount(0);
}

test.beforeEach(({ faults }) => faults.allow(/(status of|answer) 409/));

test('Done, Snooze and the next lead of a queue show before the answer, and a refusal takes them back', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const [id = ''] = await plan(api, company, [
    { name: 'Asha Rao', in: -2 * DAY },
    { name: 'Bina Shah', in: -DAY },
  ]);
  await openAs(company.manager, '/dashboard');
  const [asha, bina] = [row(page, /^Overdue/, 'Asha Rao'), row(page, /^Overdue/, 'Bina Shah')];
  await page.getByRole('radio', { name: 'Team' }).check();
  await expect(asha).toBeVisible();
  const snoozed = await stopped(page, '**/api/reminders/*');
  await asha.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow, 9:00 AM' }).click();
  await expect(asha).toHaveCount(0);
  await expect(row(page, /^Tomorrow/, 'Asha Rao')).toBeVisible();
  snoozed('refused');
  await backAgain(page, 'refused');
  await expect(asha).toBeVisible();
  await expect(row(page, /^Tomorrow/, 'Asha Rao')).toHaveCount(0);

  const done = await stopped(page, '**/api/reminders/*/complete');
  await bina.getByRole('button', { name: /^Done/ }).click();
  await expect(bina).toHaveCount(0);
  done('refused');
  await backAgain(page, 'refused');
  await expect(bina).toBeVisible();

  await page.getByRole('link', { name: 'Start calling (2)' }).click();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  const called = await stopped(page, '**/api/call-logs');
  await page.getByLabel('Comments').fill('Calls back');
  await page.getByLabel('Duration (minutes)').fill('3');
  await page.getByRole('button', { name: 'Save and next' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log a call: Bina Shah');
  called('refused');
  await expect(alert(page)).toHaveText(/What you entered for Asha Rao is kept\.$/);
  expect(await api.call<unknown[]>(company.manager, 'GET', '/call-logs')).toEqual([]);
  await page.goto(`/leads/${id}/call`);
  await expect(page.getByLabel('Comments')).toHaveValue('Calls back');
});

test('a note and an archived lead show before the answer; a refusal takes both back, and Undo the archiving', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  await openAs(company.manager, `/leads/${id}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const note = page.getByRole('textbox', { name: 'Note' });
  const menu = page.getByRole('button', { name: 'More actions' });
  const noted = await stopped(page, `**/api/leads/${id}/notes`);
  await note.fill('Wants teak');
  await note.press('Enter');
  await expect(timeline).toContainText('Wants teak');
  await expect(note).toHaveValue('');
  noted('refused');
  await backAgain(page, 'refused');
  await expect(note).toHaveValue('Wants teak');
  await expect(timeline).not.toContainText('Wants teak');
  for (const outcome of ['refused', 'sent'] as const)
    await test.step(outcome, async () => {
      const archived = await stopped(page, `**/api/leads/${id}/archive`);
      await menu.click();
      await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
      await menu.click();
      await expect(page.getByRole('menuitem', { name: 'Restore from archive' })).toBeVisible();
      await page.keyboard.press('Escape');
      archived(outcome);
      await backAgain(page, outcome);
      await menu.click();
      await expect(page.getByRole('menuitem', { name: 'Archive', exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    });
  await expect
    .poll(async () => await api.call(company.manager, 'GET', `/leads/${id}`))
    .toMatchObject({ is_archived: false });
});
