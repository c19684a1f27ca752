import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { callLogs } from '#shared/activities/call-logs.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { ROW_KINDS } from '#shared/protocol/row-kinds.ts';
import { TAB_HEADER } from '#shared/protocol/tab.ts';
import { addTo, announcing } from '#server/db/announce/announcements.ts';
import type { Change, Written } from '#server/db/announce/announcements.ts';
import { openStream } from '#test/messages/event-stream.ts';
import type { TestStream } from '#test/messages/event-stream.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
let address: string;
before(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});

const listen = async ({ token }: Person) => await openStream(address, token);
test('an announcement of many leads fits into one PostgreSQL notification', () => {
  const ids = Array.from({ length: 51 }, () => randomUUID());
  const written: Written = new Map();
  for (const id of ids.slice(1))
    addTo(written, 'client', { kinds: ROW_KINDS, tab: 'x'.repeat(64), leads: [id] });
  const statement = String(announcing(written, randomUUID()));
  assert.ok(statement.length < 8000 && statement.includes(String(ids[50])));
  addTo(written, 'client', { kinds: ['leads'], tab: 'x'.repeat(64), leads: [String(ids[0])] });
  assert.doesNotMatch(String(announcing(written, '')), /"leads":\[/, 'of more leads none is named');
});

const oneChange = (event: LiveEvent) => event.type === 'changed' && event.tab === TAB;
const TAB = 'tab-of-the-test';
const inTab = { headers: { [TAB_HEADER]: TAB } };

test("a change names the tab that made it and the leads, and merges with no other tab's", async () => {
  const { alpha } = world;
  const { id } = await createLead(app, alpha.manager, { name: 'Of a tab' });
  const other = await createLead(app, alpha.manager, { name: 'Of another' });
  const stream = await listen(alpha.rep);
  const change = async (lead: string, more: object) =>
    await app.call(
      leads.setScore,
      { params: { id: lead }, body: { lead_score: 7 }, ...more },
      alpha.manager.token,
    );
  // The stream may still tell of the creations, which name no tab.
  await Promise.all([change(id, inTab), change(other.id, { headers: { [TAB_HEADER]: 'another-tab' } })]);
  const event = await stream.until(oneChange);
  assert.ok(event.type === 'changed' && event.kinds.includes('leads'));
  assert.deepEqual(event.leads, [id]);
  const another = await stream.until((one) => one.type === 'changed' && one.tab === 'another-tab');
  assert.ok(another.type === 'changed');
  assert.deepEqual(another.leads, [other.id]);
  stream.close();
});

test('a call, a follow-up and a note announce their lead', async () => {
  const { alpha } = world;
  const { token } = alpha.manager;
  const { id } = await createLead(app, alpha.manager, { name: 'With all' });
  const acts = [
    async () =>
      await app.call(callLogs.create, { body: { lead_id: id, duration: 1, notes: 'x' }, ...inTab }, token),
    async () =>
      await app.call(leadNotes.create, { params: { id }, body: { body: 'A note' }, ...inTab }, token),
    async () =>
      await app.call(
        reminders.create,
        { body: { lead_id: id, title: 'Call', reminder_date: new Date().toISOString() }, ...inTab },
        token,
      ),
  ];
  for (const act of acts) {
    const stream = await listen(alpha.rep);
    assert.equal((await act()).status, 201);
    const event = await stream.until(oneChange);
    assert.deepEqual(event.type === 'changed' && event.leads, [id]);
    stream.close();
  }
});

test('a change is told without ids while the database does not say who sees its leads', async () => {
  const { alpha } = world;
  const body = { salesrep: 'own' } as const;
  await app.call(leadVisibility.update, { params: { id: alpha.id }, body }, world.superadmin.token);
  const { id } = await createLead(app, alpha.manager, { assigned_to: alpha.rep.id });
  const stream = await listen(alpha.rep);
  const rename = async (from: string, to: string) =>
    await app.database.asOwner(
      async (owner) => await owner.query(`ALTER TABLE ${alpha.schema}.${from} RENAME TO ${to}`),
    );
  await rename('absences', 'lost');
  await app.call(leads.setScore, { params: { id }, body: { lead_score: 8 }, ...inTab }, alpha.manager.token);
  const event = await stream.until(oneChange);
  assert.equal(event.type === 'changed' && event.leads, undefined);
  await rename('lost', 'absences');
  stream.close();
});

test('users never receive ids of leads they may not see', async () => {
  const { alpha } = world;
  await app.call(
    leadVisibility.update,
    { params: { id: alpha.id }, body: { salesrep: 'own' } },
    world.superadmin.token,
  );
  const hidden = await createLead(app, alpha.manager, { name: 'Hidden', assigned_to: alpha.manager.id });
  const shown = await createLead(app, alpha.manager, { name: 'Shown', assigned_to: alpha.rep.id });
  const rep = await listen(alpha.rep);
  const manager = await listen(alpha.manager);
  const score = async (id: string) =>
    await app.call(
      leads.setScore,
      { params: { id }, body: { lead_score: 9 }, ...inTab },
      alpha.manager.token,
    );
  await score(hidden.id);
  await Promise.all([rep.until(oneChange), manager.until(oneChange)]);
  assert.doesNotMatch(rep.text(), new RegExp(hidden.id));
  assert.match(manager.text(), new RegExp(hidden.id));
  await score(shown.id);
  await rep.until((event) => event.type === 'changed' && Boolean(event.leads?.includes(shown.id)));
  for (const stream of [rep, manager]) stream.close();
});

const see = async (body: object) =>
  await app.call(leadVisibility.update, { params: { id: world.alpha.id }, body }, world.superadmin.token);

/** Opens a stream for each person, and closes all of them after the work. */
async function listening(
  people: readonly Person[],
  work: (streams: readonly TestStream[]) => Promise<void>,
): Promise<void> {
  const streams: TestStream[] = [];
  try {
    for (const person of people) streams.push(await listen(person));
    await work(streams);
  } finally {
    for (const stream of streams) stream.close();
  }
}

/** Announces changes as another process does. */
async function announce(clientId: string, changes: readonly Change[]): Promise<void> {
  const written: Written = new Map();
  for (const change of changes) addTo(written, clientId, change);
  const statement = announcing(written, randomUUID()) ?? '';
  await app.database.asOwner(async (owner) => await owner.query(statement));
}

const ofTab = (tab: string) => (event: LiveEvent) => event.type === 'changed' && event.tab === tab;
const leadsIn = (event: LiveEvent) => (event.type === 'changed' && event.leads) || [];

/** Calls `note` with the number of statements that have read this client, before each delivers its rows. */
function watchReads(t: TestContext, schema: string, note: (count: number) => unknown): void {
  let count = 0;
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await note(++count);
      return result;
    },
  };
  const handleOf = app.database.client.bind(app.database);
  t.mock.method(app.database, 'client', (client: Parameters<typeof handleOf>[0]) =>
    client.schema === schema ? handleOf(client).withPlugin(watching) : handleOf(client),
  );
}

