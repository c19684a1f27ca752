import type { Page } from '@playwright/test';
import { barriers } from '../checks/barriers.ts';
import { expect, expectAbsent, test } from '../fixtures.ts';
import { toast } from '../leads.ts';
import { plan } from '../hands/planned.ts';
import { click, deliver, shownTo, subscribesAt, watchNotices } from '../outside/push-worker.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const turnOn = (page: Page) => part(page).getByRole('button', { name: 'Turn on for this device' });

test('a device that is turned on in the settings is told of a due follow-up while no page is open', async ({
  page,
  context,
  company,
  api,
  service,
  openAs,
}) => {
  test.setTimeout(90_000);
  const browser = await subscribesAt(context, service);
  await openAs(company.manager, '/settings/general');
  await turnOn(page).click();
  await expect(toast(page, 'Notifications turned on for this device')).toBeVisible();
  const devices = part(page).getByRole('list', { name: 'Devices with notifications' });
  await expect(devices.getByRole('listitem')).toHaveText([/Chrome on .*This device.*no notification yet/]);
  expect(await barriers(page)).toEqual([]);

  // A card in a page that somebody looks at is not pushed as well.
  const isSeen = page.waitForResponse(/\/api\/auth\/push\/seen$/);
  await plan(api, company, [{ name: 'Chitra Iyer', in: 500, title: 'Seen in the page' }]);
  await expect(page.getByRole('article', { name: 'Due: Seen in the page' })).toBeVisible();
  expect((await isSeen).status()).toBe(200);

  await watchNotices(context);
  // No page of the product is open when the follow-ups come due.
  await page.goto('/offline.html');
  await plan(api, company, [
    { name: 'Asha Rao', in: 500, title: 'Send the quote' },
    { name: 'Bina Shah', in: 600, title: 'Ask for the order' },
  ]);
  await service.until(() => service.of(browser).length === 2);
  expect(service.of(browser).map(({ title }) => title)).not.toContain('Seen in the page');
  type Listed = { reminders: { title: string; is_completed: boolean; reminder_date: string }[] };
  const stored = async (title: string) => {
    const { reminders } = await api.call<Listed>(company.manager, 'GET', '/reminders?limit=100');
    return reminders.find((one) => one.title === title);
  };
  const messageOf = (title: string) => JSON.stringify(service.of(browser).find((one) => one.title === title));

  await deliver(page, messageOf('Send the quote'));
  await expect
    .poll(async () => await shownTo(context))
    .toEqual([
      {
        title: 'Send the quote',
        body: expect.stringMatching(/^Asha Rao, /),
        actions: ['Done', 'Snooze 1 hour', 'Call'],
      },
    ]);
  // The same message again replaces the notification.
  await deliver(page, messageOf('Send the quote'));
  await expect.poll(async () => (await shownTo(context)).length).toBe(1);
  expect(await click(context, 'call')).toMatch(/^\/leads\/[\w-]+\/call\?reminder=[\w-]+$/);
  expect(await shownTo(context)).toEqual([]);

  await deliver(page, messageOf('Send the quote'));
  await expect.poll(async () => (await shownTo(context)).length).toBe(1);
  expect(await click(context)).toMatch(/^\/leads\/[\w-]+$/);
  await deliver(page, messageOf('Send the quote'));
  await expect.poll(async () => (await shownTo(context)).length).toBe(1);
  await click(context, 'done');
  await expect.poll(async () => (await stored('Send the quote'))?.is_completed).toBe(true);
  expect(await shownTo(context)).toEqual([]);

  await deliver(page, messageOf('Ask for the order'));
  await expect.poll(async () => (await shownTo(context)).length).toBe(1);
  await click(context, 'snooze');
  await expect
    .poll(async () =>
      Math.round(
        (Date.parse((await stored('Ask for the order'))?.reminder_date ?? '') - Date.now()) / 60_000,
      ),
    )
    .toBe(60);
  // The buttons of an old notification say why they do nothing.
  await deliver(page, messageOf('Ask for the order'));
  await expect.poll(async () => (await shownTo(context)).length).toBe(1);
  await click(context, 'done');
  await expect
    .poll(async () => await shownTo(context))
    .toEqual([
      { title: 'Ask for the order', body: 'This follow-up has been changed meanwhile.', actions: [] },
    ]);

  // A page that opens closes the notifications of what has been dealt with, and says that the device is on.
  await page.goto('/settings/general');
  await expect(part(page).getByRole('button', { name: 'Turn off for this device' })).toBeVisible();
  await part(page).getByRole('button', { name: 'Turn off for this device' }).click();
  await expect(toast(page, 'Notifications turned off for this device')).toBeVisible();
  await expect(turnOn(page)).toBeVisible();
  await expect(devices).toHaveCount(0);
});

