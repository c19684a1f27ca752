import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { namesFound } from '#test/leads/search.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const found = async (search: string, token = world.alpha.rep.token) => await namesFound(app, token, search);

const add = async (name: string, lead: Partial<NewLead> = {}) =>
  await createLead(app, world.alpha.rep, { name, ...lead });

test('a word is found in every searchable field, in any case', async () => {
  const fields: Partial<NewLead>[] = [
    { email: 'Zanzibar@example.com' }, { phone: 'zanzibar 1' }, { company_name: 'Zanzibar Ltd' }, { designation: 'Head of Zanzibar' }, { status: 'zanzibar' },
    { source: 'Zanzibar Expo' }, { interest_level: 'ZANZIBAR' }, { location: 'Stone Town, Zanzibar' }, { address: '1 Beach\nZanzibar' }, { campaign_id: 'zanzibar-26' },
    { description: 'asked about zanzibar' }, { notes: 'call (Zanzibar!)' }, { tags: ['beach', 'zanzibar'] },
  ]; // prettier-ignore
  for (const [index, field] of fields.entries()) await add(`Z ${String.fromCharCode(97 + index)}`, field);
  await add('zAnZiBaR');
  await add('Elsewhere', { utm_source: 'nowhere' });
  const names = fields.map((_, index) => `Z ${String.fromCharCode(97 + index)}`);
  for (const search of ['zanzibar', 'ZANZIBAR', 'nzib', ' zanzibar '])
    assert.deepEqual((await found(search)).toSorted(), [...names, 'zAnZiBaR'].toSorted(), search);
});

test('all words must match, in any field and order', async () => {
  await add('Priya Nair', { company_name: 'Quokka Foods', location: 'Kochi' });
  await add('Priya Menon', { company_name: 'Quokka Foods', location: 'Pune' });
  assert.deepEqual(await found('priya quokka'), ['Priya Menon', 'Priya Nair']);
  assert.deepEqual(await found('KOCHI  priya'), ['Priya Nair']);
  assert.deepEqual(await found('quokka pune nair'), []);
  assert.deepEqual(await found('quokka ni'), []);
  assert.deepEqual(await found('quokka na'), ['Priya Nair']);
});

test('one or two digits find the numbers that start with them, ignoring country codes', async () => {
  const gamma = await createTestClient(app, 'gamma_phones');
  for (const phone of ['98765 43210', '+91 98111 22233', '087654 32109', '+1 415 555 2671', '12345678']) await createLead(app, gamma.rep, { name: phone, phone }); // prettier-ignore
  const named = async (search: string) => (await found(search, gamma.rep.token)).toSorted();
  assert.deepEqual(await named('98'), ['+91 98111 22233', '98765 43210']);
  assert.deepEqual(await named('9'), ['+91 98111 22233', '98765 43210']);
  assert.deepEqual(await named('08'), ['087654 32109']);
  assert.deepEqual(await named('९८'), ['+91 98111 22233', '98765 43210']);
  assert.deepEqual(await named('+1'), ['+1 415 555 2671']);
  assert.deepEqual(await named('12'), ['12345678']);
  assert.deepEqual(await named('77'), []);
});

test('a phone number is found in any spelling, with or without country code', async () => {
  await add('Caller', { phone: '+91 98765-43210' });
  await add('Spaced', { phone: '091234 56789' });
  await add('Foreign', { phone: '+1 (415) 555-2671' });
  for (const search of [
    '9876543210',
    '98765 43210',
    '098765-43210',
    '+91 98765 43210',
    '+919876543210',
    '(98765) 43210',
    '987654',
    '43210',
    '919876543210',
  ])
    assert.deepEqual(await found(search), ['Caller'], search);
  for (const search of ['9123456789', '91234 56789', '+91-91234-56789'])
    assert.deepEqual(await found(search), ['Spaced'], search);
  for (const search of ['4155552671', '+1 415 555 2671', '415.555.2671'])
    assert.deepEqual(await found(search), ['Foreign'], search);
  assert.deepEqual(await found('98765 43211'), []);
});

test('a word must match as a whole, not by fragments elsewhere in the text', async () => {
  await add('Chandramukhi Rao');
  await add('Chandra mukhi Rao', { description: 'cha dra muk hi, 91 70123 and 45678, asha with patel' });
  await add('Asha', { email: 'asha.patel@example.com', phone: '70123 45678' });
  assert.deepEqual(await found('Chandramukhi'), ['Chandramukhi Rao']);
  assert.deepEqual(await found('andramukh'), ['Chandramukhi Rao']);
  for (const search of [
    'asha.patel',
    'ASHA.PATEL@EXAMPLE.COM',
    '70123 45678',
    '+91 70123 45678',
    '7012345678',
  ])
    assert.deepEqual(await found(search), ['Asha'], search);
});

test('%, _ and \\ are matched literally', async () => {
  await add('Discount 50% off');
  await add('Discount 500 off');
  await add('snake_case_lead');
  await add('snakeXcaseXlead');
  await add('back\\slash');
  await add('backslash');
  assert.deepEqual(await found('50%'), ['Discount 50% off']);
  assert.deepEqual(await found('snake_case'), ['snake_case_lead']);
  assert.deepEqual(await found('back\\s'), ['back\\slash']);
  for (const search of ['%%%', '___', '\\\\\\', '%_%', 'k_s', '%', '_', '\\', '%%'])
    assert.deepEqual(await found(search), [], search);
});

