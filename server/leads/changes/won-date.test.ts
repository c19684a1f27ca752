import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leads } from '#shared/leads/leads.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { rep } = world.alpha;
const AT = '2025-03-04T05:06:07.000Z';
const create = async (body: object) =>
  await app.call(leads.create, { body: { name: 'Sold', ...body } }, rep.token);

/** The calls that set a status, each with a new open lead. */
const STATUS_CALLS = {
  'POST /leads': async (body: object) => await create(body),
  'PUT /leads/{id}': async (body: object) => {
    const { id } = await createLead(app, rep);
    return await app.call(leads.update, { params: { id }, body }, rep.token);
  },
  'PATCH /leads/{id}/status': async (body: object) => {
    const { id } = await createLead(app, rep);
    return await app.call(leads.setStatus, { params: { id }, body }, rep.token);
  },
};

for (const [call, send] of Object.entries(STATUS_CALLS))
  test(`${call} takes the moment of winning beside a won status only, and now without one`, async () => {
    const sent = async (status: string, converted_at?: string | null) =>
      (await send({ status, converted_at })).body.data.converted_at;
    assert.equal(await sent('Closed won', '2025-03-04T10:36:07+05:30'), AT);
    for (const status of ['new', 'lost']) assert.equal(await sent(status, AT), null, status);
    for (const none of [undefined, null]) {
      const won = await sent('converted', none);
      assert.ok(Math.abs(Date.parse(won ?? '') - Date.now()) < 10_000, String(won));
    }
    const wrong = await send({ status: 'converted', converted_at: 'yesterday' });
    assert.deepEqual([wrong.status, wrong.body.message], [422, 'Converted On must be a date and time.']);
  });

test('a lead that was won years ago is among the wins of that year only', async () => {
  const { id } = (await create({ name: 'Wins of old', status: 'converted', converted_at: AT })).body.data;
  const found = async (query: { converted_from: string; converted_to?: string }) =>
    (await app.call(leads.list, { query: { ...query, search: 'Wins of old' } }, rep.token)).body.data;
  const then = await found({ converted_from: '2025-03-04', converted_to: '2025-03-04' });
  assert.deepEqual([then.map((lead) => lead.id), await found({ converted_from: '2026-01-01' })], [[id], []]);
});

test('an edit without a status leaves the moment of winning alone', async () => {
  const open = await createLead(app, rep);
  const won = (await create({ status: 'converted', converted_at: AT })).body.data;
  for (const { id, converted_at } of [open, won]) {
    const body = { name: 'Renamed', converted_at: '2024-01-01T00:00:00Z' };
    const edited = await app.call(leads.update, { params: { id }, body }, rep.token);
    assert.deepEqual([edited.body.data.name, edited.body.data.converted_at], ['Renamed', converted_at]);
  }
});

test('an open lead sent back whole with a won status is won now', async () => {
  const { version: _, ...open } = await createLead(app, rep);
  const body = { ...open, status: 'converted' };
  const edited = await app.call(leads.update, { params: { id: open.id }, body }, rep.token);
  assert.notEqual(edited.body.data.converted_at, null, edited.text);
});
