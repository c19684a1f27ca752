import { expect, test } from '../fixtures.ts';
import { press, reach, type } from '../hands/keyboard.ts';
import { toast } from '../leads.ts';

const FIRST = { name: 'Asha Patel', phone: '+91 98765 00001', location: 'Pune', tags: ['fair'] };
const SECOND = {
  name: 'A. Patel',
  phone: '098765 00001',
  email: 'asha@e2e.example',
  location: 'Nashik',
  tags: ['NRI'],
};

test('two leads of one person are merged, and Undo separates them again', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, FIRST);
  const second = await api.addLead(company.manager, SECOND);
  await openAs(company.manager, `/leads/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge leads' });
  await expect(dialog.getByText('Choose the lead that is the same person as Asha Patel.')).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('Same email or phone');
  await dialog.getByRole('button', { name: /^A\. Patel/ }).click();
  await expect(
    dialog.getByText(
      'Calls, follow-ups and history move to this lead, tags and notes are combined, and the other lead goes to the trash.',
    ),
  ).toBeVisible();
  // The chosen lead is gone from the dialog, and the focus stays in it.
  const isFocusInside = async () =>
    await dialog.evaluate((box) => box !== document.activeElement && box.contains(document.activeElement));
  expect(await isFocusInside()).toBe(true);
  const side = (field: string, caption: string) =>
    dialog.getByRole('group', { name: field }).getByRole('radio', { name: new RegExp(`^${caption}`) });
  await expect(side('Name', 'This lead: Asha Patel')).toBeChecked();
  await expect(side('Email', 'Other lead: asha@e2e.example')).toBeChecked();
  await expect(side('Location', 'This lead: Pune')).toBeChecked();
  await side('Location', 'Other lead: Nashik').check();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Search leads')).toBeVisible();
  expect(await isFocusInside()).toBe(true);
  await dialog.getByRole('button', { name: /^A\. Patel/ }).click();
  await side('Location', 'Other lead: Nashik').check();
  await dialog.getByRole('button', { name: 'Merge leads' }).click();
  await expect(toast(page, 'A. Patel was merged into Asha Patel.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('asha@e2e.example', { exact: true })).toBeVisible();
  const facts = page.getByRole('region', { name: 'Lead Information' });
  for (const tag of ['fair', 'NRI']) await expect(facts.getByText(tag, { exact: true })).toBeVisible();
  await expect(
    page.getByRole('complementary', { name: 'Summary' }).getByText('Nashik', { exact: true }),
  ).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Timeline' }).getByText('Lead merged', { exact: true }).first(),
  ).toBeVisible();
  expect(await api.call(company.manager, 'GET', '/leads?page=1&limit=10')).toHaveLength(1);

  await page.locator('[data-tone]').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 2 leads restored')).toBeVisible();
  await expect(page.getByRole('link', { name: 'asha@e2e.example' })).toHaveCount(0);
  expect(await api.call(company.manager, 'GET', `/leads/${second.id}`)).toMatchObject({
    ...SECOND,
    location: 'Nashik',
  });
  expect(await api.call(company.manager, 'GET', `/leads/${id}`)).toMatchObject({
    location: 'Pune',
    email: null,
    tags: ['fair'],
  });
});

test('with only the keyboard, the other lead is found by name, arrows switch sides, and Ctrl+Z undoes the merge', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, { name: 'Bina Rao', location: 'Goa' });
  const { id } = await api.addLead(company.manager, { name: 'Bina R.', location: 'Pune' });
  await openAs(company.manager, `/leads/${id}`);
  await press(page, page.getByRole('button', { name: 'More actions' }));
  await reach(page, page.getByRole('menuitem', { name: 'Merge' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge leads' });
  await expect(dialog.getByRole('status')).toHaveText(
    'No lead has the same email or phone. Search for one by name.',
  );
  await type(page, dialog.getByRole('textbox', { name: 'Search leads' }), 'nobody at all');
  await expect(dialog.getByRole('status')).toHaveText('No leads found');
  await type(page, dialog.getByRole('textbox', { name: 'Search leads' }), 'bina rao');
  await expect(dialog.getByRole('status')).toHaveText('Found by search');
  await press(page, dialog.getByRole('button', { name: /^Bina Rao/ }));
  await reach(page, dialog.getByRole('group', { name: 'Name' }).getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  await expect(
    dialog.getByRole('group', { name: 'Name' }).getByRole('radio', { name: /^Other lead/ }),
  ).toBeChecked();
  await press(page, dialog.getByRole('button', { name: 'Merge leads' }));
  await expect(toast(page, 'Bina Rao was merged into Bina Rao.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bina Rao' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: 2 leads restored')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bina R.' })).toBeVisible();
});
