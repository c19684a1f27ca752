import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leads } from '#shared/leads/leads.ts';
import type { ImportValues } from '#shared/leads/lead-import.ts';
import { importFile, previewFile } from '#test/input/upload.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();

const FILE = [
  'Name,Email,Status,Source,Interest Level,Owner',
  'Asha,a@x.in,Lost Lead,Trade Fair,Super hot,R. Sharma',
  'Bina,b@x.in,lost-lead,Website,High,Somebody Else',
  'Chand,c@x.in,Waiting,,boiling,',
].join('\n');

const leadsOf = async ({ manager }: TestClient) =>
  (await app.call(leads.list, { query: { sort_by: 'name', sort_order: 'asc', page: '1' } }, manager.token))
    .body.data;
const fields = (values: ImportValues | undefined, assign_to?: string[]) => ({
  ...(values && { values: JSON.stringify(values) }),
  ...(assign_to && { assign_to: JSON.stringify(assign_to) }),
});

test('unknown values are reported, mapped to options and colleagues, and remembered', async () => {
  const client = await createTestClient(app, 'mapping');
  const { rep, otherRep } = client;
  const { data } = (await previewFile(app, rep, { content: FILE })).body;
  const told = (values: { value: string; rows: number }[]) => values.map(({ value, rows }) => [value, rows]);
  assert.deepEqual(told(data.new_statuses), [['Lost Lead', 1], ['Waiting', 1], ['lost-lead', 1]]); // prettier-ignore
  assert.deepEqual(told(data.new_sources), [['Trade Fair', 1]]);
  assert.deepEqual(told(data.new_interest_levels), [['Super hot', 1], ['boiling', 1]]); // prettier-ignore
  assert.deepEqual(told(data.unknown_owners), [['R. Sharma', 1], ['Somebody Else', 1]]); // prettier-ignore
  assert.deepEqual(data.remembered, {});

  const values = {
    status: { 'Lost Lead': 'lost' },
    source: { 'Trade Fair': 'referral' },
    interest_level: { 'Super hot': 'high' },
    owner: { 'R. Sharma': otherRep.id },
  };
  const run = await importFile(app, rep, { content: FILE, fields: fields(values) });
  assert.equal(run.status, 200, run.text);
  assert.deepEqual(
    (await leadsOf(client)).map((lead) => [
      lead.status,
      lead.source,
      lead.interest_level,
      lead.assigned_to,
      lead.notes,
    ]),
    [
      ['lost', 'referral', 'high', otherRep.id, null],
      ['lost', 'website', 'high', null, 'Lead Owner: Somebody Else'],
      ['Waiting', null, null, null, 'Interest Level: boiling'],
    ],
  );
  const again = (await previewFile(app, client.manager, { content: FILE })).body.data;
  assert.deepEqual(again.remembered, values);
  // The next mapping adds to the stored one, and a new target for a value replaces the old one.
  const next = { status: { 'lost lead': 'new', Waiting: 'contacted' } };
  await importFile(app, rep, { content: `${FILE}\nDina,d@x.in,Waiting,,,`, fields: fields(next) });
  const { remembered } = (await previewFile(app, rep, { content: FILE })).body.data;
  assert.deepEqual(remembered, { ...values, status: next.status });
  assert.deepEqual((await previewFile(app, world.alpha.rep, { content: FILE })).body.data.remembered, {});
});

test('a file is shared equally in turn among the chosen users, whatever owners it names', async () => {
  const client = await createTestClient(app, 'sharing');
  const { rep, otherRep, manager } = client;
  const rows = Array.from({ length: 101 }, (_, row) => `Lead ${row},${row}@x.in,${manager.email}`);
  // Rows that create no lead use up nobody's turn.
  rows.splice(3, 0, 'Twice,0@x.in,', ',nobody,');
  const content = ['Name,Email,Owner', ...rows].join('\n');
  const sharers = [rep.id, otherRep.id, manager.id, client.admin.id];
  const run = await importFile(app, manager, { content, fields: fields(undefined, sharers) });
  assert.equal(run.status, 200, run.text);
  const query = { show_all: 'true' };
  const all = (await app.call(leads.list, { query }, manager.token)).body.data;
  const sharesOf = sharers.map((id) => all.filter(({ assigned_to }) => assigned_to === id).length);
  assert.deepEqual(sharesOf, [26, 25, 25, 25]);
  const byName = new Map(all.map((lead) => [lead.name, lead]));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => byName.get(`Lead ${row}`)?.assigned_to),
    [...sharers, rep.id],
  );
  assert.equal(byName.get('Lead 1')?.notes, `Lead Owner: ${manager.email}`);
});

test('a won lead keeps the date on which it was won, so that sales of earlier years count in their month', async () => {
  const client = await createTestClient(app, 'won');
  const before = new Date().toISOString();
  const file = (rows: string[]) => ['Name,Email,Status,Created,Closing Date', ...rows].join('\n');
  const wonOn = async () => (await leadsOf(client)).map((lead) => lead.converted_at);
  const rows = [
    'Asha,a@x.in,Converted,2023-04-01,2023-05-10',
    'Bina,b@x.in,Converted,2023-04-01,',
    'Chand,c@x.in,Converted,,2099-01-01',
    'Divya,d@x.in,New,2023-04-01,2023-05-10',
  ];
  assert.equal((await importFile(app, client.rep, { content: file(rows) })).status, 200);
  const [asha, bina, chand, divya] = await wonOn();
  const may = '2023-05-09T18:30:00.000Z';
  assert.deepEqual([asha, bina, divya], [may, '2023-03-31T18:30:00.000Z', null]);
  assert.ok(chand && chand >= before && chand <= new Date().toISOString(), `a plan is no sale yet: ${chand}`);

  const later = ['Asha,a@x.in,Converted,,2024-01-01', 'Divya,d@x.in,Converted,,2023-05-10'];
  const sent = { content: file(later), fields: { update_existing: 'true', skip_duplicates: 'false' } };
  assert.equal((await importFile(app, client.rep, sent)).status, 200);
  assert.deepEqual(await wonOn(), [may, bina, chand, may]);
});

test('leads go to active users of the client, mapped owners included, and values to its options', async () => {
  const { rep } = world.alpha;
  const refusal = async (sent: Record<string, string>) => {
    const reply = await importFile(app, rep, { content: FILE, fields: sent });
    return [reply.status, reply.body.errors?.[0]?.field, reply.body.message];
  };
  const people = 'Leads can be given to active users of this client only.';
  assert.deepEqual(await refusal(fields(undefined, [rep.id, world.beta.rep.id])), [422, 'assign_to', people]);
  const { otherRep, schema } = world.alpha;
  await app.database.asOwner(
    async (owner) =>
      await owner.query(`UPDATE ${schema}.members SET is_active = false WHERE id = $1`, [otherRep.id]),
  );
  assert.deepEqual(await refusal(fields({ owner: { 'R. Sharma': otherRep.id } })), [422, 'values', people]);
  const foreign = { owner: { 'R. Sharma': world.beta.rep.id } };
  assert.deepEqual(await refusal(fields(foreign)), [422, 'values', people]);
  const gone = { status: { 'Lost Lead': 'no such status' } };
  assert.deepEqual(await refusal(fields(gone)), [
    422,
    'values',
    '“Lost Lead” is mapped to an option that no longer exists. Choose again.',
  ]);
  assert.equal((await refusal({ values: '{' }))[0], 422);
  const query = { search: 'a@x.in', page: '1' };
  assert.equal((await app.call(leads.list, { query }, rep.token)).body.pagination.total, 0);
});
