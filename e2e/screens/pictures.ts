import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { Api } from '../api.ts';
import type { Server } from '../server.ts';
import { openScreen, startGallery } from './screens.ts';

/** Takes the pictures of the landing page and the sign-in from the sample installation: `npm run pictures`. */
const WEB = resolve(import.meta.dirname, '../../web');
const FOLDER = join(WEB, 'ui/pictures');
const REP = 'sneha@sharma.example';
const MANAGER = 'vikram@sharma.example';
const WIDE = { viewport: { width: 1132, height: 640 }, deviceScaleFactor: 1.5 };
/** Shown at half of this size. */
const SMALL = { viewport: { width: 880, height: 550 } };
const PHONE = {
  viewport: { width: 390, height: 640 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
};
const QUALITY = 0.5;

type Picture = {
  address: string;
  screen: BrowserContextOptions;
  as?: string;
  before?: (page: Page) => Promise<void>;
};

const openCall = async (page: Page) => {
  const lead = page.getByRole('main').locator('a[href^="/leads/"]').first();
  const { pathname } = new URL((await lead.getAttribute('href')) ?? '', page.url());
  await page.goto(`${pathname}/call`);
};

const PICTURES: Record<string, Picture> = {
  'day-wide': { address: '/dashboard', screen: WIDE },
  'day-phone': { address: '/dashboard', screen: PHONE },
  'leads-wide': { address: '/leads', screen: WIDE },
  'list-small': { address: '/leads', screen: SMALL },
  'board-small': { address: '/leads?view=board', screen: SMALL },
  'team-small': { address: '/dashboard', screen: SMALL, as: MANAGER },
  'call-phone': { address: '/leads', screen: PHONE, before: openCall },
};

/** The pictures are of a rep who keeps up: of the late follow-ups, only the latest is still open. */
async function keepUp(server: Server): Promise<void> {
  const api = new Api(server);
  const rep = server.account(REP);
  type Late = { reminders: { id: string }[] };
  const { reminders } = await api.call<Late>(rep, 'GET', '/reminders?due=overdue&limit=100');
  for (const { id } of reminders.slice(0, -1)) await api.call(rep, 'PATCH', `/reminders/${id}/complete`);
}

/**
 * The window as the browser shows it, packed as WebP, or as JPEG for the preview picture of a shared link.
 */
async function save(
  page: Page,
  file: string,
  type: 'image/webp' | 'image/jpeg',
  quality: number,
): Promise<void> {
  const shot = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const packed = await blank.evaluate(
    async ({ png, kind, level }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: kind, quality: level });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { png: shot, kind: type, level: quality },
  );
  writeFileSync(file, Buffer.from(packed));
  console.log(file, `${Math.round(packed.length / 1024)} KB`);
}

mkdirSync(FOLDER, { recursive: true });
const { server, browser, stop } = await startGallery();
try {
  await keepUp(server);
  for (const [name, { address, screen, as = REP, before }] of Object.entries(PICTURES))
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, quiet } = await openScreen(browser, server, { ...screen, colorScheme }, address, as);
      await before?.(page);
      await quiet();
      await save(page, join(FOLDER, `${name}-${colorScheme}.webp`), 'image/webp', QUALITY);
      await page.context().close();
    }
  const shared = { viewport: { width: 1200, height: 630 } };
  const { page } = await openScreen(browser, server, shared, '/');
  await save(page, join(WEB, 'public/lms.jpg'), 'image/jpeg', 0.8);
} finally {
  await stop();
}
