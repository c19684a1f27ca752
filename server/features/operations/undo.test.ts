import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import type { JobEvent } from '#shared/protocol/job-events.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { assertCounted } from '#test/rows/counters.ts';
import { fillLeads, rowsOf } from '#test/rows/lead-rows.ts';
import { createLead, withWorld } from '#test/world.ts';

const MANY = 2500;

const { app, world } = await withWorld();
before(async () => {
  await fillLeads(app, world.alpha, MANY);
});

const undo = async (id: string) =>
  await app.call(operations.undo, { params: { id } }, world.superadmin.token);

async function updateAll(status: string): Promise<string> {
  const body = { matching: { campaign_id: 'filled' }, updates: { status } };
  const reply = await app.call(leadBulk.update, { body }, world.superadmin.token);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.data.updated, MANY);
  return reply.body.data.operation_ids[0] ?? assert.fail();
}

test('an undo blocked by a locked lead stops there, and continues when requested again', async () => {
  const { alpha } = world;
  const stored = await rowsOf(app, alpha, 'leads');
  const id = await updateAll('contacted');
  const changed = [...(await rowsOf(app, alpha, 'leads'))].filter(([key, row]) => row !== stored.get(key));
  const last = changed
    .map(([key]) => key)
    .toSorted()
    .at(-1);
  await app.database.asOwner(async (owner) => {
    await owner.query(`SELECT 1 FROM ${alpha.schema}.leads WHERE id = $1 FOR UPDATE`, [last]);
    const stopped = await undo(id);
    assert.equal(stopped.status, 409, stopped.text);
  });
  const half = await rowsOf(app, alpha, 'leads');
  const [back, left] = [...half].reduce(
    ([same, other], [key, row]) => (row === stored.get(key) ? [same + 1, other] : [same, other + 1]),
    [0, 0],
  );
  assert.ok(back >= 1000 && left > 0, `${back} leads are back, ${left} are not`);
  await assertCounted(app, alpha);
  const rest = await undo(id);
  assert.deepEqual([rest.status, rest.body.data.restored, rest.body.data.changed_since], [200, left, []]);
  assert.deepEqual(await rowsOf(app, alpha, 'leads'), stored);
  await assertCounted(app, alpha);
  assert.equal((await undo(id)).status, 409);
});

test('an undo tells how far it is, and runs once per key', async () => {
  const id = await updateAll('proposal');
  const headers = { accept: 'application/x-ndjson', 'idempotency-key': 'undo' };
  const run = async () => {
    const { text } = await app.call(operations.undo, { params: { id }, headers }, world.superadmin.token);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JobEvent);
  };
  const lines = await run();
  const result = {
    type: 'result',
    data: { restored: MANY, removed: 0, changed_since: [] },
    message: `Undone: 2,500 leads restored`,
  };
  assert.deepEqual(lines.at(-2), { type: 'progress', done: MANY, total: MANY });
  assert.deepEqual(lines.at(-1), result);
  assert.deepEqual(await run(), [result]);
});

test('an undo whose server was killed is offered again, but not while it runs', async () => {
  const { alpha } = world;
  const stored = await rowsOf(app, alpha, 'leads');
  const id = await updateAll('qualified');
  const marked = async (ago: string) =>
    await app.database.asOwner(
      async (owner) =>
        await owner.query(
          `UPDATE ${alpha.schema}.operations SET undone_at = now() - $2::interval, undone_by = NULL WHERE id = $1`,
          [id, ago],
        ),
    );
  const offered = async () => {
    // Asks within the client: the mirror does not notice what a test writes directly.
    const { data } = (await app.call(operations.list, {}, alpha.admin.token)).body;
    return data.find((operation) => operation.id === id)?.can_undo;
  };
  await marked('1 second');
  assert.equal(await offered(), false);
  const running = await undo(id);
  assert.equal(running.status, 409);
  assert.match(running.body.message, /^This is being undone[.]/);
  await marked('2 minutes');
  assert.equal(await offered(), true);
  assert.equal((await undo(id)).body.data.restored, MANY);
  assert.deepEqual(await rowsOf(app, alpha, 'leads'), stored);
  assert.deepEqual([await offered(), (await undo(id)).status], [false, 409]);
});

test('a next step planned by a colleague after a bulk change survives its undo', async () => {
  const { alpha } = world;
  const lead = await createLead(app, alpha.rep, { name: 'Planned' });
  const updates = { next_followup_date: '2030-01-02T04:00:00.000Z' };
  const body = { lead_ids: [lead.id], updates };
  const changed = await app.call(leadBulk.update, { body }, world.superadmin.token);
  assert.equal(changed.status, 200, changed.text);
  const later = '2030-02-03T04:00:00.000Z';
  const planned = { lead_id: lead.id, title: 'Visit', reminder_date: later };
  assert.equal((await app.call(reminders.create, { body: planned }, alpha.rep.token)).status, 201);
  const undone = await undo(changed.body.data.operation_ids[0] ?? '');
  assert.equal(undone.body.data.restored, 1, undone.text);
  const now = (await app.call(leads.get, { params: { id: lead.id } }, alpha.rep.token)).body.data;
  assert.equal(now.next_followup_date, later);
  const open = await app.call(reminders.list, { query: { lead_id: lead.id } }, alpha.rep.token);
  assert.deepEqual(
    open.body.data.reminders.map(({ title }) => title),
    ['Visit'],
  );
});
