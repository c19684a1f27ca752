import { monthLater, monthOf } from '#shared/values/months.ts';
import { barriers } from '../checks/barriers.ts';
import { expect, test } from '../fixtures.ts';
import { toast } from '../leads.ts';

const month = monthOf(new Date(), 'Asia/Kolkata');
const words = (of: string) =>
  new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${of}-01`),
  );

test('an admin sets targets by month, and a rep sees their own progress', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  const asha = await api.newPerson(company.id, 'salesrep', 'Asha');
  await openAs(admin, '/settings/users/targets');
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(words(month));
  const field = (name: string) => page.getByRole('textbox', { name: `${name} of Asha Joshi` });
  await page.getByRole('button', { name: 'The month before' }).click();
  await expect(page.getByRole('table', { name: `Targets of ${words(monthLater(month, -1))}` })).toBeVisible();
  await field('Calls').fill('4');
  await field('Calls').press('Tab');
  await expect(toast(page, 'Target of Asha Joshi saved')).toBeVisible();
  await expect(field('Won')).toBeFocused();
  await field('Value').fill('2.5 lakh?');
  await field('Value').press('Enter');
  await expect(field('Value')).toHaveAccessibleDescription(/not an amount/);
  await field('Value').fill('250000');
  await field('Value').press('Enter');
  await expect(field('Value')).toHaveValue('2,50,000');
  await field('Calls').fill('0');
  await expect(field('Calls')).toHaveAccessibleDescription('Calls must be at least 1.');
  await field('Calls').fill('4');
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'The month after' }).click();
  await expect(page.getByRole('table', { name: `Targets of ${words(month)}` })).toBeVisible();
  await expect(field('Calls')).toHaveValue('');
  await page.getByRole('button', { name: `Copy from ${words(monthLater(month, -1))}` }).click();
  await expect(toast(page, `1 target copied from ${words(monthLater(month, -1))}`)).toBeVisible();
  await expect(field('Calls')).toHaveValue('4');
  await expect(field('Value')).toHaveValue('2,50,000');

  const later = Promise.withResolvers<void>();
  await page.route(`**/api/targets?month=${monthLater(month, 1)}*`, async (route) => {
    await later.promise;
    await route.continue();
  });
  const next = page.getByRole('button', { name: 'The month after' });
  await next.click();
  await expect(heading).toHaveText(words(monthLater(month, 1)));
  const table = page.getByRole('table');
  await expect(page.locator('table[inert]')).toBeVisible();
  await expect(next).toBeFocused();
  later.resolve();
  await expect(table).toHaveAccessibleName(`Targets of ${words(monthLater(month, 1))}`);
  await expect(field('Calls')).toHaveValue('');
  await expect(next).toBeFocused();

  // On a phone a name has the whole width above its fields.
  await page.setViewportSize({ width: 390, height: 844 });
  const isWide = (cell: Element) => cell.clientWidth === cell.parentElement?.clientWidth;
  await expect.poll(async () => await page.getByRole('rowheader').first().evaluate(isWide)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });

  const { id } = await api.addLead(asha, { name: 'Bina Shah', value: 100_000 });
  await api.call(asha, 'POST', '/call-logs', { lead_id: id, duration: 5, notes: 'Talked' });
  await api.call(asha, 'PATCH', `/leads/${id}/convert`, {});
  await page.clock.install();
  await openAs(asha, '/dashboard');
  const card = page.getByRole('region', { name: `Targets of ${words(month)}` });
  await expect(card.getByRole('listitem')).toHaveText([
    /^Calls\s*1 of 4\s*25%(\s*behind)?$/,
    /^Value\s*₹1,00,000 of ₹2,50,000\s*40%(\s*behind)?$/,
  ]);
  await expect(card.getByText(/^Working day \d+ of 2[4-7]$/)).toBeVisible();
  await api.call(asha, 'POST', '/call-logs', { lead_id: id, duration: 5, notes: 'Talked again' });
  // Figures follow a change after seconds, which the page's clock skips.
  await expect(async () => {
    await page.clock.fastForward(5000);
    await expect(card.getByRole('listitem').first()).toHaveText(/2 of 4\s*50%(\s*behind)?$/, {
      timeout: 1000,
    });
  }).toPass();
});
