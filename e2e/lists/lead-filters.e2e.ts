import type { Page } from '@playwright/test';
import { expect, expectAbsent, leadNames, test } from '../fixtures.ts';
import { numbered } from '../leads.ts';

async function choose(page: Page, field: string, option: string): Promise<void> {
  const select = page
    .getByRole('dialog', { name: 'Filters' })
    .getByRole('combobox', { name: field, exact: true });
  // The options of the filter before stay open for more choices, and may cover the next filter.
  if (await page.getByRole('listbox').isVisible()) await page.keyboard.press('Escape');
  await select.click();
  await page
    .getByRole('listbox', { name: field, exact: true })
    .getByRole('option', { name: option, exact: true })
    .click();
}

/** Checks the groups of the open drawer: it begins with few filters, and opens the others if one of them is set. */
async function checkGroups(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const reset = drawer.getByRole('button', { name: 'Reset Filters' });
  await expect(reset).toBeDisabled();
  await expect(drawer.getByRole('combobox')).toHaveCount(7);
  // From and To say of what.
  const created = drawer.getByRole('group', { name: 'Created' });
  await expect(created.getByRole('textbox', { name: 'From date' })).toBeVisible();
  await expectAbsent(drawer.getByRole('combobox', { name: 'Outcome' }));
  await drawer.getByRole('button', { name: 'More filters' }).click();
  const converted = drawer.getByRole('group', { name: 'Converted On' });
  await expect(converted.getByRole('textbox', { name: 'To date' })).toBeVisible();
  await choose(page, 'Outcome', 'Open');
  await drawer.getByRole('button', { name: 'Fewer filters' }).click();
  await expect(drawer.getByRole('button', { name: 'More filters (1 set)' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Show leads' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(drawer.getByRole('combobox', { name: 'Outcome' })).toHaveValue('Open');
  await reset.click();
  await expect(reset).toBeDisabled();
  await expect(leadNames(page)).toHaveCount(5);
}

test('filters narrow the list at once, are stored in the address, and are removed one by one or all together', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  await api.addLeads(company.manager, [
    { name: 'Asha', status: 'new', source: 'website' },
    { name: 'Bina', status: 'contacted', source: 'website' },
    { name: 'Chetan', status: 'contacted', source: 'referral' },
    { name: 'Divya', status: 'on hold', source: 'Justdial' },
  ]);
  await api.addLead(company.manager, {
    name: 'Esha',
    status: 'contacted',
    source: 'website',
    assigned_to: rep.id,
  });
  // The leads of a deactivated colleague can still be filtered.
  await api.setActive(rep, false);
  await openAs(company.manager, '/leads?sort_by=name&sort_order=asc');
  await expect(leadNames(page)).toHaveText(['Asha', 'Bina', 'Chetan', 'Divya', 'Esha']);

  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expectAbsent(drawer.getByRole('combobox', { name: 'Client' }));
  await expectAbsent(drawer.getByRole('combobox', { name: 'Created By' }));
  await checkGroups(page);
  await choose(page, 'Status', 'Contacted');
  await expect(leadNames(page)).toHaveText(['Bina', 'Chetan', 'Esha']);
  await choose(page, 'Source', 'Website');
  await expect(leadNames(page)).toHaveText(['Bina', 'Esha']);
  await choose(page, 'Assigned To', 'Rohan Joshi (inactive)');
  await expect(leadNames(page)).toHaveText(['Esha']);
  await expect(page).toHaveURL(
    `/leads?status=contacted&source=website&assigned_to=${rep.id}&sort_by=name&sort_order=asc`,
  );
  await drawer.getByRole('button', { name: 'Show leads' }).click();
  await expect(drawer).toBeHidden();

  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveText([
    /Status\s*Contacted/,
    /Source\s*Website/,
    /Assigned To\s*Rohan Joshi/,
    'Reset',
  ]);
  await chips.getByRole('button', { name: 'Remove filter Source' }).click();
  await expect(chips.getByRole('listitem')).toHaveCount(3);
  await chips.getByRole('button', { name: 'Remove filter Assigned To' }).click();
  await expect(leadNames(page)).toHaveText(['Bina', 'Chetan', 'Esha']);

  await page.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Status', 'on hold');
  await expect(leadNames(page)).toHaveText(['Bina', 'Chetan', 'Divya', 'Esha']);
  await expect(page).toHaveURL('/leads?status=contacted&status=on+hold&sort_by=name&sort_order=asc');
  await expect(chips.getByRole('listitem').first()).toHaveText(/Status\s*Contacted, on hold/);
  await drawer.getByRole('button', { name: 'Reset Filters' }).click();
  await expect(leadNames(page)).toHaveCount(5);
  await expect(page).toHaveURL('/leads?sort_by=name&sort_order=asc');

  await choose(page, 'Assigned To', 'Rohan Joshi (inactive)');
  await expect(leadNames(page)).toHaveText(['Esha']);
  // The options stay open for more choices, so the first press only closes them.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();
  await expect(chips.getByRole('listitem').first()).toHaveText(/Assigned To\s*Rohan Joshi/);
});

test('date filters have words, number filters a range, tags match any of several, and archived leads are requested', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const day = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  await api.addLead(company.manager, {
    name: 'Late',
    next_followup_date: inDays(-2),
    value: 40_000,
    tags: ['VIP'],
  });
  await api.addLead(company.manager, {
    name: 'Soon',
    next_followup_date: inDays(3),
    value: 90_000,
    tags: ['NRI'],
  });
  await api.addLead(company.manager, { name: 'Never', last_contacted_at: inDays(-40) });
  await api.addLead(company.manager, { name: 'Put away', is_archived: true });
  await openAs(company.manager, '/leads?sort_by=name&sort_order=asc');
  await expect(leadNames(page)).toHaveText(['Late', 'Never', 'Soon']);
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  await choose(page, 'Next Follow-up', 'Overdue');
  await expect(leadNames(page)).toHaveText(['Late']);
  await choose(page, 'Next Follow-up', 'Next 7 days');
  await expect(leadNames(page)).toHaveText(['Late', 'Soon']);
  await drawer.getByRole('button', { name: 'More filters' }).click();
  const value = drawer.getByRole('group', { name: 'Value' });
  await value.getByRole('textbox', { name: 'From' }).fill('50,000');
  await value.getByRole('textbox', { name: 'From' }).press('Enter');
  await expect(leadNames(page)).toHaveText(['Soon']);
  await expect(page).toHaveURL(
    '/leads?next_followup=overdue&next_followup=next_7_days&min_value=50000&sort_by=name&sort_order=asc',
  );
  await drawer.getByRole('button', { name: 'Reset Filters' }).click();
  await drawer.getByLabel('Tags').fill('VIP');
  await drawer.getByLabel('Tags').press('Enter');
  await expect(leadNames(page)).toHaveText(['Late']);
  await drawer.getByRole('button', { name: 'Reset Filters' }).click();
  await choose(page, 'Last Contacted', 'Older than 30 days');
  await expect(leadNames(page)).toHaveText(['Never']);
  await choose(page, 'Created', 'Today');
  await drawer.getByRole('button', { name: 'Show leads' }).click();
  await expect(chips).toHaveText([/Last Contacted\s*Older than 30 days/, /Created\s*Today/, 'Reset']);
  await expect(leadNames(page)).toHaveText(['Never']);
  // Two changes before the first one renders: both count.
  const remove = page.getByRole('button', { name: /^Remove filter/ });
  await remove.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(page).toHaveURL('/leads?sort_by=name&sort_order=asc');
  await expect(leadNames(page)).toHaveText(['Late', 'Never', 'Soon']);

  await page.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Archived', 'Archived');
  await expect(leadNames(page)).toHaveText(['Put away']);
  await expect(page.getByRole('row', { name: /Put away/ }).getByText('Archived')).toBeVisible();
  await choose(page, 'Archived', 'All');
  await expect(leadNames(page)).toHaveText(['Late', 'Never', 'Put away', 'Soon']);
  await expect(page).toHaveURL('/leads?archived=all&sort_by=name&sort_order=asc');
});

test('From and To are days of the client, a reversed range shows an error, and Reset keeps the search', async ({
  page,
  company,
  api,
  openAs,
}) => {
  // Just before and after midnight in India.
  await api.addLeads(company.manager, [
    { name: 'On the ninth', created_at: '2026-03-09T18:29:00Z' },
    { name: 'On the tenth', created_at: '2026-03-09T18:31:00Z' },
    { name: 'Late on the eleventh', created_at: '2026-03-11T18:29:00Z' },
    { name: 'On the twelfth', created_at: '2026-03-11T18:31:00Z' },
    { name: 'Nobody', created_at: '2026-03-10T18:31:00Z' },
  ]);
  await openAs(company.manager, '/leads?search=the');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByLabel('From date').fill('10/03/2026');
  await drawer.getByLabel('From date').press('Enter');
  await drawer.getByLabel('To date').fill('11/03/2026');
  await drawer.getByLabel('To date').press('Enter');
  await expect(page).toHaveURL('/leads?search=the&from_date=2026-03-10&to_date=2026-03-11');
  await expect(leadNames(page)).toHaveText(['Late on the eleventh', 'On the tenth']);
  await drawer.getByLabel('To date').fill('01/03/2026');
  await drawer.getByLabel('To date').press('Enter');
  await expect(drawer.getByText('From date cannot be after To date')).toBeVisible();
  await drawer.getByLabel('To date').fill('31/02/2026');
  await drawer.getByLabel('From date').focus();
  await expect(drawer.getByText('Enter a date such as 30/11/2026.')).toBeVisible();
  await expect(drawer.getByLabel('To date')).toHaveValue('31/02/2026');
  await expect(page).toHaveURL('/leads?search=the&from_date=2026-03-10&to_date=2026-03-11');
  await expect(leadNames(page)).toHaveText(['Late on the eleventh', 'On the tenth']);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL('/leads?search=the');
  await expect(leadNames(page)).toHaveCount(4);
});

test('a user with access to all clients has a Client column and a Client filter', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const other = await api.newCompany('Konkan Test Exports');
  await api.addLead(company.manager, { name: 'Lead of Deccan' });
  await api.addLead(other.manager, { name: 'Lead of Konkan' });
  await openAs(server.account('superadmin@lms.example'), '/leads');
  await expect(page.getByRole('columnheader', { name: 'Client', exact: true })).toBeVisible();
  const clientOf = (lead: RegExp, name: string) =>
    page.getByRole('row', { name: lead }).getByRole('cell', { name, exact: true });
  await expect(clientOf(/Lead of Deccan/, company.name)).toBeVisible();
  await expect(clientOf(/Lead of Konkan/, other.name)).toBeVisible();

  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Created By' })).toBeVisible();
  await choose(page, 'Client', other.name);
  await expect(leadNames(page)).toHaveText(['Lead of Konkan']);
  await expect(page).toHaveURL(`/leads?client_id=${other.id}`);
  const assignee = page.getByRole('dialog').getByRole('combobox', { name: 'Assigned To' });
  await assignee.click();
  await expect(page.getByRole('listbox', { name: 'Assigned To' }).getByRole('option')).toHaveText([
    'Me',
    'Unassigned',
    'Meera Joshi',
  ]);
});

test('a rep is offered no filter that the server would refuse', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  await api.addLeads(company.manager, numbered(2));
  await openAs(await api.newPerson(company.id, 'salesrep', 'Rohan'), '/leads');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer.getByRole('combobox', { name: 'Assigned To' })).toBeVisible();
  // Both would have rendered in the same update.
  await expectAbsent(drawer.getByRole('combobox', { name: /Created By|Client/ }));

  // An admin's link, and a damaged one: the list ignores what it cannot apply.
  const address = new URLSearchParams({
    created_by: company.manager.id,
    assigned_to: 'abc',
    from_date: '2026-02-30',
    client_id: 'abc',
  });
  faults.expect(/status of 422 .*\/api\/leads/);
  await page.goto(`/leads?${address.toString()}&custom=%7B%22gone%22%3A%22x%22%7D`);
  await expect(leadNames(page)).toHaveText(['Lead 02', 'Lead 01']);
  // A filter by a field that the client does not have is ignored as well.
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveText([
    /Ignored\s*Client, Assigned To, Created from, Created By, Custom fields \(invalid values\)/,
  ]);
  await chips.getByRole('button', { name: 'Remove filter Ignored' }).click();
  await expect(page).toHaveURL('/leads');
  await expect(chips).toBeHidden();
});
