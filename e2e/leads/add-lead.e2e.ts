import { barriers } from '../checks/barriers.ts';
import { configure } from '../hands/fields.ts';
import { expect, expectAbsent, leadNames, recordCalls, test } from '../fixtures.ts';

const CREATED = 'Lead created successfully! The new lead has been added to your pipeline.';

test('the page adds a lead with every kind of field and returns to the list', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/create-lead');
  const form = page.getByRole('form', { name: 'New lead' });
  await expect(form.getByLabel('Status')).toHaveValue('New');
  await expect(form.getByLabel('Source')).toHaveValue('Website');
  await expect(form.getByLabel('Interest Level')).toHaveValue('Low');
  await expect(form.getByLabel('Gender')).toHaveValue('Male');
  await expect(form.getByLabel('Assigned To')).toHaveValue('Meera Joshi');
  await expectAbsent(form.getByLabel('Client'));
  // A field before a text area keeps its column; text areas and an odd last field span both columns.
  const width = async (field: string) =>
    Math.round((await form.getByRole('textbox', { name: field }).boundingBox())?.width ?? 0);
  const [column, whole] = [await width('Age'), await width('Address')];
  expect(whole).toBeGreaterThan(2 * column);
  expect(Math.round((await form.getByLabel('Gender').boundingBox())?.width ?? 0)).toBe(column);
  expect(await width('Tags')).toBe(whole);

  await form.getByLabel('Name').first().fill('सुनीता देशपांडे');
  await form.getByLabel('Email').fill('sunita@e2e.example');
  await form.getByLabel('Phone').fill('+91 98765 43210');
  await form.getByLabel('Company').fill('Deshpande & Sons');
  await form.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Qualified' }).click();
  const next = form.getByLabel('Next Follow-up');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/leads'),
  );
  for (const [input, typed, sentence] of [
    [form.getByLabel('Value'), '1.5 lakh', 'This is not an amount. Write it as 1,50,000.50.'],
    [next, '31/02/2031 9:00 AM', 'Enter a date such as 30/11/2026, 9:00 AM.'],
  ] as const) {
    await input.fill(typed);
    await form.getByRole('button', { name: 'Create Lead' }).click();
    await expect(form.getByText(sentence, { exact: true })).toBeVisible();
    await expect(input).toHaveValue(typed);
  }
  await next.fill('3/12/31 2:30 pm');
  await form.getByLabel('Value').fill('265000');
  await form.getByLabel('Value').blur();
  await expect(form.getByLabel('Value')).toHaveValue('2,65,000');
  await form.getByLabel('Preferred Contact Time').click();
  await page.getByRole('option', { name: '9:30 AM' }).click();
  await form.getByLabel('Tags').fill('showroom, , priority, showroom');
  await form.getByLabel('Notes').fill('First line\nSecond line');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText(CREATED, { exact: true })).toBeVisible();
  expect((await sent).postDataJSON()).toMatchObject({
    email: 'sunita@e2e.example',
    company_name: 'Deshpande & Sons',
    status: 'qualified',
    tags: ['showroom', 'priority'],
    notes: 'First line\nSecond line',
    value: 265_000,
    next_followup_date: '2031-12-03T09:00:00.000Z',
  });
  await expect(page).toHaveURL('/leads');
  await expect(leadNames(page)).toHaveText(['सुनीता देशपांडे']);
});

