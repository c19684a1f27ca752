import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, leadNames, test } from '../fixtures.ts';
import { row, toast } from '../leads.ts';

const editor = (page: Page, field: string) => page.getByRole('dialog', { name: `${field} of Lead 01` });
const cell = (page: Page, field: string) => row(page, /Lead 01/).getByTitle(`Change ${field}`);

test('status, owner and follow-up are edited in their cells, and each change is undone from its toast', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const colleague = await api.newPerson(company.id, 'salesrep', 'Sneha');
  const lead = await api.addLead(company.manager, { name: 'Lead 01' });
  const manager = await api.signIn(company.manager);
  const won = { converted_at: '2026-03-04T05:06:07.000Z', status: 'converted' };
  await api.call(manager, 'PATCH', `/leads/${lead.id}/convert`, { converted_at: won.converted_at });
  await openAs(company.manager, '/leads');

  // By keyboard: letters filter, Enter chooses, and the focus returns.
  await page.getByRole('link', { name: 'Lead 01', exact: true }).press('ArrowRight');
  await expect(cell(page, 'Status')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor(page, 'Status').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('qual');
  await expect(editor(page, 'Status').getByRole('option')).toHaveText(['Qualified']);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Status of Lead 01: Qualified')).toBeVisible();
  await expect(cell(page, 'Status')).toHaveText('Qualified');
  await expect(cell(page, 'Status')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'Status')).toHaveText('Converted');
  // The cell shows it before the answer.
  await expect.poll(() => api.call(manager, 'GET', `/leads/${lead.id}`)).toMatchObject(won);

  // Escape changes nothing.
  await cell(page, 'Assigned To').click();
  await expect(editor(page, 'Assigned To').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor(page, 'Assigned To')).toBeHidden();
  await expect(cell(page, 'Assigned To')).toBeFocused();
  const give = async () => {
    await cell(page, 'Assigned To').click();
    await editor(page, 'Assigned To').getByRole('option', { name: 'Sneha Joshi' }).click();
    await expect(toast(page, 'Assigned To of Lead 01: Sneha Joshi')).toBeVisible();
    await expect(cell(page, 'Assigned To')).toHaveText(/Sneha Joshi$/);
  };
  await give();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 1 lead restored')).toBeVisible();
  await expect(cell(page, 'Assigned To')).toHaveText(/Meera Joshi$/);
  await give();

  await cell(page, 'Next Follow-up').click();
  await editor(page, 'Next Follow-up').getByRole('button', { name: 'Tomorrow, 9:00 AM' }).click();
  await expect(page.getByText(/^Next Follow-up of Lead 01: .*, 9:00 AM$/)).toBeVisible();
  await expect(cell(page, 'Next Follow-up')).toHaveText(/, 9:00 AM$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'Next Follow-up')).toHaveText('-');
  const input = editor(page, 'Next Follow-up').getByRole('textbox');
  await cell(page, 'Next Follow-up').click();
  await input.fill('31/12/2030, 10:30 AM');
  await input.press('Enter');
  await expect(cell(page, 'Next Follow-up')).toHaveText('31/12/2030, 10:30 AM');

  await expect(toast(page, 'Next Follow-up of Lead 01: 31/12/2030, 10:30 AM')).toBeVisible();

  // The follow-up stays with the colleague if the user chooses so.
  await cell(page, 'Assigned To').click();
  await editor(page, 'Assigned To').getByRole('checkbox').uncheck();
  await editor(page, 'Assigned To').getByRole('option', { name: 'Unassigned' }).click();
  await expect(toast(page, 'Assigned To of Lead 01: Unassigned')).toBeVisible();
  await expect(cell(page, 'Assigned To')).toHaveText('Unassigned');
  const { reminders } = await api.call<{ reminders: unknown[] }>(colleague, 'GET', '/reminders?user_id=me');
  expect(reminders).toHaveLength(1);
});

