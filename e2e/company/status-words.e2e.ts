import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import { configure } from '../hands/fields.ts';
import { expect, recordCalls, test, walkTo } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';
import type { Account } from '../server.ts';

const OWN = { value: 'hot', label: 'Garam', meaning: 'open', tone: 'red' } as const;

test("a client's own statuses keep their labels and colours on every screen, even beside other clients' statuses", async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  const { status } = DEFAULT_FIELD_CONFIGURATION;
  await configure(api, company, { status: { ...status, options: [OWN, ...(status.options ?? [])] } });
  await plan(api, company, [{ name: 'Asha Rao', in: -DAY }]);
  await api.addLead(company.manager, { name: 'Bina Shah', status: 'hot' });
  const [asha] = (await api.call<{ id: string }[]>(company.manager, 'GET', '/leads?search=Asha')) as [
    { id: string },
  ];
  await api.call(company.manager, 'PATCH', `/leads/${asha.id}/status`, { status: 'hot' });

  const statusOf = async (person: Account) => {
    await openAs(person, `/reminders?mine=false&client_id=${company.id}`);
    await page.getByRole('button', { name: 'View Lead' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Garam', { exact: true })).toBeVisible();
    await expect(dialog.locator('[data-tone="red"]').filter({ hasText: 'Garam' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(dialog.getByText('Garam', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  };
  const inRowAndPalette = async () => {
    await expect(page.getByRole('row', { name: /Bina Shah/ }).first()).toContainText('Garam');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a lead, a page or an action' }).fill('Bina Shah');
    await expect(page.getByRole('option', { name: /Bina Shah.*Garam/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  };
  await statusOf(company.manager);
  await walkTo(page, 'All Leads');
  await inRowAndPalette();
  await walkTo(page, 'Dashboard');
  const fresh = page.getByRole('region', { name: /^New, not yet called/ }).getByRole('listitem');
  await expect(fresh.filter({ hasText: 'Bina Shah' })).toContainText('Garam');

  await statusOf(server.account('superadmin@lms.example'));
  // The labels of all clients on a page arrive in one response.
  const calls = recordCalls(page);
  await page.goto(`/leads?search=${encodeURIComponent('Bina Shah')}&sort_by=created_at`);
  await inRowAndPalette();
  const labels = calls.filter((call) => call.startsWith('GET /configurations'));
  expect(labels.map((call) => call.split('?')[0])).toEqual(['GET /configurations']);
});
