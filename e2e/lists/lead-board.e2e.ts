import type { Locator, Page } from '@playwright/test';
import { CARDS_OF_COLUMN } from '#shared/leads/lead-board.ts';
import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { liftByKey } from '../hands/keyboard.ts';
import { drop } from '../hands/mouse.ts';
import { toast } from '../leads.ts';

const board = (page: Page) => page.getByRole('group', { name: 'Board' });
const column = (page: Page, name?: RegExp | string) =>
  board(page).getByRole('region', name === undefined ? {} : { name });
const cards = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('link', { name: /^Lead/ });
/** Drags a card over a column by mouse, keeping the button pressed. */
async function drag(page: Page, name: string, to: Locator): Promise<void> {
  const middle = async (part: Locator) => {
    const box = await part.boundingBox();
    if (!box) throw new Error('not on the screen');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [x, y] = await middle(page.getByRole('link', { name, exact: true }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y, { steps: 3 });
  await page.mouse.move(...(await middle(to)), { steps: 5 });
}

/** Lead A is the oldest. */
const lead = (name: string, more: object = {}) => ({
  name: `Lead ${name}`,
  created_at: `2026-01-0${name.charCodeAt(0) - 64}T06:00:00Z`,
  ...more,
});

test('leads move by mouse, keyboard and menu; each move updates the counts and can be undone', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLeads(company.manager, [
    lead('A', { status: 'new', value: 100_000, company_name: 'Acme', phone: '+91 98765 43210' }),
    lead('B', { status: 'new', value: 50_000, next_followup_date: '2026-01-01T06:00:00Z' }),
    lead('C', { status: 'qualified' }),
    lead('D', { status: 'site visit', company_name: 'A company with a name that never ends '.repeat(4) }),
  ]);
  await openAs(company.manager, '/leads');
  await expect(leadNames(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Board' }).click();
  await expect(page).toHaveURL('/leads?view=board');
  await expect(column(page)).toHaveCount(6);
  await expect(column(page, 'New, 2 leads')).toContainText('₹1,50,000');
  await expect(cards(page, 'New')).toHaveText(['Lead B', 'Lead A']);
  await expect(cards(page, 'Other')).toHaveText(['Lead D']);
  // A long name is truncated and widens nothing.
  const list = page.getByRole('list', { name: 'Other', exact: true });
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Empty columns are narrow strips that still accept drops.
  await expect(page.getByRole('button', { name: 'Expand Contacted 0' })).toBeVisible();
  await expect(column(page, 'New, 2 leads').getByText(/days late$/)).toBeVisible();
  await page.getByText('Lead A', { exact: true }).hover();
  await expect(column(page, 'New, 2 leads').getByRole('link', { name: 'Call Lead A' })).toHaveAttribute(
    'href',
    'tel:+919876543210',
  );

  const said = page.locator('[id^="DndLiveRegion"]');
  await drag(page, 'Lead A', column(page, 'Contacted, 0 leads'));
  await expect(said).toHaveText('Lead A is over Contacted');
  await drop(page);
  await expect(toast(page, 'Status of Lead A: Contacted')).toBeVisible();
  await expect(cards(page, 'Contacted')).toHaveText(['Lead A']);
  await expect(column(page, 'New, 1 lead')).toContainText('₹50,000');
  await expect(page.getByRole('link', { name: 'Lead A', exact: true })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(cards(page, 'New')).toHaveText(['Lead A', 'Lead B']);
  await expect(page.getByRole('link', { name: 'Lead A', exact: true })).toBeFocused();

  // By keyboard: Space lifts, arrow keys choose, Space drops; the focus follows.
  await page.getByRole('button', { name: 'Move Lead B' }).focus();
  await liftByKey(page, page.getByText('Lifted Lead B', { exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('Lead B is over Contacted');
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('Lead B is over Qualified');
  await page.keyboard.press('Space');
  await expect(cards(page, 'Qualified')).toHaveText(['Lead B', 'Lead C']);
  await expect(page.getByRole('link', { name: 'Lead B', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Move Lead A' }).focus();
  await liftByKey(page, page.getByText('Lifted Lead A', { exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('Lead A is over Contacted');
  // No column changes its width under a dragged card.
  await api.addLead(company.manager, { name: 'Lead E', status: 'contacted' });
  await expect(page.getByRole('button', { name: 'Expand Contacted 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(said).toHaveText('Lead A is back in its place');
  await expect(cards(page, 'Contacted')).toHaveText(['Lead E']);
  await expect(cards(page, 'New')).toHaveText(['Lead A']);

  // By menu, including out of "Other".
  await page.getByRole('button', { name: 'Actions for Lead D' }).click();
  await page.getByRole('menuitem', { name: 'Move to Converted' }).click();
  await expect(cards(page, 'Converted')).toHaveText(['Lead D']);
  await expect(page.getByRole('link', { name: 'Lead D', exact: true })).toBeFocused();
  await expect(column(page)).toHaveCount(5);

  // The Undo beside a name that never ends stays within the message.
  const long = `Lead ${'f'.repeat(180)}`;
  await api.addLead(company.manager, { name: long, status: 'new' });
  await page.getByRole('button', { name: `Actions for ${long}` }).click();
  await page.getByRole('menuitem', { name: 'Move to Qualified' }).click();
  await expect(toast(page, `Status of ${long}: Qualified`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport();
});

test('a long column shows more, follows filters and live updates, and survives Back and a reload', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const many = Array.from({ length: CARDS_OF_COLUMN + 5 }, (_, n) => ({
    name: `Lead ${String(n).padStart(2, '0')}`,
    status: 'new',
    source: n % 5 ? 'website' : 'referral',
    created_at: `2026-01-${String(n + 1).padStart(2, '0')}T06:00:00Z`,
  }));
  await api.addLeads(company.manager, [
    ...many,
    lead('Z', { status: 'lost', created_at: '2026-02-01T06:00:00Z' }),
  ]);
  await openAs(company.manager, '/leads?view=board');
  await expect(column(page, 'New, 25 leads')).toBeVisible();
  await expect(cards(page, 'New')).toHaveCount(CARDS_OF_COLUMN);
  await expect(cards(page, 'New').first()).toHaveText('Lead 24');
  await column(page, 'New, 25 leads').getByRole('button', { name: 'Show more' }).click();
  await expect(cards(page, 'New')).toHaveCount(25);
  await expect(cards(page, 'New').last()).toHaveText('Lead 00');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  // A colleague's new lead appears without a reload, and a moved one changes its column.
  const [moved] = await api.call<{ id: string }[]>(
    company.manager,
    'GET',
    '/leads?page=1&limit=1&search=Lead+24',
  );
  await api.addLead(company.manager, { name: 'Lead 25', status: 'new' });
  await api.call(company.manager, 'PATCH', `/leads/${moved?.id}/status`, { status: 'lost' });
  await expect(cards(page, 'Lost')).toHaveText(['Lead Z', 'Lead 24']);
  await expect(cards(page, 'New').first()).toHaveText('Lead 25');
  await expect(cards(page, 'New')).toHaveCount(25);

  // A card opens the lead, and Back returns to the same place.
  await cards(page, 'New').last().click();
  await expect(page.getByRole('heading', { name: 'Lead 00' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Lead 00', exact: true })).toBeFocused();

  // Columns are folded manually, and stay folded.
  await page.getByRole('button', { name: 'Collapse Lost' }).click();
  await expect(page.getByRole('button', { name: 'Expand Lost 2' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  await search.fill('nobody');
  await expect(page.getByText('No leads found')).toBeVisible();
  await search.fill('Lead 23');
  await expect(column(page, 'New, 1 lead')).toBeVisible();
  await expect(page).toHaveURL(/search=Lead\+23/);
  await page.goto('/leads?view=board&source=referral');
  await expect(column(page, 'New, 5 leads')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Expand Lost 0' })).toBeVisible();

  // A saved view remembers the board.
  await page.getByRole('button', { name: 'Save View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save View' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Referred');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'View saved')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'All Leads' })
    .click();
  await expect(leadNames(page)).toHaveCount(12);
  await page.getByRole('link', { name: /^Referred/ }).click();
  await expect(column(page, 'New, 5 leads')).toBeVisible();
});

test('losing a lead asks for a reason on the board, in a cell and in a form; a client can require one', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  await api.addLeads(company.manager, [
    lead('A', { status: 'new' }),
    lead('B', { status: 'new' }),
    lead('L', { status: 'lost' }),
  ]);
  await openAs(company.manager, '/leads?view=board');
  const moveToLost = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Move to Lost' }).click();
  };
  const question = (name: string) => page.getByRole('dialog', { name: `Why is ${name} lost?` });

  // Without a reason nothing changes.
  const first = question('Lead A').getByRole('button', { name: 'Too expensive' });
  // The second time, the question's code has been loaded.
  for (let times = 0; times < 2; times += 1) {
    await moveToLost('Lead A');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question('Lead A')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Actions for Lead A' })).toBeFocused();
  }
  await expect(cards(page, 'New')).toHaveText(['Lead B', 'Lead A']);
  await moveToLost('Lead A');
  await expect(first).toBeFocused();
  // Its focus ring of 4 px is not below the title's line.
  const [line, top] = [await question('Lead A').locator('header').boundingBox(), await first.boundingBox()];
  expect(top?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0) + 4);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(cards(page, 'Lost')).toHaveText(['Lead A', 'Lead L']);
  await expect(page.getByRole('link', { name: 'Lead A', exact: true })).toBeFocused();
  await moveToLost('Lead B');
  await question('Lead B').getByRole('button', { name: 'Skip' }).click();
  await expect(cards(page, 'Lost')).toHaveText(['Lead B', 'Lead A', 'Lead L']);

  // The question stays when a colleague takes the last lead off the board meanwhile.
  const { id: last } = await api.addLead(company.manager, lead('E', { status: 'new' }));
  await page.goto('/leads?view=board&status=new');
  await moveToLost('Lead E');
  await api.call(company.manager, 'PUT', `/leads/${last}`, { status: 'qualified' });
  await expect(page.getByRole('heading', { name: /^No / })).toBeAttached();
  faults.expect(/status of 412/);
  await question('Lead E').getByRole('button', { name: 'Too expensive' }).click();
  const conflict = page.getByRole('dialog', { name: 'Lead E' });
  await expect(conflict.getByRole('radio', { name: 'Mine: Lost' })).toBeChecked();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(conflict).toBeHidden();
  await expect
    .poll(async () => await api.call(company.manager, 'GET', `/leads/${last}`))
    .toMatchObject({ status: 'lost' });
  await page.goto('/leads?view=board');

  await page.getByRole('link', { name: 'Lead A', exact: true }).click();
  await expect(page.getByText('Chose a competitor').first()).toBeVisible();

  // The client requires a reason from now on.
  const address = `/configurations/${company.id}/lead_config`;
  const admin = await api.newPerson(company.id, 'admin', 'Anita');
  const lost_reason = {
    title: 'Lost Reason', type: 'select', showTable: false, showForm: true, required: true, order: 7,
    options: [{ value: 'price', label: 'Our price' }, { value: 'time', label: 'Too late' }],
  }; // prettier-ignore
  await api.call(admin, 'PUT', address, { config_value: { lost_reason } });
  const { id } = await api.call<{ id: string }>(
    company.manager,
    'POST',
    '/leads',
    lead('C', { status: 'new' }),
  );
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await navigation.getByRole('link', { name: 'All Leads' }).click();
  await page
    .getByRole('row', { name: /Lead C/ })
    .getByTitle('Change Status')
    .click();
  await page.getByRole('dialog', { name: 'Status of Lead C' }).getByRole('option', { name: 'Lost' }).click();
  await expect(question('Lead C').getByRole('group', { name: 'Lost Reason' }).getByRole('button')).toHaveText(
    ['Our price', 'Too late'],
  );
  await expectAbsent(question('Lead C').getByRole('button', { name: 'Skip' }));
  await question('Lead C').getByRole('button', { name: 'Too late' }).click();
  await expect(toast(page, 'Status of Lead C: Lost')).toBeVisible();

  // A form asks for a reason only when its status is lost.
  await navigation.getByRole('link', { name: 'Add Lead' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lead D');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Lost' }).click();
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText('Lost Reason is required.')).toBeVisible();
  await page.goto(`/leads/${id}/edit`);
  const reason = page.getByRole('combobox', { name: 'Lost Reason' });
  await expect(reason).toHaveValue('Too late');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await expect(reason).toBeHidden();
});
