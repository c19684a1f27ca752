import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
let rep: Person;
before(async () => {
  ({ rep } = world.alpha);
});

const idOf = ({ id }: Lead) => ({ params: { id } });
const update = async (lead: Lead, body: object, person = rep) =>
  await app.call(leads.update, { ...idOf(lead), body }, person.token);
const read = async (lead: Lead) => (await app.call(leads.get, idOf(lead), rep.token)).body.data;

const historyOf = async ({ id }: Lead) =>
  (await app.call(leadHistory.list, { params: { id } }, rep.token)).body;

test('an edit changes what it sends and nothing else', async () => {
  const lead = await createLead(app, rep, {
    name: 'Asha',
    email: 'asha@example.com',
    phone: '98765 43210',
    tags: ['a'],
    value: 10,
    age: 40,
  });
  const { status, body } = await update(lead, {
    company_name: ' Bricks  & Co ',
    value: null,
    tags: ['b', 'b', ' ', 'c'],
    email: '',
  });
  assert.deepEqual([status, body.message], [200, 'Lead updated successfully.']);
  const expected = {
    ...lead,
    version: 2,
    company_name: 'Bricks  & Co',
    value: null,
    tags: ['b', 'c'],
    email: null,
    updated_at: body.data.updated_at,
  };
  assert.deepEqual(body.data, expected);
  assert.ok(body.data.updated_at > lead.updated_at);
  assert.deepEqual(await read(lead), expected);
});

test('an edit that sends nothing changes nothing', async () => {
  const lead = await createLead(app, rep);
  for (const body of [{}, { version: 1 }, { unheard_of: 1 }])
    assert.deepEqual((await update(lead, body)).body.data, lead);
});

test('a change to the same value creates neither a version nor a history entry, whichever endpoint makes it', async () => {
  const fields = {
    name: 'Asha',
    status: 'converted',
    lead_score: 7,
    tags: ['a', 'b'],
    assigned_to: rep.id,
    value: 10.5,
  };
  const made = await createLead(app, rep, {
    ...fields,
    next_followup_date: '2026-12-01T04:30:00.000Z',
    notes: 'n',
  });
  // A timestamp with the database's full precision, finer than a caller can see.
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `UPDATE alpha.leads SET converted_at = '2026-11-01 10:00:00.123456Z', last_contacted_at = '2026-11-01 10:00:00.123456Z' WHERE id = $1`,
        [made.id],
      ),
  );
  const lead = await read(made);
  const history = await historyOf(lead);
  const { id: _, version: __, ...same } = lead;
  const { token } = rep;
  const replies = [
    await update(lead, same),
    await update(lead, { ...same, version: lead.version }),
    await app.call(leads.setStatus, { ...idOf(lead), body: { status: lead.status } }, token),
    await app.call(leads.setArchived, { ...idOf(lead), body: { is_archived: false } }, token),
    await app.call(leads.assign, { ...idOf(lead), body: { assigned_to: rep.id } }, token),
    await app.call(leads.setScore, { ...idOf(lead), body: { lead_score: 7 } }, token),
    await app.call(leads.addTags, { ...idOf(lead), body: { tags: ['b'] } }, token),
    await app.call(leads.removeTags, { ...idOf(lead), body: { tags: ['c'] } }, token),
    await app.call(leads.setDuplicate, { ...idOf(lead), body: { is_duplicate: false } }, token),
  ];
  for (const { status, body } of replies) assert.deepEqual([status, body.data], [200, lead]);
  assert.deepEqual(await historyOf(lead), history);
});

test('another user’s edit records their name', async () => {
  const lead = await createLead(app, rep);
  const { body } = await update(lead, { name: 'Renamed' }, world.superadmin);
  assert.deepEqual([body.data.created_by, body.data.updated_by], [rep.id, world.superadmin.id]);
  assert.equal(body.data.updated_user_name, `superadmin ${body.data.updated_user_name?.split(' ')[1]}`);
});

test('a stale version is refused with the current lead, and a missing one is accepted', async () => {
  const lead = await createLead(app, rep);
  const first = await update(lead, { name: 'First', version: 1 });
  assert.equal(first.body.data.version, 2);
  for (const version of [1, 3, 0, -1]) {
    const { status, body } = await update(lead, { name: 'Late', notes: 'lost?', version });
    assert.deepEqual(
      [status, body.code, body.message],
      [412, 'stale', 'Someone else has changed this in the meantime.'],
    );
    assert.deepEqual(body.data, first.body.data);
  }
  assert.equal((await update(lead, { name: 'Third' })).body.data.version, 3);
});

