import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { absences } from '#shared/company/absences.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { dayOf } from '#shared/values/dates.ts';
import { distribution } from '#shared/company/distribution.ts';
import type { RuleInput } from '#shared/company/distribution.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { products } from '#shared/leads/products.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { users } from '#shared/accounts/users.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createService } from '#test/safety/targets.ts';
import { importFile } from '#test/input/upload.ts';
import { createLead, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const ORIGIN = 'https://www.example.com';
const { app, world } = await withWorld();
let client: TestClient;
let key: string;
/** A program that sends leads. */
let program: string;
/** Four users who share the leads. */
let four: [Person, Person, Person, Person];

let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  client = await createTestClient(app, `shared_${numbers}`);
  const body = { client_id: client.id, allowed_origins: [ORIGIN] };
  key = (await app.call(apiKeys.create, { body }, client.admin.token)).body.data.api_key;
  program = (await createService(app, client.admin)).token;
  const more = async () => await createPerson(app, 'salesrep', client.id);
  four = [client.rep, client.otherRep, await more(), await more()];
});

const rule = (people: readonly Person[], more: Partial<RuleInput> = {}): RuleInput => ({
  name: 'Everybody',
  is_active: true,
  conditions: [],
  times: null,
  way: 'turn',
  people: people.map(({ id }) => id),
  ...more,
});
const save = async (...rules: RuleInput[]) =>
  await app.call(distribution.save, { body: { rules } }, client.manager.token);
const enquire = async (email: string) => {
  const headers = { origin: ORIGIN, 'x-api-key': key };
  const sent = await app.call(publicLeads.create, { body: { name: email, email }, headers });
  assert.equal(sent.status, 201, sent.text);
};
const send = async (name: string) => (await app.call(leads.create, { body: { name } }, program)).body.data;
const allLeads = async () =>
  (await app.call(leads.list, { query: { limit: '100' } }, client.admin.token)).body.data;
const find = async (name: string): Promise<Lead> => {
  const found = await app.call(leads.list, { query: { search: name, limit: '10' } }, client.admin.token);
  assert.equal(found.body.data.length, 1, name);
  return found.body.data[0] as Lead;
};
/** The number of leads of each of the four, in descending order, and of all other users. */
async function shares(): Promise<number[]> {
  const { people } = (await app.call(distribution.get, {}, client.manager.token)).body.data;
  return four.map(({ id }) => people.find((one) => one.id === id)?.open_leads ?? 0).toSorted((a, b) => b - a);
}
const reasonOf = async ({ id }: { id: string }) => {
  const { data } = (await app.call(leadHistory.list, { params: { id } }, client.admin.token)).body;
  return data.flatMap((entry) =>
    entry.type === 'change' && entry.kind === 'created' ? [entry.reason] : [],
  )[0];
};
const noticesOf = async ({ token }: Person) =>
  (await app.call(notifications.list, {}, token)).body.data.notifications.map(
    ({ kind, lead, leads: many }) => [kind, lead?.name ?? many],
  );
const today = () => dayOf(new Date(), 'Asia/Kolkata');

test('101 simultaneous leads from website and programs are distributed 26, 25, 25 and 25', async () => {
  assert.equal((await save(rule(four))).status, 200);
  let place = 0;
  // Twenty callers at once: more would wait for connections instead of one another.
  const caller = async () => {
    for (let mine = (place += 1); mine <= 101; mine = place += 1)
      await (mine % 2 ? enquire(`asha${mine}@example.com`) : send(`Program ${mine}`));
  };
  await Promise.all(Array.from({ length: 20 }, caller));
  assert.deepEqual(await shares(), [26, 25, 25, 25]);
});

test('101 rows of a file are distributed 26, 25, 25 and 25, and owners named in the file stay', async () => {
  await save(rule(four));
  const rows = Array.from({ length: 101 }, (_, place) => `Asha ${place},asha${place}@example.com,`);
  const named = `Named,named@example.com,${client.manager.email}`;
  const content = ['Name,Email,Owner', ...rows, named].join('\n');
  const done = await importFile(app, client.admin, { content, fields: { distribute: 'true' } });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(await shares(), [26, 25, 25, 25]);
  assert.equal((await find('Named')).assigned_to, client.manager.id);
  assert.match((await reasonOf(await find('asha17@'))) ?? '', /^Rule “Everybody”: salesrep No\d+’s turn\.$/);
  assert.equal(await reasonOf(await find('Named')), null);
  // The turns continue after the file.
  const next = await send('Behind the file');
  const { people } = (await app.call(distribution.get, {}, client.manager.token)).body.data;
  assert.equal(people.find(({ id }) => id === next.assigned_to)?.open_leads, 26);
  const without = await importFile(app, client.admin, { content: 'Name,Email\nPlain,plain@example.com' });
  assert.equal(without.status, 200);
  assert.equal((await find('Plain')).assigned_to, null);
});

