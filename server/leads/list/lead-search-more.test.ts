import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { namesFound } from '#test/leads/search.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const found = async (search: string, token = world.alpha.rep.token) => await namesFound(app, token, search);

const add = async (name: string, lead: Partial<NewLead> = {}) =>
  await createLead(app, world.alpha.rep, { name, ...lead });

test('a phone number is found as other programs format and copy it, also among several in a field', async () => {
  const client = await createTestClient(app, 'spellings');
  const { rep } = client;
  const put = async (name: string, lead: Partial<NewLead>) => await createLead(app, rep, { name, ...lead });
  await put('One', { phone: '+91 95555 12345' });
  await put('Two', { phone: '96666 12345 / 98888 00000' });
  await put('Three', { phone: '०९७७७७ १२३४५' });
  await put('Noted', { notes: 'his brother has 94444 55555' });
  for (const [search, names] of [
    ['(+91) 95555 12345', ['One']],
    ['+91 (0)95555 12345', ['One']],
    ['+91–95555–12345', ['One']],
    ['95555\u201112345', ['One']],
    ['+९१ ९५५५५ १२३४५', ['One']],
    ['+91 95555 12345', ['One']],
    ['tel:9555512345', ['One']],
    ['tel:+919555512345', ['One']],
    ['\u202a+91 95555 12345\u202c', ['One']],
    ['\u200e95555\u200b12345', ['One']],
    ['95555\u00a012345', ['One']],
    ['95555 12345 / 98888 00000', ['One', 'Two']],
    ['95555 12345, 97777 12345', ['One', 'Three']],
    ['9888800000', ['Two']],
    ['98888-00000', ['Two']],
    ['97777 12345', ['Three']],
    ['94444 55555', ['Noted']],
    ['(95555) 00000', []],
  ] as const)
    assert.deepEqual((await found(search, rep.token)).toSorted(), names, search);
  const twin = await put('Twin', { phone: '+91–95555–12345' });
  assert.equal(twin.is_duplicate, true);
});

test('invisible characters are removed from email addresses and phone numbers', async () => {
  const lead = await add('Copied', { email: 'copied@x.example\u200b', phone: '\u202a+91 93333 12345\u202c' });
  assert.deepEqual([lead.email, lead.phone], ['copied@x.example', '+91 93333 12345']);
  assert.equal((await add('Copied again', { email: '\u2060Copied@x.example' })).is_duplicate, true);
  assert.deepEqual(await found('copied@x\u200b.example'), ['Copied', 'Copied again']);
  const file = [
    { name: 'Imported', email: 'imported@x.example\u200b', phone: '\u202a+91 93333 54321\u202c' },
  ];
  await app.call(leadImport.run, { body: { leads: file } }, world.alpha.rep.token);
  const [imported] = (await app.call(leads.list, { query: { search: '9333354321' } }, world.alpha.rep.token))
    .body.data;
  assert.deepEqual([imported?.email, imported?.phone], ['imported@x.example', '+91 93333 54321']);
});

test('assignee names and option labels are found, new ones at once, and old ones no longer', async () => {
  const client = await createTestClient(app, 'labels');
  const { rep, otherRep, manager } = client;
  const own = await createLead(app, rep, { name: 'Of the first rep' });
  await createLead(app, rep, { name: 'Of the second rep', assigned_to: otherRep.id });
  const named = own.assigned_user_name ?? assert.fail();
  const rename = async (name: string) =>
    await app.database.asOwner(async (owner) => {
      await owner.query('UPDATE labels.members SET name = $2 WHERE id = $1', [rep.id, name]);
    });
  /** Writing a lead refreshes the cached names; without a write they live for five seconds. */
  const write = async () => void (await createLead(app, otherRep, { name: 'Another' }));
  assert.deepEqual(await found(named, manager.token), ['Of the first rep']);
  await rename('Vaishnavi Kulkarni');
  await write();
  assert.deepEqual(await found('vaishnavi first', manager.token), ['Of the first rep']);
  assert.deepEqual(await found('KULKARNI', manager.token), ['Of the first rep']);
  await rename(named);
  await write();
  assert.deepEqual(await found('vaishnavi', manager.token), []);

  const size = await addField(app, client, {
    title: 'Size',
    type: 'select',
    options: [{ value: 'l', label: 'Extra large' }],
  });
  const params = { tenantId: client.id };
  const { body } = await app.call(fieldConfiguration.get, { params }, client.admin.token);
  const { effective_value: fields } = body.data.configurations[0] ?? assert.fail();
  const options = [
    { value: 'new', label: 'Naya' },
    { value: 'lost', label: 'Gaya' },
  ];
  await app.call(
    fieldConfiguration.update,
    { params, body: { config_value: { status: { ...fields.status, options } } } },
    client.admin.token,
  );
  await createLead(app, rep, {
    name: 'Gone',
    status: 'lost',
    custom: { [size.replace('custom.', '')]: 'l' },
  });
  assert.deepEqual(await found('gaya', manager.token), ['Gone']);
  assert.deepEqual(await found('naya', manager.token), [
    'Another',
    'Another',
    'Of the first rep',
    'Of the second rep',
  ]);
  assert.deepEqual(await found('extra gaya', manager.token), ['Gone']);
  assert.deepEqual(await found('gaya', world.superadmin.token), ['Gone']);
});

test('texts of custom fields are found, except those of a removed field', async () => {
  const client = await createTestClient(app, 'more');
  const { rep } = client;
  const key = await addField(app, client, { title: 'Vehicle', type: 'text' });
  const custom = (value: string) => ({ custom: { [key.replace('custom.', '')]: value } });
  await createLead(app, rep, { name: 'Rider', ...custom('Bullet 350 लाल') });
  await createLead(app, rep, { name: 'Clicker', notes: 'Wants a bulletin' });
  const search = async (text: string) => await found(text, rep.token);
  assert.deepEqual(await search('bullet'), ['Clicker', 'Rider']);
  assert.deepEqual(await search('bullet rider लाल'), ['Rider']);
  assert.deepEqual(await search('vehicle'), []);
  // Too many for the search to name them one by one.
  const many = Array.from({ length: 205 }, (_, index) => ({
    name: `Many ${index}`,
    custom: custom('Scooter').custom,
  }));
  await app.call(leadImport.run, { body: { leads: many, skip_duplicates: false } }, rep.token);
  const query = { search: 'scooter', page: '1' };
  assert.equal((await app.call(leads.list, { query }, rep.token)).body.pagination.total, 205);
  const removal = { params: { tenantId: client.id, key }, query: {} };
  assert.equal((await app.call(fieldConfiguration.remove, removal, client.admin.token)).status, 200);
  assert.deepEqual(await search('bullet'), ['Clicker']);
  assert.deepEqual(await search('scooter'), []);
  assert.deepEqual(await found('bullet', world.superadmin.token), ['Clicker']);
});
