import { after } from 'node:test';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ACCESS_TOKEN_MINUTES, auth } from '#shared/accounts/auth.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Lead, NewLead } from '#shared/leads/lead.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { findClient } from '#server/db/find-client.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { createSession } from '#server/features/auth/sessions.queries.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { addMember } from '#server/features/users/members.queries.ts';
import { Tokens } from '#server/secrets/tokens.ts';
import type { Config } from '#server/config.ts';
import { openTestApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { worldTemplate } from '#test/servers/world-template.ts';
import type { WorldTemplate } from '#test/servers/world-template.ts';

export const PASSWORD = 'correct-horse-battery';
/**
 * The hash of the password with the cheapest parameters, which the hash itself contains: dozens of sign-ins
 * per file cost next to nothing.
 */
const HASH = '$argon2id$v=19$m=8,t=1,p=1$YSBub25jZSBvZiB0ZXN0cw$QlJUDATKvgBbzXBNJbCyD9c8mOdPx6sCiLopa7NdY1c';

export type Person = { id: string; email: string; role: Role; clientId: string | null; token: string };

/** A client with an admin of its own, a manager and two sales reps. */
export type TestClient = {
  id: string;
  schema: string;
  admin: Person;
  manager: Person;
  rep: Person;
  otherRep: Person;
};

/** Two clients, and the two users with access to both. */
export type World = { superadmin: Person; admin: Person; alpha: TestClient; beta: TestClient };

type AppInWorld = { app: TestApp; world: World };

/**
 * The application with its world for all tests of a file, closed after the last one; a failed start is
 * reported once.
 */
export async function withWorld(
  changes: Partial<Config> = {},
  options: { isMirrored?: boolean; connections?: number } = {},
): Promise<AppInWorld> {
  return await inWorld(changes, await worldTemplate(makeTemplate), options);
}

/**
 * The same for tests that inspect roles, or reopen the database and thereby set a role's password, because
 * copies of a database share their roles.
 */
export async function withOwnWorld(changes: Partial<Config> = {}): Promise<AppInWorld> {
  return await inWorld(changes);
}

/** The same on a separate server with a replica. */
export async function withReplicaWorld(changes: Partial<Config> = {}): Promise<AppInWorld> {
  return await inWorld(changes, undefined, { hasReplica: true });
}

async function inWorld(
  changes: Partial<Config>,
  template?: WorldTemplate<World>,
  options: { hasReplica?: boolean; isMirrored?: boolean; connections?: number } = {},
): Promise<AppInWorld> {
  const app = await openTestApp(changes, { copyOf: template?.database, ...options });
  const made = template ? enterWorld(app, template.world) : createWorld(app);
  const world = await made.catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  after(app.close);
  return { app, world };
}

/** A database with a world, for others to copy. */
async function makeTemplate(): Promise<WorldTemplate<World>> {
  const app = await openTestApp();
  const world = await createWorld(app);
  await app.leave();
  return { database: String(app.owner.database), world };
}

/** The world of a copied database: renews its sessions, and counts its users. */
async function enterWorld(test: TestApp, world: World): Promise<World> {
  const { rows } = await sql<{ count: number }>`
    WITH renewed AS (UPDATE core.sessions SET proven_at = now(), access_expires_at = now() + ${`${ACCESS_TOKEN_MINUTES} minutes`}::interval)
    SELECT count(*)::int AS count FROM core.users`.execute(openCore(test.database));
  people.set(test, rows[0]?.count ?? 0);
  return world;
}

export async function createWorld(test: TestApp): Promise<World> {
  const superadmin = await createPerson(test, 'superadmin', null);
  const admin = await createPerson(test, 'admin', null);
  const alpha = await createTestClient(test, 'alpha');
  const beta = await createTestClient(test, 'beta');
  return { superadmin, admin, alpha, beta };
}

export async function createTestClient(test: TestApp, name: string): Promise<TestClient> {
  const id = await createClient(test.database, { clientName: `Client ${name}`, schemaName: name });
  // All hours count, so that no test depends on the time of day.
  await test.database
    .client({ schema: name, role: clientRole(id) })
    .deleteFrom('configurations')
    .execute();
  const [admin, manager, rep, otherRep] = await createPeople(
    test,
    ['admin', 'manager', 'salesrep', 'salesrep'],
    id,
  );
  if (!admin || !manager || !rep || !otherRep) throw new Error(`Client ${name} lacks people.`);
  return { id, schema: name, admin, manager, rep, otherRep };
}

/** The number of users created in each application, which their names and addresses contain. */
const people = new WeakMap<TestApp, number>();

/** An account written directly, with a session. */
export async function createPerson(test: TestApp, role: Role, clientId: string | null): Promise<Person> {
  const [person] = await createPeople(test, [role], clientId);
  if (!person) throw new Error(`There is no ${role}.`);
  return person;
}

/** Accounts of one client, with a session each; signing in is for the tests about that. */
async function createPeople(
  test: TestApp,
  roles: readonly Role[],
  clientId: string | null,
): Promise<Person[]> {
  const client = clientId === null ? undefined : await findClient(test.database, clientId);
  const had = people.get(test) ?? 0;
  people.set(test, had + roles.length);
  const made = roles.map((role, index) => {
    const number = had + index + 1;
    return { id: uuidv7(), role, email: `${role}.${number}@example.com`, lastName: `No${number}` };
  });
  await openCore(test.database)
    .transaction()
    .execute(async (trx) => {
      const users = made.map(({ id, role, email, lastName }) => ({
        id,
        first_name: role,
        last_name: lastName,
        email,
        email_norm: normaliseEmail(email),
        password_hash: HASH,
        role_id: ROLE_IDS[role],
        client_id: clientId,
        phone: null,
        date_of_birth: null,
        created_by: null,
      }));
      await trx.insertInto('core.users').values(users).execute();
      for (const { id, role, email, lastName } of made)
        if (client) await addMember(trx, client, { id, name: `${role} ${lastName}`, email });
    });
  const signedIn: Person[] = [];
  for (const { id, role, email } of made)
    signedIn.push({ id, email, role, clientId, token: await openSession(test, id) });
  return signedIn;
}

async function openSession({ database }: TestApp, userId: string): Promise<string> {
  const account = await findAccount(database, userId);
  if (!account) throw new Error(`There is no user ${userId}.`);
  const tokens = new Tokens(database.installation.tokenKey);
  const device = { device: 'A program', address: '127.0.0.1' };
  return (await createSession(database, tokens, account, device)).access;
}

export async function signIn(test: TestApp, email: string, password = PASSWORD): Promise<string> {
  const reply = await test.call(auth.login, { body: { email, password } });
  if (reply.status !== 200) throw new Error(`Sign-in of ${email} answered ${reply.status}: ${reply.text}`);
  return reply.body.data.accessToken;
}

/** A lead created through the API. */
export async function createLead(
  test: TestApp,
  person: Person,
  lead: Partial<NewLead> = {},
  clientId?: string,
): Promise<Lead> {
  const input = { body: { name: 'Asha Patel', ...lead }, ...(clientId && { query: { clientId } }) };
  const reply = await test.call(leads.create, input, person.token);
  if (reply.status !== 201) throw new Error(`Creating a lead answered ${reply.status}: ${reply.text}`);
  return reply.body.data;
}

/** A call on a new lead; returns its id. */
export async function logCall(test: TestApp, person: Person): Promise<string> {
  const { id } = await createLead(test, person);
  const call = { lead_id: id, duration: 5, notes: 'Wants a quote' };
  return (await test.call(callLogs.create, { body: call }, person.token)).body.data.id;
}

/** A note on a new lead; returns its id. */
export async function writeNote(test: TestApp, person: Person): Promise<string> {
  const { id } = await createLead(test, person);
  const note = { params: { id }, body: { body: 'Wants a quote' } };
  return (await test.call(leadNotes.create, note, person.token)).body.data.id;
}

/** A reminder for a new lead; returns its id. */
export async function planReminder(test: TestApp, person: Person): Promise<string> {
  const { id } = await createLead(test, person);
  const reminder = { lead_id: id, title: 'Send the quote', reminder_date: '2026-12-01T04:30:00Z' };
  return (await test.call(reminders.create, { body: reminder }, person.token)).body.data.id;
}
