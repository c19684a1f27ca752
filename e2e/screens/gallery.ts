import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openScreen, startGallery } from './screens.ts';
import type { Server } from '../server.ts';

/**
 * Takes pictures of the sample installation: `npm run gallery -- leads board` takes only those of these
 * screens.
 */
const FOLDER = resolve(import.meta.dirname, '../..', 'test-results', 'gallery');
const WIDTHS = [1440, 1024, 390];
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 };
const SCHEMES = ['light', 'dark'] as const;

type Screen = { address: string; as?: string; before?: (page: Page) => Promise<void> };

const REP = 'sneha@sharma.example';
const MANAGER = 'ritu@sharma.example';
const SUPERADMIN = 'superadmin@lms.example';
const press = (name: string | RegExp) => async (page: Page) =>
  await page.getByRole('button', { name }).first().click();
/** Runs a menu action of the sample source. */
const ofSource = (action: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for IndiaMART' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
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
  'reports-sources': { address: '/reports?report=sources&period=this_quarter', as: MANAGER },
  'reports-costs': {
    address: '/reports?report=sources&period=this_quarter',
    as: MANAGER,
    before: press('Enter costs'),
  },
  'reports-funnel': { address: '/reports?report=funnel&period=this_quarter', as: MANAGER },
  'late-follow-ups': {
    address: '/reminders?group=completed&was_late=true&mine=false&from_date=2026-01-01',
    as: MANAGER,
  },
  reports: { address: '/reports?period=last_30_days', as: MANAGER },
  'reports-by-team': { address: '/reports?rows=teams&period=last_30_days', as: MANAGER },
  calls: { address: '/calls', as: MANAGER },
  products: { address: '/products', as: MANAGER },
  targets: { address: '/settings/users/targets', as: MANAGER },
  company: { address: '/settings/general/company', as: MANAGER },
  history: { address: '/settings/general/history', as: MANAGER },
  pipeline: { address: '/settings/fields/pipeline', as: MANAGER },
  absences: { address: '/settings/users/absences', as: MANAGER },
  'new-absence': { address: '/settings/general/absences', as: REP, before: press('I am away') },
  invitations: { address: '/settings/users/invitations', as: SUPERADMIN },
  teams: { address: '/settings/users/teams', as: MANAGER },
  'all-clients': { address: '/leads', as: SUPERADMIN },
  webhooks: { address: '/settings/api/webhooks', as: SUPERADMIN },
  sources: { address: '/settings/api/sources', as: SUPERADMIN },
  'new-source': {
    address: '/settings/api/sources',
    as: SUPERADMIN,
    before: press('Add Source'),
  },
  'source-log': { address: '/settings/api/sources', as: SUPERADMIN, before: ofSource('Deliveries') },
  'source-fields': {
    address: '/settings/api/sources',
    as: SUPERADMIN,
    before: ofSource('Match Fields'),
  },
  'service-tokens': { address: '/settings/api/tokens', as: SUPERADMIN },
  'new-service-token': {
    address: '/settings/api/tokens',
    as: SUPERADMIN,
    before: press('New Service Token'),
  },
  'new-token': { address: '/settings/general', as: MANAGER, before: press('New Access Token') },
  distribution: { address: '/settings/users/distribution', as: MANAGER, before: press('Try the Rules') },
  'new-rule': { address: '/settings/users/distribution', as: MANAGER, before: press('Add Rule') },
  ...Object.fromEntries(
    ['general', 'fields', 'general/templates', 'clients', 'api/keys', 'users', 'roles', 'roles/audit'].map(
      (path) => [`settings-${path.split('/').at(-1)}`, { address: `/settings/${path}`, as: SUPERADMIN }],
    ),
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
  const viewport = { width, height: HEIGHTS[width] as number };
  const { page, quiet } = await openScreen(browser, server, { viewport, colorScheme: scheme }, address, as);
  await before?.(page);
  await quiet();
  const file = `${name}-${width}-${scheme}.png`;
  await page.screenshot({ path: join(FOLDER, file) });
  await page.context().close();
  return file;
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
const { server, browser, stop } = await startGallery();
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
  await stop();
}
