import { barriers } from '../checks/barriers.ts';
import { addCategory, addProducts, choose, productNames } from '../hands/catalogue.ts';
import { expect, expectAbsent, recordCalls, test } from '../fixtures.ts';

test('a product is added, viewed, edited, deleted and restored', async ({ page, company, api, openAs }) => {
  await addCategory(api, company, 'Seating');
  await openAs(company.manager, '/leads');
  await page.getByRole('complementary').getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  await expect(page.getByText('Add your first product to get started')).toBeVisible();

  await page.getByRole('button', { name: 'Add Product' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add New Product' });
  await expect(add.getByLabel('Currency', { exact: true })).toHaveValue('INR');
  await expectAbsent(add.getByLabel('Client'));
  await add.getByLabel('Currency', { exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['INR', 'USD', 'EUR', 'GBP']);
  await page.keyboard.press('Escape');
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(add.getByText('Product name is required.')).toBeVisible();
  await expect(add.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(add.getByLabel('Name')).toBeFocused();
  await add.getByLabel('Name').fill('सोफ़ा सेट');
  await add.getByLabel('SKU').fill('SF-1');
  await add.getByLabel('Category', { exact: true }).click();
  await page.getByRole('option', { name: 'Seating' }).click();
  await add.getByLabel('Price').fill('1.5 lakh');
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(add.getByText('This is not an amount. Write it as 1,50,000.50.')).toBeVisible();
  await expect(add.getByLabel('Price')).toHaveValue('1.5 lakh');
  await add.getByLabel('Price').fill('149999.5');
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product added')).toBeVisible();
  await expect(add).toBeHidden();
  await expect(page.getByRole('table', { name: 'Products' }).getByRole('columnheader')).toHaveText([
    'Product', 'SKU & Category', 'Price', 'Status', 'Created', 'Actions',
  ]); // prettier-ignore
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('rowheader')).toHaveText('सोफ़ा सेटNo description');
  await expect(row.getByRole('cell')).toHaveText([
    'SF-1Seating', '₹1,49,999.50', 'Active', /^\d\d\/\d\d\/\d{4}$/, '',
  ]); // prettier-ignore
  expect(await barriers(page)).toEqual([]);

  await choose(page, 'सोफ़ा सेट', 'Edit Product');
  const edit = page.getByRole('dialog', { name: 'Edit Product' });
  await edit.getByLabel('Currency', { exact: true }).click();
  await page.getByRole('option', { name: 'GBP' }).click();
  await edit.getByLabel('Description').fill('Three seats\nand a stool');
  await edit.getByLabel('Name').fill('');
  await edit.getByRole('button', { name: 'Update Product' }).click();
  await expect(edit.getByText('Product name is required.')).toBeVisible();
  await edit.getByLabel('Name').fill('सोफ़ा सेट');
  await edit.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(row.getByRole('cell').nth(1)).toHaveText('£1,49,999.50');

  await choose(page, 'सोफ़ा सेट', 'View Details');
  const details = page.getByRole('dialog', { name: 'Product Details' });
  await expect(
    details.getByRole('definition').filter({ hasText: /Three seats\s+and a stool/ }),
  ).toBeVisible();
  await expectAbsent(details.getByRole('textbox'));
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: 'Actions for सोफ़ा सेट' })).toBeFocused();

  await choose(page, 'सोफ़ा सेट', 'Delete Product');
  const question = page.getByRole('dialog', { name: 'Delete Product' });
  await expect(question.getByText('Are you sure you want to delete सोफ़ा सेट?')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(productNames(page)).toHaveText(['सोफ़ा सेट']);
  await choose(page, 'सोफ़ा सेट', 'Delete Product');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('सोफ़ा सेट is back')).toBeVisible();
  await expect(productNames(page)).toHaveText(['सोफ़ा सेट']);
});

test('a product is deactivated and activated, a conflicting edit is shown, and a sales rep sees no controls that write', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 412/);
  const [, , dollars] = await addProducts(api, company, [
    { name: 'Pounds', price: 5, currency: 'GBP' },
    { name: 'Euros', price: 5, currency: 'EUR' },
    { name: 'Dollars', sku: 'S1', price: 1200.5, currency: 'USD' },
    { name: 'Nothing' },
  ]);
  await openAs(company.manager, '/products');
  const column = (index: number) => page.getByRole('row').getByRole('cell').nth(index);
  await expect(column(0)).toHaveText('-Unknown Category');
  await expect(page.getByRole('row').locator('td:nth-child(3)')).toHaveText(['N/A', '$1,200.50', '€5', '£5']);
  await choose(page, 'Nothing', 'Deactivate');
  await expect(page.getByText('Nothing deactivated')).toBeVisible();
  await expect(column(2)).toHaveText('Inactive');
  await choose(page, 'Nothing', 'Activate');
  await expect(column(2)).toHaveText('Active');

  await choose(page, 'Dollars', 'Edit Product');
  const edit = page.getByRole('dialog', { name: 'Edit Product' });
  await edit.getByLabel('Name').fill('Dollars, oak');
  await edit.getByLabel('Price').fill('30');
  await api.call(company.manager, 'PUT', `/products/${dollars?.id}`, {
    price: 20,
    sku: 'S2',
  });
  await edit.getByRole('button', { name: 'Update Product' }).click();
  const notice = edit.getByRole('region', { name: 'Changes made in the meantime' });
  await expect(notice.getByRole('heading')).toHaveText(
    'Someone else has changed this product in the meantime',
  );
  await expect(notice.getByRole('heading')).toBeFocused();
  await expect(notice.getByRole('group', { name: 'Price' }).getByRole('radio')).toHaveCount(2);
  await expect(notice.getByRole('list', { name: 'Changed by them only' })).toHaveText('SKU: now S2');
  await expect(edit.getByLabel('Name')).toHaveValue('Dollars, oak');
  await expect(edit.getByRole('textbox', { name: 'Price' })).toHaveValue('30');
  await notice.getByRole('radio', { name: 'Theirs: $20' }).check();
  await expect(edit.getByRole('textbox', { name: 'Price' })).toHaveValue('20');
  await notice.getByRole('radio', { name: 'Mine: $30' }).check();
  await edit.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByRole('row', { name: /Dollars, oak/ })).toContainText('S2');
  await expect(page.getByRole('row', { name: /Dollars, oak/ })).toContainText('$30');

  await openAs(await api.newPerson(company.id, 'salesrep', 'Ravi'), '/products');
  await expect(productNames(page)).toHaveText(['Nothing', 'Dollars, oak', 'Euros', 'Pounds']);
  for (const name of ['Add Product', 'Categories']) await expectAbsent(page.getByRole('button', { name }));
  await page.getByRole('button', { name: 'Actions for Nothing' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Details']);
  await page.keyboard.press('Escape');
  await productNames(page).first().click();
  await expect(page.getByRole('dialog', { name: 'Product Details' })).toBeVisible();
});

