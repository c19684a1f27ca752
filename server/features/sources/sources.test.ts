import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { clients } from '#shared/installation/clients.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { products } from '#shared/leads/products.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { MAX_DELIVERY_BYTES, sources } from '#shared/company/sources.ts';
import type { Outcome } from '#shared/company/sources.ts';
import { addEveryType } from '#test/leads/custom-fields.ts';
import { digestOf } from '#test/rows/digest.ts';
import { GOOGLE, INDIAMART, JUSTDIAL } from '#test/outside/portals.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
let shop: TestClient;
let own: ReturnType<typeof sourcesOf>;
let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  shop = await createTestClient(app, `shop_${numbers}`);
  own = sourcesOf(app, shop);
});

test('a Google Ads form becomes a lead by the key in its body, and a test creates none', async () => {
  const google = await own.make('google_ads');
  const send = async (body: object) =>
    await app.call(sourcePosts.receive, { params: { id: google.id }, body });
  const reply = await send({ ...GOOGLE, google_key: google.secret });
  assert.deepEqual([reply.status, reply.body.data], [200, { received: true }]);
  const [lead, ...others] = await own.leadsOf();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [lead?.name, lead?.email, lead?.phone, lead?.location, lead?.company_name, lead?.source],
    ['Asha Patel', 'asha@example.com', '+919876543210', 'Pune', 'Patel Interiors', 'Google Ads'],
  );
  assert.deepEqual([lead?.campaign_id, lead?.form_id], ['20012345678', '40099887766']);
  assert.match(lead?.notes ?? '', /^Which colour do you like\?: Blue\nGoogle Click ID: EAIaIQ/);
  assert.equal(
    (await send({ ...GOOGLE, google_key: google.secret, lead_id: 't', is_test: true })).status,
    200,
  );
  assert.equal((await send({ ...GOOGLE, google_key: 'guessed' })).status, 404);
  assert.equal((await send(GOOGLE)).status, 404);
  assert.deepEqual(await own.outcomes(google), ['test', 'new_lead']);
  const { id } = (await own.log(google))[0] ?? {};
  const query = { delivery_id: id ?? '' };
  const kept = await app.call(sources.received, { params: { id: google.id }, query }, shop.admin.token);
  assert.ok(!kept.text.includes(google.secret), 'the key is in the log');
  const [row] = (await app.call(sources.list, {}, shop.admin.token)).body.data.sources;
  assert.deepEqual([row?.wrong_secrets, row?.week, row?.last_outcome], [2, 2, 'test']);
  assert.equal((await own.leadsOf()).length, 1);
});

test('IndiaMART gets the response it expects, and its lead number creates one lead ever', async () => {
  const sofa = await app.call(products.create, { body: { name: 'Teak sofa' } }, shop.manager.token);
  const mart = await own.make('indiamart', { owner_id: shop.rep.id });
  const replies = await Promise.all(Array.from({ length: 10 }, () => own.post(mart, INDIAMART)));
  for (const reply of replies)
    assert.deepEqual([reply.status, reply.text], [200, '{"code":200,"status":"Success"}']);
  const [lead, ...others] = await own.leadsOf();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [lead?.name, lead?.phone, lead?.source, lead?.product_id, lead?.assigned_to, lead?.created_user_name],
    ['Ravi Kumar', '+91-9812345678', 'IndiaMART', sofa.body.data.id, shop.rep.id, 'Portal'],
  );
  assert.match(lead?.notes ?? '', /^I want to buy a teak sofa\.\nQuantity: 2\n\n/);
  assert.match(lead?.notes ?? '', /Kind of enquiry: Direct enquiry/);
  assert.deepEqual(
    (await own.outcomes(mart)).toSorted(),
    [...Array<Outcome>(9).fill('known'), 'new_lead'].toSorted(),
  );
  const told = await app.call(notifications.list, {}, shop.rep.token);
  assert.deepEqual(
    told.body.data.notifications.map(({ kind, lead: about }) => [kind, about?.id]),
    [['assigned', lead?.id]],
  );
  // The lead number is recognised after a year, and after an edit.
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${shop.schema}.source_leads SET at = now() - interval '1 year'`),
  );
  await own.post(mart, INDIAMART);
  assert.equal((await own.outcomes(mart))[0], 'known');
});

test('JustDial sends a form or a query and gets RECEIVED, and a known person becomes a new enquiry', async () => {
  const { id } = await createLead(app, shop.manager, { name: 'S. Rao', phone: '098450 12345', notes: 'Old' });
  const dial = await own.make('justdial');
  const params = { id: dial.id, secret: dial.secret };
  const link = await app.call(sourcePosts.receiveLink, { params, query: JUSTDIAL });
  assert.deepEqual([link.status, link.text], [200, 'RECEIVED']);
  const form = await app.app.inject({
    method: 'POST',
    url: `/api/public/sources/${dial.id}/${dial.secret}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...JUSTDIAL, leadid: 'JD2', category: 'Painters' }).toString(),
  });
  assert.deepEqual([form.statusCode, form.body], [200, 'RECEIVED']);
  const [lead, ...others] = await own.leadsOf();
  assert.deepEqual([others, lead?.id, lead?.name], [[], id, 'S. Rao']);
  assert.equal(lead?.location, 'Koramangala, Bengaluru');
  assert.match(
    lead?.notes ?? '',
    /^Old\n\nNew enquiry through Portal, .+:\nEnquired on: 2026-11-20 10:15:00/,
  );
  assert.match(lead?.notes ?? '', /Category: Interior Designers[^]+Category: Painters/);
  assert.deepEqual(await own.outcomes(dial), ['new_enquiry', 'new_enquiry']);
});

