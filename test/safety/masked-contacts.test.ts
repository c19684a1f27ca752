import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { calendarFeed } from '#shared/activities/calendar-feed.ts';
import { contactDetails } from '#shared/values/contact-details.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { dashboard } from '#shared/activities/dashboard.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { metrics } from '#shared/installation/metrics.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { operations } from '#shared/activities/operations.ts';
import { search } from '#shared/activities/search.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { findClient } from '#server/db/find-client.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { readerOf } from '#test/rows/reader.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { exampleOf, inputOf } from '#test/matrix/matrix.ts';
import type { Input } from '#test/matrix/example.ts';
import { createService, prepareTargets } from '#test/safety/targets.ts';
import { PASSWORD, createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

/**
 * Every phone and email of alpha's leads is one of these, in columns, custom fields, histories and names. A
 * sales rep of a company that masks contact details gets none of their hidden parts in any answer; the list of
 * calls is that of all endpoints.
 */
const PHONE = '+91 98135 79505';
const EMAIL = 'zqhiddenpart@example.com';
const HIDDEN = /81357|qhidden/;
const SHOWS = new Set<Endpoint>([contactDetails.show]);
/** The text of an answer without the server's figures, among which the digits of a phone occur by chance. */
const withoutFigures = (endpoint: Endpoint, text: string) =>
  endpoint === metrics.read ? text.replaceAll(/^([^#].*) \S+$/gm, '$1') : text;

const { app, world } = await withWorld();
const { alpha } = world;
let token: string;

const choose = async (salesrepContacts: 'full' | 'masked') =>
  await app.call(
    leadVisibility.update,
    { params: { id: alpha.id }, body: { salesrepContacts } },
    alpha.admin.token,
  );

before(async () => {
  await prepareTargets(app, world);
  await addField(app, alpha, { title: 'Office mail', type: 'email' });
  await addField(app, alpha, { title: 'Office phone', type: 'phone' });
  const body = { name: 'Script', scope: 'write', days: 30, currentPassword: PASSWORD };
  token = (await app.call(accessTokens.create, { body }, alpha.rep.token)).body.data.token;
  await choose('masked');
});

/** Writes the marked details into every lead of alpha, and into its history. */
async function mark(): Promise<void> {
  const owner = await readerOf(app);
  const custom = JSON.stringify({ office_mail: EMAIL, office_phone: PHONE });
  const fields = ['phone', 'email', 'name', 'custom.office_mail', 'custom.office_phone'];
  const changes = Object.fromEntries(
    fields.map((field) => [
      field,
      /mail/.test(field) ? [EMAIL, `x${EMAIL}`] : [PHONE, `${PHONE} / 98135 79506`],
    ]),
  );
  await owner.query(
    `UPDATE ${alpha.schema}.leads SET phone = $1, email = $2, custom = custom || $3::jsonb, phone_norm = $4, email_norm = $2,
        name = CASE WHEN id::text < '8' THEN $1 ELSE $2 END WHERE phone IS DISTINCT FROM $1`,
    [PHONE, EMAIL, custom, PHONE.replaceAll(' ', '')],
  );
  await owner.query(
    `INSERT INTO ${alpha.schema}.lead_events (id, lead_id, kind, via, changes)
        SELECT gen_random_uuid(), l.id, 'updated', 'edit', $1::jsonb FROM ${alpha.schema}.leads l
        WHERE NOT EXISTS (SELECT 1 FROM ${alpha.schema}.lead_events e WHERE e.lead_id = l.id AND e.changes ? 'custom.office_mail')`,
    [JSON.stringify(changes)],
  );
}

/** Ids are left out: one in a hundred thousand has the five digits by chance. */
const shows = (text: string) =>
  HIDDEN.test(
    text
      .toLowerCase()
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
      .replaceAll(/[\s()+-]/g, ''),
  );

/** The same call with input that asks for more than its example does. */
async function further(endpoint: Endpoint, input: Input, by: string) {
  const row = { name: 'Twin', phone: PHONE, email: EMAIL };
  const queries: Record<string, Record<string, string>[]> = {
    [leadDuplicates.find.path]: [{ phone: PHONE }, { email: EMAIL }],
    [search.find.path]: [{ q: EMAIL }, { q: PHONE }],
    [myDay.get.path]: [{ pages: 'true' }, { whose: 'team', pages: 'true' }],
    [leads.neighbours.path]: [{ pages: 'true' }],
    [dashboard.recentLeads.path]: [{ orderBy: 'name' }],
  };
  const asked = endpoint.method === 'GET' ? (queries[endpoint.path] ?? []) : [];
  const replies = asked.map(async (query) => await app.call(endpoint, { ...input, query }, by));
  if (endpoint !== leadImport.run) return await Promise.all(replies);
  // A preview also answers with the caller's own file, and the lines of an import with its rejected rows, which
  // therefore name leads by their ids.
  const { body } = await app.call(leads.list, { query: { limit: '5' } }, by);
  const known = body.data.map(({ id }) => ({ lead_id: id }));
  const lines = { accept: 'application/x-ndjson' };
  return await Promise.all([
    app.call(endpoint, { body: { leads: [row], skip_duplicates: true } }, by),
    app.call(endpoint, { body: { leads: known, skip_duplicates: true }, headers: lines }, by),
  ]);
}

/** The answer of a call with its example, and, where rows have versions, of the same call with a stale one. */
async function answers(endpoint: Endpoint, person: Person): Promise<{ status: number; text: string }[]> {
  const caller = exampleOf(endpoint).spends ? await createPerson(app, 'salesrep', alpha.id) : person;
  const principal = { name: person.role, person: caller, token: caller.token };
  const input: Input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, true);
  await mark();
  const first = await app.call(endpoint, input, caller.token);
  const takesVersion = 'version' in ((endpoint.body as { shape?: object } | undefined)?.shape ?? {});
  if (!takesVersion) return [first, ...(await further(endpoint, input, caller.token))];
  const again: Input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, true);
  await mark();
  const stale = { ...again, body: { ...again.body, version: 99 } };
  return [first, await app.call(endpoint, stale, caller.token)];
}

const WALKED = ENDPOINTS.filter((endpoint) => !SHOWS.has(endpoint));
const READ = WALKED.filter(({ method }) => method === 'GET');
/** Reads of leads; a token is masked where its owner is. */
const OF_LEADS = READ.filter(({ path }) => /^\/(?:leads|search|reminders|call-logs|dashboard)\b/.test(path));

test('no answer of any endpoint shows a masked rep or their token a hidden character', async () => {
  const statuses = new Map<number, number>();
  for (const [person, walked] of [
    [alpha.rep, WALKED],
    [{ ...alpha.rep, token }, OF_LEADS],
  ] as const) {
    for (const endpoint of walked) {
      for (const { status, text } of await answers(endpoint, person)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        assert.ok(
          !shows(withoutFigures(endpoint, text)),
          `${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 600)}`,
        );
      }
    }
  }
  assert.ok((statuses.get(200) ?? 0) > 80 && (statuses.get(412) ?? 0) >= 2, JSON.stringify([...statuses]));
});

test('a manager and a program are shown them in full, by the calls that the walk would find', async () => {
  await mark();
  const service = await createService(app, alpha.admin);
  for (const one of [alpha.manager.token, service.token]) {
    const reply = await app.call(leads.list, { query: { page: '1' } }, one);
    assert.ok(shows(reply.text));
  }
  await choose('full');
  const found = new Set<string>();
  for (const endpoint of READ)
    for (const { text } of await answers(endpoint, alpha.rep))
      if (shows(text)) found.add(`${endpoint.method} ${endpoint.path}`);
  await choose('masked');
  assert.ok(found.size > 16, [...found].join('\n'));
});

test('an undo that tells its progress masks the leads that changed since', async () => {
  const { id } = await createLead(app, alpha.manager, { assigned_to: alpha.rep.id });
  const change = async (body: object) =>
    (await app.call(leads.update, { params: { id }, body }, alpha.rep.token)).body.data;
  const { operation_id = '' } = await change({ assigned_to: alpha.manager.id });
  await change({ location: 'Pune' });
  await mark();
  const headers = { accept: 'application/x-ndjson' };
  const { text } = await app.call(
    operations.undo,
    { params: { id: operation_id }, headers },
    alpha.rep.token,
  );
  assert.ok(text.includes(id) && !shows(text), text);
});

test('a list without pages, a stream of due follow-ups and a calendar are masked too', async () => {
  await mark();
  const all = await app.call(leads.list, {}, alpha.rep.token);
  assert.ok(all.status === 200 && all.body.data.length > 0 && !shows(all.text));
  const made = await app.call(calendarFeed.create, { body: { namesLeads: true } }, alpha.rep.token);
  const lead = await createLead(app, alpha.rep, { phone: PHONE, name: PHONE });
  const plan = {
    lead_id: lead.id,
    title: 'Call',
    reminder_date: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { id } = (await app.call(reminders.create, { body: plan }, alpha.rep.token)).body.data;
  const feed = await app.app.inject(made.body.data.path);
  assert.ok(feed.statusCode === 200 && feed.body.includes('+91 98•••'), feed.body);
  assert.ok(!shows(feed.body), feed.body);
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `UPDATE ${alpha.schema}.reminders SET reminder_date = now() - interval '1 minute', updated_at = now() - interval '2 minutes' WHERE id = $1`,
        [id],
      ),
  );
  const client = await findClient(app.database, alpha.id);
  assert.ok(client);
  await fireDue(app.database, client, false);
  const stream = await openStream(address, alpha.rep.token);
  await stream.until(({ type }) => type === 'due');
  assert.ok(stream.text().includes('98•••') && !shows(stream.text()), stream.text());
  stream.close();
});

const shapeOf = ({ query }: Endpoint) => (query as { shape?: object } | undefined)?.shape ?? {};

/** Parts of the marked details; a caller who could search by them would learn the rest piece by piece. */
const PARTS = [
  '98135',
  '9813579',
  '79505',
  '8135',
  '98135 79',
  'zqhid',
  'zqhiddenpart@',
  'zq',
  '98',
  'hiddenpart@example.com',
];

test('a masked rep finds a lead by a whole number or email, and never by a part, in any call that searches', async () => {
  await mark();
  const searching = ENDPOINTS.filter((endpoint) => {
    const isRead = endpoint.method === 'GET' && endpoint.permission === 'leads.read';
    return isRead && ('search' in shapeOf(endpoint) || 'q' in shapeOf(endpoint));
  });
  assert.ok(searching.length >= 5, String(searching.length));
  const principal = { name: 'rep', person: alpha.rep, token: alpha.rep.token };
  for (const endpoint of searching) {
    const name = 'search' in shapeOf(endpoint) ? 'search' : 'q';
    const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, false);
    const ask = async (text: string) => {
      const reply = await app.call(
        endpoint,
        { ...input, query: { ...input.query, [name]: text } },
        alpha.rep.token,
      );
      assert.equal(reply.status, 200, reply.text);
      return reply.text.replaceAll(/"request_id":"[^"]*"/g, '');
    };
    const [none] = [await ask('4444444')];
    for (const part of PARTS) assert.equal(await ask(part), none, `${endpoint.path} finds ${part}`);
    for (const whole of [PHONE, '9813579505', EMAIL, EMAIL.toUpperCase()])
      assert.notEqual(await ask(whole), none, `${endpoint.path} does not find ${whole}`);
  }
});

