import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { productCategories, products } from '#shared/leads/products.ts';
import type { Product } from '#shared/leads/products.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
let clients = 0;

const newClient = async () => await createTestClient(app, `catalogue_${++clients}`);
async function create({ manager }: TestClient, body: object): Promise<Product> {
  const reply = await app.call(products.create, { body }, manager.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data;
}
const list = async (person: Person, query: Record<string, string> = {}) =>
  (await app.call(products.list, { query }, person.token)).body;
const namesOf = async (person: Person, query: Record<string, string> = {}) =>
  (await list(person, query)).data.map(({ name }) => name);
const update = async (person: Person, id: string, body: object) =>
  await app.call(products.update, { params: { id }, body }, person.token);

test('a product defaults to rupees and active, and only its name is required', async () => {
  const client = await newClient();
  const { id, version, price, currency, is_active, category_name, clientId } = await create(client, {
    name: ' Sofa ',
  });
  assert.deepEqual(
    [version, price, currency, is_active, category_name, clientId],
    [1, null, 'INR', true, null, client.id],
  );
  for (const [body, message] of [
    [{}, 'Product name is required.'],
    [{ name: '  ' }, 'Product name is required.'],
    [{ name: 'Sofa', price: -1 }, 'Price cannot be negative.'],
    [{ name: 'Sofa', price: '12' }, 'Price must be a number.'],
    [{ name: 'Sofa', price: 0.001 }, 'Price has two decimals at most.'],
    [{ name: 'Sofa', currency: 'XAU' }, 'Currency must be INR, USD, EUR or GBP.'],
    [{ name: 'x'.repeat(201) }, 'This text is too long (200 characters at most).'],
  ] as const) {
    const reply = await app.call(products.create, { body }, client.manager.token);
    assert.deepEqual([reply.status, reply.body.message], [422, message]);
  }
  const edited = await update(client.manager, id, { price: 12499.5, currency: 'EUR', name: '' });
  assert.deepEqual(
    [edited.body.data.name, edited.body.data.price, edited.body.data.currency, edited.body.data.version],
    ['Sofa', 12499.5, 'EUR', 2],
  );
});

test('everybody reads, managers and above write, and a rep is refused with a message', async () => {
  const { alpha } = world;
  const product = await create(alpha, { name: 'Lamp' });
  assert.deepEqual(await namesOf(alpha.rep), ['Lamp']);
  const refused = await update(alpha.rep, product.id, { name: 'Mine' });
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'Only Managers, Admins and Super Admins can manage products.'],
  );
  assert.equal((await update(world.beta.manager, product.id, { name: 'Theirs' })).status, 404);
  assert.equal((await update(world.superadmin, product.id, { name: 'Lamp 2' })).status, 200);
  const unsaid = await app.call(products.create, { body: { name: 'Nowhere' } }, world.superadmin.token);
  assert.deepEqual([unsaid.status, unsaid.body.message], [422, 'Select a client for this product.']);
});

test('search covers name and SKU, filters and sorts apply, and pages count', async () => {
  const client = await newClient();
  const category = await app.call(
    productCategories.create,
    { body: { name: 'Seating' } },
    client.manager.token,
  );
  const category_id = category.body.data.id;
  await create(client, { name: 'sofa 100%', sku: 'SF-1', price: 300, category_id });
  await create(client, { name: 'Armchair', sku: 'AC_9', price: 100, category_id, is_active: false });
  await create(client, { name: 'कुर्सी', price: 200 });
  assert.deepEqual(await namesOf(client.rep), ['कुर्सी', 'Armchair', 'sofa 100%']);
  assert.deepEqual(await namesOf(client.rep, { search: 'SOFA' }), ['sofa 100%']);
  assert.deepEqual(await namesOf(client.rep, { search: '_' }), ['Armchair']);
  assert.deepEqual(await namesOf(client.rep, { search: '%' }), ['sofa 100%']);
  assert.deepEqual(await namesOf(client.rep, { search: 'कुर्सी' }), ['कुर्सी']);
  assert.deepEqual(await namesOf(client.rep, { category_id }), ['Armchair', 'sofa 100%']);
  assert.deepEqual(await namesOf(client.rep, { is_active: 'false' }), ['Armchair']);
  assert.deepEqual(await namesOf(client.rep, { sort_by: 'price', sort_order: 'ASC' }), [
    'Armchair',
    'कुर्सी',
    'sofa 100%',
  ]);
  assert.deepEqual(await namesOf(client.rep, { sort_by: 'sku', sort_order: 'desc' }), [
    'sofa 100%',
    'Armchair',
    'कुर्सी',
  ]);
  const { data, pagination } = await list(client.rep, {
    limit: '2',
    page: '2',
    sort_by: 'name',
    sort_order: 'asc',
  });
  assert.deepEqual([data.length, pagination], [1, { page: 2, limit: 2, total: 3, totalPages: 2 }]);
});

