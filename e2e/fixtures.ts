import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { TestProvider } from '#test/accounts/provider.ts';
import { startPushService } from '#test/messages/push-service.ts';
import type { PushService } from '#test/messages/push-service.ts';
import { Api } from './api.ts';
import type { Company } from './api.ts';
import { watchFaults } from './checks/faults.ts';
import type { Faults } from './checks/faults.ts';
import { freePort, startServer } from './server.ts';
import type { Account, Server } from './server.ts';
import { startTelephoneSystem } from './outside/telephone-system.ts';
import type { TelephoneSystem } from './outside/telephone-system.ts';

type TestFixtures = {
  faults: Faults;
  /** Opens the next page as this user, as if signed in before. */
  signIn: (account: Account) => Promise<void>;
  /** Does the same, and opens an address of the app as this user. */
  openAs: (account: Account, address: string) => Promise<void>;
  /** A new client without leads. */
  company: Company;
  /** Whether the browser asks pages to save data: pages then prefetch no code, which matters to few tests. */
  savesData: boolean;
};
/**
 * What the server reaches outside is the same for all tests: a file with a server of its own waits for its
 * start, and for a worker of its own.
 */
type WorkerFixtures = {
  server: Server;
  api: Api;
  service: PushService;
  system: TelephoneSystem;
  /** The address at which the provider starts once a test needs it. */
  providerAddress: HttpServer;
  provider: TestProvider;
};

/** Something outside the server that a worker's tests share, from its start to its end. */
function beside<Part extends { close: () => Promise<unknown> }>(start: () => Promise<Part>) {
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that nothing is needed
  const part = async ({}, use: (part: Part) => Promise<void>) => {
    const started = await start();
    await use(started);
    await started.close();
  };
  return [part, { scope: 'worker' as const }] satisfies [unknown, unknown];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: beside(startPushService),
  system: beside(startTelephoneSystem),
  providerAddress: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      const address = createServer().listen(0, '127.0.0.1');
      await once(address, 'listening');
      await use(address);
      address.close();
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({ providerAddress }, use) => {
      // Its library takes longer to load than a short test.
      const { startProvider } = await import('#test/accounts/provider.ts');
      const provider = await startProvider(providerAddress);
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service, system, providerAddress }, use) => {
      const { port } = providerAddress.address() as AddressInfo;
      const settings = {
        // The addresses that the server shows contain it.
        PORT: String(await freePort()),
        INTERNAL_PUSH_SERVICES: service.origin,
        INTERNAL_TELEPHONY: system.url,
        INTERNAL_PROVIDERS: `http://127.0.0.1:${port}`,
      };
      const server = await startServer({ settings });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  api: [async ({ server }, use) => await use(new Api(server)), { scope: 'worker' }],
  savesData: [true, { option: true }],
  context: async ({ context, savesData }, use) => {
    await context.addInitScript(
      (value) =>
        Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: value } }),
      savesData,
    );
    await use(context);
  },
  baseURL: async ({ server }, use) => await use(server.origin),
  faults: [
    async ({ context, server }, use) => {
      const faults = watchFaults(context, server.origin);
      await use(faults);
      // Console messages arrive a little after the page's events.
      await expect.poll(faults.unmet, { message: 'expected faults that never came' }).toEqual([]);
      expect(faults.unexpected(), 'faults nobody expected').toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ context, server, api }, use) =>
    await use(async (account) => await keepSession(context, server, await api.signIn(account))),
  openAs: async ({ page, signIn }, use) =>
    await use(async (account, address) => {
      await signIn(account);
      await page.goto(address);
    }),
  company: async ({ api }, use) => await use(await api.newCompany('Deccan Test Traders')),
});

export { expect };

let sessions = 0;

/**
 * Stores token and user in the browser's storage, and the refresh cookie, as a sign-in does. The next
 * document of the origin writes them, once: Playwright's own `setStorageState` opens a page for this, which
 * costs a sixth of a short test.
 */
export async function keepSession(
  context: BrowserContext,
  { origin }: Server,
  { token, user, cookie }: Awaited<ReturnType<Api['signIn']>>,
): Promise<void> {
  sessions += 1;
  await context.clearCookies();
  await context.addCookies([
    {
      ...cookie,
      domain: new URL(origin).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    },
  ]);
  const kept = {
    accessToken: token,
    accessTokenIssuedAt: String(Date.now()),
    user: JSON.stringify(user),
    signInOfTest: String(sessions),
  };
  await context.addInitScript(
    ([of, entries]) => {
      if (
        location.origin !== of ||
        Number(localStorage.getItem('signInOfTest')) >= Number(entries.signInOfTest)
      )
        return;
      localStorage.clear();
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    [origin, kept] as const,
  );
}

/** Checks once, without waiting: a part that would have rendered with the present ones is absent. */
export async function expectAbsent(locator: Locator): Promise<void> {
  expect(await locator.count(), `${locator.toString()} is there`).toBe(0);
}

/** Opens a page of the navigation by a click: loading a document costs more, and clears the page's memory. */
export async function walkTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();
}

/** The names in the lead table, from top to bottom. */
export function leadNames(page: Page): Locator {
  return page.getByRole('table', { name: 'Leads' }).getByRole('rowheader').getByRole('link');
}

/** The API calls that a page makes from now on: `GET /leads?search=x`. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}${search}`);
  });
  return calls;
}