test('a masked rep cannot filter a custom phone by a part, nor sort by email', async () => {
  await mark();
  const list = async (query: Record<string, string>) =>
    await app.call(leads.list, { query: { page: '1', ...query } }, alpha.rep.token);
  const custom = async (value: object) => (await list({ custom: JSON.stringify(value) })).body.data.length;
  assert.deepEqual([await custom({ office_phone: '98135' }), await custom({ office_mail: 'zqhid' })], [0, 0]);
  assert.ok((await custom({ office_phone: PHONE })) > 0);
  const sorted = await list({ sort_by: 'email' });
  assert.deepEqual(
    [sorted.status, sorted.body.message],
    [422, 'Your company masks emails. Sort by another field.'],
  );
});

test('a follow-up of a lead named by its number does not show the number in its title', async () => {
  const values = { name: PHONE, phone: PHONE, assigned_to: alpha.rep.id };
  const due = { next_followup_date: '2031-01-02T04:30:00Z' };
  const made = await createLead(app, alpha.manager, { ...values, ...due });
  const changed = await createLead(app, alpha.manager, values);
  await app.call(leads.update, { params: { id: changed.id }, body: { ...due, version: 1 } }, alpha.rep.token);
  for (const { id } of [made, changed]) {
    const { body } = await app.call(reminders.list, { query: { lead_id: id } }, alpha.rep.token);
    assert.deepEqual(
      body.data.reminders.map(({ title }) => title),
      ['Follow up'],
    );
  }
});