test('one or two characters match the start of names, companies, emails and numbers', async () => {
  const client = await createTestClient(app, 'prefixes');
  const { rep } = client;
  const put = async (name: string, lead: Partial<NewLead> = {}) =>
    await createLead(app, rep, { name, ...lead });
  await put('Xavier');
  await put('Lena', { company_name: 'XL Motors' });
  await put('Mona', { email: 'Xm@example.com' });
  await put('Nora', { location: 'Xanadu', notes: 'x x x' });
  await put('Oz', { phone: '+91 98765 43210' });
  await put('%Percent');
  await put('😀 Smile');
  for (const search of ['x', 'X'])
    assert.deepEqual(await found(search, rep.token), ['Lena', 'Mona', 'Xavier']);
  assert.deepEqual(await found('xa', rep.token), ['Xavier']);
  assert.deepEqual(await found('xl', rep.token), ['Lena']);
  assert.deepEqual(await found('+9', rep.token), ['Oz']);
  assert.deepEqual(await found('%', rep.token), ['%Percent']);
  assert.deepEqual(await found('😀', rep.token), ['😀 Smile']);
  assert.deepEqual(await found('v', rep.token), []);
});

test('Devanagari and accents are found, composed or not, in long and short searches', async () => {
  await add('रवि कुमार', { company_name: 'कुमार ट्रेडर्स', location: 'नई दिल्ली' });
  await add('Zoë Ångström');
  for (const search of ['रवि', 'कुमार', 'र', 'कु', 'ट्रेडर्स', 'दिल्ली', 'कुमार रवि'])
    assert.deepEqual(await found(search), ['रवि कुमार'], search);
  for (const search of ['Ångström', 'ångström'.normalize('NFD'), 'ÅNGSTRÖM', 'zoë'])
    assert.deepEqual(await found(search), ['Zoë Ångström'], search);
});

test('SQL in a search is treated as text', async () => {
  await add("Robert'); DROP TABLE leads;--");
  assert.deepEqual(await found("'); DROP TABLE"), ["Robert'); DROP TABLE leads;--"]);
  for (const search of [
    "' OR '1'='1",
    '" OR ""="',
    "1' UNION SELECT * FROM core.users --",
    '$1',
    '${1}',
    '{{7*7}}',
    ';',
    "'",
    '"',
    '`',
    '/*',
    ':=',
    "E'\\\\x41'",
    '\u202e',
    '\ud83d',
  ])
    assert.deepEqual(
      (await found(search)).filter((name) => !name.startsWith('Robert')),
      [],
      search,
    );
  assert.ok((await found('Robert')).length === 1);
});

test('search combines with filters, and leads in the trash are not found', async () => {
  const lead = await add('Trashed Wombat', { status: 'qualified' });
  await add('Living Wombat', { status: 'new' });
  const query = { search: 'wombat', status: 'qualified', page: '1' };
  const one = await app.call(leads.list, { query }, world.alpha.rep.token);
  assert.deepEqual(
    one.body.data.map(({ id }) => id),
    [lead.id],
  );
  await app.call(leads.remove, { params: { id: lead.id } }, world.alpha.rep.token);
  assert.deepEqual(await found('wombat'), ['Living Wombat']);
});

test('a lead in the trash is found there by whatever found it in the list', async () => {
  const { id } = await add('Jyoti Marmot', {
    email: 'jyoti@marmot.in',
    phone: '61234 98760, +91 61234 56789',
    company_name: 'Alpine Works',
    description: 'also jyoti.marmot@work.example',
  });
  const { token } = world.alpha.rep;
  const inTrash = async (search: string) =>
    (await app.call(leadTrash.list, { query: { search } }, token)).body.data.map(({ name }) => name);
  const texts = ['marmot jyoti', '6123456789', '061234-56789', '98760', 'jyoti.marmot@work', 'alpine', 'jy'];
  for (const text of texts) assert.deepEqual(await found(text), ['Jyoti Marmot'], text);
  await app.call(leads.remove, { params: { id } }, token);
  for (const text of texts) assert.deepEqual(await inTrash(text), ['Jyoti Marmot'], text);
});

test('an edited lead is found at once by its new words, and no longer by the old ones', async () => {
  const lead = await add('Before Renaming');
  await app.call(
    leads.update,
    { params: { id: lead.id }, body: { name: 'Narwhal Tusk' } },
    world.alpha.rep.token,
  );
  assert.deepEqual([await found('narwhal'), await found('renaming')], [['Narwhal Tusk'], []]);
});

test('the length of a search text is limited', async () => {
  const reply = await app.call(leads.list, { query: { search: 'x'.repeat(201) } }, world.alpha.rep.token);
  assert.deepEqual(
    [reply.status, reply.body.message],
    [422, 'The search text is too long (200 characters at most).'],
  );
  assert.deepEqual(await found('é'.repeat(200)), []);
  const everything = await app.call(leads.list, { query: { search: '', page: '1' } }, world.alpha.rep.token);
  assert.ok(everything.body.pagination.total > 30);
});

test('a user with access to all clients searches all, or a chosen one', async () => {
  await createLead(app, world.beta.rep, { name: 'Platypus Beta' });
  await add('Platypus Alpha');
  assert.deepEqual(await found('platypus', world.superadmin.token), ['Platypus Alpha', 'Platypus Beta']);
  const narrowed = await app.call(
    leads.list,
    { query: { search: 'platypus', client_id: world.beta.id } },
    world.superadmin.token,
  );
  assert.deepEqual(
    narrowed.body.data.map(({ name }) => name),
    ['Platypus Beta'],
  );
});
