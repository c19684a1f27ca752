import type { Page } from '@playwright/test';
import { expect, recordCalls, test } from '../fixtures.ts';
import { names } from '../leads.ts';
import { DAY, plan } from '../hands/planned.ts';

type Call = { call_status: string; duration: number };

const status = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const group = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Group' }).getByRole('radio', { name });

test('the leads of a list are called in its order by keyboard, with at most three keys for each unanswered call', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const called = names(1, 2, 3, 4, 5);
  // A called lead is due tomorrow and moves within the list, before the last two.
  const days = [-3, -2, -1, 9, 10];
  await api.addLeads(
    company.manager,
    called.map((name, index) => ({
      name,
      phone: '+91 98765 00001',
      next_followup_date: new Date(Date.now() + (days[index] ?? 0) * DAY).toISOString(),
    })),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(company.manager, '/leads?search=lead&sort_by=next_followup_date&sort_order=asc');
  await page.getByRole('button', { name: 'Actions for Lead 01' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Log Call' })).toBeFocused();
  await page.keyboard.press('Enter');

  const keys = { n: 'No answer', b: 'The line was busy', v: 'Left a voicemail' };
  const pressed = ['n', 'b', 'v', ''] as const;
  const queue = page.getByRole('region', { name: 'Queue' }).getByRole('button');
  await expect(queue).toHaveText(called.map((name) => new RegExp(`^${name}New`)));
  for (const [index, key] of pressed.entries()) {
    await expect(page.getByText(`${index + 1} of 5`, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: called[index] ?? '' })).toBeVisible();
    await expect(status(page, 'Completed')).toBeFocused();
    if (key) {
      // Two keys: the status, and Ctrl+Enter.
      await page.keyboard.press(key);
      await expect(page.getByLabel('Comments')).toHaveValue(keys[key]);
      await expect(page.getByLabel('Duration (minutes)')).toHaveValue('0');
    } else {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Duration (minutes)')).toBeFocused();
      await page.keyboard.type('4');
      await expect(page.getByLabel('Duration (minutes)')).toHaveValue('4');
      // The timer's button and the outcomes come between minutes and comments.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Start timer' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(status(page, 'Information Gathered')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Comments')).toBeFocused();
      await page.keyboard.type('Wants a quote');
    }
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();
  // The end of the queue, with no lead left to continue with.
  await expect(page.getByRole('button', { name: 'Save and next' })).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Call History' })).toContainText('No answer');
  await page.getByRole('button', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL('/leads?search=lead&sort_by=next_followup_date&sort_order=asc');

  const logged = await api.call<Call[]>(company.manager, 'GET', '/call-logs?limit=100');
  expect(logged).toHaveLength(5);
  expect(
    logged.filter(({ call_status }) => call_status === 'completed').map(({ duration }) => duration),
  ).toEqual([4]);
});

test('Call Now works through due follow-ups by keyboard, and each call completes its follow-up', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [
    { name: 'Asha', in: -3 * DAY },
    { name: 'Bina', in: -2 * DAY },
    { name: 'Chitra', in: -DAY },
    { name: 'Divya', in: 9 * DAY },
  ]);
  await openAs(company.manager, '/reminders?due=overdue');
  await expect(card(page, 'Chitra')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'View Lead: Bina' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'View Lead: Asha' })).toBeFocused();
  await page.keyboard.press('c');
  const calls = recordCalls(page);
  for (const [index, name] of ['Asha', 'Bina', 'Chitra'].entries()) {
    await expect(page.getByText(`${index + 1} of 3`, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `Complete the follow-up “Call ${name}”` })).toBeChecked();
    await page.keyboard.press('n');
    await expect(status(page, 'No answer')).toBeFocused();
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Call History' })).toContainText('No answer');
  expect(calls.filter((call) => call.startsWith('POST /call-logs'))).toHaveLength(3);
  await page.goBack();
  await expect(page).toHaveURL('/reminders?due=overdue');
  await expect(page.getByText('Nothing is overdue.')).toBeVisible();
  // Three new follow-ups for tomorrow, and Divya's.
  await expect(group(page, 'Upcoming 4')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Completed 3' })).toBeVisible();
});

