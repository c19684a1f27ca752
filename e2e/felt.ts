import type { Browser, Locator, Page } from '@playwright/test';
import { startGallery } from './screens.ts';
import type { Server } from './server.ts';

/**
 * Performs the acts of a rep's day on a phone network and a slow processor, as often as its argument says,
 * and writes the requests and milliseconds of each as JSON, for bench/figures/felt.ts.
 */
const REP = 'sneha@sharma.example';
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
/** Milliseconds during which requests are counted, from the first key of an act. */
const OBSERVED = 2500;
const LOOKS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

type Felt = { requests: number; ms: number };
type Act = { what: string; begin: (page: Page) => Promise<void>; end: (page: Page) => Promise<unknown> };

const overdue = (page: Page) => page.getByRole('region', { name: /^Overdue/ }).getByRole('listitem');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
let before = '';
const keep = async (place: Locator) => (before = await place.innerText());
const changes = async (place: Locator) => await place.filter({ hasNotText: before }).waitFor();
const open = (address: string, end: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(address);
  await end(page).waitFor();
  await page.waitForTimeout(OBSERVED);
};

const ACTS: (Act & { prepare?: (page: Page) => Promise<unknown> })[] = [
  {
    what: 'sign in to the first row of My Day',
    begin: (page) => page.keyboard.press('Enter'),
    end: (page) => overdue(page).first().waitFor(),
  },
  {
    what: 'My Day: Done',
    prepare: async (page) => {
      await page.waitForTimeout(OBSERVED);
      await keep(overdue(page).first());
    },
    begin: (page) => overdue(page).first().getByRole('button', { name: /^Done/ }).click(),
    end: (page) => changes(overdue(page).first()),
  },
  {
    what: 'Start calling',
    begin: (page) => page.getByRole('link', { name: /^Start calling/ }).click(),
    end: (page) => page.getByRole('button', { name: 'Save Call Log' }).waitFor(),
  },
  {
    what: 'no answer, next lead',
    prepare: (page) => keep(title(page)),
    begin: (page) => page.keyboard.press('Shift+N'),
    end: (page) => changes(title(page)),
  },
  {
    what: 'open a lead from the list',
    prepare: open('/leads', (page) => page.getByRole('main').locator('a[href^="/leads/"]').first()),
    begin: (page) => page.getByRole('main').locator('a[href^="/leads/"]').first().click(),
    end: (page) => note(page).waitFor(),
  },
  {
    what: 'next lead',
    prepare: (page) => keep(title(page)),
    begin: (page) => page.keyboard.press('j'),
    end: (page) => changes(title(page)),
  },
  {
    what: 'note',
    prepare: (page) => note(page).fill('Wants a quote'),
    begin: (page) => note(page).press('Enter'),
    end: (page) =>
      page.getByRole('region', { name: 'Timeline' }).getByText('Wants a quote').first().waitFor(),
  },
];

async function feel(browser: Browser, server: Server, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ baseURL: server.origin, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const { email, password } = server.account(REP);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let requests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/events') requests += 1;
  });
  const felt: Record<string, Felt> = {};
  for (const { what, prepare, begin, end } of ACTS) {
    await prepare?.(page);
    requests = 0;
    const since = performance.now();
    const isOver = page.waitForTimeout(OBSERVED);
    await begin(page);
    await end(page);
    const ms = performance.now() - since;
    await isOver;
    felt[what] = { requests, ms };
  }
  await context.close();
  return felt;
}

const runs = Number(process.argv[2] ?? 1);
const { browser, server, stop } = await startGallery();
try {
  const all: Record<string, Felt[]> = {};
  for (let run = 0; run < runs; run += 1)
    for (const [look, viewport] of Object.entries(LOOKS))
      for (const [what, felt] of Object.entries(await feel(browser, server, viewport)))
        (all[`${what}, ${look}`] ??= []).push(felt);
  console.log(JSON.stringify(all));
} finally {
  await stop();
}
