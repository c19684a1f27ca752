import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import { DEMO_TIME_ZONE, demoDates, slotStart } from '#shared/installation/demo-slots.ts';
import { leads } from '#shared/leads/leads.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { openCore } from '#server/db/system-scope.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld({ demoClient: 'alpha' });
const starts_at = slotStart(
  demoDates(new Date(), DEMO_TIME_ZONE)[3] ?? '',
  570,
  DEMO_TIME_ZONE,
)?.toISOString();
beforeEach(async () => {
  app.config.demoClient = 'alpha';
  await app.database.asOwner(
    async (connection) => await connection.query('DELETE FROM core.public_requests'),
  );
});

const book = async (more: object = {}, from?: string) =>
  await app.call(demoRequests.create, {
    body: { name: 'Asha Patel', email: 'asha@example.com', starts_at, ...more },
    ...(from && { from }),
  });
const found = async (search: string, person = world.alpha.manager) =>
  (await app.call(leads.list, { query: { search, page: '1', limit: '12' } }, person.token)).body.data;

test('a booking becomes a lead of the named client, with the demo as its follow-up', async () => {
  const reply = await book({
    phone: '+91 98200 11111',
    company: 'Patel Interiors',
    message: 'For 12 people',
  });
  assert.deepEqual([reply.status, reply.body.data], [201, {}], reply.text);
  const [lead] = await found('Patel Interiors');
  assert.ok(lead);
  assert.deepEqual(
    [lead.name, lead.email, lead.phone, lead.source, lead.assigned_to, lead.created_user_name],
    ['Asha Patel', 'asha@example.com', '+91 98200 11111', 'website', null, 'Book a Demo'],
  );
  assert.match(
    lead.notes ?? '',
    /^Demo booked for \d\d\/\d\d\/\d{4}, 9:30 AM \(Asia\/Kolkata\)\.\n\nFor 12 people$/,
  );
  assert.equal(lead.next_followup_date, starts_at);
  assert.equal(lead.gender, null);
  const planned = await app.call(reminders.list, { query: { lead_id: lead.id } }, world.alpha.manager.token);
  assert.equal(planned.body.data.reminders.length, 1);
  assert.deepEqual(await found('Patel Interiors', world.beta.manager), []);
});

test('managers and admins of a client without rules are notified of a booking', async () => {
  await book({ company: 'Joshi Traders' });
  const [lead] = await found('Joshi Traders');
  for (const { token } of [world.alpha.manager, world.alpha.admin]) {
    const { body } = await app.call(notifications.list, { query: {} }, token);
    const told = body.data.notifications.filter((one) => one.lead?.id === lead?.id);
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['unassigned'],
    );
  }
});

test('a booking that is sent again after a lost answer is one lead', async () => {
  const body = { name: 'Chetan Rao', email: 'chetan@example.com', starts_at };
  for (let times = 0; times < 2; times += 1) {
    const reply = await app.call(demoRequests.create, {
      body,
      headers: { 'idempotency-key': 'one-booking' },
    });
    assert.equal(reply.status, 201, reply.text);
  }
  assert.equal((await found('Chetan Rao')).length, 1);
});

test('the client can be named by its id', async () => {
  app.config.demoClient = world.beta.id;
  assert.equal((await book({ name: 'For Beta' })).status, 201);
  assert.equal((await found('For Beta', world.beta.manager)).length, 1);
});

test('without a configured client, or with an unknown one, the endpoint does not exist', async () => {
  for (const demoClient of [undefined, 'nobody', '00000000-0000-7000-8000-00000000dead']) {
    app.config.demoClient = demoClient;
    assert.equal((await book()).status, 404, demoClient);
  }
});

test('missing or invalid fields are reported per field', async () => {
  for (const [more, field, message] of [
    [{ name: '' }, 'name', 'Full Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'asha' }, 'email', 'Enter an email address, such as name@example.com.'],
    [{ starts_at: '2020-01-01T04:00:00Z' }, 'starts_at', 'Please choose one of the times on offer.'],
    [{ starts_at: 'soon' }, 'starts_at', 'starts_at must be a date and time.'],
  ] as const) {
    const { status, body } = await book(more);
    assert.deepEqual([status, body.errors?.[0]], [422, { field, message }]);
  }
});

test('a bot that fills in the hidden field gets a success, and nothing is stored', async () => {
  assert.equal((await book({ name: 'A Robot', website: 'https://spam.example' })).status, 201);
  assert.deepEqual(await found('A Robot'), []);
});

test('an address books five times an hour', async () => {
  for (let times = 0; times < 5; times += 1) assert.equal((await book({}, '10.1.1.1')).status, 201);
  const { status, headers } = await book({ name: 'The Sixth' }, '10.1.1.1');
  // Counted from the first of them, which may be some seconds ago.
  assert.deepEqual([status, Math.ceil(Number(headers['retry-after']) / 60)], [429, 60]);
  assert.deepEqual(await found('The Sixth'), []);
  assert.equal((await book({}, '10.1.1.2')).status, 201);
});

test('nobody can sign in as the visitor account that makes the bookings', async () => {
  const rows = await openCore(app.database)
    .selectFrom('core.users')
    .select('id')
    .where('first_name', '=', 'Book a Demo')
    .execute();
  assert.deepEqual(rows, []);
});
