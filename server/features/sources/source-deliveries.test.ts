import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { SOURCE_KINDS, sources } from '#shared/company/sources.ts';
import type { SourceKind } from '#shared/company/sources.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { products } from '#shared/leads/products.ts';
import { allowTriggers } from '#server/db/cluster/engine.ts';
import { addEveryType } from '#test/leads/custom-fields.ts';
import { GOOGLE } from '#test/outside/portals.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app } = await withWorld();
let shop: TestClient;
let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  shop = await createTestClient(app, `deliveries_${numbers}`);
});

test('when a lead in a list fails, it and those after it can be retried', async () => {
  const { make, post, outcomes, leadsOf, log, again } = sourcesOf(app, shop);
  const program = await make('other');
  const owner = async (...statements: string[]) =>
    await app.database.asOwner(async (one) => {
      await allowTriggers(one);
      for (const statement of statements) await one.query(statement);
    });
  await owner(
    `CREATE FUNCTION ${shop.schema}.break_off() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = '55P03'; END $$`,
    `CREATE TRIGGER break_off BEFORE INSERT ON ${shop.schema}.leads FOR EACH ROW WHEN (NEW.name = 'Second') EXECUTE FUNCTION ${shop.schema}.break_off()`,
  );
  const list = ['First', 'Second', 'Third'].map((name, n) => ({ name, phone: `984501111${n}` }));
  assert.equal((await post(program, list)).status, 409);
  assert.deepEqual((await outcomes(program)).toSorted(), ['failed', 'failed', 'new_lead']);
  await owner(`DROP TRIGGER break_off ON ${shop.schema}.leads`);
  for (const { id, outcome } of await log(program))
    if (outcome === 'failed') assert.equal((await again(program, id)).body.data.delivery.outcome, 'new_lead');
  assert.deepEqual((await leadsOf()).map(({ name }) => name).toSorted(), ['First', 'Second', 'Third']);
});

test('a new enquiry from a known person keeps every value that is not the lead’s in its note, and fills gaps', async () => {
  const { make, post, leadsOf } = sourcesOf(app, shop);
  const product = async (name: string) =>
    (await app.call(products.create, { body: { name } }, shop.manager.token)).body.data.id;
  const [sofa, bed] = [await product('Teak sofa'), await product('Oak bed')];
  await addEveryType(app, shop);
  const known = { name: 'Asha Patel', email: 'asha@example.com', phone: '098450 12345', source: 'website' };
  const { id } = await createLead(app, shop.manager, { ...known, product_id: bed, custom: { seats: 3 } });
  const program = await make('other', { lead_source: 'Website' });
  const sent = {
    name: 'asha patel',
    email: 'ASHA@example.com',
    phone: '+91 98450 12399',
    budget: '5 lakh',
    city: 'Pune',
    address: '12 MG Road',
    preferred_contact_time: '14:00',
    utm_campaign: 'Diwali',
    seats: 4,
    nickname: 'Ashu',
    product: 'TEAK SOFA',
    message: 'Call me',
  };
  await post(program, sent);
  const [lead] = await leadsOf();
  assert.deepEqual(
    [lead?.id, lead?.phone, lead?.budget, lead?.location, lead?.product_id, lead?.custom],
    [id, '098450 12345', 500_000, 'Pune', bed, { seats: 3, nickname: 'Ashu' }],
  );
  const lines = [
    'Phone: +91 98450 12399', 'Address: 12 MG Road', 'Preferred Contact Time: 2:00 PM', 'UTM Campaign: Diwali',
    'Seats: 4', 'Product: TEAK SOFA',
  ]; // prettier-ignore
  assert.match(lead?.notes ?? '', /^New enquiry through Portal, .+:\nCall me\n\n/);
  assert.deepEqual(lead?.notes?.split('\n').slice(3), lines);

  const other = await createLead(app, shop.manager, { name: 'Ravi', phone: '98450 54321' });
  await post(program, { phone: '98450 54321', product: 'Teak sofa' });
  const next = (await leadsOf()).find((one) => one.id === other.id);
  assert.deepEqual([next?.name, next?.product_id], ['Ravi', sofa]);
  assert.match(next?.notes ?? '', /^New enquiry through Portal, [^\n]+$/);
});