test('leads are skipped and returned to without a call, by button, key or click in the queue', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [
    { name: 'Asha', in: -3 * DAY },
    { name: 'Bina', in: -2 * DAY },
    { name: 'Chitra', in: -DAY },
  ]);
  const calling = async (name: string, position: number) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Log a call: ${name}`);
    await expect(page.getByText(`${position} of 3`, { exact: true })).toBeVisible();
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(company.manager, '/reminders?due=overdue');
  await page.getByRole('link', { name: 'Start calling (3)' }).click();
  await calling('Asha', 1);
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const skip = page.getByRole('button', { name: 'Skip', exact: true });
  const queue = page.getByRole('region', { name: 'Queue' }).getByRole('button');
  await expect(back).toBeDisabled();
  await expect(queue).toHaveText([/^AshaCall Asha3 days late$/, /^Bina/, /^Chitra/]);
  await expect(queue.nth(0)).toHaveAttribute('aria-current', 'true');
  await skip.click();
  await calling('Bina', 2);
  await expect(queue.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('j');
  await calling('Chitra', 3);
  await expect(skip).toBeDisabled();
  await page.keyboard.press('k');
  await calling('Bina', 2);
  await back.click();
  await calling('Asha', 1);
  await queue.nth(2).click();
  await calling('Chitra', 3);
  await queue.nth(0).click();
  await calling('Asha', 1);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const does of ['Skip this lead', 'Previous lead']) await expect(keys.getByText(does)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  // Typed words are not lost by skipping.
  await page.getByLabel('Comments').fill('Half a sentence');
  await skip.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel('Comments').fill('');
  // Each status stands once, and Enter saves an unanswered call and goes on.
  await expect(page.getByText('Voicemail')).toHaveCount(1);
  await status(page, 'Busy').check();
  await page.keyboard.press('Enter');
  await calling('Bina', 2);
  await expect(queue.nth(0).getByLabel('Called')).toBeVisible();
  // The tick stands at the edge, over the days.
  const [tick, days] = [queue.nth(0).getByLabel('Called'), queue.nth(0).getByText('3 days late')];
  const right = async (part: typeof tick) =>
    await part.evaluate((element) => element.getBoundingClientRect().right);
  expect(await right(tick)).toBeCloseTo(await right(days), 0);
  await expect(queue.nth(1).getByLabel('Called')).toHaveCount(0);
  await page.keyboard.press('Shift+N');
  await calling('Chitra', 3);
  // The next lead doesn't wait for the call before it.
  const logged = async () => await api.call<Call[]>(company.manager, 'GET', '/call-logs?limit=100');
  const statuses = async () => (await logged()).map(({ call_status }) => call_status).toSorted();
  await expect.poll(statuses).toEqual(['busy', 'no-answer']);
});

for (const { device, viewport } of [
  { device: 'a phone', viewport: { width: 390, height: 664 } },
  { device: 'a desktop', viewport: { width: 1280, height: 500 } },
]) {
  test(`on ${device}, the next lead of a queue shows its name and number however far down its form the last call was saved`, async ({
    page,
    company,
    api,
    openAs,
  }) => {
    const phone = '+91 98765 00001';
    await plan(api, company, [
      { name: 'Asha', in: -2 * DAY, phone },
      { name: 'Bina', in: -DAY, phone },
    ]);
    await page.setViewportSize(viewport);
    await openAs(company.manager, '/reminders?due=overdue');
    await page.getByRole('link', { name: 'Start calling (2)' }).click();
    await expect(page.getByText('1 of 2', { exact: true })).toBeInViewport();
    await page.getByLabel('Description').scrollIntoViewIfNeeded();
    await expect(page.getByText('1 of 2', { exact: true })).not.toBeInViewport();
    await page.getByRole('button', { name: 'No answer, next' }).click();
    await expect(page.getByText('2 of 2', { exact: true })).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Log a call: Bina' })).toBeInViewport();
    await expect(page.getByRole('link', { name: '98765 00001' })).toBeInViewport();
  });
}

test('a double tap on Save and next chooses nothing in the next call, and a reload keeps what was chosen', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(
    company.manager,
    names(1, 2, 3).map((name) => ({ name, phone: '+91 98765 00001' })),
  );
  await openAs(company.manager, '/leads?search=lead&sort_by=name&sort_order=asc');
  await page.getByRole('button', { name: 'Actions for Lead 01' }).click();
  await page.getByRole('menuitem', { name: 'Log Call' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Duration (minutes)').fill('3');
  await page.getByLabel('Comments').fill('Wants a quote');
  await page.getByRole('button', { name: 'Save and next' }).click();
  await expect(page.getByRole('heading', { name: 'Lead 02' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'No answer, next' })).toBeVisible();
  const lost = page.getByText('Closed Lost');
  await lost.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const choice = page.getByRole('radio', { name: 'Closed Lost' });
  await expect(choice).not.toBeChecked();
  await lost.click();
  await page.reload();
  await expect(choice).toBeChecked();
});
