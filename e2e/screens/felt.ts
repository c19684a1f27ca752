import type { Browser, Page } from '@playwright/test';
import { isOfAct } from '../checks/figures.ts';
import { startGallery } from './screens.ts';
import type { Server } from '../server.ts';

/**
 * Performs the acts of a rep's day on a phone network, at this machine's speed and at a quarter of it, as
 * often as its argument says, and writes the requests and milliseconds of each as JSON, for
 * bench/figures/screens/felt.ts.
 */
const REP = 'sneha@sharma.example';
/** The processor, as many times slower. */
const SPEEDS = [1, 4];
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
/** Milliseconds during which requests are counted, from the first key of an act. */
const OBSERVED = 2500;
const LOOKS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

type Felt = { requests: number; ms: number };
/** `shows` reads in the page what the act changes; it is shown when that is something else than before. */
type Act = {
  what: string;
  prepare?: (page: Page) => Promise<unknown>;
  begin: (page: Page) => Promise<void>;
  shows: () => string | undefined;
};

const overdue = (page: Page) => page.getByRole('region', { name: /^Overdue/ }).getByRole('listitem');
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const settle = (page: Page) => page.waitForTimeout(OBSERVED);
const firstLead = (page: Page) => page.getByRole('main').locator('a[href^="/leads/"]').first();

/** The first row of the group of overdue follow-ups. */
const firstOverdue = () =>
  [...document.querySelectorAll('section')]
    .find((section) => section.querySelector('h3')?.textContent?.startsWith('Overdue'))
    ?.querySelector('li')?.innerText;
const heading = () => document.querySelector('h1')?.innerText;

const ACTS: Act[] = [
  {
    what: 'sign in to the first row of My Day',
    begin: (page) => page.keyboard.press('Enter'),
    shows: firstOverdue,
  },
  {
    what: 'My Day: Done',
    prepare: settle,
    begin: (page) => overdue(page).first().getByRole('button', { name: /^Done/ }).click(),
    shows: firstOverdue,
  },
  {
    what: 'Start calling',
    begin: (page) => page.getByRole('link', { name: /^Start calling/ }).click(),
    shows: () =>
      [...document.querySelectorAll('button')].find((button) => button.innerText === 'Save Call Log')
        ?.innerText,
  },
  { what: 'no answer, next lead', begin: (page) => page.keyboard.press('Shift+N'), shows: heading },
  {
    what: 'open a lead from the list',
    prepare: async (page) => {
      await page.goto('/leads');
      await firstLead(page).waitFor();
      await settle(page);
    },
    begin: (page) => firstLead(page).click(),
    shows: () => document.querySelector('textarea[aria-label="Note"]')?.tagName,
  },
  { what: 'next lead', begin: (page) => page.keyboard.press('j'), shows: heading },
  {
    what: 'note',
    prepare: (page) => note(page).fill('Wants a quote'),
    begin: (page) => note(page).press('Enter'),
    shows: () => document.querySelector<HTMLElement>('section[aria-labelledby="timeline"]')?.innerText,
  },
];

/**
 * Milliseconds from the first event of an act until the frame in which its result is on the screen, by the
 * page's own clock: what steers the browser takes time itself.
 */
async function watch(page: Page, shows: Act['shows']): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle(
    `(() => {
      const shows = ${String(shows)};
      const before = shows();
      return {
        shown: new Promise((resolve) => {
          let begun;
          const begin = ({ timeStamp }) => (begun ??= timeStamp);
          for (const type of ['keydown', 'pointerdown'])
            addEventListener(type, begin, { capture: true, once: true });
          const look = () => {
            const now = shows();
            if (begun === undefined || now === undefined || now === before) requestAnimationFrame(look);
            else resolve(performance.now() - begun);
          };
          look();
        }),
      };
    })()`,
  );
  return async () => await handle.evaluate(({ shown }: { shown: Promise<number> }) => shown);
}

type Look = keyof typeof LOOKS;
type Measured = { what: string; look: Look; slower: number };

async function feel(browser: Browser, server: Server, { look, slower }: Omit<Measured, 'what'>) {
  const viewport = LOOKS[look];
  const context = await browser.newContext({ baseURL: server.origin, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const { email, password } = server.account(REP);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // The code of the first screen is loaded while somebody types.
  await settle(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  let requests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && isOfAct(pathname.slice('/api'.length))) requests += 1;
  });
  const felt: (Felt & Measured)[] = [];
  for (const { what, prepare, begin, shows } of ACTS) {
    await prepare?.(page);
    const shown = await watch(page, shows);
    requests = 0;
    const isOver = settle(page);
    await begin(page);
    const ms = await shown();
    await isOver;
    felt.push({ what, look, slower, requests, ms });
  }
  await context.close();
  return felt;
}

const runs = Number(process.argv[2] ?? 1);
const { browser, server, stop } = await startGallery();
try {
  const all: (Felt & Measured)[] = [];
  for (let run = 0; run < runs; run += 1)
    for (const slower of SPEEDS)
      for (const look of Object.keys(LOOKS) as Look[])
        all.push(...(await feel(browser, server, { look, slower })));
  console.log(JSON.stringify(all));
} finally {
  await stop();
}