test('any JSON is recognised by its keys, or mapped by hand, and a refused delivery is then retried', async () => {
  await addEveryType(app, shop);
  const program = await own.make('other', { lead_source: 'referral' });
  const body = {
    event: { who: 'Meera', reach: '99000 11223' },
    answers: [{ question: 'Nickname', answer: 'Mimi' }],
    seats: 3,
  };
  assert.equal((await own.post(program, body)).status, 200);
  assert.deepEqual([await own.leadsOf(), await own.outcomes(program)], [[], ['refused']]);
  const received = await app.call(sources.received, { params: { id: program.id } }, shop.admin.token);
  assert.deepEqual(
    received.body.data.answers.map(({ name, value, target }) => [name, value, target]),
    [
      ['event.who', 'Meera', 'keep_in_notes'],
      ['event.reach', '99000 11223', 'keep_in_notes'],
      ['answers[Nickname]', 'Mimi', 'custom.nickname'],
      ['seats', '3', 'custom.seats'],
    ],
  );
  const wrong = await own.update(program, { mapping: { 'event.who': 'status' } });
  assert.equal(wrong.status, 422);
  await own.update(program, { mapping: { 'event.who': 'name', 'event.reach': 'phone' } });
  const [refused] = await own.log(program);
  const tried = await own.again(program, refused?.id);
  assert.equal(tried.status, 200, tried.text);
  assert.equal(tried.body.data.delivery.outcome, 'new_lead');
  const [lead] = await own.leadsOf();
  assert.deepEqual(
    [lead?.name, lead?.phone, lead?.source, lead?.custom],
    ['Meera', '99000 11223', 'referral', { nickname: 'Mimi', seats: 3 }],
  );
  assert.equal((await own.again(program, refused?.id)).status, 409);
  // Without a lead number, the same text is one enquiry for ten minutes.
  await own.post(program, body);
  assert.deepEqual(await own.outcomes(program), ['known', 'new_lead']);
});

test('a title that ends in a dot, or has one inside, is recognised and kept whole in the notes', async () => {
  const program = await own.make('other');
  await own.post(program, {
    Name: 'Asha',
    'Mobile No.': '98117 00001',
    'No. of seats': 4,
    'Floor (approx.)': '900',
  });
  const [lead] = await own.leadsOf();
  assert.deepEqual([lead?.phone, lead?.notes], ['98117 00001', 'No. of seats: 4\nFloor (approx.): 900']);
});

test('values that do not fit their field, or only in part, go to the notes, and the log reports it', async () => {
  const program = await own.make('other');
  const body = {
    name: 'Asha',
    email: 'n/a',
    phone: '9876543210',
    budget: 'about 5 lakh',
    product: 'Moon',
    status: 'won',
  };
  await own.post(program, [body, { ...body, phone: '9876500000', budget: '₹ 5,00,000' }]);
  const [second, first] = await own.leadsOf();
  assert.deepEqual([first?.email, first?.budget, second?.budget], [null, 500_000, 500_000]);
  assert.equal(first?.notes, 'status: won\nemail: n/a\nbudget: about 5 lakh\nProduct: Moon');
  const lines = await own.log(program);
  assert.deepEqual(
    lines.map(({ reason }) => reason),
    [
      'Email couldn’t be read; the value is in the notes. The product "Moon" is not in your list; it is in the notes.',
      'Email couldn’t be read; the value is in the notes. Budget was only partly read; the whole value is in the notes. The product "Moon" is not in your list; it is in the notes.',
    ],
  );
});

