import { expect, test } from '../fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone leads are cards, and navigation moves to the top and bottom bars', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, {
    name: 'मीरा जोशी',
    phone: '+91 98765 00001',
    company_name: 'पुणे वाचनालय',
    status: 'qualified',
    next_followup_date: '2030-12-31T04:30:00.000Z',
  });
  await api.addLeads(company.manager, [{ name: 'Without a company', email: 'nocompany@e2e.example' }]);
  await openAs(company.manager, '/leads');
  const cards = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('table')).toHaveCount(0);
  const card = cards.filter({ hasText: 'मीरा जोशी' });
  for (const text of ['पुणे वाचनालय', 'Qualified', '98765 00001', '31/12/2030, 10:00 AM'])
    await expect(card.getByText(text)).toBeVisible();
  await expect(
    cards.filter({ hasText: 'Without a company' }).getByText('nocompany@e2e.example'),
  ).toBeVisible();
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible();

  // A tap calls or writes without opening the lead.
  await expect(card.getByRole('link', { name: 'Call मीरा जोशी' })).toHaveAttribute(
    'href',
    'tel:+919876500001',
  );
  const chat = card.getByRole('link', { name: 'WhatsApp मीरा जोशी' });
  await expect(chat).toHaveAttribute('href', 'https://wa.me/919876500001');
  expect(await chat.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await card.getByText('पुणे वाचनालय').tap();
  await expect(page.getByRole('heading', { name: 'मीरा जोशी' })).toBeVisible();
  const bar = page.getByRole('group', { name: 'Actions' });
  await expect(bar.getByRole('link')).toHaveText(['Call', 'WhatsApp', 'Log']);
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.getByRole('navigation', { name: 'Main, bottom' }).getByRole('link', { name: 'Add Lead' }).tap();
  await expect(page).toHaveURL('/create-lead');
  await page.getByRole('button', { name: 'Logout' }).tap();
  await expect(page.getByRole('dialog', { name: 'Confirm Logout' })).toBeVisible();
});

test('no page of the product is wider than a phone', async ({ page, company, api, signIn }) => {
  const { id } = await api.addLead(company.manager, {
    name: 'A name that goes on and on, as the names of some companies and their branches do, without an end in sight',
    email: `${'long'.repeat(15)}@e2e.example`,
    company_name: 'Shree Siddhivinayak Agro Processing and Warehousing Private Limited, Pimpri-Chinchwad',
    tags: ['site-visit-done', 'repeat', 'NRI', 'वास्तु', '2bhk'],
  });
  await page.goto('/login');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await signIn(company.manager);
  for (const address of ['/leads', `/leads/${id}`]) {
    await page.goto(address);
    await expect(page.getByText(/A name that goes on/).first()).toBeVisible();
    expect(await overflow(), address).toBeLessThanOrEqual(0);
  }
  await page.goto('/create-lead');
  await expect(page.getByRole('button', { name: 'Create Lead' })).toBeVisible();
  expect(await overflow(), '/create-lead').toBeLessThanOrEqual(0);

  const session = await api.signIn(company.manager);
  await api.call(session, 'POST', '/products', { name: 'Modular kitchen, L-shaped', price: 250_000 });
  await page.goto('/products');
  const card = page.getByRole('button', { name: /^Modular kitchen/ });
  await expect(card).toBeVisible();
  // The card is as wide as the phone, except for the menu beside it.
  expect((await card.boundingBox())?.width).toBeGreaterThan(280);
});
