import { expect, test } from '../fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone leads are cards, navigation moves to the top and bottom bars, and no page is wider than the screen', async ({
  page,
  company,
  api,
  openAs,
}) => {
  await api.addLead(company.manager, {
    name: 'मीरा जोशी of a name that goes on and on, as the names of some companies do, without an end in sight',
    email: `${'long'.repeat(15)}@e2e.example`,
    phone: '+91 98765 00001',
    company_name: 'पुणे वाचनालय Agro Processing and Warehousing Private Limited, Pimpri-Chinchwad',
    tags: ['site-visit-done', 'repeat', 'NRI', 'वास्तु', '2bhk'],
    status: 'qualified',
    next_followup_date: '2030-12-31T04:30:00.000Z',
  });
  await api.addLeads(company.manager, [{ name: 'Without a company', email: 'nocompany@e2e.example' }]);
  await api.call(company.manager, 'POST', '/products', { name: 'Modular kitchen, L-shaped', price: 250_000 });
  const fits = async () => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, page.url()).toBeLessThanOrEqual(0);
  };
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
  await fits();

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
  await expect(bar.getByRole('link')).toHaveText(['Call', 'WhatsApp', 'Email', 'Log']);
  await expect(bar).toBeInViewport({ ratio: 1 });
  await fits();
  await page.getByRole('navigation', { name: 'Main, bottom' }).getByRole('link', { name: 'Add Lead' }).tap();
  await expect(page).toHaveURL('/create-lead');
  await expect(page.getByRole('button', { name: 'Create Lead' })).toBeVisible();
  await fits();
  await page.getByRole('button', { name: 'Logout' }).tap();
  await expect(page.getByRole('dialog', { name: 'Confirm Logout' })).toBeVisible();

  await page.goto('/products');
  const product = page.getByRole('button', { name: /^Modular kitchen/ });
  await expect(product).toBeVisible();
  // The card is as wide as the phone, except for the menu beside it.
  expect((await product.boundingBox())?.width).toBeGreaterThan(280);
});
