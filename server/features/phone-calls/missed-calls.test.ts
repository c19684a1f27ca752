import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { SCRIPTS } from '#test/outside/call-events.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { giveNumber, sendEvent } from '#test/outside/telephony.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const CUSTOMER = '+919845012345';
const AGENT = '+919811100001';
const { app } = await withWorld();
const { script } = SCRIPTS['knowlarity'] ?? assert.fail();
let shops = 0;

async function open() {
  shops += 1;
  const shop = await createTestClient(app, `shop_${shops}`);
  await giveNumber(app, shop, shop.rep, AGENT);
  const source = await sourcesOf(app, shop).make('knowlarity');
  const play = async (...events: ReturnType<typeof eventsOf>) => {
    for (const event of events) await sendEvent(app, source, event);
  };
  return { shop, play };
}
const eventsOf = (id: string, seconds: number | null, agent = AGENT, customer = CUSTOMER) =>
  script({ id, customer, agent, direction: 'inbound', seconds });
const logs = async ({ manager }: TestClient) => (await app.call(callLogs.list, {}, manager.token)).body.data;
const followUps = async ({ manager }: TestClient, lead_id: string) =>
  (await app.call(reminders.list, { query: { lead_id } }, manager.token)).body.data.reminders;

test('a missed call moves the next step to now, and a late answer takes its follow-up back', async () => {
  const { shop, play } = await open();
  const planned = await createLead(app, shop.otherRep, {
    phone: CUSTOMER,
    next_followup_date: '2031-01-02T10:00:00.000Z',
  });
  await play(...eventsOf('1', null), ...eventsOf('1', null));
  const [step, ...others] = await followUps(shop, planned.id);
  assert.deepEqual(others, []);
  assert.ok(Date.parse(step?.reminder_date ?? '') <= Date.now());
  const bare = await createLead(app, shop.otherRep, { phone: '+919845011111' });
  const missed = eventsOf('2', null, AGENT, '+919845011111').at(-1) ?? assert.fail();
  const [, answered] = eventsOf('2', 30, AGENT, '+919845011111');
  await play(missed);
  assert.deepEqual(
    (await followUps(shop, bare.id)).map(({ title, user_id }) => [title, user_id]),
    [['Call back', shop.otherRep.id]],
  );
  // A phone of the call had answered after all.
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${shop.schema}.phone_calls SET result = NULL WHERE provider_id = '2'`);
  });
  await play(answered ?? assert.fail());
  assert.deepEqual(await followUps(shop, bare.id), []);
  assert.deepEqual((await logs(shop)).map(({ call_status }) => call_status).toSorted(), [
    'completed',
    'no-answer',
  ]);
});

test('a late answer gives a planned follow-up its date back, unless somebody has changed it or another call was missed', async () => {
  const { shop, play } = await open();
  const due = '2031-01-02T10:00:00.000Z';
  const visit = async (phone: string) => {
    const { id } = await createLead(app, shop.otherRep, { phone });
    const reminder = { lead_id: id, title: 'Visit', reminder_date: due };
    const { body } = await app.call(reminders.create, { body: reminder }, shop.otherRep.token);
    return { phone, lead_id: id, params: { id: body.data.id } };
  };
  const [untouched, changed, again] = [
    await visit(CUSTOMER),
    await visit('+919845011111'),
    await visit('+919845022222'),
  ];
  for (const { phone } of [untouched, changed, again]) await play(...eventsOf(phone, null, AGENT, phone));
  const later = { title: 'Visit with samples' };
  await app.call(reminders.update, { params: changed.params, body: later }, shop.otherRep.token);
  await play(...eventsOf('again', null, AGENT, again.phone));
  for (const { phone } of [untouched, changed, again])
    await play(eventsOf(phone, 30, AGENT, phone)[1] ?? assert.fail());
  const isMoved = async ({ lead_id }: typeof changed) => {
    const [step, ...others] = await followUps(shop, lead_id);
    assert.deepEqual(others, []);
    return step?.reminder_date !== due;
  };
  assert.deepEqual(
    [await isMoved(untouched), await isMoved(changed), await isMoved(again)],
    [false, true, true],
  );
  const lead = await app.call(leads.get, { params: { id: untouched.lead_id } }, shop.otherRep.token);
  assert.equal(lead.body.data.next_followup_date, due);
});

test('a missed call of an archived lead takes it out of the archive', async () => {
  const { shop, play } = await open();
  const lead = await createLead(app, shop.otherRep, { phone: CUSTOMER });
  const params = { id: lead.id };
  await app.call(leads.update, { params, body: { is_archived: true } }, shop.manager.token);
  await play(...eventsOf('1', null));
  const { token } = shop.otherRep;
  assert.equal((await app.call(leads.get, { params }, token)).body.data.is_archived, false);
  assert.deepEqual(
    (await followUps(shop, lead.id)).map(({ title, user_id }) => [title, user_id]),
    [['Call back', shop.otherRep.id]],
  );
});
