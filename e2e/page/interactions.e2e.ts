import type { Page } from '@playwright/test';
import { INDIAMART } from '#test/outside/portals.ts';
import { barriers } from '../checks/barriers.ts';
import type { Account } from '../server.ts';
import { expect, test } from '../fixtures.ts';
import { Hand } from '../hands/hand.ts';
import { csv } from '../hands/imports.ts';
import { numbered, toast } from '../leads.ts';
import { DAY, plan } from '../hands/planned.ts';
import { answerForWhatsApp } from '../outside/whatsapp.ts';

for (const [device, width] of [
  ['at a desk', 1440],
  ['on a phone', 390],
] as const)
  test.describe(device, () => {
    const isFinger = width === 390;
    test.use({ viewport: { width, height: 844 }, hasTouch: isFinger, isMobile: isFinger });

    test(`common tasks ${device} take no more interactions than the best of four other products`, async ({
      page,
      company,
      api,
      openAs,
      faults,
    }) => {
      await answerForWhatsApp(page, faults);
      const rep = await api.newPerson(company.id, 'salesrep', 'Rohan');
      await plan(api, { ...company, manager: rep }, [
        { name: 'Asha Rao', in: -3 * DAY, phone: '+91 98765 00001' },
        { name: 'Bina Shah', in: -2 * DAY, phone: '+91 98765 00002' },
        { name: 'Chitra Iyer', in: -DAY, phone: '+91 98765 00003' },
      ]);
      await api.addLead(rep, { name: 'Divya Nair', status: 'contacted' });
      const hand = new Hand(page, isFinger);
      await day(page, hand, { rep, openAs, isFinger });
    });
  });

/** Nothing but the size of the screen differs at a desk. */
test.describe('a manager on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a manager assigns 20 leads by rules, and takes them back', async ({
    page,
    company,
    api,
    openAs,
    faults,
  }) => {
    const people = [
      await api.newPerson(company.id, 'salesrep', 'Ravi'),
      await api.newPerson(company.id, 'salesrep', 'Meera'),
    ].map(({ id }) => id);
    const rule = { name: 'All', is_active: true, conditions: [], times: null, way: 'turn', people };
    // Leads that were there before the rules are unassigned.
    await api.addLeads(company.manager, numbered(20));
    await api.call(company.manager, 'PUT', '/distribution', { rules: [rule] });
    const hand = new Hand(page, true);
    await openAs(company.manager, '/leads?assigned_to=none');
    await hand.task('hand out 20 leads', async () => {
      await hand.press(page.getByRole('button', { name: 'Assign by rules' }));
      const dialog = page.getByRole('dialog', { name: 'Assign 20 leads' });
      const shares = dialog.getByRole('list', { name: 'Who gets how many' }).getByRole('listitem');
      await expect(shares).toHaveText([/: 10 leads$/, /: 10 leads$/]);
      await expect(dialog.getByRole('combobox', { name: 'To' })).toBeFocused();
      await hand.press(dialog.getByRole('button', { name: 'Assign 20 Leads' }));
      await expect(toast(page, 'Successfully assigned 20 leads')).toBeVisible();
    });
    await expect(page.getByText('No leads found')).toBeVisible();
    await page.locator('[data-tone]').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('20 unassigned')).toBeVisible();

    // More leads than can be assigned at once: the popup says so, whoever is chosen.
    const message = 'More than 1,000 leads match. Narrow the filters and do it in several steps.';
    await page.route('**/bulk-assign/preview', async (route) => {
      await route.fulfill({ status: 422, json: { success: false, code: 'VALIDATION', message } });
    });
    faults.expect(/status of 422/);
    await page.getByRole('button', { name: 'Assign by rules' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Assign 20 leads' });
    await expect(dialog.getByRole('status')).toHaveText(message);
    await dialog.getByRole('combobox', { name: 'To' }).tap();
    await page.getByRole('option', { name: /^Ravi/ }).tap();
    await expect(dialog.getByRole('combobox', { name: 'To' })).toHaveValue(/^Ravi/);
    await expect(dialog.getByRole('status')).toHaveText(message);
    await expect(dialog.getByRole('button', { name: 'Assign 20 Leads' })).toBeDisabled();
  });

  test("a manager sets the team's targets, and sees who is behind", async ({
    page,
    company,
    api,
    openAs,
  }) => {
    const [ravi, meena] = [
      await api.newPerson(company.id, 'salesrep', 'Ravi'),
      await api.newPerson(company.id, 'salesrep', 'Meena'),
    ];
    const superadmin = await api.superadmin();
    for (const { id } of [ravi, meena])
      await api.call(superadmin, 'PATCH', `/users/${id}`, { managerId: company.manager.id });
    const { id } = await api.addLead(ravi, { name: 'Bina Shah' });
    const call = { lead_id: id, duration: 5, notes: 'Talked' };
    for (const _ of [1, 2]) await api.call(ravi, 'POST', '/call-logs', call);
    // Nobody is behind until the first working day of a month has ended.
    await page.route(
      (url) => url.pathname === '/api/targets',
      async (route) => {
        if (route.request().method() !== 'GET') return await route.continue();
        const response = await route.fetch();
        const answer = (await response.json()) as { data: { passed: number } };
        const data = { ...answer.data, passed: Math.max(answer.data.passed, 1) };
        await route.fulfill({ response, json: { ...answer, data } });
      },
    );
    const hand = new Hand(page, true);
    await openAs(company.manager, '/settings/general/you');
    const parts = page.getByRole('navigation', { name: 'General' });
    await hand.task("set the team's targets", async () => {
      await hand.press(parts.getByRole('link', { name: 'Targets' }));
      const everyone = page.getByRole('form', { name: 'The same for everyone' });
      await hand.fill(everyone.getByRole('textbox', { name: 'Calls of everyone' }), '2');
      await hand.fill(everyone.getByRole('textbox', { name: 'Won of everyone' }), '1');
      await hand.press(everyone.getByRole('button', { name: 'Set for All 2' }));
      await expect(toast(page, 'Targets of 2 people saved')).toBeVisible();
    });
    await expect(page.getByRole('textbox', { name: 'Calls of Meena Joshi' })).toHaveValue('2');
    const navigation = page.getByRole('navigation', { name: 'Main, bottom' });
    await hand.task('see who is behind', async () => {
      await hand.press(navigation.getByRole('link', { name: 'Dashboard' }));
      const team = page.getByRole('region', { name: /^Team targets of / });
      await expect(team.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveText([
        /^Meena Joshi\s*Calls\s*0 of 2\s*0%\s*behind\s*Won\s*0 of 1/,
        /^Ravi Joshi\s*Calls\s*2 of 2\s*100%\s*Won\s*0 of 1/,
      ]);
      await expect(team.getByRole('heading', { name: 'Ravi Joshi' })).toBeInViewport();
    });
    expect(await barriers(page)).toEqual([]);
  });
});

