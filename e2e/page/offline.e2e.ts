import { expect, test } from '../fixtures.ts';
import { WITHOUT_CONNECTION, connectionBar, goOffline } from '../hands/connection.ts';
import { DAY, plan } from '../hands/planned.ts';

test.use({ savesData: false });

test.describe('without a connection, and without code that was loaded ahead', () => {
  test.use({ savesData: true });

  test('typed text is kept, queued changes are sent once when the connection returns, and Log Call names a lead that cannot be loaded', async ({
    page,
    context,
    company,
    api,
    openAs,
    faults,
  }) => {
    faults.allow(WITHOUT_CONNECTION);
    const { id } = await api.addLead(company.manager, { name: 'Arif Khan', phone: '+91 98765 43210' });
    await plan(api, company, [{ name: 'Bina Shah', in: -DAY }]);
    await openAs(company.manager, `/leads/${id}/call`);
    await page.getByLabel('Comments').fill('Wants the blue one');
    await page.getByLabel('Duration (minutes)').fill('3');
    await goOffline(page);
    const bar = connectionBar(page);
    await page.getByRole('button', { name: 'Add a new lead' }).first().click();
    await expect(page.getByText('You’re offline. This opens when you’re back online.')).toBeVisible();
    await expect(page.getByLabel('Comments')).toHaveValue('Wants the blue one');
    await page.getByRole('button', { name: 'Save Call Log' }).click();
    await expect(bar).toContainText('1 change waiting');

    await context.setOffline(false);
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Add a new lead' })).toBeVisible();
    const calls = async () =>
      await api.call<{ notes: string }[]>(company.manager, 'GET', `/call-logs/lead/${id}`);
    await expect.poll(async () => (await calls()).map(({ notes }) => notes)).toEqual(['Wants the blue one']);

    // Another lead's call, with the former lead in memory.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Follow Ups' }).first().click();
    const call = page.getByRole('link', { name: 'Call Now: Bina Shah' });
    await expect(call).toBeVisible();
    await goOffline(page);
    await call.click();
    await expect(page).toHaveURL(/\/call\?reminder=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Log a call/);
    await expect(page).toHaveTitle(/^Log a call/);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log a call: Bina Shah');
  });
});

test.describe('without a connection', () => {
  test('dialogs close while their change waits, and leaving one does not offer to discard it', async ({
    page,
    context,
    company,
    api,
    openAs,
    faults,
  }) => {
    faults.allow(WITHOUT_CONNECTION);
    const [id = ''] = await plan(api, company, [{ name: 'Asha Rao', in: DAY }]);
    await api.call(company.manager, 'POST', `/leads/${id}/notes`, { body: 'A mistake' });
    await openAs(company.manager, `/leads/${id}`);
    const waits = page.getByText('Will be sent when you’re back online');
    const bar = connectionBar(page);

    await page.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: /^Repeat/ }).click();
    const repeat = page.getByRole('form', { name: 'Repeat' });
    await expect(repeat).toBeVisible();
    await goOffline(page);
    await repeat.getByRole('button', { name: 'Save' }).click();
    await expect(waits).toBeVisible();
    await expect(repeat).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText('No longer repeats')).toBeVisible();

    const note = page
      .getByRole('region', { name: 'Timeline' })
      .getByRole('listitem')
      .filter({ hasText: 'A mistake' });
    await note.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this note?' });
    await expect(question).toBeVisible();
    await goOffline(page);
    await question.getByRole('button', { name: 'Delete Note' }).click();
    await expect(question).toHaveCount(0);
    await context.setOffline(false);
    await expect(note).toHaveCount(0);

    await page.getByRole('button', { name: 'Add a new lead' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a new lead' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bina Shah');
    await goOffline(page);
    await dialog.getByRole('button', { name: 'Create Lead' }).click();
    await expect(bar).toContainText('1 change waiting');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await context.setOffline(false);
    type Found = { leads: { name: string }[] };
    const found = async () => await api.call<Found>(company.manager, 'GET', '/leads?search=Bina');
    await expect.poll(async () => JSON.stringify(await found())).toContain('Bina Shah');
  });

  test('the question before a deletion closes while it waits, and what the user opens meanwhile stays', async ({
    page,
    context,
    company,
    api,
    openAs,
    faults,
  }) => {
    faults.allow(WITHOUT_CONNECTION);
    const { id } = await api.addLead(company.manager, { name: 'Asha Rao' });
    await openAs(company.manager, '/reminders');
    await expect(page.getByText("You're all caught up! No follow-ups scheduled.")).toBeVisible();
    await openAs(company.manager, `/leads/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this lead?' });
    await expect(question).toBeVisible();
    await goOffline(page);
    await question.getByRole('button', { name: 'Delete Lead' }).click();
    await expect(page.getByText('Will be sent when you’re back online')).toBeVisible();
    await expect(question).toHaveCount(0);
    await page.getByRole('link', { name: 'Follow Ups' }).first().click();
    await expect(page).toHaveURL(/\/reminders/);
    await context.setOffline(false);
    await expect(page.getByText('Lead deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/reminders/);
  });

  test('an unreachable server counts as no connection until it responds, and a page opened meanwhile says so', async ({
    page,
    context,
    company,
    openAs,
    faults,
  }) => {
    faults.allow(/ERR_CONNECTION_REFUSED|Failed to fetch dynamically imported module/);
    faults.allow(WITHOUT_CONNECTION);
    faults.allow(/ERR_FAILED/);
    await openAs(company.manager, '/products');
    await expect(page.getByText('No products yet')).toBeVisible();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Follow Ups' }).first().click();
    const bar = connectionBar(page);
    await expect(bar).toBeVisible();
    await page.unrouteAll();
    await expect(bar).toHaveCount(0);
    await expect(page.getByText("You're all caught up! No follow-ups scheduled.")).toBeVisible();

    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.goto('/leads');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();
    const manifest = await page.request.get('/manifest.webmanifest');
    const { icons } = (await manifest.json()) as { icons: { src: string }[] };
    for (const { src } of icons) expect((await page.request.get(src)).status(), src).toBe(200);
  });
});

test('typed text is restored after a reload, and gone once discarded', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const { id } = await api.addLead(company.manager, { name: 'Arif Khan', phone: '+91 98765 43210' });
  await openAs(company.manager, `/leads/${id}/call`);
  const comments = page.getByLabel('Comments');
  await comments.fill('Wants the blue one');
  await page.reload();
  await expect(comments).toHaveValue('Wants the blue one');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Save Call Log' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Arif Khan', exact: true }).click();
  await page.getByRole('link', { name: 'Log Call' }).click();
  await expect(comments).toHaveValue('');

  const add = page.getByRole('button', { name: 'Add a new lead' }).first();
  const lead = page.getByRole('form', { name: 'New lead' });
  await add.click();
  await lead.getByRole('textbox', { name: 'Name', exact: true }).fill('Bela Shah');
  await page.reload();
  await add.click();
  await expect(lead.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Bela Shah');
});
