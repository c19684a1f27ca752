import type { Page } from '@playwright/test';
import { expect, expectAbsent, test, walkTo } from '../fixtures.ts';
import { failure, toast } from '../leads.ts';
import { DAY, HOUR, plan } from '../hands/planned.ts';
import type { Company, Person } from '../api.ts';
import type { Api } from '../api.ts';

const group = (page: Page, name: RegExp) => page.getByRole('region', { name });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** A rep's two late follow-ups, one of the manager's, one due in some days, and a lead without any. */
async function fill(api: Api, company: Company): Promise<Person> {
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  const own = { ...company, manager: rep };
  await plan(api, own, [
    { name: 'Asha Rao', in: -12 * DAY, title: 'Send the drawings', phone: '+91 98765 00001' },
    { name: 'Bina Shah', in: -3 * HOUR },
    { name: `Chitra Iyer ${'r'.repeat(180)}`, in: 9 * DAY },
  ]);
  await plan(api, company, [{ name: 'Of the manager', in: -DAY }]);
  await api.addLead(rep, { name: 'Fresh lead' });
  await api.addLead(rep, { name: 'Of nobody', assigned_to: null });
  return rep;
}

test('a rep starts with their own day: late follow-ups first, each with its actions, within the width of a phone', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await openAs(await fill(api, company), '/dashboard');
  await expect(page.getByRole('heading', { level: 2, name: 'My Day' })).toBeVisible();
  const overdue = group(page, /^Overdue/);
  await expect(overdue.getByRole('listitem')).toHaveText([/^Asha Rao/, /^Bina Shah/]);
  const asha = overdue.getByRole('listitem').first();
  await expect(asha).toContainText('Send the drawings12 days late');
  await expect(asha).toContainText('not contacted yet');
  await expect(overdue.getByRole('link', { name: '98765 00001' })).toHaveAttribute(
    'href',
    'tel:+919876500001',
  );
  await expect(overdue.getByRole('link', { name: 'WhatsApp Asha Rao' })).toHaveAttribute(
    'href',
    'https://wa.me/919876500001',
  );
  const later = group(page, /^Later/).getByRole('listitem');
  await expect(later).toHaveText([/^Chitra Iyer/]);
  // A name that never ends is cut before the next column.
  const name = await later.getByRole('link', { name: /^Chitra/ }).first().boundingBox(); // prettier-ignore
  const next = await later.getByText('No number').boundingBox();
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
  // Nobody has called any of them: planned ones appear on their day, the new one once.
  await expect(group(page, /^New, not yet called/).getByRole('listitem')).toHaveText([/^Fresh lead/]);
  await expectAbsent(group(page, /^No next step/));
  await expect(group(page, /^New, unassigned/).getByRole('listitem')).toHaveText([/^Of nobody.*Unassigned/]);
  await expectAbsent(row(page, 'Of the manager').getByRole('button', { name: 'Done: Of the manager' }));

  await overdue.getByRole('button', { name: 'Done: Bina Shah' }).click();
  await expect(toast(page, 'Reminder marked as completed')).toBeVisible();
  await expect(overdue.getByRole('listitem')).toHaveText([/^Asha Rao/]);
  await expect(page.getByRole('link', { name: 'Start calling (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(overdue.getByRole('listitem')).toHaveCount(2);
  // The second click of a double click lands on the next row.
  await overdue.getByRole('button', { name: 'Done: Asha Rao' }).click();
  await expect(overdue.getByRole('listitem')).toHaveText([/^Bina Shah/]);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(overdue.getByRole('listitem')).toHaveText([/^Asha Rao/, /^Bina Shah/]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(overdue.getByRole('button', { name: 'Done: Asha Rao' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Start calling (2)' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log a call: Asha Rao');
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
});

test('a popup over a follow-up of the day stays open when the follow-up moves to another group', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [{ name: 'Asha Rao', in: -DAY }]);
  const { reminders } = await api.call<{ reminders: { id: string }[] }>(company.manager, 'GET', '/reminders');
  await openAs(company.manager, '/dashboard');
  const groupOf = (name: RegExp) => page.getByRole('region', { name, includeHidden: true });
  await groupOf(/^Overdue/)
    .getByRole('button', { name: 'Snooze' })
    .click();
  await page.getByRole('menuitem', { name: 'Pick date and time' }).click();
  const popup = page.getByRole('dialog', { name: 'Snooze' });
  const moment = popup.getByRole('textbox', { name: 'Remind me on' });
  await moment.fill('3/12/35, 2:30 pm');
  // Lists are not read again under a user who is typing.
  await popup.getByRole('button', { name: 'Cancel' }).focus();
  const reminder_date = new Date(Date.now() + 9 * DAY).toISOString();
  await api.call(company.manager, 'PUT', `/reminders/${reminders[0]?.id}`, { reminder_date });
  await expect(groupOf(/^Later/)).toContainText('Asha Rao');
  await expect(moment).toHaveValue(/2035/);
});

test('Team shows everybody’s day, and stays chosen on the next visit and in Follow Ups', async ({
  page,
  company,
  api,
  openAs,
}) => {
  // The page requests its user at the start; this response arrives after the choice, and before the choice is
  // saved.
  const [chosen, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/auth/me', async (route) => {
    await (route.request().method() === 'GET' ? chosen : seen).promise;
    await route.continue();
  });
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/auth/me'));
  await openAs(await fill(api, company), '/dashboard');
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/auth/me') && response.request().method() === 'PATCH',
  );
  await page.getByRole('radio', { name: 'Team' }).check();
  chosen.resolve();
  await (await asked).finished();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await page.getByRole('radio', { name: 'Team' }).isChecked()).toBe(true);
  seen.resolve();
  await expect(group(page, /^Overdue/).getByRole('listitem')).toHaveText([
    /^Asha Rao/,
    /Meera/,
    /^Bina Shah/,
  ]);
  await saved;
  await page.reload();
  await expect(page.getByRole('heading', { name: "The team's day" })).toBeVisible();
  await group(page, /^Overdue/)
    .getByRole('heading')
    .getByRole('link')
    .click();
  await expect(page).toHaveURL('/reminders?due=overdue&first_of_lead=true');
  const only = page.getByRole('checkbox', { name: 'Only mine' });
  await expect(only).not.toBeChecked();
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(3);
  await only.check();
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(2);
  await walkTo(page, 'Dashboard');
  await walkTo(page, 'Follow Ups');
  await expect(only).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Later/ })).toBeVisible();
});

