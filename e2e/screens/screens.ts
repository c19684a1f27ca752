import { chromium } from '@playwright/test';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { Api } from '../api.ts';
import { startServer } from '../server.ts';
import type { Account, Server } from '../server.ts';

/** A sample installation and a browser, for programs that take screenshots. */
export async function startGallery(): Promise<{
  server: Server;
  browser: Browser;
  stop: () => Promise<void>;
}> {
  const server = await startServer();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { server, browser, stop };
}

/** Opens an address in a new browser window, as a user in India; resolves when the page is complete. */
export async function openScreen(
  browser: Browser,
  server: Server,
  options: BrowserContextOptions,
  address: string,
  as?: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<{ page: Page; quiet: () => Promise<void> }> {
  const context = await browser.newContext({
    baseURL: server.origin,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...options,
  });
  const page = await context.newPage();
  if (as) await signIn(page, server, server.account(as));
  await prepare?.(page);
  const quiet = watchRequests(page);
  await page.goto(address);
  await quiet();
  return { page, quiet };
}

/** Waits until no request was made for half a second; the live stream, which stays open, does not count. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  let last = Date.now();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) open.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      open.delete(request);
      last = Date.now();
    });
  return async () => {
    last = Date.now();
    while (open.size > 0 || Date.now() - last < 500) await page.waitForTimeout(100);
  };
}

async function signIn(page: Page, server: Server, account: Account): Promise<void> {
  const { token, user } = await new Api(server).signIn(account);
  await page.addInitScript(
    ([kept, who]) => {
      localStorage.setItem('accessToken', kept as string);
      localStorage.setItem('accessTokenIssuedAt', String(Date.now()));
      localStorage.setItem('user', who as string);
    },
    [token, JSON.stringify(user)],
  );
}
