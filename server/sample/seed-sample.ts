import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_TIME_ZONE, dayOf } from '#shared/values/dates.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { Database } from '#server/db/database.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findClient } from '#server/db/find-client.ts';
import { openCore } from '#server/db/system-scope.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { randomPassword, accountsPlace, showAccountsFile, writeAccountsFile } from './accounts-file.ts';
import { clientRows } from './client-rows.ts';
import type { SampleMember } from './sample-client.ts';
import { MERIDIAN_TUTORS } from './meridian-tutors.ts';
import type { SampleClient, Staff } from './sample-client.ts';
import { addSampleSource } from './sample-source.ts';
import { SHARMA_INTERIORS } from './sharma-interiors.ts';
import { writeClient } from './write-client.ts';

/** A lock that ensures that two processes starting on one empty database fill it once. */
const SAMPLE_LOCK = 4_712_005;

const CLIENTS = [SHARMA_INTERIORS, MERIDIAN_TUTORS] as const;

/** The users without a client, who have access to all clients. */
const OVERSEERS: readonly Staff[] = [
  { first: 'Nandini', last: 'Rao', email: 'superadmin@lms.example', role: 'superadmin' },
  { first: 'Farhan', last: 'Qureshi', email: 'admin@lms.example', role: 'admin' },
];

/** An account that has no password yet. */
type Account = SampleMember & { client: { id: string; name: string } | null };

/**
 * Fills an empty database with two companies and their users. Accounts come last, in one statement: a start
 * after an interrupted one finds no user, and continues with the existing clients.
 */
export async function seedSample(database: Database, dataDir: string): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.query('SELECT pg_advisory_xact_lock($1)', [SAMPLE_LOCK]);
    const someone = await owner.query('SELECT 1 FROM core.users LIMIT 1');
    if (someone.rowCount !== 0) return;
    const now = new Date();
    const start = new Date(now);
    start.setUTCMonth(start.getUTCMonth() - 6);
    const accounts: Account[] = OVERSEERS.map((staff) => ({ ...staff, id: uuidv7(), client: null }));
    for (const client of CLIENTS) accounts.push(...(await fillClient(database, client, start, now)));
    await createAccounts(database, dataDir, accounts, start);
  });
}

/** The sample sign-ins to print; undefined when this installation has no sample data. */
export async function readSampleAccounts(
  database: Database,
  dataDir: string,
  showsPasswords: boolean,
): Promise<string | undefined> {
  const sample = await openCore(database)
    .selectFrom('core.users')
    .select('id')
    .where(
      'email_norm',
      'in',
      OVERSEERS.map(({ email }) => email),
    )
    .executeTakeFirst();
  if (!sample) return undefined;
  return showsPasswords ? showAccountsFile(dataDir) : accountsPlace(dataDir);
}

/** Creates the client with all its data unless it exists; returns its users. */
async function fillClient(
  database: Database,
  client: SampleClient,
  start: Date,
  now: Date,
): Promise<Account[]> {
  const ref = (await existing(database, client)) ?? (await register(database, client, start));
  const account = (staff: Staff, id: string) => ({ ...staff, id, client: { id: ref.id, name: client.name } });
  const members = await database.client(ref).selectFrom('members').select(['id', 'email']).execute();
  if (members.length > 0) {
    const idOf = (email: string) => members.find((member) => member.email === email)?.id;
    return client.staff.map((staff) => account(staff, idOf(staff.email) ?? uuidv7()));
  }
  const team = client.staff.map((staff) => account(staff, uuidv7()));
  await writeClient(database, ref, clientRows(client, team, start, now));
  if (client === SHARMA_INTERIORS) await addSampleSource(database, ref, now);
  return team;
}

async function existing(database: Database, { schema }: SampleClient): Promise<ClientRef | undefined> {
  const row = await openCore(database)
    .selectFrom('core.clients')
    .select('id')
    .where('schema_name', '=', schema)
    .executeTakeFirst();
  return row && (await findClient(database, row.id));
}

async function register(database: Database, client: SampleClient, start: Date): Promise<ClientRef> {
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  const id = await createClient(database, {
    clientName: client.name,
    schemaName: client.schema,
    subscriptionStartDate: dayOf(start, DEFAULT_TIME_ZONE),
    subscriptionEndDate: dayOf(end, DEFAULT_TIME_ZONE),
    amountPaid: client.amountPaid,
  });
  await openCore(database)
    .updateTable('core.clients')
    .set({ created_at: start })
    .where('id', '=', id)
    .execute();
  const ref = await findClient(database, id);
  if (!ref) throw new Error(`${client.name} is gone`);
  return ref;
}

/**
 * Creates the accounts. Passwords are new for every installation, and stored in the file before anybody can
 * sign in with them.
 */
async function createAccounts(
  database: Database,
  dataDir: string,
  accounts: readonly Account[],
  start: Date,
): Promise<void> {
  const withPasswords = accounts.map((account) => ({ ...account, password: randomPassword() }));
  const hashes = await Promise.all(withPasswords.map(async ({ password }) => await hashPassword(password)));
  writeAccountsFile(
    dataDir,
    withPasswords
      .filter(({ former }) => !former)
      .map(({ role, client, email, password }) => ({
        role,
        client: client?.name ?? 'all clients',
        email,
        password,
      })),
  );
  await openCore(database)
    .insertInto('core.users')
    .values(accounts.map((account, index) => userRow(accounts, account, hashes[index] ?? '', start)))
    .execute();
}

/**
 * Sales reps were created by their client's admin and work for its manager; everybody else was created by the
 * superadmin.
 */
function userRow(accounts: readonly Account[], account: Account, password_hash: string, created_at: Date) {
  const { id, first, last, email, role, client, former } = account;
  const superadmin = accounts.find((other) => other.role === 'superadmin');
  const reps = accounts.filter((other) => other.role === 'salesrep');
  const admin = accounts.find((other) => other.role === 'admin' && other.client?.id === client?.id);
  const manager = accounts.find((other) => other.role === 'manager' && other.client?.id === client?.id);
  const creator = role === 'salesrep' ? admin : superadmin;
  return {
    id,
    first_name: first,
    last_name: last,
    email,
    email_norm: normaliseEmail(email),
    password_hash,
    role_id: ROLE_IDS[role],
    client_id: client?.id ?? null,
    manager_id: role === 'salesrep' ? (manager?.id ?? null) : null,
    phone: null,
    date_of_birth: null,
    is_active: !former,
    created_by: creator && creator.id !== id ? creator.id : null,
    created_users: role === 'admin' && client ? reps.filter((rep) => rep.client?.id === client.id).length : 0,
    created_at,
  };
}
