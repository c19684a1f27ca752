import type { Locator, Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, leadNames, recordCalls, test } from '../fixtures.ts';
import { hold } from '../leads.ts';
import { plan } from '../hands/planned.ts';

// Most of their time these tests wait.
test.describe.configure({ mode: 'parallel' });

const MOMENT = 2500;

/** The stream is open, so the next change will arrive. */
async function listening(page: Page, address: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto(address);
  expect((await stream).status()).toBe(200);
}

/** Figures are reloaded every fifteen seconds at most, which the page's clock skips. */
async function soon(page: Page, figure: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(figure).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test("a colleague's change appears without a reload in the open list, on the open lead and beside the call form", async ({
  page,
  company,
  api,
  signIn,
}) => {
  const colleague = await api.newPerson(company.id, 'manager', 'Ravi');
  const lead = await api.addLead(company.manager, { name: 'Asha' });
  await signIn(company.manager);
  await listening(page, '/leads');
  await expect(leadNames(page)).toHaveText(['Asha']);

  await api.call(colleague, 'POST', '/leads', { name: 'Bina' });
  await expect(leadNames(page)).toHaveText(['Bina', 'Asha']);
  await api.call(colleague, 'PUT', `/leads/${lead.id}`, { name: 'Asha Rao' });
  await expect(leadNames(page)).toHaveText(['Bina', 'Asha Rao']);

  await listening(page, `/leads/${lead.id}`);
  await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
  await api.call(colleague, 'PUT', `/leads/${lead.id}`, { name: 'Asha Iyer' });
  await expect(page.getByRole('heading', { name: 'Asha Iyer' })).toBeVisible();

  await listening(page, `/leads/${lead.id}/call`);
  // The form focuses one of its choices at first, where nobody types.
  await expect(page.getByRole('radio', { name: 'Completed' })).toBeFocused();
  const call = { lead_id: lead.id, duration: 1, notes: 'Spoke with Ravi' };
  await api.call(colleague, 'POST', '/call-logs', call);
  await expect(page.getByRole('region', { name: 'Call History' })).toContainText('Spoke with Ravi');
});

test('a follow-up that comes due pops up on any page but those that list it, and can be snoozed or completed there', async ({
  page,
  company,
  api,
  signIn,
}) => {
  const lead = await api.addLead(company.manager, { name: 'Asha' });
  await page.clock.install();
  await signIn(company.manager);
  await listening(page, '/products');
  const session = await api.signIn(company.manager);
  const remind = async (title: string) =>
    await api.call(session, 'POST', '/reminders', {
      lead_id: lead.id,
      user_id: session.user.id,
      title,
      reminder_date: new Date(Date.now() + MOMENT).toISOString(),
    });
  await remind('Send the quote');
  const card = page.getByRole('article', { name: 'Due: Send the quote' });
  await expect(card).toBeVisible();
  await expect(card).toContainText('Asha');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await card.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(card).toBeHidden();
  // A snoozed follow-up is no longer announced.
  await soon(page, page.getByRole('button', { name: 'Notifications', exact: true }));

  await remind('Call back');
  const next = page.getByRole('article', { name: 'Due: Call back' });
  await expect(next).toBeVisible();
  await next.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('status').getByText('Reminder marked as completed')).toBeVisible();
  await expect(next).toBeHidden();
  // The focus is not lost when the card disappears.
  await expect(page.locator('#content')).toBeFocused();

  // Of several, one is shown with the number of others.
  await plan(api, company, [
    { name: 'Bina', in: MOMENT },
    { name: 'Chitra', in: MOMENT },
  ]);
  const cards = page.getByRole('article', { name: /^Due: / });
  await expect(page.getByText('1 more due')).toBeVisible();
  await expect(cards).toHaveAccessibleName('Due: Call Chitra');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await cards.getByRole('button', { name: 'Snooze' }).click();
    const items = page.getByRole('menuitem');
    await expect(items).toHaveCount(5);
    // Nothing covers the item: a trial click checks which element would receive the press.
    for (const item of await items.all()) await item.click({ trial: true });
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
  }
  for (const [name, rows] of [
    ['Follow Ups', page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')],
    ['Dashboard', page.getByRole('region', { name: /^Overdue/ }).getByRole('listitem')],
  ] as const) {
    await page.getByRole('link', { name }).last().click();
    await expect(rows.filter({ hasText: /Bina|Chitra/ })).toHaveCount(2);
    await expect(cards).toHaveCount(0);
  }
});

