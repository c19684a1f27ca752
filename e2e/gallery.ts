import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { Api } from './api.ts';
import { startServer } from './server.ts';
import type { Account, Server } from './server.ts';

/** Takes pictures of the sample installation: `npm run gallery -- leads board` takes those of these screens alone. */
const FOLDER = resolve(import.meta.dirname, '..', 'test-results', 'gallery');
const WIDTHS = [1440, 1024, 390];
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 };
const SCHEMES = ['light', 'dark'] as const;

type Screen = { address: string; as?: string; before?: (page: Page) => Promise<void> };

const REP = 'sneha@sharma.example';
const MANAGER = 'ritu@sharma.example';
const SUPERADMIN = 'superadmin@lms.example';
const press = (name: string | RegExp) => async (page: Page) =>
  await page.getByRole('button', { name }).first().click();
const firstLead = async (page: Page) =>
  await page.getByRole('main').locator('a[href^="/leads/"]').first().click();

const SCREENS: Record<string, Screen> = {
  landing: { address: '/' },
  'sign-in': { address: '/login' },
  'my-day': { address: '/dashboard', as: REP },
  dashboard: { address: '/dashboard', as: MANAGER },
  leads: { address: '/leads', as: MANAGER },
  'no-leads': { address: '/leads?search=nobody-has-this-name', as: MANAGER },
  filters: { address: '/leads', as: MANAGER, before: press('Filters') },
  export: { address: '/leads', as: MANAGER, before: press('Export') },
  import: { address: '/leads', as: MANAGER, before: press('Import') },
  'table-settings': { address: '/leads', as: MANAGER, before: press('Table Settings') },
  palette: { address: '/leads', as: MANAGER, before: press('Find anything') },
  notifications: { address: '/leads', as: REP, before: press(/^Notifications/) },
  board: { address: '/leads?view=board', as: MANAGER },
  lead: { address: '/leads', as: MANAGER, before: firstLead },
  'new-lead': { address: '/create-lead', as: MANAGER },
  'log-call': {
    address: '/dashboard',
    as: REP,
    before: async (page) => await page.getByRole('link', { name: /^Start calling/ }).click(),
  },
  'follow-ups': { address: '/reminders', as: REP },
  products: { address: '/products', as: MANAGER },
  'all-clients': { address: '/leads', as: SUPERADMIN },
  ...Object.fromEntries(
    ['general', 'fields', 'templates', 'clients', 'api', 'users', 'roles', 'audit'].map((tab) => [
      `settings-${tab}`,
      { address: `/settings/${tab}`, as: SUPERADMIN },
    ]),
  ),
};

async function picture(
  browser: Browser,
  server: Server,
  name: string,
  width: number,
  scheme: 'light' | 'dark',
) {
  const { address, as, before } = SCREENS[name] as Screen;
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width, height: HEIGHTS[width] as number },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  const page = await context.newPage();
  if (as) await signIn(page, server, server.account(as));
  const quiet = watchRequests(page);
  await page.goto(address);
  await quiet();
  await before?.(page);
  await quiet();
  const file = `${name}-${width}-${scheme}.png`;
  await page.screenshot({ path: join(FOLDER, file) });
  await context.close();
  return file;
}

/** Waits until nothing has been asked for half a second; the live stream, which stays open, does not count. */
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

function sheetOf(files: ReadonlyMap<string, string[]>): string {
  const rows = [...files].map(
    ([name, pictures]) =>
      `<h2>${name}</h2><div>${pictures.map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>LMS: every screen</title>
<style>body{font:14px system-ui;margin:24px}div{display:flex;gap:12px;overflow-x:auto}img{height:420px;border:1px solid #ccc}</style>
${rows.join('\n')}`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in SCREENS));
if (unknown.length > 0) {
  console.error(`No screen is called ${unknown.join(', ')}. There are: ${Object.keys(SCREENS).join(', ')}.`);
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const files = new Map<string, string[]>();
  for (const name of wanted.length > 0 ? wanted : Object.keys(SCREENS)) {
    const pictures: string[] = [];
    for (const scheme of SCHEMES)
      for (const width of WIDTHS) pictures.push(await picture(browser, server, name, width, scheme));
    files.set(name, pictures);
    console.log(name);
  }
  writeFileSync(join(FOLDER, 'index.html'), sheetOf(files));
  console.log(`\nLook at ${join(FOLDER, 'index.html')}`);
} finally {
  await browser.close();
  await server.stop();
}