const offer = (page: Page) => page.getByRole('region', { name: 'Reminders on this device' });

async function planOne(page: Page): Promise<void> {
  const composer = page.getByRole('region', { name: 'Add to this lead' });
  await composer.getByRole('radio', { name: 'Follow-up' }).check();
  await composer.getByRole('radio', { name: /^Mon \d/ }).check();
  await composer.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('9:00 AM');
}

test('after the first planned follow-up the page offers reminders on this device, which end with the session, never twice', async ({
  page,
  context,
  company,
  api,
  service,
  openAs,
}) => {
  await subscribesAt(context, service);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  const { id: another } = await api.addLead(company.manager, { name: 'Bina Shah' });
  await openAs(company.manager, `/leads/${id}`);
  await planOne(page);
  await expect(offer(page)).toContainText('Get reminded on this device when it is due?');
  expect(await barriers(page)).toEqual([]);
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toHaveCount(0);
  await page.goto(`/leads/${another}`);
  await planOne(page);
  await expectAbsent(offer(page));

  const colleague = await api.newPerson(company.id, 'manager', 'Ravi');
  await openAs(colleague, `/leads/${another}`);
  await planOne(page);
  await offer(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(toast(page, 'You’ll be reminded on this device')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect
    .poll(async () => await api.call(colleague, 'GET', '/auth/push'))
    .toMatchObject({ devices: [] });
});

const NO_PUSH = () => void Reflect.deleteProperty(globalThis, 'PushManager');
const ON_IPHONE = () =>
  Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' });

/** Opens another part of the settings and this one again: it looks at the device when it opens. */
async function reopenPart(page: Page): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'General' });
  await parts.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Trash' })).toBeVisible();
  await parts.getByRole('link', { name: 'You' }).click();
}

test('the settings say why this device cannot show notifications and that email is not set up, and keep the switches', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/settings/general');
  await expect(part(page).getByText(/^Notifications are blocked in this browser\./)).toBeVisible();
  await expectAbsent(turnOn(page));
  await expect(part(page).getByRole('note')).toContainText('Email isn’t set up');
  const choice = (name: string) => part(page).getByRole('checkbox', { name });
  await expect(choice('Email Notifications')).toBeChecked();
  await expect(choice('Reminder Notifications')).toBeChecked();
  await expect(choice('Weekly Reports')).not.toBeChecked();
  // A choice that is locked while it is saved keeps the focus.
  await choice('Weekly Reports').press('Space');
  await expect(page.getByText('Notifications saved')).toBeVisible();
  await expect(choice('Weekly Reports')).toBeFocused();

  await page.evaluate(NO_PUSH);
  await reopenPart(page);
  await expect(
    part(page).getByText(/^This browser can’t show notifications while LMS is closed\./),
  ).toBeVisible();
  await expectAbsent(turnOn(page));
  await expect(choice('Weekly Reports')).toBeChecked();
  await page.evaluate(ON_IPHONE);
  await reopenPart(page);
  await expect(part(page).getByText(/^On an iPhone or iPad, add LMS to the Home Screen first/)).toBeVisible();
  await expectAbsent(turnOn(page));
});