test('a character that the database cannot store is dropped, wherever it is', async () => {
  const { make, post, outcomes, leadsOf } = sourcesOf(app, shop);
  const program = await make('other');
  const body = {
    'na\0me': 'As\0ha',
    phone: '98450\0 12345',
    'your\0 city': 'Pu\0ne',
    lead_id: '7\0',
    message: 'a\0b',
    'x\0': '\0',
  };
  assert.equal((await post(program, body)).status, 200);
  assert.deepEqual(await outcomes(program), ['new_lead']);
  const [lead] = await leadsOf();
  assert.deepEqual([lead?.name, lead?.phone], ['Asha', '98450 12345']);
  assert.ok(lead?.notes?.startsWith('ab'), lead?.notes ?? '');
  await post(program, body);
  assert.deepEqual(await outcomes(program), ['known', 'new_lead']);
});

test('a body is parsed by its content, whatever its content type', async () => {
  const { make, outcomes, leadsOf } = sourcesOf(app, shop);
  const program = await make('other');
  const [json, form] = ['{"name":"Asha","phone":"98450', 'name=Asha&phone=98450'];
  const types = [
    'json',
    '',
    'application/json, application/json',
    'text/plain',
    'application/octet-stream',
    'nonsense/',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    ';',
    'application/json; charset=utf-8',
  ];
  let n = 0;
  for (const type of types)
    for (const begin of [json, form]) {
      n += 1;
      const payload = `${begin}${String(10_000 + n)}${begin === json ? '"}' : ''}`;
      const url = `/api/public/sources/${program.id}/${program.secret}`;
      const reply = await app.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
      assert.equal(reply.statusCode, 200, `${type}: ${payload} ${reply.body}`);
    }
  assert.deepEqual([...new Set(await outcomes(program))], ['new_lead']);
  assert.equal((await leadsOf()).length, 2 * types.length);
});

