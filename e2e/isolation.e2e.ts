import type { LeadRow } from './api.ts';
import { expect, leadNames, recordCalls, test } from './fixtures.ts';

const SECRET = 'Zubeida Contractor';
const theirs: LeadRow = {
  name: SECRET,
  email: 'zubeida@e2e.example',
  phone: '+91 98765 11111',
  status: 'Very Special',
};

for (const role of ['salesrep', 'admin'] as const) {
  test(`a ${role} finds nothing of another client: by search, filters, address`, async ({
    page,
    company,
    api,
    signIn,
    faults,
  }) => {
    const { id } = await api.addLead(company.manager, theirs);
    const other = await api.newCompany('Konkan Test Exports');
    const person = await api.newPerson(other.id, role, 'Kabir');
    await api.addLeads(other.manager, [{ name: 'Own lead' }]);
    await signIn(person);
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
    });

    await page.goto('/leads');
    await expect(leadNames(page)).toHaveText(['Own lead']);
    for (const search of ['Zubeida', 'zubeida@e2e.example', '98765 11111']) {
      await page.goto('/leads?archived=all');
      await expect(leadNames(page)).toHaveText(['Own lead']);
      await page.getByRole('searchbox', { name: 'Search leads' }).fill(search);
      await expect(page.getByText('Try adjusting your search criteria or filters')).toBeVisible();
    }
    for (const filter of [
      `client_id=${company.id}`,
      `assigned_to=${company.manager.id}`,
      'status=Very+Special',
    ]) {
      await page.goto(`/leads?${filter}`);
      await expect(page.getByText('Try adjusting your search criteria or filters')).toBeVisible();
    }
    await page.goto('/leads');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('option', { name: 'New' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Very Special' })).toHaveCount(0);

    faults.expect(/status of 404 .*\/api\/leads\//);
    await page.goto(`/leads/${id}`);
    await expect(page.getByRole('heading', { name: 'Failed to load lead details' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Leads' }).click();
    await expect(leadNames(page)).toHaveText(['Own lead']);
    expect(answers.join('\n')).toContain('Own lead');
    expect(answers.join('\n')).not.toMatch(/Zubeida|zubeida@e2e|Very Special/);
  });
}

test('the next user of a browser sees nothing the last one saw', async ({ page, company, api }) => {
  await api.addLead(company.manager, theirs);
  const other = await api.newCompany('Konkan Test Exports');
  const signInAs = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await page.goto('/login');
  await signInAs(company.manager);
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'All Leads' })
    .click();
  await page.getByRole('link', { name: SECRET }).click();
  await expect(page.getByRole('heading', { name: SECRET })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Sign In' }).click();

  const calls = recordCalls(page);
  await signInAs(other.manager);
  await expect(page.getByText('Your pipeline starts here')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(SECRET)).toHaveCount(0);
  expect(calls.filter((call) => call.startsWith('GET /dashboard/'))).not.toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(company.manager.email);
});
