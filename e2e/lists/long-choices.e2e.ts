import { expect, test } from '../fixtures.ts';
import { addProducts } from '../hands/catalogue.ts';
import { csv, openWith } from '../hands/imports.ts';

test('people and products beyond the first page of a choice are found, named and remembered', async ({
  page,
  company,
  api,
  openAs,
}) => {
  // A first page of one row stands for a company with hundreds.
  await page.route(/\/api\/(?:users|products)\?/, async (route) => {
    const url = new URL(route.request().url());
    if (!url.searchParams.has('ids')) url.searchParams.set('limit', '1');
    await route.continue({ url: url.href });
  });
  await api.newPerson(company.id, 'salesrep', 'Asha');
  const ravi = await api.newPerson(company.id, 'salesrep', 'Ravi');
  const [almirah, , trunk] = await addProducts(api, company, [
    { name: 'Almirah' },
    { name: 'Sofa', sku: 'SF-9' },
    { name: 'Trunk', is_active: false },
  ]);
  const lead = await api.addLead(company.manager, { name: 'Bina', product_id: almirah?.id });

  await openAs(company.manager, `/leads/${lead.id}`);
  const product = page.getByTitle('Change Product', { exact: true });
  await product.click();
  const editor = page.getByRole('dialog', { name: 'Product of Bina' });
  await editor.getByRole('combobox').fill('sf-9');
  await editor.getByRole('option', { name: 'Sofa' }).click();
  await expect(product).toHaveText('Sofa');

  await page.goto(`/leads?assigned_to=${ravi.id}&product_id=${trunk?.id}`);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('Ravi Joshi');
  await expect(chips).toContainText('Trunk');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await expect(filters).toContainText('Trunk');
  await filters.getByRole('combobox', { name: 'Assigned To' }).fill(company.manager.email);
  await expect(page.getByRole('option', { name: /^Meera/ })).toBeVisible();

  const { token } = await api.signIn(company.manager);
  const form = new FormData();
  form.set('values', JSON.stringify({ owner: { 'R. Old': ravi.id } }));
  form.set('file', new Blob(['Name,Owner\nChetan,R. Old'], { type: 'text/csv' }), 'first.csv');
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/leads/import', { headers, multipart: form });
  await page.goto('/leads');
  const dialog = await openWith(page, csv('second.csv', 'Name,Owner\nDivya,R. Old'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('combobox', { name: 'R. Old is' })).toHaveValue('Ravi Joshi');
  await expect(dialog.getByRole('button', { name: 'Import 1 lead' })).toBeEnabled();
});