test('of simultaneous edits with one version exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const lead = await createLead(app, rep);
    const replies = await Promise.all(
      Array.from(
        { length: 6 },
        async (_, index) => await update(lead, { name: `Edit ${index}`, version: 1 }),
      ),
    );
    const winners = replies.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    const current = await read(lead);
    assert.deepEqual([current.version, current.name], [2, winners[0]?.body.data.name]);
    for (const { status, body } of replies.filter((reply) => reply !== winners[0]))
      assert.deepEqual([status, body.data], [412, current]);
  }
});

test('simultaneous edits of different fields are all saved', async () => {
  const lead = await createLead(app, rep);
  const fields = [
    'company_name',
    'designation',
    'location',
    'address',
    'description',
    'notes',
    'campaign_id',
    'form_id',
  ];
  await Promise.all(fields.map(async (field) => await update(lead, { [field]: field })));
  const current = (await read(lead)) as Record<string, unknown>;
  assert.deepEqual(
    fields.map((field) => current[field]),
    fields,
  );
  assert.equal(current['version'], 1 + fields.length);
});

test('the PATCH endpoints each set one thing and return the lead', async () => {
  const lead = await createLead(app, rep, { tags: ['kept'] });
  const calls = [
    [leads.setStatus, { status: 'Site Visit' }, { status: 'Site Visit' }],
    [leads.setArchived, { is_archived: true }, { is_archived: true }],
    [leads.setArchived, { is_archived: false }, { is_archived: false }],
    [leads.assign, { assigned_to: world.alpha.manager.id }, { assigned_to: world.alpha.manager.id }],
    [leads.assign, { assigned_to: null }, { assigned_to: null, assigned_user_name: null }],
    [leads.setScore, { lead_score: 100 }, { lead_score: 100 }],
    [leads.addTags, { tags: ['vip', 'kept', ' vip '] }, { tags: ['kept', 'vip'] }],
    [leads.removeTags, { tags: ['kept', 'absent'] }, { tags: ['vip'] }],
    [leads.setDuplicate, { is_duplicate: true }, { is_duplicate: true }],
  ] as const;
  let before: Lead = lead;
  for (const [endpoint, body, change] of calls) {
    const reply = await app.call(endpoint, { ...idOf(lead), body }, rep.token);
    assert.equal(reply.status, 200, reply.text);
    const { operation_id, ...after } = reply.body.data;
    assert.equal(operation_id !== undefined, endpoint === leads.assign);
    const names = { assigned_user_name: after.assigned_user_name, updated_at: after.updated_at };
    assert.deepEqual(after, { ...before, ...names, version: before.version + 1, ...change }, endpoint.path);
    before = after;
  }
  const since = Date.now();
  const contacted = await app.call(leads.contact, idOf(lead), rep.token);
  const at = Date.parse(contacted.body.data.last_contacted_at ?? '');
  assert.ok(at >= since - 1000 && at <= Date.now());
});

test('the PATCH endpoints refuse invalid values with a message', async () => {
  const lead = await createLead(app, rep);
  for (const [endpoint, body, message] of [
    [leads.setStatus, { status: ' ' }, 'Status is required.'],
    [leads.setStatus, {}, 'Status is required.'],
    [leads.setArchived, { is_archived: 'yes' }, 'is_archived must be true or false.'],
    [leads.assign, { assigned_to: 'me' }, 'This is not a valid id.'],
    [leads.assign, { assigned_to: randomUUID() }, 'Choose a user of this client.'],
    [leads.setScore, { lead_score: 101 }, 'Lead score must be between 0 and 100.'],
    [leads.setScore, { lead_score: -1 }, 'Lead score must be between 0 and 100.'],
    [leads.setScore, { lead_score: 7.3 }, 'Lead score must be a whole number.'],
    [leads.setScore, { lead_score: '5' }, 'Lead score must be a whole number.'],
    [leads.addTags, { tags: 'vip' }, 'Tags must be a list.'],
    [leads.addTags, { tags: ['x'.repeat(61)] }, 'A tag is too long (60 characters at most).'],
    [
      leads.addTags,
      { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) },
      'A lead can have 50 tags at most.',
    ],
    [leads.setDuplicate, {}, 'is_duplicate must be true or false.'],
    [leads.convert, { converted_at: 'yesterday' }, 'Converted On must be a date and time.'],
  ] as const) {
    // prettier-ignore
    const reply = await app.call(endpoint, { ...idOf(lead), body }, rep.token);
    assert.deepEqual([reply.status, reply.body.message], [422, message], JSON.stringify(body));
  }
  assert.deepEqual(await read(lead), lead);
});

