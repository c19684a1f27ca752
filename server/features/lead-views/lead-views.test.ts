import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_VIEWS, leadViews } from '#shared/lead-views.ts';
import { leads } from '#shared/leads.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

const listOf = async ({ token }: Person, clientId?: string) =>
  (await app.call(leadViews.list, { query: clientId ? { client_id: clientId } : {} }, token)).body.data;
const view = { name: 'Hot', address: 'status=qualified', filters: { status: 'qualified' } };

test('a company begins with six shared views, whose numbers are those of the lists that they open', async () => {
  const { rep, manager } = await createTestClient(app, 'starters');
  await createLead(app, rep, { assigned_to: rep.id });
  await createLead(app, rep, {
    assigned_to: null,
    next_followup_date: new Date(Date.now() - 5000).toISOString(),
  });
  await createLead(app, rep, { assigned_to: null, last_contacted_at: '2020-01-01T06:00:00Z' });
  await createLead(app, rep, { assigned_to: rep.id, status: 'lost' });
  const { views, default_id } = await listOf(rep);
  assert.deepEqual(
    views.map(({ name, total, is_shared, can_edit }) => [name, total, is_shared, can_edit]),
    [
      ['My open leads', 1, true, false],
      ['Due today', 1, true, false],
      ['New, not called', 2, true, false],
      ['No next step', 2, true, false],
      ['Unassigned', 2, true, false],
      ['Not contacted for 30 days', 1, true, false],
    ],
  );
  assert.equal(default_id, null);
  // "Me" is the reader.
  const seen = await listOf(manager);
  assert.deepEqual([seen.views[0]?.total, seen.views[0]?.can_edit], [0, true]);
  // The page's parameters say the same as the stored filters, but for three names of its own.
  for (const { address, total } of views.filter(({ address }) => !address.includes('next_step='))) {
    const params = new URLSearchParams(address);
    const query = Object.fromEntries(
      [...params.keys()].map((key) => [
        key,
        params.getAll(key).length > 1 ? params.getAll(key) : params.get(key),
      ]),
    );
    const list = await app.call(leads.list, { query: { ...query, page: '1' } as never }, rep.token);
    assert.equal(list.body.pagination.total, total, address);
  }
});

test('own views are seen by their owner alone, shared ones by the company, in the order of each', async () => {
  const { alpha, beta, superadmin } = world;
  const own = (await app.call(leadViews.create, { body: view }, alpha.rep.token)).body.data.id;
  const refused = await app.call(leadViews.create, { body: { ...view, is_shared: true } }, alpha.rep.token);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'Only Managers, Admins and Super Admins can share views.'],
  );
  const body = { ...view, name: 'Everybody', is_shared: true, columns: ['name', 'phone'] };
  const shared = (await app.call(leadViews.create, { body }, alpha.manager.token)).body.data.id;
  const idsOf = async (person: Person, clientId?: string) =>
    (await listOf(person, clientId)).views.map(({ id }) => id).filter((id) => [own, shared].includes(id));
  assert.deepEqual(await idsOf(alpha.rep), [shared, own]);
  assert.deepEqual(await idsOf(alpha.otherRep), [shared]);
  assert.deepEqual(await idsOf(alpha.manager), [shared]);
  assert.deepEqual(await idsOf(beta.manager), []);
  // People of all clients choose a client first.
  assert.deepEqual(await idsOf(superadmin), []);
  assert.deepEqual(await idsOf(superadmin, alpha.id), [shared]);

  const change = async (id: string, { token }: Person) =>
    (await app.call(leadViews.update, { params: { id }, body: { name: 'Changed' } }, token)).status;
  assert.equal(await change(own, alpha.otherRep), 404);
  assert.equal(await change(own, alpha.manager), 404);
  assert.equal(await change(shared, alpha.rep), 403);
  assert.equal(await change(own, alpha.rep), 200);

  const order = { order: [own, shared], default_id: own };
  await app.call(leadViews.arrange, { body: order }, alpha.rep.token);
  assert.deepEqual([await idsOf(alpha.rep), await idsOf(alpha.otherRep)], [[own, shared], [shared]]);
  assert.equal((await listOf(alpha.rep)).default_id, own);
  const foreign = await app.call(
    leadViews.arrange,
    { body: { order: [], default_id: own } },
    alpha.otherRep.token,
  );
  assert.equal(foreign.status, 404);
  await app.call(leadViews.remove, { params: { id: own } }, alpha.rep.token);
  assert.deepEqual([await idsOf(alpha.rep), (await listOf(alpha.rep)).default_id], [[shared], null]);
});

test('a view whose filters cannot be read any more shows no number, and there are only so many', async () => {
  const { otherRep } = world.beta;
  const broken = { ...view, name: 'Gone', filters: { custom: '{"gone":"x"}' } };
  await app.call(leadViews.create, { body: broken }, otherRep.token);
  const found = (await listOf(otherRep)).views.find(({ name }) => name === 'Gone');
  assert.deepEqual([found?.total, found?.totalIsCapped], [null, false]);
  for (let made = 1; made < MAX_VIEWS; made += 1)
    assert.equal((await app.call(leadViews.create, { body: view }, otherRep.token)).status, 201);
  const more = await app.call(leadViews.create, { body: view }, otherRep.token);
  assert.deepEqual([more.status, more.body.message], [409, 'There can be 50 own views. Delete one first.']);
});
