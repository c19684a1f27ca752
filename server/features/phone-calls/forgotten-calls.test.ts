import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { sources } from '#shared/company/sources.ts';
import { SCRIPTS } from '#test/outside/call-events.ts';
import { sourcesOf } from '#test/outside/sources.ts';
import { giveNumber, sendEvent } from '#test/outside/telephony.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const CUSTOMER = '+919845012345';
const AGENT = '+919811100001';
const { app } = await withWorld();
const { script } = SCRIPTS['knowlarity'] ?? assert.fail();

async function open(name: string) {
  const shop = await createTestClient(app, name);
  await giveNumber(app, shop, shop.rep, AGENT);
  const source = await sourcesOf(app, shop).make('knowlarity', { creates_leads: false });
  const play = async (id: string) => {
    const call = { id, customer: CUSTOMER, agent: AGENT, direction: 'inbound', seconds: 20 } as const;
    for (const event of script(call)) await sendEvent(app, source, event);
  };
  return { shop, source, play };
}
const countsOf = async ({ schema }: TestClient) => {
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query<{ leads: (string | null)[]; told: number; logs: number }>(`
        SELECT array(SELECT lead_id FROM ${schema}.phone_calls ORDER BY provider_id) AS leads,
          (SELECT count(*)::int FROM ${schema}.source_deliveries) AS told, (SELECT count(*)::int FROM ${schema}.call_logs) AS logs`),
  );
  return rows[0] ?? assert.fail();
};

test('a merge takes the calls of a lead along, and erasing it forgets every call of its number', async () => {
  const { shop, play } = await open('merging');
  await play('1');
  const [one, two] = [
    await createLead(app, shop.rep, { phone: CUSTOMER }),
    await createLead(app, shop.rep, { phone: '+919845011111' }),
  ];
  await play('2');
  assert.deepEqual(await countsOf(shop), { leads: [null, one.id], told: 6, logs: 1 });
  const body = { lead_id: one.id, fields: { phone: CUSTOMER } };
  const merged = await app.call(leadDuplicates.merge, { params: { id: two.id }, body }, shop.admin.token);
  assert.equal(merged.status, 200, merged.text);
  assert.deepEqual((await countsOf(shop)).leads, [null, two.id]);
  await app.call(leads.remove, { params: { id: two.id } }, shop.admin.token);
  const erased = await app.call(leadTrash.erase, { params: { id: two.id } }, shop.admin.token);
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual(await countsOf(shop), { leads: [], told: 0, logs: 0 });
});

test('a deleted source takes its calls along, and their logs stay without recordings', async () => {
  const { shop, source, play } = await open('deleting');
  await createLead(app, shop.rep, { phone: CUSTOMER });
  await play('1');
  await app.call(sources.remove, { params: { id: source.id } }, shop.admin.token);
  assert.deepEqual(await countsOf(shop), { leads: [], told: 0, logs: 1 });
});
