import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { sessionOf } from '../../bench.ts';
import { MANAGER } from '../../dataset.ts';
import { median } from '../../load.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** A report's page may take this many times as long as the dashboard. */
const MOST = 2;
/** Views of each page; the first one, which warms up the server, is not counted. */
const LOOKS = 8;

type BrowserScript = { findBrowser: () => Promise<string> };
type Screen = { what: string; address: string; figures: (page: Page) => Locator };

const report = (name: string, region: string): Screen => ({
  what: name,
  address: `/reports?report=${name}&period=last_30_days`,
  figures: (page) => page.getByRole('region', { name: region }),
});
const SCREENS: readonly Screen[] = [
  {
    what: 'dashboard',
    address: '/dashboard',
    figures: (page) => page.getByRole('link', { name: /^Total Leads: / }),
  },
  report('people', 'Team figures'),
  report('sources', 'Figures of all sources'),
  report('funnel', 'Figures of all new leads'),
];

/**
 * Milliseconds from the address to the figures on screen, for a manager, in a new browser window each time.
 */
export async function measureReportPages(url: string): Promise<Line[]> {
  const { findBrowser } = (await import(
    pathToFileURL(join(ROOT, 'scripts/browser.mjs')).href
  )) as BrowserScript;
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  try {
    const session = await keptSession(url);
    const times = SCREENS.map((): number[] => []);
    for (let look = 0; look < LOOKS; look += 1)
      for (const [place, screen] of SCREENS.entries()) {
        const time = await timeOf(browser, url, screen, session);
        if (look > 0) times[place]?.push(time);
      }
    const [dashboard = 0, ...others] = times.map((of) => median(of));
    return others.map((time, place): Line => {
      const ratio = time / dashboard;
      return {
        figure: '4',
        what: `page of the report: ${SCREENS[place + 1]?.what}, 30 days`,
        lms: `${number(time)} ms`,
        other: `dashboard ${number(dashboard)} ms`,
        result: `${ratio.toFixed(2)} × the dashboard`,
        goal: `≤ ${MOST} × the dashboard`,
        passes: ratio <= MOST,
      };
    });
  } finally {
    await browser.close();
  }
}

/** A manager's session as the page stores it between two visits. */
type Kept = Record<'accessToken' | 'accessTokenIssuedAt' | 'user', string>;

async function keptSession(url: string): Promise<Kept> {
  const { accessToken, user } = await sessionOf(url, MANAGER);
  return { accessToken, accessTokenIssuedAt: String(Date.now()), user: JSON.stringify(user) };
}

async function timeOf(
  browser: Browser,
  url: string,
  { address, figures }: Screen,
  kept: Kept,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript((values: Kept) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, kept);
  const page = await context.newPage();
  const since = performance.now();
  await page.goto(url + address, { waitUntil: 'commit' });
  await figures(page).waitFor();
  const time = performance.now() - since;
  await context.close();
  return time;
}
