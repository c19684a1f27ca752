import type { BrowserContext, Page } from '@playwright/test';
import type { Api, Company, Session } from '../api.ts';
import { expect, leadNames, test } from '../fixtures.ts';
import { WITHOUT_CONNECTION, connectionBar, goOffline } from '../hands/connection.ts';
import { DAY, HOUR, plan } from '../hands/planned.ts';

test.use({ savesData: false });
// Most of their time these tests wait.
test.describe.configure({ mode: 'parallel' });

type OpenAs = (account: Company['manager'], address: string) => Promise<void>;
type Entry = { type: string; at: string; body: string };
type Reminder = { is_completed: boolean; reminder_date: string; lead: { name: string } };

const PEOPLE = ['Asha', 'Bina', 'Chitra', 'Deepa'];
const overdue = (page: Page) => page.getByRole('region', { name: /^Overdue/ });
const row = (page: Page, name: string) => overdue(page).getByRole('listitem').filter({ hasText: name });

/** A manager with the day of four overdue leads on the screen, kept by the browser together with the leads. */
async function openDay(page: Page, api: Api, company: Company, openAs: OpenAs) {
  const planned = PEOPLE.map((name, index) => ({ name, in: (index - 20) * DAY, phone: '+91 98765 00001' }));
  const ids = await plan(api, company, planned);
  const leadsRead = page.waitForResponse(/\/api\/reminders\/day\?.*pages=true/);
  await page.clock.install();
  await openAs(company.manager, '/dashboard');
  await expect(row(page, 'Deepa')).toBeVisible();
  // The worker begins, and the leads are read, in a quiet moment.
  await page.clock.fastForward(10_000);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await (await leadsRead).finished();
  await page.clock.fastForward(1000);
  await keptAll(page);
  return { ids, session: await api.signIn(company.manager) };
}

