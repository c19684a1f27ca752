import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { COLLEAGUE_WORKS, leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import type { Visibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { createService } from '#test/safety/targets.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta } = world;
let address: string;
before(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});

const choose = async (body: object, by = alpha.admin, id = alpha.id) =>
  await app.call(leadVisibility.update, { params: { id }, body }, by.token);
const statusFor = async ({ token }: { token: string }, id: string) =>
  (await app.call(leads.get, { params: { id } }, token)).status;
const below = async (person: Person, manager: Person) =>
  await app.call(
    users.update,
    { params: { id: person.id }, body: { managerId: manager.id } },
    alpha.admin.token,
  );

test('each role has its own visibility; a team reaches any depth, and a manager sees unassigned leads', async () => {
  const [leader, deep] = [
    await createPerson(app, 'manager', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
  ];
  await below(alpha.rep, leader);
  await below(deep, alpha.rep);
  const of = {
    leader: await createLead(app, leader),
    rep: await createLead(app, alpha.rep),
    deep: await createLead(app, deep),
    other: await createLead(app, alpha.otherRep),
    nobody: await createLead(app, leader, { assigned_to: null }),
  };
  const seen = async (person: Person) => {
    const { body } = await app.call(leads.list, { query: { page: '1' } }, person.token);
    const ids = new Set(body.data.map(({ id }) => id));
    const names = Object.entries(of).flatMap(([name, { id }]) => (ids.has(id) ? [name] : []));
    assert.equal(body.pagination.total, names.length);
    return names.toSorted();
  };
  const everybody = ['deep', 'leader', 'nobody', 'other', 'rep'];
  const rules: [Visibility, Visibility, { leader: string[]; rep: string[] }][] = [
    ['company', 'own', { leader: everybody, rep: ['rep'] }],
    ['team', 'team', { leader: ['deep', 'leader', 'nobody', 'rep'], rep: ['deep', 'rep'] }],
    ['own', 'company', { leader: ['leader'], rep: everybody }],
  ];
  for (const [manager, salesrep, expected] of rules) {
    await choose({ manager, salesrep });
    assert.deepEqual(await seen(leader), expected.leader);
    assert.deepEqual(await seen(alpha.rep), expected.rep);
    assert.deepEqual(await seen(alpha.admin), everybody, 'admins see the company');
    const me = await app.call(auth.me, {}, alpha.rep.token);
    assert.equal(me.body.data.user.leadVisibility, salesrep);
  }
  const { body } = await choose({ manager: 'everything' });
  assert.equal(body.errors?.[0]?.message, 'Choose company, team or own.');
  assert.equal((await choose({ salesrep: 'own' }, beta.admin)).status, 404);
});

test('a rep becomes the owner of a lead created unassigned, and loses sight of a lead given away', async () => {
  await choose({ manager: 'team', salesrep: 'own' });
  const { rep, otherRep, manager } = alpha;
  assert.equal((await createLead(app, rep, { assigned_to: null })).assigned_to, rep.id);
  assert.equal((await createLead(app, manager, { assigned_to: null })).assigned_to, null);
  const given = await createLead(app, rep, { next_followup_date: '2026-12-01T04:30:00Z' });
  const call = { params: { id: given.id }, body: { assigned_to: otherRep.id } };
  const answer = await app.call(leads.assign, call, rep.token);
  assert.deepEqual([answer.status, answer.body.data.assigned_to], [200, otherRep.id]);
  assert.equal(await statusFor(rep, given.id), 404);
  assert.equal((await app.call(leads.assign, call, rep.token)).status, 404);
  const body = { name: 'For a colleague', assigned_to: otherRep.id };
  const create = { body, headers: { 'idempotency-key': 'for-a-colleague' } };
  assert.equal((await app.call(leads.create, create, rep.token)).status, 201);
  const again = await app.call(leads.create, create, rep.token);
  assert.deepEqual(
    [again.status, again.body.message?.slice(0, 40)],
    [409, 'This lead has been created already. You '],
  );
  const followUps = await app.call(reminders.list, { query: { lead_id: given.id } }, otherRep.token);
  assert.equal(followUps.body.data.reminders[0]?.user_id, otherRep.id, 'the follow-up goes with the lead');
  assert.deepEqual(await countingErrors(app, alpha), []);
});

test('a user can undo giving a lead away, until it changes again', async () => {
  await choose({ salesrep: 'own' });
  const { rep, otherRep, manager } = alpha;
  const { id } = await createLead(app, rep);
  const edit = async (body: object, by = rep) =>
    (await app.call(leads.update, { params: { id }, body }, by.token)).body.data;
  assert.equal((await edit({ assigned_to: rep.id, name: 'Asha' })).operation_id, undefined);
  const give = async () => {
    const { operation_id } = await edit({ assigned_to: otherRep.id });
    assert.equal(await statusFor(rep, id), 404);
    const { body } = await app.call(operations.list, {}, rep.token);
    const [latest] = body.data;
    assert.deepEqual([latest?.id, latest?.kind, latest?.leads], [operation_id, 'bulk_update', 1]);
    assert.match(latest?.summary ?? '', /^Assigned To → salesrep /);
    return { params: { id: operation_id ?? '' } };
  };
  const given = await give();
  assert.equal((await app.call(operations.undo, given, manager.token)).status, 404, 'of somebody else');
  assert.equal((await app.call(operations.undo, given, rep.token)).body.data.restored, 1);
  assert.equal(await statusFor(rep, id), 200);
  const again = await give();
  await edit({ name: 'Asha Rao' }, otherRep);
  const { data } = (await app.call(operations.undo, again, rep.token)).body;
  assert.deepEqual(data, { restored: 0, removed: 0, changed_since: [] });
  assert.equal(await statusFor(otherRep, id), 200);
});

test('a user can undo in full a merge that gave the lead away', async () => {
  await choose({ salesrep: 'own' });
  const { rep, otherRep } = alpha;
  const [kept, other] = [await createLead(app, rep), await createLead(app, rep, { name: 'Twin' })];
  const merged = await app.call(
    leadDuplicates.merge,
    { params: { id: kept.id }, body: { lead_id: other.id, fields: { assigned_to: otherRep.id } } },
    rep.token,
  );
  assert.deepEqual([merged.status, merged.body.data.lead.assigned_to], [200, otherRep.id]);
  assert.deepEqual([await statusFor(rep, kept.id), await statusFor(rep, other.id)], [404, 404]);
  const params = { id: merged.body.data.operation_id };
  const undone = await app.call(operations.undo, { params }, rep.token);
  assert.deepEqual([undone.status, undone.body.data.restored], [200, 2]);
  assert.deepEqual([await statusFor(rep, kept.id), await statusFor(rep, other.id)], [200, 200]);
});

test('a merge gives the assignee the follow-ups of the former one, and its undo returns them', async () => {
  await choose({ manager: 'company', salesrep: 'own' });
  const { rep, otherRep, manager } = alpha;
  const [kept, other] = [await createLead(app, rep), await createLead(app, otherRep, { name: 'Twin' })];
  const plan = async (lead_id: string, title: string, user_id: string) => {
    const body = { lead_id, title, user_id, reminder_date: '2026-12-05T04:30:00.000Z' };
    assert.equal((await app.call(reminders.create, { body }, manager.token)).status, 201);
  };
  await plan(other.id, 'Call', otherRep.id);
  await plan(other.id, 'Of the manager', manager.id);
  await plan(kept.id, 'Of the colleague', otherRep.id);
  const ownersOf = async (lead_id: string, { token }: Person) => {
    const { data } = (await app.call(reminders.list, { query: { lead_id } }, token)).body;
    return Object.fromEntries(data.reminders.map(({ title, user_id }) => [title, user_id]));
  };
  const call = { params: { id: kept.id }, body: { lead_id: other.id } };
  const merged = await app.call(leadDuplicates.merge, call, manager.token);
  assert.deepEqual([merged.status, merged.body.data.lead.assigned_to], [200, rep.id]);
  const after = { Call: rep.id, 'Of the manager': manager.id, 'Of the colleague': otherRep.id };
  assert.deepEqual(await ownersOf(kept.id, rep), after);
  const params = { id: merged.body.data.operation_id };
  assert.equal((await app.call(operations.undo, { params }, manager.token)).body.data.restored, 2);
  const before = { Call: otherRep.id, 'Of the manager': manager.id };
  assert.deepEqual(await ownersOf(other.id, otherRep), before);
  assert.deepEqual(await ownersOf(kept.id, rep), { 'Of the colleague': otherRep.id });
});

test('an import recognises a colleague’s hidden lead without changing or naming it', async () => {
  await choose({ salesrep: 'own' });
  const { rep, otherRep } = alpha;
  const lead = await createLead(app, otherRep, { name: 'Strange lead', email: 'known@example.com' });
  const rows = [{ name: 'Asha', email: 'KNOWN@example.com', company_name: 'New' }, { name: 'Nobody’s', phone: '98765 99001' }]; // prettier-ignore
  for (const update_existing of [false, true]) {
    const body = { leads: rows, update_existing };
    const preview = await app.call(leadImport.preview, { body }, rep.token);
    const run = await app.call(leadImport.run, { body }, rep.token);
    assert.equal(run.body.data.updated, 0, run.text);
    assert.equal(run.body.data.inserted, update_existing ? 0 : 1);
    for (const { text } of [preview, run])
      assert.ok(!text.includes('Strange lead') && !text.includes(lead.id));
    assert.ok(run.text.includes(COLLEAGUE_WORKS), run.text);
  }
  const after = await app.call(leads.get, { params: { id: lead.id } }, otherRep.token);
  assert.deepEqual([after.body.data.version, after.body.data.company_name], [1, null]);
  const found = await app.call(leads.list, { query: { search: '9876599001', page: '1' } }, rep.token);
  assert.equal(found.body.data[0]?.assigned_to, rep.id, 'a row without an owner is the lead of its user');
});

test('without hints about colleagues an import reveals nothing of people its user does not see', async () => {
  await choose({ salesrep: 'own', hintsOfColleagues: false });
  const { rep, otherRep } = alpha;
  await createLead(app, otherRep, { name: 'Hidden', email: 'hidden@example.com', phone: '98765 99077' });
  const ask = async (body: object = {}) => {
    const { data } = (await app.call(leadImport.preview, { body }, rep.token)).body;
    return [data.inserted, data.updated, data.skipped, data.failed, data.errors, data.warnings, data.notices];
  };
  for (const rule of [{ update_existing: true }, { skip_duplicates: true }, {}]) {
    const about = (known: object, unknown: object) =>
      [known, unknown].map((one) => ({ ...rule, leads: [{ name: 'Asha', ...one }] }));
    const asked = [
      about({ email: 'hidden@example.com' }, { email: 'nobody@example.com' }),
      about({ phone: '9876599077' }, { phone: '9876599078' }),
    ];
    for (const [known, unknown] of asked) assert.deepEqual(await ask(known), await ask(unknown));
  }
  await choose({ hintsOfColleagues: true });
});

test('an open page is notified when its user’s visibility changes, by setting or by manager', async () => {
  await choose({ manager: 'team', salesrep: 'own' });
  for (const change of [
    async () => await choose({ manager: 'company' }),
    async () => await choose({ manager: 'team' }),
    async () => await below(await createPerson(app, 'salesrep', alpha.id), alpha.manager),
  ]) {
    const stream = await openStream(address, alpha.manager.token);
    await change();
    // The page reopens the stream and reloads everything.
    await stream.ended(5000);
  }
});

test('a company chooses who may export, for the page, the API and personal tokens', async () => {
  const { rep, manager, admin } = alpha;
  const statusOf = async (token: string) => (await app.call(leadExport.run, {}, token)).status;
  const flagOf = async (token: string) => (await app.call(auth.me, {}, token)).body.data.user.mayExport;
  const script = { name: 'Script', scope: 'read' as const, days: null };
  const { token } = (await app.call(accessTokens.create, { body: script }, rep.token)).body.data;
  const service = await createService(app, admin);
  const expected = {
    everyone: [200, 200, 200, 200],
    managers: [403, 403, 200, 200],
    admins: [403, 403, 403, 200],
  } as const;
  for (const [exportsBy, statuses] of Object.entries(expected)) {
    assert.equal((await choose({ exportsBy })).status, 200);
    const found = [rep.token, token, manager.token, admin.token].map(statusOf);
    assert.deepEqual(await Promise.all(found), statuses, exportsBy);
    assert.equal(await flagOf(rep.token), exportsBy === 'everyone');
    assert.equal(await statusOf(service.token), 200, 'a program of the company');
  }
  assert.equal(await statusOf(beta.rep.token), 200, 'another company');
  await choose({ exportsBy: 'everyone' });
});

test('a service sees all leads of the client, whatever its users see', async () => {
  await choose({ manager: 'own', salesrep: 'own' });
  const lead = await createLead(app, alpha.otherRep);
  const service = await createService(app, alpha.admin);
  assert.equal(await statusFor(alpha.manager, lead.id), 404);
  assert.equal(await statusFor(service, lead.id), 200);
});