test('many listening reps are told of many changes with a few statements', async (t) => {
  const { alpha } = world;
  await see({ salesrep: 'own' });
  const reps: Person[] = [];
  for (let each = 0; each < 12; each++) reps.push(await createPerson(app, 'salesrep', alpha.id));
  const made: string[] = [];
  for (const { id } of reps.slice(0, 6))
    made.push((await createLead(app, alpha.manager, { assigned_to: id })).id);
  await listening(reps, async (streams) => {
    let reads = 0;
    watchReads(t, alpha.schema, (count) => (reads = count));
    await announce(
      alpha.id,
      made.map((id, index) => ({ kinds: ['leads'], tab: `many-${index}`, leads: [id] })),
    );
    for (const [index, stream] of streams.entries()) {
      const told = await Promise.all(made.map(async (_, tab) => await stream.until(ofTab(`many-${tab}`))));
      assert.deepEqual(told.flatMap(leadsIn), made.slice(index, index + 1), 'each hears of the own lead');
    }
    assert.ok(reads < reps.length, `${reads} statements`);
  });
});

test('changes wait until those before them have been told', async (t) => {
  const { alpha, beta } = world;
  await see({ salesrep: 'own' });
  const { id } = await createLead(app, alpha.manager, { assigned_to: alpha.rep.id });
  const [entered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await listening([alpha.rep, beta.manager], async ([rep, other]) => {
    assert.ok(rep && other);
    watchReads(t, alpha.schema, async () => {
      entered.resolve();
      await released.promise;
    });
    const client = t.mock.method(app.database, 'client');
    const scopes = () =>
      client.mock.calls.filter(({ arguments: [one] }) => one.schema === alpha.schema).length;
    try {
      await announce(alpha.id, [{ kinds: ['leads'], tab: 'first', leads: [id] }]);
      await entered.promise;
      await announce(alpha.id, [{ kinds: ['leads'], tab: 'second', leads: [id] }]);
      // Another company is told twice, with a pause between, which began after the first change.
      for (const tab of ['one', 'two']) {
        await announce(beta.id, [{ kinds: ['leads'], tab }]);
        await other.until(ofTab(tab));
      }
      assert.equal(scopes(), 1);
    } finally {
      released.resolve();
    }
    assert.deepEqual(leadsIn(await rep.until(ofTab('second'))), [id]);
  });
});