test('nobody who is inactive, away or at the limit gets a lead, and the reason names them', async () => {
  const [inactive, away, full, free] = four;
  await save(rule(four));
  await app.call(
    users.setActive,
    { params: { id: inactive.id }, body: { isActive: false } },
    client.admin.token,
  );
  const absence = { first_day: today(), last_day: today() };
  const { id } = (await app.call(absences.create, { body: absence }, away.token)).body.data;
  const limit = { params: { id: full.id }, body: { max_open_leads: 1 } };
  assert.equal((await app.call(distribution.setLimit, limit, client.manager.token)).status, 200);
  await createLead(app, full, { name: 'Full' });
  const content = ['Name,Email', 'Filed,f@example.com', 'Filed too,g@example.com'].join('\n');
  await importFile(app, client.admin, { content, fields: { distribute: 'true' } });
  await Promise.all([enquire('one@example.com'), send('Two'), enquire('three@example.com')]);
  const owners = (await allLeads())
    .filter(({ name }) => name !== 'Full')
    .map(({ assigned_to }) => assigned_to);
  assert.deepEqual(
    owners,
    Array.from({ length: 5 }, () => free.id),
  );
  const reason = (await reasonOf(await find('Two'))) ?? '';
  assert.match(
    reason,
    /No\d+’s turn; .+ is inactive, .+ is away until .+, .+ has 1 open lead, with a limit of 1\.$/,
  );
  // Back again, and next, because the turn is overdue.
  await app.call(absences.remove, { params: { id } }, away.token);
  assert.equal((await send('Back')).assigned_to, away.id);
});

test('a limit counts an import that is still writing, and holds for simultaneous enquiries', async () => {
  const [one, two] = four;
  const { schema, admin, manager } = client;
  await save(rule([one, two], { way: 'fewest' }));
  for (const { id } of [one, two])
    await app.call(distribution.setLimit, { params: { id }, body: { max_open_leads: 10 } }, manager.token);
  const rows = Array.from({ length: 15 }, (_, n) => `Filed ${n},f${n}@example.com`);
  const content = ['Name,Email', ...rows].join('\n');
  const importing = await app.database.asOwner(async (owner) => {
    await owner.query('BEGIN');
    // The import waits where it starts to write.
    await owner.query(`LOCK TABLE ${schema}.operation_leads IN EXCLUSIVE MODE`);
    const done = importFile(app, admin, { content, fields: { distribute: 'true' } });
    const held = `SELECT coalesce(sum(leads), 0)::int AS held FROM ${schema}.distribution_holds`;
    while ((await owner.query<{ held: number }>(held)).rows[0]?.held !== 15) continue;
    await Promise.all(rows.map(async (_, n) => await enquire(`e${n}@example.com`)));
    assert.equal((await allLeads()).filter(({ assigned_to }) => assigned_to === null).length, 10);
    await owner.query('COMMIT');
    return { done };
  });
  assert.equal((await importing.done).status, 200);
  assert.deepEqual(await shares(), [10, 10, 0, 0]);
});

test('leads reserved by a dead import count for nobody', async () => {
  const [one, two] = four;
  await save(rule([one, two], { way: 'fewest' }));
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `INSERT INTO ${client.schema}.distribution_holds (import_id, user_id, leads, ends_at)
         VALUES (gen_random_uuid(), $1, 50, now() - interval '1 minute'), (gen_random_uuid(), $2, 3, now() + interval '1 hour')`,
        [one.id, two.id],
      ),
  );
  assert.equal((await send('First')).assigned_to, one.id);
  assert.equal((await send('Second')).assigned_to, one.id);
});

test('a new enquiry of a known lead keeps its owner, and leads created by users stay theirs', async () => {
  await save(rule([four[0]]));
  const { id } = await createLead(app, four[1], { name: 'Known', email: 'known@example.com' });
  await enquire('known@example.com');
  assert.equal((await find('Known')).assigned_to, four[1].id);
  assert.equal(await reasonOf({ id }), null);
  assert.equal((await createLead(app, client.manager, { name: 'Mine' })).assigned_to, client.manager.id);
  assert.equal(
    (await createLead(app, client.manager, { name: 'Open', assigned_to: null })).assigned_to,
    null,
  );
});

