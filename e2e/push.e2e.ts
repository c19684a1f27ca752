import type { BrowserContext, Page } from '@playwright/test';
import { startPushService, subscriptionOf } from '#test/push-service.ts';
import type { PushService } from '#test/push-service.ts';
import { barriers } from './barriers.ts';
import { expect, expectAbsent, test as base } from './fixtures.ts';
import { toast } from './leads.ts';
import { plan } from './planned.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

const test = base.extend<object, { service: PushService; server: Server }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, use) => {
      const server = await startServer({ settings: { INTERNAL_PUSH_SERVICES: service.origin } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

/**
 * Subscribes the browser at the test's push service instead of its own, which is elsewhere. A browser without a screen
 * refuses all notifications, so the page reads what `grantPermissions` has set.
 */
async function subscribesAt(context: BrowserContext, service: PushService) {
  await context.grantPermissions(['notifications']);
  const browser = service.browser();
  await context.addInitScript((subscription) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const made = {
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: { p256dh: subscription.p256dh, auth: subscription.auth },
      }),
      unsubscribe: async () => {
        localStorage.removeItem('test:subscribed');
        return true;
      },
    };
    const found = () => (localStorage.getItem('test:subscribed') ? made : null);
    Object.assign(PushManager.prototype, {
      getSubscription: async () => found(),
      subscribe: async () => {
        localStorage.setItem('test:subscribed', 'yes');
        return made;
      },
    });
  }, subscriptionOf(browser));
  return browser;
}

const part = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const turnOn = (page: Page) => part(page).getByRole('button', { name: 'Turn on for this device' });

/** Hands a message to the browser's worker, as its push service does. */
async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(new URL(page.url()).origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

type Notice = { title: string; body: string; actions: string[] };
type Shown = {
  title: string;
  body: string;
  tag: string;
  actions: { action: string; title: string }[];
  data: unknown;
  close: () => void;
};
/** The worker's own global names, with a list in place of the screen. */
type WorkerScope = typeof globalThis & {
  registration: {
    showNotification: (title: string, options: Omit<Shown, 'title' | 'close'>) => Promise<void>;
  };
  clients: { openWindow: (path: string) => Promise<void> };
  shown: Map<string, Shown>;
  opened: string | undefined;
};

function workerOf(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  return worker;
}

/** Keeps the notifications of the worker in a list: a browser without a screen shows none. */
const watchNotices = async (context: BrowserContext) =>
  await workerOf(context).evaluate(() => {
    const scope = globalThis as WorkerScope;
    scope.shown = new Map();
    scope.registration.showNotification = async (title, options) => {
      scope.shown.set(options.tag, { ...options, title, close: () => void scope.shown.delete(options.tag) });
    };
    // Only a real click may open windows.
    scope.clients.openWindow = async (path) => void (scope.opened = path);
  });

const shownTo = async (context: BrowserContext): Promise<Notice[]> =>
  await workerOf(context).evaluate(() =>
    [...(globalThis as WorkerScope).shown.values()].map(({ title, body, actions }) => ({
      title,
      body,
      actions: actions.map((each) => each.title),
    })),
  );

/** Clicks the only notification, or one of its buttons; resolves to the address that was opened last. */
const click = async (context: BrowserContext, action = ''): Promise<string | undefined> =>
  await workerOf(context).evaluate(async (name) => {
    const scope = globalThis as WorkerScope;
    const [notification] = scope.shown.values();
    const event = new Event('notificationclick');
    const done = new Promise((resolve) => {
      Object.assign(event, { notification, action: name, waitUntil: resolve });
    });
    scope.dispatchEvent(event);
    await done;
    return scope.opened;
  }, action);

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
  await expect(toast(page, 'Notifications are on on this device.')).toBeVisible();
  const devices = part(page).getByRole('list', { name: 'Devices with notifications' });
  await expect(devices.getByRole('listitem')).toHaveText([/Chrome on .*This device.*no notification yet/]);
  expect(await barriers(page)).toEqual([]);

  await watchNotices(context);
  // No page of the product is open when the follow-ups come due.
  await page.goto('/offline.html');
  await plan(api, company, [
    { name: 'Asha Rao', in: 1500, title: 'Send the quote' },
    { name: 'Bina Shah', in: 1600, title: 'Ask for the order' },
  ]);
  await service.until(() => service.of(browser).length === 2);
  const session = await api.signIn(company.manager);
  type Listed = { reminders: { title: string; is_completed: boolean; reminder_date: string }[] };
  const stored = async (title: string) => {
    const { reminders } = await api.call<Listed>(session, 'GET', '/reminders?limit=100');
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
  await expect(toast(page, 'Notifications are off on this device.')).toBeVisible();
  await expect(turnOn(page)).toBeVisible();
  await expectAbsent(devices);
});

const offer = (page: Page) => page.getByRole('region', { name: 'Reminders on this device' });

async function planOne(page: Page): Promise<void> {
  const composer = page.getByRole('region', { name: 'Add to this lead' });
  await composer.getByRole('radio', { name: 'Follow-up' }).check();
  await composer.getByRole('radio', { name: /^Mon \d/ }).check();
  await composer.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('9:00 AM');
}

test('after the first planned follow-up the page offers reminders on this device, never twice', async ({
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
});

test('reminders are turned on from the offer, and end with the session', async ({
  page,
  context,
  company,
  api,
  service,
  openAs,
}) => {
  await subscribesAt(context, service);
  const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
  await openAs(company.manager, `/leads/${id}`);
  await planOne(page);
  await offer(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(toast(page, 'You’ll be reminded on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await openAs(company.manager, '/settings/general');
  await expect(turnOn(page)).toBeVisible();
});
