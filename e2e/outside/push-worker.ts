import type { BrowserContext, Page } from '@playwright/test';
import { subscriptionOf } from '#test/messages/push-service.ts';
import type { PushService, TestBrowser } from '#test/messages/push-service.ts';

/**
 * Subscribes the browser at the test's push service instead of its own, which is elsewhere. A browser without a screen
 * refuses all notifications, so the page reads what `grantPermissions` has set.
 */
export async function subscribesAt(context: BrowserContext, service: PushService): Promise<TestBrowser> {
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

/** Hands a message to the browser's worker, as its push service does. */
export async function deliver(page: Page, data: string): Promise<void> {
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
export const watchNotices = async (context: BrowserContext) =>
  await workerOf(context).evaluate(() => {
    const scope = globalThis as WorkerScope;
    scope.shown = new Map();
    scope.registration.showNotification = async (title, options) => {
      scope.shown.set(options.tag, { ...options, title, close: () => void scope.shown.delete(options.tag) });
    };
    // Only a real click may open windows.
    scope.clients.openWindow = async (path) => void (scope.opened = path);
  });

export const shownTo = async (context: BrowserContext): Promise<Notice[]> =>
  await workerOf(context).evaluate(() =>
    [...(globalThis as WorkerScope).shown.values()].map(({ title, body, actions }) => ({
      title,
      body,
      actions: actions.map((each) => each.title),
    })),
  );

/** Clicks the only notification, or one of its buttons; resolves to the address that was opened last. */
export const click = async (context: BrowserContext, action = ''): Promise<string | undefined> =>
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
