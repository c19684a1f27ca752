import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endLostCalls } from '#server/features/phone-calls/lost-ends.queries.ts';
import { followUpErrors } from '#test/rows/follow-ups.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { SCRIPTS } from '#test/outside/call-events.ts';
import { TelephoneExchange } from '#test/outside/telephone-exchange.ts';
import { giveNumber, sendEvent } from '#test/outside/telephony.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const CALLS = 150;
const AT_ONCE = 6;
const SYSTEMS = ['twilio', 'exotel', 'knowlarity'];
const { app } = await withWorld();

type Row = {
  provider_id: string;
  logs: number;
  status: string | null;
  direction: string;
  open: number;
  spoken: boolean;
};

test('of 150 calls, told twice, in any order and by several colleagues, none is lost or logged twice', async () => {
  const shop = await createTestClient(app, 'exchange');
  const agents = ['+919811100001', '+919811100002'];
  await giveNumber(app, shop, shop.rep, agents[0] ?? '');
  await giveNumber(app, shop, shop.otherRep, agents[1] ?? '');
  const own = sourcesOf(app, shop);
  const made = new Map(
    await Promise.all(SYSTEMS.map(async (kind) => [kind, await own.make(kind as 'twilio')] as const)),
  );
  // Ten leads, each called by both colleagues, and twenty strangers.
  const customers = Array.from({ length: 30 }, (_, index) => `+9198450${10_000 + index}`);
  for (const phone of customers.slice(0, 10)) await createLead(app, shop.rep, { phone });
  const calls = new TelephoneExchange(7).calls(CALLS, SYSTEMS, { agents, customers });
  const waiting = [...calls];
  const line = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift())
      for (const event of call.sent) await sendEvent(app, made.get(call.system) ?? assert.fail(), event);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE ${shop.schema}.phone_calls SET created_at = now() - interval '3 hours'`);
  });
  await Promise.all([endLostCalls(app.database), endLostCalls(app.database)]);
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query<Row>(`
        SELECT p.provider_id, p.direction, (SELECT count(*)::int FROM ${shop.schema}.call_logs c WHERE c.id = p.call_log_id) AS logs,
          c.call_status AS status,
          (SELECT count(*)::int FROM ${shop.schema}.reminders r WHERE r.lead_id = p.lead_id AND NOT r.is_completed) AS open,
          EXISTS (SELECT 1 FROM ${shop.schema}.call_logs s WHERE s.lead_id = p.lead_id AND s.call_status = 'completed'
            AND s.call_date > p.started_at) AS spoken
        FROM ${shop.schema}.phone_calls p LEFT JOIN ${shop.schema}.call_logs c ON c.id = p.call_log_id`),
  );
  const found = new Map(rows.map((row) => [row.provider_id, row]));
  const told = calls.filter(({ sent }) => sent.length > 0);
  assert.equal(found.size, told.length);
  const stored = await app.database.asOwner(
    async (owner) =>
      await owner.query<{ logs: number }>(`SELECT count(*)::int AS logs FROM ${shop.schema}.call_logs`),
  );
  // Calls to strangers make no lead, and so no log, unless the stranger has called as well.
  const logged = rows.filter(({ logs }) => logs === 1);
  assert.equal(stored.rows[0]?.logs, logged.length);
  for (const call of told) {
    const row = found.get(call.id) ?? assert.fail(`${call.id} is lost`);
    if (row.logs === 0) assert.equal(row.direction, 'outbound', call.id);
    const isMissed = row.direction === 'inbound' && row.status === 'no-answer';
    // A missed call that is told after a later conversation needs no call back.
    if (isMissed && !row.spoken) assert.equal(row.open, 1, `${call.id} has no follow-up`);
    assert.ok(row.open <= 1, `the lead of ${call.id} has two follow-ups`);
    if (!call.isEndLost && call.direction === 'inbound')
      assert.equal(row.status, call.seconds === null ? 'no-answer' : 'completed', JSON.stringify(call));
  }
  const leads = await own.leadsOf();
  assert.equal(new Set(leads.map(({ phone }) => phone)).size, leads.length, 'a person became two leads');
  assert.deepEqual(await followUpErrors(app, shop.schema), []);
});

test('an unknown caller whose call is answered was contacted at once', async () => {
  const shop = await createTestClient(app, 'answered');
  const [agent, customer] = ['+919811100003', '+919845012345'];
  await giveNumber(app, shop, shop.rep, agent);
  const source = await sourcesOf(app, shop).make('knowlarity');
  const { script } = SCRIPTS['knowlarity'] ?? assert.fail();
  for (const event of script({ id: '1', customer, agent, direction: 'inbound', seconds: 42 }))
    await sendEvent(app, source, event);
  const [lead] = await ownerRows<{ created_at: Date; first_contacted_at: Date | null }>(
    app,
    `SELECT created_at, first_contacted_at FROM ${shop.schema}.leads`,
  );
  assert.deepEqual(lead?.first_contacted_at, lead?.created_at ?? assert.fail());
});
