import { addProducts, choose, productNames } from '../hands/catalogue.ts';
import { expect, recordCalls, test } from '../fixtures.ts';

test('the list shows that it loads and why it failed, Try Again loads its first page, it needs no categories, and text typed for a failed save stays', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  await addProducts(api, company, [{ name: 'Lamp' }]);
  await signIn(company.manager);
  faults.expect(/answer 500/);
  faults.expect(/status of 500/);
  let answer: object = { success: false };
  const asked = Promise.withResolvers<void>();
  await page.route(/\/api\/products\?/, async (route) => {
    await asked.promise;
    await route.fulfill({ status: 500, json: answer });
  });
  await page.route(/\/api\/product-categories/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/products?page=2');
  await expect(page.getByRole('status').getByText('Loading products...')).toBeAttached();
  asked.resolve();
  await expect(page.getByRole('heading', { name: 'Error loading products' })).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to fetch products').first()).toBeVisible();
  answer = { success: false, message: 'The catalogue is being repaired.' };
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('alert').getByText('The catalogue is being repaired.').first()).toBeVisible();
  await page.unroute(/\/api\/products\?/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(productNames(page)).toHaveText(['Lamp']);
  await page.getByRole('combobox', { name: 'Category' }).click();
  await expect(page.getByRole('option')).toHaveText(['All Categories']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.unroute(/\/api\/product-categories/);

  let saved: object = { success: false, message: 'The disk is full.' };
  await page.route(/\/api\/products(\/|$)/, (route) => route.fulfill({ status: 500, json: saved }));
  await page.getByRole('button', { name: 'Add Product' }).click();
  const add = page.getByRole('dialog', { name: 'Add New Product' });
  await add.getByLabel('Name').fill('Chandelier');
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('alert').getByText('Failed to save product')).toBeVisible();
  await expect(page.getByRole('alert').getByText('The disk is full.')).toBeVisible();
  await expect(add.getByLabel('Name')).toHaveValue('Chandelier');
  saved = { success: false };
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('The disk is full.')).toBeHidden();
  await expect(page.getByRole('alert').getByText('Failed to save product')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(add.getByLabel('Name')).toHaveValue('Chandelier');
  await add.getByRole('button', { name: 'Cancel' }).click();

  await choose(page, 'Lamp', 'Edit Product');
  const edit = page.getByRole('dialog', { name: 'Edit Product' });
  await edit.getByLabel('Name').fill('Lamp, brass');
  await edit.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByRole('alert').getByText('Failed to update product')).toBeVisible();
  await expect(edit.getByLabel('Name')).toHaveValue('Lamp, brass');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Lamp', 'Delete Product');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete product')).toBeVisible();
  await expect(productNames(page)).toHaveText(['Lamp']);
});

test('a lead takes an active product if they load, keeps it after it is deleted, and shows its name', async ({
  page,
  company,
  api,
  signIn,
  faults,
}) => {
  faults.expect(/answer 500/);
  faults.expect(/status of 500/);
  const [sofa] = await addProducts(api, company, [
    { name: 'Sofa', sku: 'SF-1' },
    { name: 'Stool' },
    { name: 'Retired', is_active: false },
  ]);
  await signIn(company.manager);
  // A form whose products fail to load offers none and shows no error.
  await page.route(/\/api\/products\?/, (route) => route.fulfill({ status: 500, json: {} }));
  const failed = page.waitForResponse(/\/api\/products\?/);
  await page.goto('/create-lead');
  await failed;
  await page.getByRole('combobox', { name: 'Product' }).click();
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(/\/api\/products\?/);

  const calls = recordCalls(page);
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await page.keyboard.press('Escape');
  await navigation.getByRole('link', { name: 'All Leads' }).click();
  await navigation.getByRole('link', { name: 'Add Lead' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('combobox', { name: 'Product' }).click();
  await expect(page.getByRole('option')).toHaveText(['Sofa · SF-1', 'Stool']);
  expect(calls.find((call) => call.startsWith('GET /products'))).toMatch(/is_active=true&limit=100/);
  await page.getByRole('option', { name: 'Sofa' }).click();
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await page.getByRole('link', { name: 'Asha Rao' }).click();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary.getByText('Sofa', { exact: true })).toBeVisible();

  await api.call(company.manager, 'DELETE', `/products/${sofa?.id}`);
  await page.getByRole('link', { name: 'Edit Lead' }).click();
  const product = page.getByRole('combobox', { name: 'Product' });
  await expect(product).toHaveValue('Sofa');
  await product.click();
  await expect(page.getByRole('option')).toHaveText(['Sofa', 'Stool']);
  await page.getByRole('option', { name: 'Stool' }).click();
  await page.getByRole('button', { name: 'Update Lead' }).click();
  await expect(summary.getByText('Stool', { exact: true })).toBeVisible();
});
