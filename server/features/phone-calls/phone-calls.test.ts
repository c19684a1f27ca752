import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { endLostCalls } from '#server/features/phone-calls/lost-ends.queries.ts';
import { SCRIPTS } from '#test/outside/call-events.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import type { Made } from '#test/outside/sources.ts';
import { giveNumber, sendEvent } from '#test/outside/telephony.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const CUSTOMER = '+919845012345';
const AGENT = '+919811100001';
const OTHER_AGENT = '+919811100002';
const { app } = await withWorld();
const { script } = SCRIPTS['knowlarity'] ?? assert.fail();
let shop: TestClient;
let source: Made;
let address: string;
let calls = 0;

before(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
/** A client of its own for each test, with two people who have numbers. */
async function open(more: object = {}): Promise<void> {
  calls += 1;
  shop = await createTestClient(app, `shop_${calls}`);
  await giveNumber(app, shop, shop.rep, AGENT);
  await giveNumber(app, shop, shop.otherRep, OTHER_AGENT);
  source = await sourcesOf(app, shop).make('knowlarity', more);
}
const eventsOf = (id: string, seconds: number | null = 42, agent = AGENT, customer = CUSTOMER) =>
  script({ id, customer, agent, direction: 'inbound', seconds });
const play = async (...events: ReturnType<typeof eventsOf>) => {
  for (const event of events) await sendEvent(app, source, event);
};
const current = async ({ token }: Person) => (await app.call(phoneCalls.current, {}, token)).body.data.calls;
const logs = async () => (await app.call(callLogs.list, {}, shop.manager.token)).body.data;
const followUps = async (lead_id: string) =>
  (await app.call(reminders.list, { query: { lead_id } }, shop.manager.token)).body.data.reminders;

test('agent and assignee hear of a call as it rings, is answered and has ended, and nobody else', async () => {
  await open();
  const lead = await createLead(app, shop.otherRep, { phone: '098450-12345', name: 'Asha' });
  const [agent, assignee, manager] = await Promise.all(
    [shop.rep, shop.otherRep, shop.manager].map(async ({ token }) => await openStream(address, token)),
  );
  const [ringing, answered, ended] = eventsOf('1');
  for (const event of [ringing, answered, ended]) {
    if (!event) continue;
    await play(event);
    const { state } = event;
    const isTold = (one: LiveEvent) => one.type === 'phone_call' && one.state === state;
    for (const stream of [agent, assignee]) {
      const said: LiveEvent | undefined = await stream?.until(isTold);
      assert.ok(said?.type === 'phone_call');
      const { leads: named, number, agent_id, is_missed, ended_at } = said;
      assert.deepEqual([named, number, agent_id, is_missed], [[lead.id], CUSTOMER, shop.rep.id, false]);
      assert.equal(ended_at !== null, state === 'ended');
    }
  }
  assert.ok(!manager?.text().includes('phone_call'));
  for (const stream of [agent, assignee, manager]) stream?.close();
});

test('the pop-up shows next step and last call, and its outcome goes into the one log of the call', async () => {
  await open();
  const lead = await createLead(app, shop.rep, {
    phone: CUSTOMER,
    next_followup_date: '2031-01-02T10:00:00.000Z',
  });
  const call = { lead_id: lead.id, duration: 3, notes: 'Wants a quote' };
  await app.call(callLogs.create, { body: call }, shop.rep.token);
  const [ringing, answered, ended] = eventsOf('1');
  await play(ringing ?? assert.fail());
  const [shown] = await current(shop.rep);
  assert.equal(shown?.lead_id, lead.id);
  const [shownLead] = shown.leads;
  assert.equal(shownLead?.last_call?.notes, 'Wants a quote');
  const step = shownLead.next_step ?? assert.fail();
  await play(answered ?? assert.fail());
  const body = { call_outcome: 'meeting-scheduled', notes: 'On Friday', completes_reminder_id: step.id };
  const noted = await app.call(phoneCalls.update, { params: { id: shown.id }, body }, shop.rep.token);
  assert.equal(noted.status, 200, noted.text);
  const [first] = await logs();
  assert.deepEqual(
    [first?.call_outcome, first?.seconds, first?.id],
    ['meeting-scheduled', null, noted.body.data.call_log_id],
  );
  await play(ended ?? assert.fail());
  const [log, ...others] = (await logs()).filter(({ seconds }) => seconds !== null);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [log?.id, log?.call_outcome, log?.notes, log?.seconds],
    [first?.id, 'meeting-scheduled', 'On Friday', 42],
  );
  assert.deepEqual(
    (await followUps(lead.id)).map(({ is_completed }) => is_completed),
    [true],
  );
  const later = { call_outcome: 'proposal-requested' };
  await app.call(phoneCalls.update, { params: { id: shown.id }, body: later }, shop.rep.token);
  assert.equal((await logs()).length, 2);
  const changed = (await logs()).find(({ id }) => id === log?.id);
  assert.deepEqual([changed?.call_outcome, changed?.notes], ['proposal-requested', 'On Friday']);
});