test('a due follow-up card closes in every tab once the follow-up is handled anywhere; the tabs share one stream, which the second takes over', async ({
  page,
  context,
  company,
  api,
  signIn,
}) => {
  await signIn(company.manager);
  await listening(page, '/products');
  const second = await context.newPage();
  const streams: string[] = [];
  second.on('request', (request) => request.url().endsWith('/api/events') && streams.push(request.url()));
  await second.goto('/leads');
  await expect(second.getByText('No leads found')).toBeVisible();
  // The second tab shows that it receives the first tab's changes.
  await api.addLead(company.manager, { name: 'Esha' });
  await expect(leadNames(second)).toHaveText(['Esha']);
  expect(streams).toEqual([]);
  const calls = recordCalls(page);
  const people = ['Asha', 'Bina', 'Chitra', 'Divya'];
  await plan(
    api,
    company,
    people.map((name) => ({ name, in: MOMENT })),
  );
  const card = (tab: Page, name: string) => tab.getByRole('article', { name: `Due: Call ${name}` });
  const goes = async (name: string) => {
    for (const tab of [page, second]) await expect(card(tab, name)).toHaveCount(0);
  };
  const shows = async (name: string) => {
    for (const tab of [page, second]) await expect(card(tab, name)).toBeVisible();
  };
  for (const tab of [page, second]) await expect(tab.getByText('3 more due')).toBeVisible();
  // Notifications say all about their reminders: nothing asks again for each of them.
  expect(calls.filter((call) => call.includes('ids=')).length).toBeLessThan(4);
  await shows('Divya');

  await card(page, 'Divya').getByRole('button', { name: 'Done' }).click();
  await goes('Divya');
  await shows('Chitra');
  // Elsewhere means a phone, or a colleague.
  const { reminders } = await api.call<{ reminders: { id: string; title: string }[] }>(
    company.manager,
    'GET',
    '/reminders?is_completed=false',
  );
  const chitra = reminders.find(({ title }) => title === 'Call Chitra');
  await api.call(company.manager, 'PATCH', `/reminders/${chitra?.id}/complete`);
  await goes('Chitra');
  await shows('Bina');
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Follow Ups' })
    .click();
  const item = page.getByRole('listitem').filter({ hasText: 'Call Bina' });
  await item.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await goes('Bina');
  await page.getByRole('link', { name: 'Call Now: Asha' }).click();
  await page.getByRole('radio', { name: 'No answer' }).check();
  await page.getByRole('button', { name: 'Save Call Log' }).click();
  await goes('Asha');

  const taken = second.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.close();
  await taken;
  await api.addLead(company.manager, { name: 'Farah' });
  await expect(leadNames(second).first()).toHaveText('Farah');
});

test('the bell shows leads that a colleague assigns, in every tab, until they are read', async ({
  page,
  company,
  api,
  signIn,
}) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Kabir');
  await page.clock.install();
  await signIn(rep);
  await listening(page, '/products');
  const second = await page.context().newPage();
  await second.goto('/products');
  const quiet = { name: 'Notifications', exact: true };
  for (const tab of [page, second]) await expect(tab.getByRole('button', quiet)).toBeVisible();
  const lead = await api.addLead(company.manager, { name: 'Asha Patel' });
  const { user } = await api.signIn(rep);
  await api.call(company.manager, 'PATCH', `/leads/${lead.id}/assign`, { assigned_to: user.id });
  for (const tab of [page, second])
    await soon(tab, tab.getByRole('button', { name: 'Notifications, 1 unread' }));

  await page.getByRole('button', { name: 'Notifications, 1 unread' }).press('Enter');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const line = list.getByRole('link', { name: 'assigned Asha Patel to you' });
  await expect(line).toContainText('Unread');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await line.click();
  await expect(page.getByRole('heading', { name: 'Asha Patel', level: 1 })).toBeVisible();
  for (const tab of [page, second]) await soon(tab, tab.getByRole('button', quiet));

  await second.getByRole('button', quiet).click();
  const read = second.getByRole('link', { name: 'assigned Asha Patel to you' });
  await expect(read).toBeVisible();
  await expect(read.getByText('Unread')).toHaveCount(0);
  const all = second.getByRole('button', { name: 'Mark all as read' });
  await expect(all).toBeDisabled();

  const next = await api.addLead(company.manager, { name: 'Bina Shah' });
  await api.call(company.manager, 'PATCH', `/leads/${next.id}/assign`, { assigned_to: user.id });
  const unread = second.getByRole('link', { name: 'assigned Bina Shah to you' }).getByText('Unread');
  await soon(second, unread);
  await soon(second, second.getByRole('button', { name: 'Notifications, 1 unread' }));
  // At once, before the figures are read again.
  const release = await hold(second, '**/api/notifications{?*,/unread*}');
  await all.click();
  await expect(unread).toHaveCount(0);
  await expect(all).toBeDisabled();
  release();
});