test('a form is recognised whatever the title of its first field', async () => {
  const { make, outcomes, leadsOf, log, again } = sourcesOf(app, shop);
  const program = await make('other');
  const question = 'कृपया अपना पूरा नाम यहाँ लिखें';
  const forms = [
    'Name*=Asha&Phone*=9845012345',
    new URLSearchParams({ [question]: 'Asha', phone: '9845012346' }).toString(),
    'नाम=Asha&phone=9845012347',
    'Full Name=Asha&phone=9845012348',
  ];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = `/api/public/sources/${program.id}/${program.secret}`;
  for (const payload of forms) {
    const reply = await app.app.inject({ method: 'POST', url, headers, payload });
    assert.equal(reply.statusCode, 200, `${payload}: ${reply.body}`);
  }
  assert.deepEqual(new Set(await outcomes(program)), new Set(['new_lead']));
  assert.equal((await leadsOf()).length, forms.length);
  for (const payload of [
    'name,page\nAsha,https://example.com/?a=1',
    '<a b=1>',
    '{ "a": "b=1" ',
    `${'x'.repeat(2401)}=1`,
  ])
    assert.equal((await app.app.inject({ method: 'POST', url, headers, payload })).statusCode, 400, payload);

  // Deliveries that an earlier version has refused are stored as the form that was sent.
  const [first] = await log(program);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${shop.schema}.source_deliveries SET received = $2 WHERE id = $1`, [
        first?.id,
        'Name*=Bina&Phone*=9845012377&City=Pune',
      ]),
  );
  const call = { params: { id: program.id }, query: { delivery_id: first?.id } };
  const { answers } = (await app.call(sources.received, call, shop.admin.token)).body.data;
  assert.deepEqual(
    answers.map(({ name, target }) => [name, target]),
    [
      ['Name*', 'name'],
      ['Phone*', 'phone'],
      ['City', 'location'],
    ],
  );
  assert.equal((await again(program, first?.id)).body.data.delivery.outcome, 'new_lead');
  assert.equal(
    (await leadsOf()).some(({ phone }) => phone === '9845012377'),
    true,
  );
});

test('a value longer than its field is cut, and the log reports it', async () => {
  const { make, post, log } = sourcesOf(app, shop);
  const program = await make('other');
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`field ${n}`, 'x']));
  await post(program, { name: 'Asha', phone: '9845012345', message: 'y'.repeat(9000), ...many });
  const [line] = await log(program);
  assert.equal(line?.outcome, 'new_lead');
  assert.match(line?.reason ?? '', /^message is too long for a field\. .+ More than 100 values were sent\. /);
  const kept = await app.call(sources.received, { params: { id: program.id } }, shop.admin.token);
  assert.equal(kept.body.data.answers.length, 100);
  assert.ok(kept.body.data.text?.includes('field 119'));
});

test('the same lead number at two sources is two leads', async () => {
  const { make, post, outcomes, leadsOf } = sourcesOf(app, shop);
  const [one, other] = [await make('google_ads'), await make('google_ads')];
  await post(one, { ...GOOGLE, google_key: one.secret });
  const columns = GOOGLE.user_column_data.map(
    (column) =>
      ({
        EMAIL: { ...column, string_value: 'bina@example.com' },
        PHONE_NUMBER: { ...column, string_value: '+919876500001' },
      })[column.column_id] ?? column,
  );
  await post(other, { ...GOOGLE, user_column_data: columns, google_key: other.secret });
  assert.deepEqual([await outcomes(one), await outcomes(other)], [['new_lead'], ['new_lead']]);
  assert.equal((await leadsOf()).length, 2);
});

test('of several secrets sent, all must be right, for every kind of source', async () => {
  const { make, leadsOf } = sourcesOf(app, shop);
  const facebook = { credentials: { app_secret: 'app', page_token: 'page' } };
  for (const kind of Object.keys(SOURCE_KINDS) as SourceKind[]) {
    const { id, secret } = await make(kind, kind === 'facebook' ? facebook : {});
    const sentTo = async (
      inAddress: string | undefined,
      inHeader: string | undefined,
      inBody: string | undefined,
    ) =>
      (
        await app.app.inject({
          method: 'POST',
          url: `/api/public/sources/${id}${inAddress ? `/${inAddress}` : ''}`,
          headers: { ...(inHeader && { 'x-source-key': inHeader }) },
          payload: { ...(inBody && { google_key: inBody }) },
        })
      ).statusCode;
    const isGoogle = kind === 'google_ads';
    for (const [given, isRight] of [
      [[secret, undefined, undefined], true],
      [[undefined, secret, undefined], true],
      [[secret, secret, undefined], true],
      [[secret, 'wrong', undefined], false],
      [['wrong', secret, undefined], false],
      [['wrong', 'wrong', undefined], false],
      [[undefined, undefined, undefined], false],
      [['wrong', undefined, secret], false],
      [[undefined, 'wrong', secret], false],
      [[undefined, undefined, secret], isGoogle],
      [[secret, undefined, 'wrong'], !isGoogle],
      [[undefined, secret, 'wrong'], !isGoogle],
    ] as const)
      // prettier-ignore
      assert.equal(await sentTo(given[0], given[1], given[2]), isRight ? 200 : 404, `${kind}: ${given.join()}`);
  }
  assert.deepEqual(await leadsOf(), []);
});

test('names, titles and numbers are read as in an import', async () => {
  const { make, post, leadsOf } = sourcesOf(app, shop);
  const params = { tenantId: shop.id };
  const { body } = await app.call(fieldConfiguration.get, { params }, shop.admin.token);
  const config_value = {
    company_name: { ...body.data.configurations[0]?.effective_value.company_name, title: 'School' },
  };
  const changed = await app.call(
    fieldConfiguration.update,
    { params, body: { config_value } },
    shop.admin.token,
  );
  assert.equal(changed.status, 200, changed.text);
  const program = await make('other');
  const long = `Asha ${'x'.repeat(200)}`;
  await post(program, { name: 'Asha', last_name: 'Patel', phone: '9845011111' });
  await post(program, { name: long, phone: '9845011112' });
  await post(program, { name: 'Ravi', phone: '98765 43210, +91 98250 12345, 022 2345 6789', school: 'DPS' });
  const found = await leadsOf();
  const brief = (phone: string) => {
    const lead = found.find((one) => one.phone === phone);
    return [lead?.name, lead?.company_name, lead?.notes];
  };
  assert.deepEqual(brief('9845011111'), ['Asha', null, 'Last name: Patel']);
  assert.deepEqual(brief('9845011112'), [long.slice(0, 200), null, `name: ${long}`]);
  assert.deepEqual(brief('98765 43210'), ['Ravi', 'DPS', 'phone: +91 98250 12345\nphone: 022 2345 6789']);
});