test('missing or refused values are reported at their field, typed text is kept, and two clicks create one lead', async ({
  page,
  company,
  faults,
  openAs,
}) => {
  faults.expect(/status of 422 .*\/api\/leads/);
  await openAs(company.manager, '/create-lead');
  const form = page.getByRole('form', { name: 'New lead' });
  const name = form.getByRole('textbox', { name: 'Name' });
  const create = form.getByRole('button', { name: 'Create Lead' });
  const calls = recordCalls(page);
  const sent = () => calls.filter((call) => call.startsWith('POST /leads')).length;
  await form.getByLabel('Email').fill('no address');
  await create.click();
  await expect(form.getByText('Name is required.')).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  expect(sent()).toBe(0);

  await name.fill('Asha Patel');
  await form.getByLabel('Tags').fill(`NRI, ${'x'.repeat(61)}`);
  await create.click();
  await expect(form.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Tags')).toHaveAccessibleDescription(
    'A tag is too long (60 characters at most).',
  );
  await expect(
    page.getByText('Failed to create lead. Please check your input and try again.', { exact: true }),
  ).toBeVisible();
  await expect(name).toHaveValue('Asha Patel');
  expect(sent()).toBe(1);

  await form.getByLabel('Email').fill('asha@e2e.example');
  await form.getByLabel('Tags').fill('NRI');
  await create.dblclick();
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(leadNames(page)).toHaveText(['Asha Patel']);
  expect(sent()).toBe(2);
});

test('the popup adds a lead, and the list below shows it at once, and asks before typed text is lost', async ({
  page,
  company,
  openAs,
}) => {
  await openAs(company.manager, '/leads');
  const dialog = page.getByRole('dialog', { name: 'Add a new lead' });
  const open = page.getByRole('button', { name: 'Add a new lead' });
  await open.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('Chetan');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(4, 4),
  ];
  for (const close of ways) {
    await close();
    await expect(question.getByText('It has not been saved.')).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(name).toHaveValue('Chetan');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Get started by adding your first lead')).toBeVisible();
  await page.getByRole('button', { name: 'Add from a file' }).click();
  await expect(page.getByRole('dialog', { name: 'Import Leads' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await open.click();
  await expect(name).toHaveValue('');
  await name.fill('Bina Rao');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(leadNames(page)).toHaveText(['Bina Rao']);
});

test('a new lead starts with its client’s first options; a user with access to all clients must choose one', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const option = (label: string) => ({ value: label.toLowerCase(), label });
  await configure(api, company, {
    status: { options: [option('Garam'), option('New')] },
    source: { options: [option('Expo'), option('Website')] },
    interest_level: { options: [option('Warm'), option('High')] },
  });
  const form = page.getByRole('form', { name: 'New lead' });
  const fields = ['Status', 'Source', 'Interest Level', 'Gender'];
  const begins = async (...values: string[]) => {
    for (const [index, field] of fields.entries())
      await expect(form.getByRole('combobox', { name: field })).toHaveValue(values[index] ?? '');
  };
  // The browser has nothing of this client cached yet.
  await openAs(company.manager, '/create-lead');
  await begins('Garam', 'Expo', 'Warm', 'Male');

  const typed = Promise.withResolvers<undefined>();
  // The first response has only the beginning of a long list, without this client, and arrives after the name
  // was typed.
  await page.route(/\/api\/clients\?(?!.*(?:search|ids)=)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { clients: { id: string }[] }; pagination: object };
    const clients = answer.data.clients.filter(({ id }) => id !== company.id);
    const pagination = { ...answer.pagination, total: 500, totalPages: 5 };
    await typed.promise;
    await route.fulfill({ response, json: { ...answer, data: { clients }, pagination } });
  });
  await openAs(server.account('admin@lms.example'), '/create-lead');
  await begins('', '', '', '');
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Of one client');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(form.getByText('Select a client for this lead.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await form.getByRole('combobox', { name: 'Client' }).fill(company.name);
  typed.resolve(undefined);
  await page.getByRole('option', { name: company.name }).click();
  await expect(form.getByText('Select a client for this lead.')).toBeHidden();
  await begins('Garam', 'Expo', 'Warm', 'Male');
  await expect(name).toHaveValue('Of one client');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/api\/leads\?/.test(request.url()),
  );
  await form.getByRole('button', { name: 'Create Lead' }).click();
  expect(new URL((await sent).url()).searchParams.get('clientId')).toBe(company.id);
  expect((await sent).postDataJSON()).toMatchObject({
    status: 'garam',
    source: 'expo',
    interest_level: 'warm',
  });
  await expect(page.getByText(CREATED)).toBeVisible();
  const row = page.getByRole('row', { name: /Of one client/ });
  await expect(row.getByRole('cell', { name: company.name, exact: true })).toBeVisible();
});
