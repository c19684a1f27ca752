import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { COLLEAGUE_WORKS, leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { can } from '#shared/accounts/permissions.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { digestOf } from '#test/rows/digest.ts';
import { idSlots } from '#test/safety/id-slots.ts';
import { leadQueries } from '#test/leads/lead-queries.ts';
import { exampleOf, inputOf } from '#test/matrix/matrix.ts';
import { paramsOf, prepareTargets } from '#test/safety/targets.ts';
import type { Kind } from '#test/safety/targets.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

/**
 * A user who sees only own or team leads gets the responses of a client that has no others: every call is
 * made before and after strangers create leads, and with strangers' ids as well as unknown ones.
 */
const { app, world } = await withWorld();

/** The mark in every text of a stranger's lead. */
const MARK = 'QXZmark';
const EMAIL = `${MARK}@example.com`.toLowerCase();
const VISIBILITIES = ['own', 'team'] as const;
type Visibility = (typeof VISIBILITIES)[number];

/** The manager, a rep in their team, and a program with the rep's token. */
let viewers: { name: string; person: Person }[];
let stranger: Person;
/** A user without any lead, in nobody's team. */
let idle: Person;
let foreign: Record<'lead' | 'trashed lead' | 'operation' | 'call' | 'reminder' | 'note', string>;
/** Every id of a row about a stranger's lead. */
let foreignIds: string[];
/** The responses before strangers had leads, by viewer and visibility. */
const early = new Map<string, string[]>();

const sees = async (wanted: Visibility | 'company', hintsOfColleagues = true) => {
  const { id, admin } = world.alpha;
  const body = { manager: wanted, salesrep: wanted, hintsOfColleagues };
  const reply = await app.call(leadVisibility.update, { params: { id }, body }, admin.token);
  assert.equal(reply.status, 200, reply.text);
};
const place = async (person: Person, manager: Person | null) => {
  const body = { managerId: manager?.id ?? null };
  const reply = await app.call(users.update, { params: { id: person.id }, body }, world.alpha.admin.token);
  assert.equal(reply.status, 200, reply.text);
};

before(async () => {
  const { manager, rep } = world.alpha;
  await prepareTargets(app, world);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        'UPDATE alpha.leads SET next_followup_date = NULL; DELETE FROM alpha.idempotency_keys',
      ),
  );
  stranger = await createPerson(app, 'salesrep', world.alpha.id);
  idle = await createPerson(app, 'salesrep', world.alpha.id);
  await place(rep, manager);
  await fillLead(rep, 'Own');
  const body = { name: 'Script', scope: 'write', days: 30 };
  const { token } = (await app.call(accessTokens.create, { body }, rep.token)).body.data;
  viewers = [
    { name: 'manager', person: manager },
    { name: 'salesrep', person: rep },
    { name: 'token of a salesrep', person: { ...rep, token } },
  ];
});

/** A lead with everything that can be attached to one. */
async function fillLead(person: Person, text: string, of = person) {
  const { token } = person;
  const lead = { name: `${text} lead`, email: `${text}@example.com`, phone: '98765 12345', status: `${text} status`, source: `${text} source`,
    notes: text, tags: [text], value: 777_777, assigned_to: of.id }; // prettier-ignore
  const { id } = await createLead(app, person, lead);
  const moment = new Date(Date.now() - 60_000).toISOString();
  const call = { lead_id: id, duration: 5, notes: text, call_type: 'outbound', call_status: 'completed' };
  const plan = { lead_id: id, title: text, description: text, reminder_date: moment };
  const made = {
    lead: id,
    call: (await app.call(callLogs.create, { body: call }, token)).body.data.id,
    reminder: (await app.call(reminders.create, { body: plan }, token)).body.data.id,
    note: (await app.call(leadNotes.create, { params: { id }, body: { body: text } }, token)).body.data.id,
  };
  await app.call(leadMessages.create, { params: { id }, body: { channel: 'email' } }, token);
  const gone = await createLead(app, person, { ...lead, name: `${text} gone` });
  const { operation_id } = (await app.call(leads.remove, { params: { id: gone.id } }, token)).body.data;
  return { ...made, 'trashed lead': gone.id, operation: operation_id };
}