test('search, category and page are in the address, and Back restores them', async ({
  page,
  company,
  api,
  signIn,
}) => {
  const { id } = await addCategory(api, company, 'Chairs');
  const many = Array.from({ length: 11 }, (_, index) => ({
    name: `Chair ${index + 1}`,
    sku: `CH-${index + 1}`,
    category_id: id,
  }));
  await addProducts(api, company, [{ name: 'Table', sku: 'TB-77' }, ...many]);
  await signIn(company.manager);
  const calls = recordCalls(page);
  await page.goto('/products');
  await expect(page.getByText('Showing 10 of 12 total products')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  for (const name of ['First', 'Prev'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await expect(page).toHaveURL('/products?page=2');
  await expect(productNames(page)).toHaveText(['Chair 1', 'Table']);

  const search = page.getByRole('searchbox', { name: 'Search products' });
  await expect(search).toHaveAttribute('placeholder', 'Search products by name or SKU...');
  await search.fill('  tb-77  ');
  await expect(page).toHaveURL('/products?search=tb-77');
  await expect(productNames(page)).toHaveText(['Table']);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  expect(calls).toContain('GET /products?page=1&search=tb-77');
  await search.fill('');
  await expect(page).toHaveURL('/products');
  expect(calls.filter((call) => call.includes('search=&') || call.endsWith('search='))).toEqual([]);

  await page.getByRole('combobox', { name: 'Category' }).click();
  await expect(page.getByRole('option')).toHaveText(['All Categories', 'Chairs']);
  await page.getByRole('option', { name: 'Chairs' }).click();
  await expect(page.getByText('Showing 10 of 11 total products')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(`/products?category=${id}&page=2`);
  await expect(productNames(page)).toHaveText(['Chair 1']);
  await page.goBack();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await search.fill('table');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.getByText('Showing 10 of 12 total products')).toBeVisible();

  // Without the only product of the last page, the page before it is shown.
  await page.goto(`/products?category=${id}&page=2`);
  await choose(page, 'Chair 1', 'Delete Product');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(productNames(page)).toHaveCount(10);
  await expect(page).toHaveURL(`/products?category=${id}`);
});

test('categories are added, renamed and deleted, and their products stay', async ({
  page,
  company,
  api,
  faults,
  openAs,
}) => {
  faults.expect(/status of 409/);
  const { id } = await addCategory(api, company, 'Beds');
  await addProducts(api, company, [{ name: 'Bunk bed', category_id: id }]);
  await openAs(company.manager, `/products?category=${id}`);
  await page.getByRole('button', { name: 'Categories', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Product Categories' });
  await dialog.getByLabel('New category').fill('beds');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('A category with this name exists already.')).toBeVisible();
  await dialog.getByLabel('New category').fill('Lamps');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([/^Beds\s*1 product$/, /^Lamps\s*0 products$/]);
  await dialog.getByRole('button', { name: 'Rename Beds' }).click();
  await expect(dialog.getByLabel('New name of Beds')).toBeFocused();
  await dialog.getByLabel('New name of Beds').fill('Bedroom');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Rename Bedroom' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete Bedroom' }).click();
  await expect(
    page.getByText('Are you sure you want to delete Bedroom? Its 1 product will have no category.'),
  ).toBeVisible();
  await page.getByRole('dialog', { name: 'Delete Category' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/^Lamps/]);
  // The keyboard stays in the popup whose button is gone.
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('cell').first()).toHaveText('-Unknown Category');
});

test('a user with access to all clients chooses the client of a product, and the list shows it', async ({
  page,
  company,
  api,
  server,
  openAs,
}) => {
  await addCategory(api, company, 'Only here');
  await openAs(server.account('superadmin@lms.example'), '/products');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const add = page.getByRole('dialog', { name: 'Add New Product' });
  await add.getByLabel('Name').fill('From above');
  await expect(add.getByLabel('Category', { exact: true })).toBeDisabled();
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(add.getByText('Select a client for this product.')).toBeVisible();
  await add.getByLabel('Client').fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  await add.getByLabel('Category', { exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['Only here']);
  await page.keyboard.press('Escape');
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('row', { name: /From above/ })).toContainText(company.name);
});
