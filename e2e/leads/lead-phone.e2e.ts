import { expect, expectAbsent, test } from '../fixtures.ts';
import { choose, numbered, toast } from '../leads.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone a rep finds, filters, opens and edits leads, steps to the next one and returns to the card', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(30));
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/leads');
  const cards = page.getByRole('list', { name: 'Leads' }).getByRole('link');
  await expect(cards).toHaveCount(12);
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('even');
  await expect(page.getByText('Showing 1 to 12 of 15 (filtered from 30)')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await choose(page, drawer, 'Status', 'Contacted');
  await drawer.getByRole('button', { name: 'Show leads' }).tap();
  await page.getByRole('button', { name: 'Next', exact: true }).tap();
  await expect(cards).toHaveCount(3);
  await cards.filter({ hasText: 'Lead 06' }).tap();
  const neighbours = page.getByRole('navigation', { name: 'Leads of the list' });
  await expect(neighbours.getByRole('status')).toHaveText('13 of 15');
  await neighbours.getByRole('button', { name: 'Next lead' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Lead 04' })).toBeVisible();
  const bar = page.getByRole('group', { name: 'Actions' });
  await expect(bar.getByRole('link')).toHaveText(['Email', 'Log']);
  await expect(bar).toBeInViewport({ ratio: 1 });
  const facts = page.getByRole('region', { name: 'Lead Information' });
  await expect(facts.getByRole('term')).toHaveCount(6);
  await page.getByRole('button', { name: 'All details' }).tap();
  await expect(facts.getByRole('term')).toHaveCount(9);
  await expect(page.getByRole('complementary', { name: 'Summary' })).toBeVisible();
  await page.getByRole('button', { name: 'Fewer details' }).tap();
  await expect(facts.getByRole('term')).toHaveCount(6);
  await page.getByRole('link', { name: 'Edit Lead' }).tap();
  const form = page.getByRole('form', { name: 'Lead Information' });
  await form.getByRole('textbox', { name: 'Company' }).fill('Even Works, Pune');
  await form.getByRole('button', { name: 'Update Lead' }).tap();
  await expect(toast(page, 'Lead updated successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Leads' }).tap();
  await expect(page).toHaveURL('/leads?search=even&status=contacted&page=2');
  const card = cards.filter({ hasText: 'Lead 04' });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await expect(card.getByText('Even Works, Pune')).toBeVisible();
});

test('on a phone the list begins near the top, a menu has the tools, and a selection can cover all matches', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, numbered(14));
  await openAs(company.manager, '/leads?status=new&assigned_to=none');
  const list = page.getByRole('list', { name: 'Leads' });
  const top = async () => (await list.boundingBox())?.y;
  const remove = page.getByRole('button', { name: /^Remove filter/ });
  await expect(remove).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toBeVisible();
  expect(await top()).toBeLessThanOrEqual(260);
  await page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: 'Reset' }).tap();
  await expect(list.getByRole('listitem')).toHaveCount(12);
  await expect.poll(top).toBeLessThanOrEqual(200);
  await expectAbsent(page.getByRole('button', { name: 'Import' }));
  await page.getByRole('button', { name: 'More tools' }).tap();
  await expect(page.getByRole('menuitem')).toHaveText(['Import', 'Export', 'Table Settings', 'Board']);
  await page.getByRole('menuitem', { name: 'Table Settings' }).tap();
  await expect(page.getByRole('dialog', { name: 'Table Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page
    .getByRole('checkbox', { name: /^Select Lead/ })
    .first()
    .tap();
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).tap();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Select all 14 matching' }).tap();
  await expect(bar.getByRole('status')).toHaveText('All 14 matching selected');
  await bar.getByRole('button', { name: 'Bulk Actions' }).tap();
  await expect(page.getByText('Only Super Admin users can perform bulk update operations')).toBeVisible();
  const menu = page.getByRole('menu');
  // The menu reacts to Escape once it has the focus.
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await bar.getByRole('button', { name: 'Clear selection' }).tap();
  await expect(bar).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