test('the outcome of a call plans a repeating follow-up, which cannot end before it is due', async () => {
  await open();
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  await play(...eventsOf('1').slice(0, 1));
  const [shown] = await current(shop.rep);
  const plan = async (until: string | null) => {
    const repeat = { every: 1, unit: 'week', until } as const;
    const reminder = { title: 'Ask again', reminder_date: '2031-01-06T04:30:00.000Z', repeat };
    const body = { call_outcome: 'callback-required', reminder } as const;
    return await app.call(phoneCalls.update, { params: { id: shown?.id ?? '' }, body }, shop.rep.token);
  };
  const refused = await plan('2031-01-05');
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [422, 'reminder.repeat.until']);
  assert.deepEqual([await logs(), await followUps(lead.id)], [[], []]);
  assert.equal((await plan(null)).status, 200);
  assert.deepEqual(
    (await followUps(lead.id)).map(({ repeat }) => repeat),
    [{ every: 1, unit: 'week', until: null }],
  );
});

test('of several leads the agent chooses one, and the log goes to it', async () => {
  await open();
  const [one, two] = [
    await createLead(app, shop.rep, { phone: CUSTOMER, name: 'One' }),
    await createLead(app, shop.rep, { phone: `080 4711 2233 / ${CUSTOMER}`, name: 'Two' }),
  ];
  const [ringing, , ended] = eventsOf('1');
  await play(ringing ?? assert.fail());
  const [shown] = await current(shop.rep);
  assert.deepEqual([shown?.lead_id, shown?.leads.length, shown?.new_number], [null, 2, null]);
  const note = async (body: object) =>
    await app.call(phoneCalls.update, { params: { id: shown?.id ?? '' }, body }, shop.rep.token);
  assert.equal((await note({ call_outcome: 'not-interested' })).status, 409);
  await play(ended ?? assert.fail());
  for (const { id } of [one, two]) {
    assert.equal((await note({ lead_id: id })).status, 200);
    assert.deepEqual(
      (await logs()).map((log) => [log.lead_id, log.seconds]),
      [[id, 42]],
    );
  }
  const foreign = await createLead(app, (await createTestClient(app, `far_${calls}`)).rep);
  assert.equal((await note({ lead_id: foreign.id })).status, 404);
});

test('an unknown caller is shown for a new lead, which the log then finds; without the switch nothing is made', async () => {
  await open({ creates_leads: false });
  const [ringing, , ended] = eventsOf('1');
  await play(ringing ?? assert.fail());
  const [shown] = await current(shop.rep);
  assert.deepEqual([shown?.new_number, shown?.leads], [CUSTOMER, []]);
  const lead = await createLead(app, shop.rep, { phone: shown?.new_number });
  await play(ended ?? assert.fail());
  assert.deepEqual(
    (await logs()).map(({ lead_id }) => lead_id),
    [lead.id],
  );
  await play(...eventsOf('2', null, AGENT, '+919845077777'));
  assert.equal((await app.call(leads.list, {}, shop.manager.token)).body.data.length, 1);
  const [line] = await sourcesOf(app, shop).log(source);
  assert.deepEqual([line?.outcome, line?.reason], ['call', 'No lead has this number.']);
});

test('a transferred call goes to the colleague who took it, and the first one hears of that', async () => {
  await open();
  await createLead(app, shop.manager, { phone: CUSTOMER });
  const stream = await openStream(address, shop.rep.token);
  const [ringing, answered] = eventsOf('1');
  const [, taken, ended] = eventsOf('1', 70, OTHER_AGENT);
  await play(...[ringing, answered, taken].map((event) => event ?? assert.fail()));
  await stream.until((one) => one.type === 'phone_call' && one.agent_id === shop.otherRep.id);
  await play(ended ?? assert.fail());
  assert.deepEqual(
    (await logs()).map(({ user_id, seconds }) => [user_id, seconds]),
    [[shop.otherRep.id, 70]],
  );
  stream.close();
});