const reads = ENDPOINTS.filter(({ method, permission }) => method === 'GET' && permission !== 'public');
/** Parts of a response that differ between calls. */
const steady = (text: string) =>
  text
    .replaceAll(/"(?:request_id|lastUsedAt|challenge)":(?:"[^"]*"|null)/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T');

/** The responses of every read call, and of the list with many parameters. */
async function answersTo(person: Person): Promise<string[]> {
  const principal = { name: person.role, person, token: person.token };
  const answers: string[] = [];
  for (const endpoint of reads) {
    const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, false);
    const reply = await app.call(endpoint, input, person.token);
    answers.push(`${endpoint.path}: ${reply.status} ${steady(reply.text)}`);
  }
  for (const query of leadQueries(world.alpha, 'Own')) {
    const reply = await app.call(leads.list, { query }, person.token);
    answers.push(`${JSON.stringify(query)}: ${reply.status} ${steady(reply.text)}`);
  }
  return answers;
}

// A token sees what its owner sees.
const isTried = (name: string, visibility: Visibility) => visibility === 'own' || !name.startsWith('token');

async function everyAnswer(only = isTried) {
  const found = new Map<string, string[]>();
  for (const visibility of VISIBILITIES) {
    await sees(visibility);
    for (const { name, person } of viewers)
      if (only(name, visibility)) found.set(`${name} ${visibility}`, await answersTo(person));
  }
  return found;
}

function assertSame(found: ReadonlyMap<string, string[]>): void {
  for (const [viewer, answers] of found)
    for (const [index, answer] of answers.entries()) assert.equal(answer, early.get(viewer)?.[index], viewer);
}

test('no response changes when strangers make leads, or when unassigned leads arrive where those are hidden', async () => {
  for (const [viewer, answers] of await everyAnswer()) early.set(viewer, answers);
  await sees('company');
  foreign = await fillLead(stranger, MARK);
  await passOn(world.alpha.rep, stranger);
  foreignIds = await idsOf(MARK);
  assert.ok(foreignIds.length > 10);
  assertSame(await everyAnswer());
  await createLead(app, world.alpha.admin, { name: MARK, assigned_to: null, status: MARK });
  assertSame(await everyAnswer((name, visibility) => visibility === 'own' && !name.startsWith('token')));
  await sees('team');
  const { body } = await app.call(
    leads.list,
    { query: { search: MARK, page: '1' } },
    world.alpha.manager.token,
  );
  assert.equal(body.pagination.total, 1, 'a manager sees leads of nobody');
});

/** Reassigns a lead; the first owner's notification and due follow-up do not move with it. */
async function passOn(from: Person, to: Person): Promise<void> {
  const { token } = world.alpha.admin;
  const { id } = await createLead(app, world.alpha.admin, { name: MARK, assigned_to: from.id });
  const reminder = { lead_id: id, user_id: from.id, title: MARK, reminder_date: '2026-01-01T00:00:00Z' };
  const planned = await app.call(reminders.create, { body: reminder }, token);
  const about = [randomUUID(), from.id, id, planned.body.data.id];
  await app.database.asOwner(
    async (owner) => await owner.query(`INSERT INTO alpha.notifications (id, user_id, kind, lead_id, reminder_id, due_at) VALUES ($1, $2, 'due', $3, $4, '2026-01-01T00:00:00Z')`, about), // prettier-ignore
  );
  const body = { assigned_to: to.id, with_reminders: false };
  const reply = await app.call(leads.assign, { params: { id }, body }, token);
  assert.equal(reply.status, 200, reply.text);
}

/** The ids of leads with the mark, and of all rows attached to them. */
async function idsOf(mark: string): Promise<string[]> {
  return await app.database.asOwner(async (owner) => {
    const tables = ['call_logs', 'reminders', 'lead_notes', 'lead_messages', 'lead_events', 'notifications'];
    const hanging = tables.map(
      (table) => `SELECT t.id FROM alpha.${table} t JOIN marked ON marked.id = t.lead_id`,
    );
    const { rows } = await owner.query<{ id: string }>(
      `WITH marked AS (SELECT id FROM alpha.leads WHERE name LIKE $1) SELECT id FROM marked UNION ${hanging.join(' UNION ')}`,
      [`${mark}%`],
    );
    return rows.map(({ id }) => id);
  });
}

function assertNothingForeign(text: string, where: string): void {
  for (const one of [MARK, ...foreignIds])
    assert.ok(!text.includes(one), `${where} has ${one}: ${text.slice(0, 500)}`);
}

const isForeignKind = (kind: Kind | undefined): kind is keyof typeof foreign =>
  kind !== undefined && kind in foreign;