test('the new owner is notified, and finds the lead at the top of the day’s new ones', async () => {
  await save(rule([four[0]]));
  await createLead(app, four[0], { name: 'Older' });
  await enquire('asha@example.com');
  assert.deepEqual(await noticesOf(four[0]), [['assigned', 'asha@example.com']]);
  assert.deepEqual(await noticesOf(client.manager), []);
  const day = (await app.call(myDay.get, { query: { whose: 'me' } }, four[0].token)).body.data;
  assert.deepEqual(
    day.new.rows.map(({ name }) => name),
    ['asha@example.com', 'Older'],
  );
});

test('a lead that no rule assigns is unassigned, and managers and admins are notified', async () => {
  await enquire('before@example.com');
  assert.deepEqual(await noticesOf(client.manager), [['enquiry', 'before@example.com']]);
  assert.equal(await reasonOf(await find('before@')), null);
  await save(rule(four, { conditions: [{ field: 'source', values: ['referral'] }] }));
  await enquire('asha@example.com');
  await send('Program');
  const content = 'Name,Email\nFiled,f@example.com\nFiled too,g@example.com';
  await importFile(app, client.admin, { content, fields: { distribute: 'true' } });
  assert.deepEqual((await noticesOf(client.manager)).slice(0, 3), [
    ['unassigned', 2],
    ['unassigned', 'Program'],
    ['unassigned', 'asha@example.com'],
  ]);
  assert.equal(await reasonOf(await find('Program')), 'Unassigned. No rule matches.');
  assert.deepEqual(await noticesOf(four[0]), []);
});

test('the dry run shows who would have got the last leads, and changes nothing', async () => {
  await createLead(app, client.manager, { name: 'Pune', location: 'Pune' });
  await createLead(app, client.manager, { name: 'Delhi', location: 'Delhi' });
  await save(rule(four));
  const before = await digestOf(app);
  const pune = { name: 'Pune', conditions: [{ field: 'location' as const, values: ['pune'] }] };
  const body = { rules: [rule([four[3]], { ...pune, way: 'person' }), rule(four, { is_active: false })] };
  const dry = await app.call(distribution.preview, { body }, client.manager.token);
  assert.deepEqual(
    dry.body.data.leads.map(({ name, person, reason, assigned_user_name }) => [
      name,
      person?.id ?? null,
      reason,
      assigned_user_name?.split(' ')[0],
    ]),
    [
      ['Delhi', null, 'Unassigned. No rule matches.', 'manager'],
      ['Pune', four[3].id, `Rule “Pune”: always ${dry.body.data.leads[1]?.person?.name}.`, 'manager'],
    ],
  );
  assert.deepEqual(await digestOf(app), before);
});

test('rules are saved as a whole, by one user at a time, and refer to nothing of another client', async () => {
  const { token } = client.manager;
  const first = await app.call(distribution.get, {}, token);
  const saved = await save(rule([four[0]]), rule([four[1]], { name: 'Second' }));
  const stale = { body: { version: first.body.data.version, rules: [] } };
  const refused = await app.call(distribution.save, stale, token);
  assert.deepEqual([refused.status, refused.body.data], [412, saved.body.data]);
  const { rules, version } = (await app.call(distribution.get, {}, token)).body.data;
  assert.equal(version, saved.body.data.version);
  const [one, two] = rules;
  assert.ok(one && two);
  const turned = await app.call(distribution.save, { body: { version, rules: [two, one] } }, token);
  assert.equal(turned.status, 200, turned.text);
  assert.equal((await send('First')).assigned_to, four[1].id);
  const { beta } = world;
  const foreign = (await app.call(products.create, { body: { name: 'Sofa' } }, beta.manager.token)).body.data;
  assert.equal((await save(rule([beta.rep]))).status, 422);
  assert.equal(
    (await save(rule(four, { conditions: [{ field: 'product_id', values: [foreign.id] }] }))).status,
    422,
  );
  assert.equal(
    (await save(rule(four, { conditions: [{ field: 'custom.nothing', values: ['x'] }] }))).status,
    422,
  );
  assert.equal((await save(rule(four, { way: 'person' }))).status, 422);
  const theirs = rules.map((each) => ({ ...each, people: [beta.rep.id] }));
  const other = await app.call(distribution.save, { body: { rules: theirs } }, beta.manager.token);
  assert.equal(other.status, 404);
});

test('a user who has left stays named in the rule, and is shown as gone', async () => {
  await save(rule([four[0], four[1]]));
  await app.call(
    users.setActive,
    { params: { id: four[0].id }, body: { isActive: false } },
    client.admin.token,
  );
  const { rules, people } = (await app.call(distribution.get, {}, client.manager.token)).body.data;
  assert.equal(people.find(({ id }) => id === four[0].id)?.is_active, false);
  assert.equal((await save(...rules)).status, 200);
  assert.equal((await save(rule([four[0]], { name: 'Anew' }))).status, 200);
  await save();
  assert.equal((await save(rule([four[0]]))).status, 422);
});