test('calls whose end is lost are ended after two hours, without minutes', async () => {
  await open();
  const lead = await createLead(app, shop.rep, { phone: CUSTOMER });
  const [ringing, answered] = eventsOf('1');
  const [rings] = eventsOf('2');
  await play(...[ringing, answered, rings].map((event) => event ?? assert.fail()));
  await endLostCalls(app.database);
  assert.deepEqual(await logs(), []);
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${shop.schema}.phone_calls SET created_at = now() - interval '121 minutes'`);
  });
  await Promise.all([endLostCalls(app.database), endLostCalls(app.database)]);
  assert.deepEqual(
    (await logs())
      .map(({ call_status, duration, seconds }) => `${call_status} ${duration} ${seconds}`)
      .toSorted(),
    ['completed 0 null', 'no-answer 0 null'],
  );
  assert.equal((await followUps(lead.id)).length, 1);
  await play(eventsOf('1', 33).at(-1) ?? assert.fail());
  assert.deepEqual(
    (await logs()).flatMap(({ seconds }) => seconds ?? []),
    [33],
  );
});

test('users who see none of a call’s leads get no events of it, and masked contacts stay masked', async () => {
  await open();
  await createLead(app, shop.otherRep, { phone: CUSTOMER });
  const stranger = await createPerson(app, 'salesrep', shop.id);
  const rules = { salesrep: 'own', salesrepContacts: 'masked' };
  await app.call(leadVisibility.update, { params: { id: shop.id }, body: rules }, shop.admin.token);
  const [ringing] = eventsOf('1');
  await play(ringing ?? assert.fail());
  const [seen] = await current(shop.otherRep);
  assert.ok(
    seen && seen.number !== CUSTOMER && !JSON.stringify(seen).includes('98450'),
    JSON.stringify(seen),
  );
  const [agents] = await current(shop.rep);
  assert.deepEqual([agents?.leads, agents?.new_number], [[], null]);
  const get = async ({ token }: Person) =>
    (await app.call(phoneCalls.get, { params: { id: seen.id } }, token)).status;
  assert.deepEqual([await get(shop.rep), await get(shop.manager), await get(stranger)], [200, 200, 404]);
  const far = await createTestClient(app, `far_${calls}`);
  assert.equal(await get(far.admin), 404);
});

test('numbers belong to one person of a client, in any notation', async () => {
  await open();
  const change = async (agentNumber: string | null, { id }: Person = shop.manager) =>
    await app.call(users.update, { params: { id }, body: { agentNumber } }, shop.admin.token);
  assert.equal((await change('(0)98111 00001')).status, 409);
  assert.equal((await change('no number')).status, 422);
  assert.equal((await change('098222 00003')).body.data.user.agentNumber, '+919822200003');
  assert.equal((await change('204')).body.data.user.agentNumber, '204');
  assert.equal((await change('')).body.data.user.agentNumber, null);
});

test('an event that cannot be read waits in the log until it is matched, and is then as old as it is', async () => {
  await open();
  const own = sourcesOf(app, shop);
  const other = await own.make('telephony');
  const [spoken, silent] = [
    await createLead(app, shop.rep, { phone: CUSTOMER }),
    await createLead(app, shop.rep, { phone: '+919845011111' }),
  ];
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const began = hoursAgo(30);
  await own.post(other, { nr: '7', wer: CUSTOMER, was: 'missed', richtung: 'inbound' });
  await own.post(other, { nr: '8', wer: '+919845011111', was: 'missed', richtung: 'inbound', wann: began });
  const [second, first] = await own.log(other);
  assert.deepEqual([first?.outcome, second?.outcome], ['refused', 'refused']);
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${shop.schema}.source_deliveries SET at = at - interval '20 hours'`);
  });
  const log = { lead_id: spoken.id, duration: 3, notes: 'Called back' };
  await app.call(callLogs.create, { body: log }, shop.rep.token);
  const mapping = { nr: 'call_id', wer: 'from', was: 'status', richtung: 'direction', wann: 'started_at' };
  await own.update(other, { mapping });
  for (const line of [first, second])
    assert.equal((await own.again(other, line?.id)).body.data.delivery.outcome, 'call');
  assert.equal((await own.again(other, first?.id)).status, 409);
  const missed = (await logs()).filter(({ call_status }) => call_status === 'no-answer');
  assert.deepEqual(
    missed.map(({ lead_id }) => lead_id),
    [spoken.id, silent.id],
  );
  assert.ok((missed[0]?.call_date ?? '') < hoursAgo(19), missed[0]?.call_date);
  assert.equal(missed[1]?.call_date, began);
  // Somebody has spoken with the lead since.
  assert.deepEqual([(await followUps(spoken.id)).length, (await followUps(silent.id)).length], [0, 1]);
});