test('My Day and Follow Ups have one design of rows, all of one height', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [
    { name: 'Asha Rao', in: -12 * DAY, phone: '+91 98765 00001', company_name: 'Rao Interiors' },
    { name: 'राजेश कुमार शर्मा', in: -3 * HOUR },
    { name: 'Harjit Singh', in: -2 * HOUR, title: 'A title that is longer than its column '.repeat(4) },
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const shapes: unknown[] = [];
  await openAs(company.manager, '/dashboard');
  for (const [name, list] of [
    ['Dashboard', group(page, /^Overdue/)],
    ['Follow Ups', page.getByRole('list', { name: 'Upcoming' })],
  ] as const) {
    await walkTo(page, name);
    await expect(list.getByRole('listitem')).toHaveCount(3);
    const rows = await list.getByRole('listitem').evaluateAll((all) =>
      all.map((item) => ({
        height: item.getBoundingClientRect().height,
        icons: [...item.querySelectorAll('[data-key]')].map((icon) => icon.getAttribute('data-key')),
      })),
    );
    expect(new Set(rows.map(({ height }) => Math.round(height))).size).toBe(1);
    shapes.push(rows);
    await expect(list.getByRole('button', { name: /(Done|Complete): Asha Rao/ })).toBeVisible();
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

test('with only the keyboard, rows are moved between, completed, snoozed and called', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await openAs(await fill(api, company), '/dashboard');
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  await expect(link('Asha Rao')).toBeVisible();
  await page.keyboard.press('j');
  await expect(link('Asha Rao')).toBeFocused();
  await page.keyboard.press('d');
  await expect(link('Bina Shah')).toBeFocused();
  await page.keyboard.press('s');
  const menu = page.getByRole('menu', { name: 'Snooze: Bina Shah' });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(group(page, /^Tomorrow/).getByRole('listitem')).toHaveText([/^Bina Shah/]);
  await expect(link('Bina Shah')).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log a call: Bina Shah');
});

test('a manager starts with the figures, and finds the team’s day below them, also after it failed to load', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/(status of|answer) 500/);
  await api.addLead(company.manager, { name: 'Sold', status: 'converted' });
  await page.route('**/api/reminders/day*', (route) => route.fulfill(failure('The disk is full.')), {
    times: 1,
  });
  await openAs(company.manager, '/dashboard');
  const day = page.getByRole('region', { name: "The team's day" });
  await expect(day.getByText('Failed to load your day')).toBeVisible();
  await day.getByRole('button').last().click();
  await expect(day.getByText('Nothing is due and no leads are waiting.')).toBeVisible();
  await fill(api, company);
  await expect(group(page, /^Overdue/).getByRole('listitem')).toHaveCount(3);
  const figures = page.getByRole('region', { name: 'Key figures' });
  await expect(figures).toBeVisible();
  const heading = page.getByRole('heading', { name: "The team's day" });
  const [above, below] = [await figures.boundingBox(), await heading.boundingBox()];
  expect(below?.y).toBeGreaterThan(above?.y ?? Infinity);

  // Unassigned leads are the manager's to assign.
  await expect(day.getByText('1 new lead is unassigned.')).toBeVisible();
  await expectAbsent(group(page, /^New, unassigned/));
  await day.getByRole('link', { name: 'Assign it' }).click();
  await expect(page.getByRole('row').getByRole('link', { name: 'Of nobody' }).first()).toBeVisible();
  await expect(page.getByText('1 unassigned')).toBeVisible();
});

test('a manager’s day appears after the figures above it, so that no row moves under the pointer', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [{ name: 'Asha Rao', in: -DAY }]);
  const figures = Promise.withResolvers<void>();
  await page.route('**/api/dashboard/*', async (route) => {
    await figures.promise;
    await route.continue();
  });
  const day = page.waitForResponse((response) => response.url().includes('/api/reminders/day'));
  await openAs(company.manager, '/dashboard');
  await (await day).finished();
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  const asha = group(page, /^Overdue/)
    .getByRole('listitem')
    .filter({ hasText: 'Asha Rao' });
  const moves = await page.evaluateHandle(() => {
    const seen: number[] = [];
    const look = () => {
      const link = [...document.querySelectorAll('[data-reminder]')].find((shown) => shown.checkVisibility());
      if (link) seen.push(link.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  figures.resolve();
  await expect(asha).toBeVisible();
  await expect(page.getByText('Total Leads')).toBeVisible();
  await expect.poll(async () => (await moves.jsonValue()).length).toBeGreaterThan(10);
  expect(new Set(await moves.jsonValue())).toHaveProperty('size', 1);
});

test('Back from a lead returns to the row of the day from which it was opened', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await openAs(await fill(api, company), '/dashboard');
  const link = group(page, /^New, not yet called/).getByRole('link', { name: 'Fresh lead', exact: true });
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fresh lead');
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
});