test('products are listed by their ids, inactive ones included, and those of other clients are left out', async () => {
  const [client, other] = [await newClient(), await newClient()];
  const shelf = await create(client, { name: 'Shelf' });
  const stool = await create(client, { name: 'Stool', is_active: false });
  const theirs = await create(other, { name: 'Theirs' });
  await create(client, { name: 'Not asked for' });
  const query = { ids: [shelf.id, stool.id, theirs.id].join(','), sort_by: 'name', sort_order: 'asc' };
  assert.deepEqual(await namesOf(client.rep, query), ['Shelf', 'Stool']);
  assert.deepEqual(await namesOf(other.rep, query), ['Theirs']);
  assert.deepEqual(await namesOf(world.superadmin, query), ['Shelf', 'Stool', 'Theirs']);
  assert.deepEqual(await namesOf(client.rep, { ...query, is_active: 'true' }), ['Shelf']);
});

test('a stale edit returns the current product', async () => {
  const client = await newClient();
  const { id } = await create(client, { name: 'Desk' });
  assert.equal((await update(client.manager, id, { version: 1, price: 5 })).status, 200);
  const stale = await update(client.admin, id, { version: 1, price: 6 });
  assert.deepEqual([stale.status, stale.body.data.price], [412, 5]);
});

test('a deleted product leaves the catalogue, stays on its leads, and can be restored', async () => {
  const client = await newClient();
  const { id } = await create(client, { name: 'Wardrobe' });
  const lead = await createLead(app, client.rep, { product_id: id });
  const params = { id };
  assert.equal((await app.call(products.remove, { params }, client.manager.token)).status, 200);
  assert.deepEqual(await namesOf(client.rep), []);
  assert.equal((await app.call(products.remove, { params }, client.manager.token)).status, 404);
  assert.equal((await update(client.manager, id, { name: 'Ghost' })).status, 404);
  const read = await app.call(leads.get, { params: { id: lead.id } }, client.rep.token);
  const { product_id, product_name, version } = read.body.data;
  assert.deepEqual([product_id, product_name, version], [id, 'Wardrobe', 1]);
  const everywhere = await app.call(leads.list, { query: { client_id: client.id } }, world.superadmin.token);
  assert.equal(everywhere.body.data[0]?.product_name, 'Wardrobe');
  await app.call(leads.update, { params: { id: lead.id }, body: { product_id: null } }, client.rep.token);
  const history = await app.call(leadHistory.list, { params: { id: lead.id } }, client.rep.token);
  assert.ok(history.text.includes('Wardrobe'), history.text);
  const back = await app.call(products.restore, { params }, client.manager.token);
  assert.deepEqual([back.status, back.body.data.name], [200, 'Wardrobe']);
  assert.equal((await app.call(products.restore, { params }, client.manager.token)).status, 404);
});

test('category names are unique, categories count their products, and deleting one keeps them', async () => {
  const client = await newClient();
  const { token } = client.manager;
  const add = async (name: string) => await app.call(productCategories.create, { body: { name } }, token);
  const seating = (await add('Seating')).body.data;
  const taken = await add('SEATING');
  assert.deepEqual([taken.status, taken.body.message], [409, 'A category with this name exists already.']);
  const blank = await add(' ');
  assert.deepEqual([blank.status, blank.body.message], [422, 'Category name is required.']);
  const lights = (await add('lights')).body.data;
  const product = await create(client, { name: 'Stool', category_id: seating.id });
  assert.equal(product.category_name, 'Seating');
  const listed = await app.call(productCategories.list, {}, client.rep.token);
  assert.deepEqual(
    listed.body.data.map((category) => [category.name, category.products]),
    [
      ['lights', 0],
      ['Seating', 1],
    ],
  );
  const gone = await create(client, { name: 'Bench', category_id: seating.id });
  await app.call(products.remove, { params: { id: gone.id } }, token);
  const counts = (await app.call(productCategories.list, {}, client.rep.token)).body.data;
  assert.equal(counts.find(({ id }) => id === seating.id)?.products, 1, 'a deleted product is not counted');
  const rename = async (id: string, name: string) =>
    await app.call(productCategories.update, { params: { id }, body: { name } }, token);
  assert.equal((await rename(lights.id, 'seating')).status, 409);
  assert.equal((await rename(seating.id, 'Chairs')).body.data.name, 'Chairs');
  await app.call(productCategories.remove, { params: { id: seating.id } }, token);
  assert.equal((await list(client.rep)).data[0]?.category_id, null);
  const foreign = await app.call(
    productCategories.create,
    { body: { name: 'Theirs' } },
    world.beta.manager.token,
  );
  const refused = await update(client.manager, product.id, { category_id: foreign.body.data.id });
  assert.deepEqual([refused.status, refused.body.message], [422, 'Choose a category of this client.']);
});
