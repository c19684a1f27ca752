import type { Locator, Page } from '@playwright/test';
import { openScreen, startGallery } from './screens.ts';

/**
 * Opens the first screens as often as its argument says, each time in a new browser window, and prints the
 * measurements as JSON for bench/figures/screens/screens.ts.
 */
const REP = 'sneha@sharma.example';
/** How much slower the simulated processor is than this machine's. */
const SLOWER = 4;

type Screen = {
  what: string;
  address: string;
  as?: string;
  /** The part of the screen that appears last. */
  end: (page: Page) => Locator;
  /** The interactions of a user who has just arrived. */
  use: (page: Page) => Promise<void>;
};

const SCREENS: Screen[] = [
  {
    what: 'landing page',
    address: '/',
    end: (page) => page.getByRole('img', { name: /^My Day/ }),
    use: async (page) => {
      await page.getByRole('link', { name: 'Features' }).click();
      await page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    what: 'sign-in',
    address: '/login',
    end: (page) => page.getByRole('button', { name: 'Sign In' }),
    use: async (page) => {
      await page.getByLabel('Email').pressSequentially('asha@example.com');
      await page.getByRole('button', { name: 'Show password' }).click();
    },
  },
  {
    what: 'My Day',
    address: '/dashboard',
    as: REP,
    end: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /Snooze/ })
        .first(),
    use: async (page) => {
      await page
        .getByRole('button', { name: 'Team', exact: true })
        .or(page.getByText('Team', { exact: true }))
        .first()
        .click();
      await page
        .getByRole('main')
        .getByRole('button', { name: /Snooze/ })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    what: 'lead list',
    address: '/leads',
    as: REP,
    end: (page) => page.getByRole('button', { name: /^Actions for / }).first(),
    use: async (page) => {
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click();
      const found = page.waitForResponse((response) => response.url().includes('search=kumar'));
      await page
        .getByRole('searchbox')
        .or(page.getByPlaceholder('Search leads...'))
        .first()
        .pressSequentially('kumar');
      await found;
      // A menu would disappear with its row.
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    },
  },
];

type Seen = { paint: number; shift: number; interaction: number };

async function see(
  { browser, server }: Awaited<ReturnType<typeof startGallery>>,
  { address, as, end, use }: Screen,
): Promise<Seen> {
  const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' } as const;
  const { page, quiet } = await openScreen(browser, server, options, address, as, async (opened) => {
    const cdp = await opened.context().newCDPSession(opened);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await opened.addInitScript(watch);
  });
  await end(page).waitFor();
  await quiet();
  const paint = await page.evaluate(() => (window as Window & typeof globalThis & { seen: Seen }).seen.paint);
  await use(page);
  await quiet();
  const seen = await page.evaluate(() => (window as Window & typeof globalThis & { seen: Seen }).seen);
  await page.context().close();
  return { ...seen, paint };
}

/** Runs in the page from the start. */
function watch(): void {
  const seen = { paint: 0, shift: 0, interaction: 0 };
  Object.assign(window, { seen });
  const follow = (type: string, note: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...options,
    });
  follow('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime));
  follow('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  const note = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEntry & { interactionId?: number }).interactionId)
      seen.interaction = Math.max(seen.interaction, entry.duration);
  };
  follow('event', note, { durationThreshold: 16 });
}

const runs = Number(process.argv[2] ?? 1);
const gallery = await startGallery();
try {
  const seen: Record<string, Seen[]> = {};
  for (const screen of SCREENS) {
    await see(gallery, screen);
    seen[screen.what] = [];
    for (let run = 0; run < runs; run += 1) seen[screen.what]?.push(await see(gallery, screen));
  }
  console.log(JSON.stringify(seen));
} finally {
  await gallery.stop();
}
