import type { Request } from '@playwright/test';
import { DEFAULT_FIELD_CONFIGURATION } from '#shared/fields/field-configuration.ts';
import { configure } from '../hands/fields.ts';
import { expect, test } from '../fixtures.ts';
import { DAY, plan } from '../hands/planned.ts';

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
  const [asha] = (await api.call<{ id: string }[]>(
    await api.signIn(company.manager),
    'GET',
    '/leads?search=Asha',
  )) as [{ id: string }];
  await api.call(await api.signIn(company.manager), 'PATCH', `/leads/${asha.id}/status`, { status: 'hot' });

  const overseer = server.account('superadmin@lms.example');
  for (const person of [company.manager, overseer]) {
    await openAs(person, `/reminders?mine=false&client_id=${company.id}`);
    await page.getByRole('button', { name: 'View Lead' }).click();
    const badge = page.getByRole('dialog').getByText('Garam', { exact: true });
    await expect(badge).toBeVisible();
    await expect(
      page.getByRole('dialog').locator('[data-tone="red"]').filter({ hasText: 'Garam' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByRole('dialog').getByText('Garam', { exact: true })).toBeVisible();

    // The labels of all clients on a page arrive in one response.
    const asked: string[] = [];
    const note = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/configurations')) asked.push(pathname);
    };
    page.on('request', note);
    await page.goto(`/leads?search=${encodeURIComponent('Bina Shah')}&sort_by=created_at`);
    await expect(page.getByRole('row', { name: /Bina Shah/ }).first()).toContainText('Garam');

    const own = [`/api/configurations/tenant/${company.id}`];
    expect(asked).toEqual(person === overseer ? ['/api/configurations'] : own);
    page.off('request', note);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a lead, a page or an action' }).fill('Bina Shah');
    await expect(page.getByRole('option', { name: /Bina Shah.*Garam/ }).first()).toBeVisible();
  }
  await openAs(company.manager, '/dashboard');
  const fresh = page.getByRole('region', { name: /^New, not yet called/ }).getByRole('listitem');
  await expect(fresh.filter({ hasText: 'Bina Shah' })).toContainText('Garam');
});
