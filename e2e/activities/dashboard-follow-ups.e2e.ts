import { fill, part, stat } from '../hands/dashboard.ts';
import { expect, test } from '../fixtures.ts';
import { DAY, HOUR, plan } from '../hands/planned.ts';

test('next follow-ups show overdue ones first, with all their details and a preview of the lead', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await plan(api, company, [
    { name: 'Chitra', in: 9 * DAY },
    { name: 'Asha', in: -2 * DAY, phone: '+91 98765 00001' },
  ]);
  await api.addLead(company.manager, {
    name: 'Bina',
    email: 'bina@e2e.example',
    assigned_to: null,
    source: null,
    status: 'qualified',
    next_followup_date: new Date(Date.now() + 2 * HOUR).toISOString(),
  });
  await openAs(company.manager, '/dashboard');
  const next = part(page, 'Next Follow-up Leads');
  const items = next.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items).toContainText([/Asha/, /Bina/, /Chitra/]);
  for (const text of ['98765 00001', 'Meera Joshi', 'New', 'Overdue'])
    await expect(items.nth(0)).toContainText(text);
  await expect(items.nth(0)).toContainText(/\d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M/);
  await expect(items.nth(0)).toContainText(/Created \d\d\/\d\d\/\d{4}/);
  for (const text of ['bina@e2e.example', 'Unassigned', 'Website', 'Qualified'])
    await expect(items.nth(1)).toContainText(text);
  await expect(items.nth(1)).not.toContainText('Overdue');

  await items.nth(1).getByRole('button').click();
  const popup = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(popup.getByRole('heading', { name: 'Bina' })).toBeVisible();
  // The buttons stay visible, however low the window is.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ ...size, height: 420 });
  for (const button of [popup.getByText('Close', { exact: true }), popup.getByText('View Full Details')])
    await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(items.nth(1).getByRole('button')).toBeFocused();
  await next.getByRole('link', { name: 'View All' }).click();
  await expect(page).toHaveURL('/leads?sort_by=next_followup_date&sort_order=asc');
  await expect(page.getByRole('table', { name: 'Leads' }).getByRole('rowheader')).toContainText([
    'Asha', 'Bina', 'Chitra',
  ]); // prettier-ignore
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('everything fits, and a tap opens a definition and a lead', async ({ page, company, api, openAs }) => {
    await fill(api, company);
    await plan(api, company, [{ name: `Long ${'name '.repeat(20)}`, in: -DAY, phone: '+91 98765 00001' }]);
    await openAs(company.manager, '/dashboard');
    await expect(stat(page, 'Total Leads')).toHaveText('8');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.getByRole('button', { name: 'What Revenue means' }).tap();
    await expect(page.getByRole('tooltip')).toContainText('The total value of all won leads.');
    await part(page, 'Next Follow-up Leads').getByRole('listitem').first().getByRole('button').tap();
    await expect(page.getByRole('dialog', { name: 'Lead Details' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().tap();
  });
});
