import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_VIEWS, leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

const listOf = async ({ token }: Person, clientId?: string) =>
  (await app.call(leadViews.list, { query: clientId ? { client_id: clientId } : {} }, token)).body.data;
const view = { name: 'Hot', address: 'status=qualified', filters: { status: 'qualified' } };

test('a client starts with six shared views, whose numbers match their lists', async () => {
  const { rep, manager } = await createTestClient(app, 'starters');
  await createLead(app, rep, { assigned_to: rep.id });
  await createLead(app, rep, {
    assigned_to: null,
    next_followup_date: new Date().toISOString(),
  });
  await createLead(app, rep, {
    assigned_to: null,
    status: 'contacted',
    next_followup_date: new Date(Date.now() - 11 * 24 * 3_600_000).toISOString(),
  });
  await createLead(app, rep, { assigned_to: null, status: 'qualified' });
  await createLead(app, rep, { assigned_to: null, last_contacted_at: '2020-01-01T06:00:00Z' });
  await createLead(app, rep, { assigned_to: rep.id, status: 'lost' });
  const { views, default_id } = await listOf(rep);
  assert.deepEqual(
    views.map(({ name, total, is_shared, can_edit }) => [name, total, is_shared, can_edit]),
    [
      ['My open leads', 1, true, false],
      ['My leads due today', 0, true, false],
      ['My new, not called', 1, true, false],
      ['Mine without a next step', 1, true, false],
      ['Unassigned', 4, true, false],
      ['Mine not contacted for 30 days', 0, true, false],
    ],
  );
  assert.equal(default_id, null);
  // "Me" is the reader; managers see everybody's leads. Overdue leads are not due today, and qualified leads
  // are not new.
  const seen = await listOf(manager);
  assert.deepEqual(
    seen.views.map(({ name, total, can_edit }) => [name, total, can_edit]),
    [
      ['My open leads', 0, true],
      ['All due today', 1, true],
      ['All new, not called', 2, true],
      ['All without a next step', 3, true],
      ['Unassigned', 4, true],
      ['All not contacted for 30 days', 1, true],
    ],
  );
  // The page's parameters equal the stored filters, except for three names of its own.
  for (const { address, total } of views.filter((one) => !one.address.includes('next_step='))) {
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

test('a first view changed by a manager is the same for everybody from then on', async () => {
  const { rep, manager } = await createTestClient(app, 'changed');
  const ofManager = (await listOf(manager)).views[3];
  const id = ofManager?.id ?? '';
  await app.call(leadViews.update, { params: { id }, body: { columns: ['name'] } }, manager.token);
  for (const person of [rep, manager]) {
    const shown = (await listOf(person)).views.find((one) => one.id === id);
    assert.deepEqual(
      [shown?.name, shown?.address, shown?.columns],
      ['All without a next step', 'next_step=none', ['name']],
    );
  }
  await app.call(leadViews.update, { params: { id }, body: { name: 'Nothing planned' } }, manager.token);
  assert.equal((await listOf(rep)).views.find((one) => one.id === id)?.name, 'Nothing planned');
});

test('a view is changed by version, which a first view has for each reader', async () => {
  const { rep, manager, admin } = await createTestClient(app, 'together');
  const versionsOf = async (person: Person) => (await listOf(person)).views.map(({ version }) => version);
  assert.deepEqual(await versionsOf(manager), await versionsOf(admin));
  const { id = '', version } = (await listOf(manager)).views[1] ?? {};
  assert.notEqual(version, (await versionsOf(rep))[1]);
  const change = async (body: object, { token }: Person) =>
    await app.call(leadViews.update, { params: { id }, body }, token);
  const changed = await change({ columns: ['name'], version }, manager);
  assert.equal(changed.body.data.version, (await versionsOf(manager))[1]);
  const refused = await change({ name: 'Soon', version }, admin);
  assert.equal(refused.status, 412, refused.text);
  const now = unchecked<LeadView>(refused.body.data);
  assert.deepEqual([now.name, now.columns], ['All due today', ['name']]);
  assert.equal(now.version, (await versionsOf(admin))[1]);
  assert.equal((await change({ name: 'Soon', version: now.version }, admin)).status, 200);
  // A program that names no version overwrites.
  assert.equal((await change({ name: 'Later' }, manager)).status, 200);
});

test('own views are visible only to their owner, shared ones to the client, each in the user’s own order', async () => {
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
  // Users with access to all clients choose a client first.
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
  // A view that is shared no longer is nobody else's first one, so that the others can be arranged.
  await app.call(leadViews.arrange, { body: { order: [], default_id: shared } }, alpha.otherRep.token);
  const alone = { params: { id: shared }, body: { is_shared: false } };
  assert.equal((await app.call(leadViews.update, alone, alpha.manager.token)).status, 200);
  assert.equal((await listOf(alpha.otherRep)).default_id, null);
  const back = { params: { id: shared }, body: { is_shared: true } };
  assert.equal((await app.call(leadViews.update, back, alpha.manager.token)).status, 200);
  await app.call(leadViews.remove, { params: { id: own } }, alpha.rep.token);
  assert.deepEqual([await idsOf(alpha.rep), (await listOf(alpha.rep)).default_id], [[shared], null]);
});

test('a view with unreadable filters shows no number, and the number of views is limited', async () => {
  const { otherRep } = world.beta;
  const broken = { ...view, name: 'Gone', filters: { custom: '{"gone":"x"}' } };
  await app.call(leadViews.create, { body: broken }, otherRep.token);
  const found = (await listOf(otherRep)).views.find(({ name }) => name === 'Gone');
  assert.deepEqual([found?.total, found?.totalIsCapped], [null, false]);
  for (let made = 1; made < MAX_VIEWS; made += 1)
    assert.equal((await app.call(leadViews.create, { body: view }, otherRep.token)).status, 201);
  const more = await app.call(leadViews.create, { body: view }, otherRep.token);
  assert.deepEqual(
    [more.status, more.body.message],
    [409, 'You’ve reached the limit of 50 private views. Delete one first.'],
  );
});