test('a conflicting edit of the same field asks, one of another field does not, and Undo restores a lost reason', async ({
  page,
  company,
  api,
  openAs,
  faults,
}) => {
  faults.expect(/status of 412 .*\/api\/leads\//);
  const lead = await api.addLead(company.manager, { name: 'Lead 01', status: 'new' });
  // The page receives no live updates about the others' edits.
  await page.route('**/api/events', () => undefined);
  await openAs(company.manager, '/leads');
  await expect(leadNames(page)).toHaveText(['Lead 01']);
  const meanwhile = (body: object) => api.call(company.manager, 'PUT', `/leads/${lead.id}`, body);

  await meanwhile({ company_name: 'Elsewhere' });
  await cell(page, 'Status').click();
  await editor(page, 'Status').getByRole('option', { name: 'Contacted' }).click();
  await expect(toast(page, 'Status of Lead 01: Contacted')).toBeVisible();
  await expect(row(page, /Lead 01/)).toContainText('Elsewhere');

  await meanwhile({ status: 'lost', lost_reason: 'too_expensive' });
  await cell(page, 'Status').click();
  await editor(page, 'Status').getByRole('option', { name: 'Qualified' }).click();
  const question = page.getByRole('dialog', { name: 'Lead 01' });
  await expect(question.getByRole('radio', { name: 'Mine: Qualified' })).toBeChecked();
  await question.getByRole('radio', { name: 'Theirs: Lost' }).check();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 'Status')).toHaveText('Lost');
  await cell(page, 'Status').click();
  await editor(page, 'Status').getByRole('option', { name: 'New', exact: true }).click();
  await expect(toast(page, 'Status of Lead 01: New')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'Status')).toHaveText('Lost');
  // The cell shows it before the answer.
  const lost = { status: 'lost', lost_reason: 'too_expensive' };
  await expect.poll(() => api.call(company.manager, 'GET', `/leads/${lead.id}`)).toMatchObject(lost);

  // The undo's own read of the list could show the next edit before it is met.
  await page.reload();
  await expect(cell(page, 'Status')).toHaveText('Lost');
  await meanwhile({ status: 'new' });
  await cell(page, 'Status').click();
  await editor(page, 'Status').getByRole('option', { name: 'Qualified' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Status of Lead 01: Qualified')).toBeVisible();
  await expect(cell(page, 'Status')).toHaveText('Qualified');
});

test('columns are resized by mouse and keyboard, and keep their widths', async ({
  page,
  context,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, { name: 'Lead 01', email: `${'long'.repeat(12)}@e2e.example` });
  await openAs(company.manager, '/leads');
  // The rows give the columns their first widths.
  await expect(leadNames(page)).toHaveText(['Lead 01']);
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const width = async (name: string) => Math.round((await header(name).boundingBox())?.width ?? 0);
  const status = await width('Status');
  const edge = await header('Status').locator('[aria-hidden]').last().boundingBox();
  const [x, y] = [(edge?.x ?? 0) + 5, (edge?.y ?? 0) + 18];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => width('Status')).toBe(status + 40);
  // Dragging the header's edge has not sorted the list.
  await expect(page).toHaveURL('/leads');

  const follow = await width('Next Follow-up');
  await header('Next Follow-up').getByRole('button').press('Shift+ArrowRight');
  await expect.poll(() => width('Next Follow-up')).toBe(follow + 16);
  const phone = await width('Phone');
  await header('Phone').getByRole('slider', { name: 'Width of Phone' }).press('ArrowRight');
  await expect.poll(() => width('Phone')).toBe(phone + 16);

  await page.reload();
  await expect(leadNames(page)).toHaveText(['Lead 01']);
  await expect.poll(() => width('Status')).toBe(status + 40);
  // Resizing earlier columns has moved the edge.
  await page.mouse.dblclick(x + 40 + 16, y);
  await expect.poll(() => width('Status')).toBe(status);

  // Columns that are chosen in another tab stay.
  const other = await context.newPage();
  await other.goto('/leads');
  await other.getByRole('button', { name: 'Table Settings' }).click();
  const settings = other.getByRole('dialog', { name: 'Table Settings' });
  await settings.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await settings.getByRole('button', { name: 'Apply Settings' }).click();
  await expect(other.getByRole('columnheader', { name: 'Phone', exact: true })).toHaveCount(0);
  await other.close();
  await header('Next Follow-up').getByRole('button').press('Shift+ArrowRight');
  await expect.poll(() => width('Next Follow-up')).toBe(follow + 32);
  await page.reload();
  await expect.poll(() => width('Next Follow-up')).toBe(follow + 32);
  await expect(header('Phone')).toHaveCount(0);
});

test('a rep calls, exports and copies the numbers of the selected leads', async ({
  page,
  context,
  company,
  api,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
  await api.addLeads(company.manager, [
    { name: 'Asha', phone: '+91 98765 00001' },
    { name: 'Bina' },
    { name: 'Chetan', phone: '98765 00003' },
  ]);
  await openAs(rep, '/leads?sort_by=name&sort_order=asc');
  for (const name of ['Chetan', 'Asha']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  const menu = page.getByRole('button', { name: 'Bulk Actions' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copy Numbers' }).click();
  await expect(page.getByText('The list of 2 numbers is on your clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+91 98765 00001\n98765 00003');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Export Selected (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Leads' });
  await expect(dialog.getByRole('combobox', { name: 'Leads' })).toHaveValue('The 2 selected leads');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(['Asha', 'Bina', 'Chetan'].filter((name) => file.includes(name))).toEqual(['Asha', 'Chetan']);
  await expect(dialog).toBeHidden();

  // Follows the list's order, whatever was selected first.
  await page.getByRole('button', { name: 'Start Calling' }).click();
  await expect(page.getByRole('heading', { name: 'Asha' }).first()).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeVisible();
});