/** Waits until the browser has kept the code of the page and, after the leads, the day. */
async function keptAll(page: Page): Promise<void> {
  const isKept = async () =>
    await page.evaluate(async () => {
      const cache = await caches.open('lms-shell');
      const names = (await cache.keys()).map(({ url }) => url);
      return (
        names.some((name) => /LogCallPage|pages/.test(name)) &&
        names.some((name) => name.endsWith('/dashboard'))
      );
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}

async function note(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Note' });
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(text);
}

/** The notes on the server, oldest first. */
async function notesOf(api: Api, session: Session, ids: readonly string[]): Promise<string[]> {
  const entries = await Promise.all(
    ids.map(
      async (id) => await api.call<Entry[]>(session, 'GET', `/leads/${id}/timeline?type=note&limit=100`),
    ),
  );
  const byTime = entries.flat().toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return byTime.map(({ body }) => body);
}

async function remindersOf(api: Api, session: Session): Promise<Reminder[]> {
  const { reminders } = await api.call<{ reminders: Reminder[] }>(session, 'GET', '/reminders?limit=100');
  return reminders;
}

const callsOf = async (api: Api, session: Session) =>
  (
    await api.call<{ lead_name: string; notes: string }[]>(
      session,
      'GET',
      '/call-logs?limit=100&sort_order=asc',
    )
  ).map(({ lead_name: name, notes }) => `${name}: ${notes}`);

/** Opens the page again without a connection, as a phone does that has closed it meanwhile. */
async function reopen(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(row(page, 'Deepa')).toBeVisible();
}

test('an hour of work without a connection is sent once and in order', async ({
  page,
  context,
  company,
  api,
  openAs,
  faults,
}) => {
  test.slow();
  faults.allow(WITHOUT_CONNECTION);
  faults.allow(/ERR_FAILED/);
  const { ids, session } = await openDay(page, api, company, openAs);
  await goOffline(page);
  await page.clock.fastForward(HOUR);
  await reopen(page);

  const written: string[] = [];
  for (const name of PEOPLE) {
    await row(page, name).getByRole('link', { name, exact: true }).click();
    for (let turn = 1; turn <= 9; turn += 1) {
      written.push(`${name} ${turn}`);
      await note(page, `${name} ${turn}`);
    }
    await page.goBack();
  }
  for (const name of PEOPLE.slice(0, 2)) {
    await row(page, name).getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow, 9:00 AM' }).click();
    await expect(row(page, name)).toHaveCount(0);
  }
  await expect(connectionBar(page)).toContainText('38 changes waiting');
  await reopen(page);
  await expect(connectionBar(page)).toContainText('38 changes waiting');
  await page.getByRole('link', { name: /^Start calling/ }).click();
  for (const name of PEOPLE.slice(2)) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Log a call: ${name}`);
    await page.getByLabel('Comments').fill(`Spoke to ${name}`);
    await page.getByLabel('Duration (minutes)').fill('3');
    await page.keyboard.press('Control+Enter');
  }
  await expect(connectionBar(page)).toContainText('40 changes waiting');

  await context.setOffline(false);
  await expect(page.getByText(/changes? waiting|^Sending/)).toHaveCount(0, { timeout: 30_000 });
  expect(await notesOf(api, session, ids)).toEqual(written);
  expect(await callsOf(api, session)).toEqual(PEOPLE.slice(2).map((name) => `${name}: Spoke to ${name}`));
  const states = await remindersOf(api, session);
  const called = states.filter(({ is_completed: isDone }) => isDone).map(({ lead }) => lead.name);
  expect(called.toSorted()).toEqual(PEOPLE.slice(2));
  const coming = states.filter(({ reminder_date: at }) => Date.parse(at) > Date.now());
  expect(coming.map(({ lead }) => lead.name)).toEqual(expect.arrayContaining(PEOPLE.slice(0, 2)));
});

/** Of every three writes, one is lost before it arrives and one response after the work is done. */
async function loseThings(context: BrowserContext): Promise<void> {
  let turn = 0;
  await context.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return await route.continue();
    turn += 1;
    if (turn % 3 === 1) return await route.abort('connectionreset');
    if (turn % 3 === 2) await route.fetch();
    return turn % 3 === 2 ? await route.abort('connectionreset') : await route.continue();
  });
}

test('a connection that comes and goes loses nothing and doubles nothing', async ({
  page,
  context,
  company,
  api,
  openAs,
  faults,
}) => {
  test.slow();
  faults.allow(WITHOUT_CONNECTION);
  faults.allow(/ERR_FAILED|ERR_CONNECTION_RESET/);
  const { ids, session } = await openDay(page, api, company, openAs);
  await loseThings(context);
  const written: string[] = [];
  for (const [index, name] of PEOPLE.entries()) {
    await row(page, name).getByRole('link', { name, exact: true }).click();
    written.push(`${name} A`, `${name} B`);
    await note(page, `${name} A`);
    await context.setOffline(index % 2 === 0);
    await note(page, `${name} B`);
    await page.goBack();
  }
  await row(page, 'Asha').getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow, 9:00 AM' }).click();
  await context.setOffline(true);
  await row(page, 'Bina').getByRole('button', { name: /^Done/ }).click();
  await expect(row(page, 'Bina')).toHaveCount(0);
  await context.setOffline(false);
  // The page's clock skips the pauses between the attempts.
  await expect(async () => {
    await page.clock.fastForward(500);
    expect(await notesOf(api, session, ids)).toEqual(written);
  }).toPass({ timeout: 60_000, intervals: [100] });
  await expect(page.getByText(/changes? waiting|^Sending/)).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText(/not saved/)).toHaveCount(0);
  const done = async () =>
    (await remindersOf(api, session))
      .filter(({ is_completed: isDone }) => isDone)
      .map(({ lead }) => lead.name);
  await expect.poll(done, { timeout: 30_000 }).toEqual(['Bina']);
  const states = await remindersOf(api, session);
  const asha = states.find(({ lead }) => lead.name === 'Asha');
  expect(Date.parse(asha?.reminder_date ?? '')).toBeGreaterThan(Date.now());
});

test('changes that wait outlast a session that has ended meanwhile; a refusal of a change that has waited stays on the screen, and the session’s end leaves nothing', async ({
  page,
  context,
  company,
  api,
  openAs,
  faults,
}) => {
  test.slow();
  faults.allow(WITHOUT_CONNECTION);
  faults.allow(/ERR_FAILED|(status of|answer) 4\d\d/);
  const { ids, session } = await openDay(page, api, company, openAs);
  await goOffline(page);
  await row(page, 'Asha').getByRole('link', { name: 'Asha', exact: true }).click();
  await note(page, 'An hour later');
  await expect(connectionBar(page)).toContainText('1 change waiting');
  await api.call(session, 'DELETE', '/auth/sessions');
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(company.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(company.manager.password);
  await page.keyboard.press('Enter');
  const again = await api.signIn(company.manager);
  await expect.poll(async () => await notesOf(api, again, ids)).toEqual(['An hour later']);

  await goOffline(page);
  await note(page, 'Too late');
  await api.call(again, 'DELETE', `/leads/${ids[0]}`);
  await context.setOffline(false);
  const refused = page.getByText(/^A change was not saved\./);
  await expect(refused).toContainText('Asha:');
  await page.getByRole('button', { name: 'Dismiss', exact: true }).first().click();
  await expect(refused).toHaveCount(0);

  // The end of the former session has emptied what the browser keeps.
  await page.goto('/dashboard');
  await expect(row(page, 'Bina')).toBeVisible();
  await page.clock.fastForward(10_000);
  await keptAll(page);
  const kept = async () =>
    await page.evaluate(async () => [
      (await indexedDB.databases()).map(({ name }) => name),
      await caches.has('lms-shell'),
    ]);
  expect(await kept()).toEqual([['lms-kept'], true]);
  await api.call(again, 'DELETE', '/auth/sessions');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(kept).toEqual([[], false]);
});

test('a lead that was loaded ahead shows what was done while it was loading', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [{ name: 'Asha', in: -DAY }]);
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/api\/reminders\/day\?.*pages=true/, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  const loaded = page.waitForResponse(/\/api\/reminders\/day\?.*pages=true/);
  await openAs(company.manager, '/dashboard');
  await expect(row(page, 'Asha')).toBeVisible();
  await asked.promise;
  const completed = page.waitForResponse(/\/complete$/);
  await row(page, 'Asha').getByRole('button', { name: /^Done/ }).click();
  await completed;
  held.resolve();
  await (await loaded).finished();
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Leads' })
    .click();
  await leadNames(page).click();
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('No next step planned');
});
