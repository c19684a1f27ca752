import type { Locator, Page } from '@playwright/test';
import type { Api, Company, Person } from '../api.ts';
import { expect, test } from '../fixtures.ts';
import { liftByKey } from './keyboard.ts';

export const FIELDS = '/settings/fields';
type Configuration = Record<string, { title: string; order: number; [more: string]: unknown }>;

export const table = (page: Page) => page.getByRole('table', { name: 'All Available Fields' });
export const fieldNames = (page: Page) => table(page).getByRole('rowheader');
export const handle = (within: Page | Locator, title: string) =>
  within.getByRole('button', { name: `Move ${title}`, exact: true });
export const popup = (page: Page) => page.getByRole('dialog', { name: 'Edit Fields' });
export const title = (page: Page, key: string) =>
  popup(page).getByRole('textbox', { name: `Field name of ${key}`, exact: true });
export const flag = (page: Page, column: string, field: string) =>
  popup(page).getByRole('checkbox', { name: `${column}: ${field}`, exact: true });
export const save = (page: Page) => popup(page).getByRole('button', { name: 'Save Changes' });

export async function openFields(page: Page): Promise<void> {
  // The live stream never responds, so another admin's change is noticed only when it conflicts.
  await page.route('**/api/events', () => undefined);
  await page.goto(FIELDS);
  await expect(fieldNames(page).first()).toContainText('Name');
}

export async function openPopup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Fields' }).click();
  await expect(title(page, 'name')).toBeVisible();
}

export const fields = test.extend<{
  admin: Person;
  /** The client's fields as the server has them. */
  stored: () => Promise<Configuration>;
  /** Another admin's change. */
  change: (field: string, part: object) => Promise<void>;
}>({
  admin: async ({ api, company }, use) => await use(await api.newPerson(company.id, 'admin', 'Asha')),
  stored: async ({ api, company }, use) => await use(async () => await configurationOf(api, company)),
  change: async ({ api, company }, use) =>
    await use(async (field, part) => {
      await configure(api, company, { [field]: part });
    }),
});

/** Changes parts of the fields' settings. */
export async function configure(api: Api, company: Company, parts: Record<string, object>): Promise<void> {
  const settings = await configurationOf(api, company);
  const changed = Object.entries(parts).map(
    ([field, part]) => [field, { ...settings[field], ...part }] as const,
  );
  await api.call(await api.superadmin(), 'PUT', `/configurations/${company.id}/lead_config`, {
    config_value: Object.fromEntries(changed),
  });
}

async function configurationOf(api: Api, company: Company): Promise<Configuration> {
  const { configurations } = await api.call<{ configurations: { effective_value: Configuration }[] }>(
    await api.superadmin(),
    'GET',
    `/configurations/tenant/${company.id}`,
  );
  return configurations[0]?.effective_value ?? {};
}

export const keysOf = (settings: Configuration) =>
  Object.keys(settings).toSorted((one, other) => (settings[one]?.order ?? 0) - (settings[other]?.order ?? 0));

/**
 * Lifts a field by keyboard and drops it the given number of 25 px steps further down; a row is 44 px high.
 */
export async function moveDown(page: Page, field: string, steps: number): Promise<void> {
  await lift(page, field, steps);
  await page.keyboard.press('Space');
}

/**
 * Lifts a field by keyboard and carries it the given number of steps down, waiting for each step so that none
 * is lost.
 */
export async function lift(page: Page, field: string, steps: number): Promise<void> {
  await handle(page, field).focus();
  await liftByKey(page, page.getByText(`Lifted ${field}`, { exact: false }));
  const row = table(page)
    .getByRole('row')
    .filter({ has: handle(page, field) });
  // The offset includes how far the list itself has scrolled.
  const offset = async () =>
    await row.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
  for (let step = 1; step <= steps; step += 1) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(offset).toBeGreaterThanOrEqual(step * 25);
  }
}
