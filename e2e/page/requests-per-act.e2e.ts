import type { Page } from '@playwright/test';
import { expect, leadNames, recordCalls, test } from '../fixtures.ts';
import { FIGURES, isOfAct } from '../checks/figures.ts';
import { DAY, plan } from '../hands/planned.ts';

/**
 * Milliseconds during which an act's requests are counted, from its first key: echoes of a write arrive
 * within a second.
 */
const OBSERVED = 2500;

/** The calls that a page makes for an act and its consequences. */
async function callsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const calls = recordCalls(page);
  const isOver = page.waitForTimeout(OBSERVED);
  await act();
  await isOver;
  return calls.filter((call) => isOfAct(call.replace(/^GET /, '')));
}

test('an act needs few requests, and no tab reloads what it has just written', async ({
  page,
  company,
  api,
}) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  const people = Array.from({ length: 8 }, (_, index) => `Lead ${index + 1}`);
  const planned = people.map((name, index) => ({ name, in: (index - 20) * DAY, phone: '+91 98765 00001' }));
  await plan(api, { ...company, manager: rep }, planned);
  const overdue = page.getByRole('region', { name: /^Overdue/ });
  const row = (name: string) => overdue.getByRole('listitem').filter({ hasText: name });
  const title = (name: string) => page.getByRole('heading', { level: 1, name: new RegExp(`${name}$`) });
  const costs = async (name: string, most: number, act: () => Promise<void>) => {
    const calls = await callsOf(page, act);
    expect(calls.length, `${name} made ${calls.length} requests: ${calls.join(', ')}`).toBeLessThanOrEqual(
      most,
    );
  };
  const all = recordCalls(page);
  const begun = Date.now();

  // A sign-in that takes longer than the pause after which the domain of an email is looked up.
  await page.route('**/api/auth/login', async (route) => {
    await page.waitForTimeout(400);
    await route.fallback();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(rep.email);
  await page.getByLabel('Password', { exact: true }).fill(rep.password);
  await costs('Sign-in to the first row', 3, async () => {
    await page.keyboard.press('Enter');
    await expect(row('Lead 1')).toBeVisible();
  });
  await costs('Done', 2, async () => {
    await row('Lead 1').getByRole('button', { name: 'Done: Lead 1' }).click();
    await expect(row('Lead 1')).toHaveCount(0);
  });
  await costs('Snooze', 2, async () => {
    await row('Lead 2').getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: '1 hour' }).click();
    await expect(row('Lead 2')).toHaveCount(0);
  });
  await costs('Start calling', 3, async () => {
    await page.getByRole('link', { name: /^Start calling/ }).click();
    await expect(title('Lead 3')).toBeVisible();
  });
  for (const next of ['Lead 4', 'Lead 5'])
    await costs('No answer, next', 3, async () => {
      await page.keyboard.press('Shift+N');
      await expect(title(next)).toBeVisible();
    });

  await page.goto('/leads?sort_by=name&sort_order=asc');
  await expect(leadNames(page)).toHaveCount(8);
  await costs('Opening a lead', 2, async () => {
    await leadNames(page).nth(1).click();
    await expect(title('Lead 2')).toBeVisible();
    await expect(page.getByText('2 of 8')).toBeVisible();
  });
  for (const next of ['Lead 3', 'Lead 4'])
    await costs('Next lead', 2, async () => {
      await page.keyboard.press('j');
      await expect(title(next)).toBeVisible();
    });
  await costs('A note', 2, async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill('Wants a quote');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Wants a quote');
  });

  const turns = 2 + Math.floor((Date.now() - begun) / 15_000);
  for (const path of FIGURES) {
    const reads = all.filter((call) => call === `GET ${path}`).length;
    // A newly opened page loads its figures at once: this test opens two.
    expect(reads, `${path} was read ${reads} times`).toBeLessThanOrEqual(turns);
  }
});