test('a call that names a stranger’s row behaves as for an unknown one, and changes nothing', async () => {
  const objects = ENDPOINTS.filter((endpoint) => isForeignKind(exampleOf(endpoint).object));
  assert.ok(objects.length > 25);
  for (const visibility of VISIBILITIES) {
    await sees(visibility);
    const digest = await digestOf(app);
    for (const { name, person } of viewers) {
      for (const endpoint of objects) {
        const principal = { name, person, token: person.token };
        const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, false);
        const id = foreign[exampleOf(endpoint).object as keyof typeof foreign];
        const reply = await app.call(endpoint, { ...input, params: paramsOf(endpoint, id) }, person.token);
        const where = `${endpoint.method} ${endpoint.path} as ${name}, ${visibility}`;
        assert.equal(
          reply.status,
          can(person.role, endpoint.permission as never) ? 404 : 403,
          `${where}: ${reply.text}`,
        );
        assertNothingForeign(reply.text, where);
      }
    }
    assert.deepEqual(
      await digestOf(app),
      digest,
      `a call that names a stranger's row changed something (${visibility})`,
    );
  }
});

/** For a parameter of this name: the id of a stranger or their lead, and an id that means nothing there. */
function idsFor(field: string): { strange: string; empty: string } | undefined {
  if (/^(?:lead_?ids?|exclude|after|ids|import_id)$/i.test(field))
    return { strange: foreign.lead, empty: randomUUID() };
  if (/^(?:assigned_to|user_id|created_by)$/.test(field)) return { strange: stranger.id, empty: idle.id };
  return undefined;
}

test('filters and bodies with the id of a stranger or their lead reveal and change nothing', async () => {
  for (const visibility of VISIBILITIES) {
    await sees(visibility);
    const digest = await digestOf(app);
    for (const { endpoint, place: where, field, isList, name: slot } of idSlots()) {
      const ids = idsFor(field);
      const isRead = endpoint.method === 'GET';
      // Assigning a lead to any user is allowed.
      if (!ids || (!isRead && ids.strange === stranger.id)) continue;
      for (const { name, person } of viewers) {
        const principal = { name, person, token: person.token };
        const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, false);
        const ask = async (id: string) => {
          const value = isList && where === 'body' ? [id] : id;
          const changed = { ...input, [where]: { ...input[where], [field]: value } };
          return await app.call(endpoint, changed, person.token);
        };
        const strange = await ask(ids.strange);
        const empty = await ask(ids.empty);
        const cell = `${slot} as ${name}, ${visibility}`;
        assert.equal(strange.status, empty.status, `${cell}: ${strange.text}`);
        assertNothingForeign(strange.text, cell);
        if (isRead) assert.equal(steady(strange.text), steady(empty.text), cell);
      }
    }
    assert.deepEqual(await digestOf(app), digest, `a strange id changed something (${visibility})`);
  }
});

test('a search for strangers’ texts and numbers finds nothing, in every call that searches', async () => {
  const terms = ['search', 'q', 'email', 'phone', 'status', 'source', 'tags', 'column'];
  for (const visibility of VISIBILITIES) {
    await sees(visibility, false);
    for (const endpoint of reads) {
      const shape = (endpoint.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
      for (const term of terms.filter((name) => name in shape)) {
        for (const { name, person } of viewers) {
          const principal = { name, person, token: person.token };
          const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, false);
          for (const text of [MARK, EMAIL, '9876512345'].slice(term === 'search' || term === 'q' ? 0 : 1)) {
            const ask = async (value: string) =>
              await app.call(endpoint, { ...input, query: { ...input.query, [term]: value } }, person.token);
            const reply = await ask(text);
            const empty = await ask(text.replaceAll(/[9Qq]/g, '4'));
            const cell = `${endpoint.path} ${term}=${text} as ${name}, ${visibility}`;
            assert.equal(reply.status, empty.status, cell);
            assertNothingForeign(reply.text.replaceAll(text, ''), cell);
          }
        }
      }
    }
  }
});

test('a hint reveals that a colleague works with a person, where the client allows it', async () => {
  const hint = async (allowed: boolean) => {
    await sees('own', allowed);
    const { body } = await app.call(leadDuplicates.find, { query: { email: EMAIL } }, world.alpha.rep.token);
    return [body.data.length, body.message];
  };
  assert.deepEqual(await hint(true), [0, COLLEAGUE_WORKS]);
  assert.deepEqual(await hint(false), [0, undefined]);
});