test('tags added and removed by many users at once are all counted', async () => {
  const gone = Array.from({ length: 8 }, (_, index) => `gone ${index}`);
  const lead = await createLead(app, rep, { tags: gone });
  const added = Array.from({ length: 24 }, (_, index) => `tag ${index}`);
  const replies = await Promise.all([
    ...added.map(
      async (tag) => await app.call(leads.addTags, { ...idOf(lead), body: { tags: [tag] } }, rep.token),
    ),
    ...gone.map(
      async (tag) =>
        await app.call(leads.removeTags, { ...idOf(lead), body: { tags: [tag] } }, world.superadmin.token),
    ),
  ]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.deepEqual((await read(lead)).tags.toSorted(), added.toSorted());
  const full = await createLead(app, rep, { tags: Array.from({ length: 49 }, (_, index) => `t${index}`) });
  const two = await app.call(leads.addTags, { ...idOf(full), body: { tags: ['a', 'b'] } }, rep.token);
  assert.deepEqual([two.status, two.body.message], [422, 'A lead can have 50 tags at most.']);
});

test('a lead is converted on the first won status, and open again on any other', async () => {
  const lead = await createLead(app, rep);
  assert.equal(lead.converted_at, null);
  const won = (await update(lead, { status: 'closed_won' })).body.data;
  assert.ok(Math.abs(Date.parse(won.converted_at ?? '') - Date.now()) < 10_000);
  for (const status of ['converted', 'won', 'Closed Won', 'CLOSED-WON', 'closed_won']) {
    const still = await app.call(leads.setStatus, { ...idOf(lead), body: { status } }, rep.token);
    assert.equal(still.body.data.converted_at, won.converted_at, status);
  }
  assert.equal((await update(lead, { name: 'Renamed' })).body.data.converted_at, won.converted_at);
  for (const status of ['new', 'lost', 'closed_lost', 'closed', 'negotiation', 'wonder']) {
    await update(lead, { status: 'won' });
    assert.equal((await update(lead, { status })).body.data.converted_at, null, status);
  }
  const born = await createLead(app, rep, { status: 'converted' });
  assert.notEqual(born.converted_at, null);
  const dated = async (status: string, converted_at = '2026-03-04T05:06:07.000Z') =>
    (await app.call(leads.setStatus, { ...idOf(born), body: { status, converted_at } }, rep.token)).body.data;
  assert.equal((await dated('new')).converted_at, null, 'an open lead has no date, even if one is sent');
  assert.equal((await dated('won')).converted_at, '2026-03-04T05:06:07.000Z');
});

test('converting manually sets the date and, unless already won, the status', async () => {
  const at = '2026-03-04T05:06:07.000Z';
  const convert = async (lead: Lead, body: object) =>
    (await app.call(leads.convert, { ...idOf(lead), body }, rep.token)).body.data;
  const open = await convert(await createLead(app, rep), { converted_at: '2026-03-04T10:36:07+05:30' });
  assert.deepEqual([open.status, open.converted_at], ['converted', at]);
  const won = await convert(await createLead(app, rep, { status: 'closed_won' }), { converted_at: at });
  assert.deepEqual([won.status, won.converted_at], ['closed_won', at]);
  assert.deepEqual(await convert(won, {}), won, 'the known date stays');
  const now = await convert(await createLead(app, rep), {});
  assert.ok(Math.abs(Date.parse(now.converted_at ?? '') - Date.now()) < 10_000);
});

test('leads can be deleted by managers and admins, or by their creator', async () => {
  const { manager, otherRep, admin } = world.alpha;
  const remove = async (lead: Lead, person: Person) => await app.call(leads.remove, idOf(lead), person.token);
  const lead = await createLead(app, rep);
  const refused = await remove(lead, otherRep);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'You can delete only leads that you created.'],
  );
  assert.deepEqual(await read(lead), lead);
  for (const person of [rep, manager, admin, world.superadmin]) {
    const each = await createLead(app, rep);
    const gone = await remove(each, person);
    assert.deepEqual(
      [gone.status, gone.body.data.id, gone.body.message],
      [200, each.id, 'Lead moved to the trash'],
    );
    assert.equal((await remove(each, person)).status, 404);
    assert.equal((await update(each, { name: 'x' })).status, 404);
  }
  const kept = await app.database.asOwner(
    async (owner) =>
      await owner.query(`SELECT 1 FROM ${world.alpha.schema}.leads WHERE deleted_at IS NOT NULL`),
  );
  assert.equal(kept.rowCount, 4);
});
