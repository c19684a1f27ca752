import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { SCRIPTS, UNKNOWN_MAPPING } from '#test/outside/call-events.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { giveNumber, sendEvent } from '#test/outside/telephony.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app } = await withWorld();

for (const [name, { kind, script, knowsSeconds }] of Object.entries(SCRIPTS)) {
  const shopOf = async () => {
    const shop = await createTestClient(
      app,
      `shop_${name.toLowerCase()}_${Math.random().toString(36).slice(2, 8)}`,
    );
    const agent = kind === 'asterisk' ? '101' : '+919811100001';
    await giveNumber(app, shop, shop.rep, agent);
    const own = sourcesOf(app, shop);
    const source = await own.make(kind);
    if (kind === 'telephony') await own.update(source, { mapping: UNKNOWN_MAPPING });
    const logs = async () => (await app.call(callLogs.list, {}, shop.manager.token)).body.data;
    return { shop, own, source, agent, logs };
  };

  for (const direction of ['inbound', 'outbound'] as const)
    test(`${name}: an answered ${direction} call becomes one log of the colleague, in any order and told twice`, async () => {
      const { shop, own, source, agent, logs } = await shopOf();
      await createLead(app, shop.rep, { phone: '098450 12345' });
      const events = script({ id: 'call-1', customer: '+919845012345', agent, direction, seconds: 95 });
      for (const event of [...events.toReversed(), ...events, ...events]) await sendEvent(app, source, event);
      const [log, ...others] = await logs();
      assert.deepEqual(others, []);
      const { call_type, call_status, user_id, seconds, duration } = log ?? assert.fail('no log');
      assert.deepEqual([call_type, call_status, user_id], [direction, 'completed', shop.rep.id]);
      if (knowsSeconds) assert.deepEqual([seconds, duration], [95, 2]);
      assert.equal((await own.leadsOf()).length, 1);
      const outcomes = await own.outcomes(source);
      assert.equal(outcomes.length, events.length * 3);
      assert.ok(
        outcomes.every((outcome) => ['call', 'known', 'refused'].includes(outcome)),
        outcomes.join(),
      );
    });

  test(`${name}: an unanswered call of a stranger becomes a lead with a follow-up due now`, async () => {
    const { shop, own, source, agent, logs } = await shopOf();
    const events = script({
      id: 'call-2',
      customer: '+919845099999',
      agent,
      direction: 'inbound',
      seconds: null,
    });
    for (const event of [...events, ...events.toReversed()]) await sendEvent(app, source, event);
    const [lead, ...others] = await own.leadsOf();
    assert.deepEqual([lead?.phone, others], ['+919845099999', []]);
    assert.deepEqual(
      (await logs()).map(({ call_type, call_status, user_id, seconds }) => [
        call_type,
        call_status,
        user_id,
        seconds,
      ]),
      [['inbound', 'no-answer', null, null]],
    );
    const due = (await app.call(reminders.list, { query: { lead_id: lead?.id ?? '' } }, shop.manager.token))
      .body.data;
    assert.deepEqual(
      due.reminders.map(({ title, is_completed }) => [title, is_completed]),
      [['Call back', false]],
    );
    assert.ok(Date.parse(due.reminders[0]?.reminder_date ?? '') <= Date.now());
  });
}