test('nothing is dropped silently: unreadable, oversized and late deliveries are in the log', async () => {
  const program = await own.make('other');
  const raw = async (payload: string, type = 'application/json') =>
    (
      await app.app.inject({
        method: 'POST',
        url: `/api/public/sources/${program.id}`,
        headers: { 'x-source-key': program.secret, ...(type && { 'content-type': type }) },
        payload,
      })
    ).statusCode;
  assert.equal(await raw('{ "name": '), 400);
  assert.equal(await raw('name,phone\nAsha,9876543210', 'text/csv'), 400);
  assert.equal(await raw(JSON.stringify({ name: 'x'.repeat(MAX_DELIVERY_BYTES) })), 413);
  await own.update(program, { is_active: false });
  assert.equal((await own.post(program, { name: 'Asha', phone: '9876543210' })).status, 403);
  const lines = await own.log(program);
  assert.deepEqual(
    lines.map(({ outcome, reason, is_kept }) => [outcome, reason, is_kept]),
    [
      ['refused', 'The source was switched off when this arrived.', true],
      ['refused', 'The delivery is larger than 64 kB and was not stored.', false],
      ['refused', 'The body is neither JSON nor a form.', true],
      ['refused', 'The body is neither JSON nor a form.', true],
    ],
  );
  assert.equal((await own.again(program, lines[1]?.id)).status, 409);
  assert.equal((await own.again(program, lines[0]?.id)).body.data.delivery.outcome, 'new_lead');
  const multipart = '--b\r\nContent-Disposition: form-data; name="phone"\r\n\r\n9876511111\r\n--b--\r\n';
  await own.update(program, { is_active: true });
  assert.equal(await raw(multipart, 'multipart/form-data; boundary=b'), 200);
  assert.equal((await own.leadsOf()).length, 2);
});

test('a wrong secret, an unknown source and an inactive client are refused and create no lead', async () => {
  const program = await own.make('other');
  const body = { phone: '9876543210' };
  const before_ = await digestOf(app);
  assert.equal((await own.post({ ...program, secret: 'guessed' }, body)).status, 404);
  assert.equal((await own.post({ ...program, id: shop.id }, body)).status, 404);
  assert.equal((await own.post({ ...program, id: 'x' }, body)).status, 404);
  assert.deepEqual(await digestOf(app), before_);
  const call = { params: { id: program.id } };
  const { secret } = (await app.call(sources.replaceSecret, call, shop.admin.token)).body.data;
  assert.equal((await own.post(program, body)).status, 404);
  assert.equal((await own.post({ ...program, secret }, body)).status, 200);
  const off = { params: { id: shop.id }, body: { isActive: false } };
  await app.call(clients.setActive, off, world.superadmin.token);
  const refused = await own.post({ ...program, secret }, { phone: '9876500000' });
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'The company of this source is not active.'],
  );
});

test('a former member gets no lead as owner, and a deleted source takes its log along', async () => {
  const program = await own.make('other', { owner_id: shop.otherRep.id });
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${shop.schema}.members SET is_active = false WHERE id = $1`, [
        shop.otherRep.id,
      ]),
  );
  await own.post(program, { phone: '9876543210' });
  assert.equal((await own.leadsOf())[0]?.assigned_to, null);
  assert.equal(
    (await own.log(program))[0]?.reason,
    'This source’s assignee can’t get leads any more. Choose someone else under Edit.',
  );
  await app.call(sources.remove, { params: { id: program.id } }, shop.admin.token);
  assert.equal((await own.post(program, { phone: '9876543210' })).status, 404);
  const left = await app.database.asOwner(
    async (owner) =>
      (
        await owner.query(
          `SELECT 1 FROM ${shop.schema}.source_deliveries UNION ALL SELECT 1 FROM ${shop.schema}.source_leads`,
        )
      ).rowCount,
  );
  assert.equal(left, 0);
  assert.equal((await own.leadsOf()).length, 1);
});

test('an erased person is in no delivery any more', async () => {
  const program = await own.make('other');
  await own.post(program, { email: 'asha@example.com', phone: '98765 43210' });
  await own.update(program, { is_active: false });
  await own.post(program, { words: 'call me at 98765-43210' });
  await own.post(program, { words: 'ASHA@example.com' });
  await own.post(program, { words: 'somebody else' });
  const params = { id: (await own.leadsOf())[0]?.id ?? '' };
  await app.call(leads.remove, { params }, shop.manager.token);
  const erased = await app.call(leadTrash.erase, { params }, shop.admin.token);
  assert.equal(erased.status, 200, erased.text);
  const query = { outcome: 'refused' };
  const call = { params: { id: program.id }, query };
  const left = (await app.call(sources.deliveries, call, shop.admin.token)).body.data.deliveries;
  assert.deepEqual([left.length, (await own.log(program)).length], [1, 1]);
});