type Day = {
  rep: Account;
  openAs: (account: Account, address: string) => Promise<void>;
  isFinger: boolean;
};

async function day(page: Page, hand: Hand, { rep, openAs, isFinger }: Day): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const saved = toast(page, 'Call log created and reminder scheduled successfully');
  const navigation = page.getByRole('navigation', { name: isFinger ? 'Main, bottom' : 'Main' });

  await openAs(rep, '/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await hand.task('see the work of today', async () => {
    await hand.press(navigation.getByRole('link', { name: 'Dashboard' }));
    await expect(page.getByRole('region', { name: /^Overdue/ }).getByRole('listitem')).toHaveCount(3);
  });

  await page.getByRole('link', { name: 'Start calling (3)' }).click();
  await expect(heading('Log a call: Asha Rao')).toBeVisible();
  await hand.task('log a call that nobody answered, and go on', async () => {
    await hand.press(page.getByRole('link', { name: /98765 0000\d$/ }));
    if (isFinger) await hand.press(page.getByRole('button', { name: 'No answer, next' }));
    else await hand.key('Shift+N');
    await expect(heading('Log a call: Bina Shah')).toBeVisible();
  });
  await expect(saved).toBeVisible();
  await hand.task('log an answered call with outcome and next step', async () => {
    await hand.press(page.getByRole('link', { name: /98765 0000\d$/ }));
    await hand.press(page.getByRole('radio', { name: 'Proposal Requested' }));
    await hand.fill(page.getByLabel('Comments'), 'Wants a quote');
    // The next step, tomorrow at nine, is planned unless the user changes it.
    if (isFinger) await hand.press(page.getByRole('button', { name: 'Save and next' }));
    else await hand.key('Control+Enter');
    await expect(heading('Log a call: Chitra Iyer')).toBeVisible();
  });

  await hand.task('add a lead while on the phone', async () => {
    await hand.press(navigation.getByRole('link', { name: 'Add Lead' }));
    await hand.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Esha Kulkarni');
    await hand.fill(page.getByRole('textbox', { name: 'Phone', exact: true }), '98765 00005');
    await hand.press(page.getByRole('button', { name: 'Create Lead' }));
    await expect(page.getByText(/^Lead created successfully!/)).toBeVisible();
  });

  await hand.task('find a lead by a number from any page', async () => {
    if (isFinger) await hand.press(page.getByRole('button', { name: 'Find anything' }));
    else await hand.key('Control+k');
    const field = page.getByRole('combobox', { name: 'Find a lead, a page or an action' });
    await expect(field).toBeFocused();
    await hand.fill(field, '9876500005');
    await expect(page.getByRole('option', { name: 'Esha Kulkarni' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Esha Kulkarni' }).first()).toBeVisible();

  // Nothing but the size of the screen differs in a note, a follow-up and an import at a desk.
  if (isFinger) await writeNoteAndPlan(page, hand);
  await navigation.getByRole('link', { name: 'Leads' }).click();
  await hand.task('write by WhatsApp from the list', async () => {
    const row = page.getByRole(isFinger ? 'listitem' : 'row').filter({ hasText: 'Asha Rao' });
    if (!isFinger) await row.hover();
    const way = row.getByRole('link', { name: 'WhatsApp Asha Rao' });
    await hand.press(way);
    const chat = page.waitForEvent('popup');
    await hand.press(page.getByRole('list', { name: 'Templates' }).getByRole('link').first());
    await (await chat).close();
  });

  if (isFinger) await importOne(page, hand);
  await page.goto('/leads?view=board');
  await hand.task('change a status', async () => {
    const column = page.getByRole('region', { name: 'Contacted, 1 lead' });
    await hand.drag(
      page.getByRole('link', { name: 'Esha Kulkarni', exact: true }),
      column,
      page.getByText('Esha Kulkarni is over Contacted', { exact: true }),
    );
    await expect(toast(page, 'Status of Esha Kulkarni: Contacted')).toBeVisible();
  });
}

async function writeNoteAndPlan(page: Page, hand: Hand): Promise<void> {
  const composer = page.getByRole('region', { name: 'Add to this lead' });
  await hand.task('write a note', async () => {
    await hand.fill(composer.getByRole('textbox', { name: 'Note' }), 'Asked for teak');
    await hand.key('Enter');
    await expect(toast(page, 'Note saved')).toBeVisible();
  });
  await hand.task('plan a follow-up without a call', async () => {
    await hand.press(composer.getByRole('radio', { name: 'Follow-up' }));
    await hand.press(composer.getByRole('radio', { name: /^Mon \d+ [A-Z][a-z]{2}, 9:00 AM$/ }));
    await hand.press(composer.getByRole('button', { name: 'Plan', exact: true }));
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('9:00 AM');
  });
}

async function importOne(page: Page, hand: Hand): Promise<void> {
  await hand.task('import an export of another product', async () => {
    await hand.press(page.getByRole('button', { name: 'More tools' }));
    await hand.press(page.getByRole('menuitem', { name: 'Import', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Import Leads' });
    const file = 'First Name,Last Name,Mobile,Lead Status\nFarah,Khan,98765 00006,New\n';
    await hand.chooseFile(dialog.getByLabel('Choose a file', { exact: true }), csv('export.csv', file));
    await hand.press(dialog.getByRole('button', { name: 'Continue' }));
    await hand.press(dialog.getByRole('button', { name: 'Import 1 lead' }));
    await expect(dialog.getByText('Successfully imported 1 leads', { exact: true })).toBeVisible();
    await hand.press(dialog.getByRole('link', { name: 'Show the lead' }));
    await expect(page.getByRole('link', { name: /Farah Khan/ }).first()).toBeVisible();
  });
}

test('an admin adds a status and connects a portal in few interactions', async ({
  page,
  company,
  api,
  openAs,
}) => {
  const hand = new Hand(page, false);
  const tabs = page.getByRole('navigation', { name: 'Settings' });
  await openAs(await api.newPerson(company.id, 'admin', 'Kabir'), '/settings/users/absences');
  await expect(tabs).toBeVisible();
  await hand.task('add a status', async () => {
    await hand.press(tabs.getByRole('link', { name: 'Lead Fields' }));
    await hand.press(
      page.getByRole('navigation', { name: 'Lead Fields' }).getByRole('link', { name: 'Pipeline' }),
    );
    await hand.fill(page.getByRole('textbox', { name: 'New option of Statuses' }), 'Site Visit');
    await hand.press(page.getByRole('button', { name: 'Save Changes' }));
    await expect(toast(page, 'Pipeline saved')).toBeVisible();
  });
  await hand.task('connect IndiaMART', async () => {
    await hand.press(tabs.getByRole('link', { name: 'API' }));
    await hand.press(page.getByRole('button', { name: 'Add your first source' }));
    await hand.press(page.getByRole('button', { name: 'Next' }));
    const dialog = page.getByRole('dialog', { name: 'Connect IndiaMART' });
    await expect(dialog.getByText('Waiting for the first delivery.')).toBeVisible();
    await hand.press(dialog.getByRole('button', { name: 'Copy Address' }));
    const address = (await dialog.getByTestId('source-address').textContent()) ?? '';
    await page.request.post(address, { data: INDIAMART });
    await expect(page.getByText('A delivery has arrived: New lead, Ravi Kumar.')).toBeVisible();
  });
});
