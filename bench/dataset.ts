import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '#shared/accounts/permissions.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { openDataFolder } from '#server/embedded/folders.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { openCore } from '#server/db/system-scope.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { addMember } from '#server/features/users/members.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { recount } from '#test/rows/counters.ts';
import { ASSIGNEES, WORDS, followingRows, leadRows } from './lead-rows.ts';
import type { Options } from './options.ts';

/** The user who signs in. Bound to the one client, so that permissions, scope and both walls take part. */
export const MANAGER = { email: 'manager@bench.example', password: 'bench-manager-password' };
/** The superadmin, whose role is needed to change leads in bulk. */
export const SUPERADMIN = { email: 'superadmin@bench.example', password: MANAGER.password };
/** Signs the tokens of two processes: the one that creates the data and the one that serves it. */
export const SECRET = 'bench'.repeat(8);
const SCHEMA = 'bench';
const CHUNK = 50_000;

/** A running database that holds one client's leads. */
export type Dataset = {
  settings: ConnectionSettings;
  database: Database;
  client: ClientRef;
  /** Users of the client, the one with the most leads first. */
  assignees: string[];
  /** An owner connection for the bench's own queries, beside the servers. */
  owner: pg.Client;
  /** Removes rows that measurements have added, so that every run starts with the same rows. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
};

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** Starts the database of the data folder and fills it unless it already holds these leads. */
export async function openDataset(
  { leads, dataDir }: Options,
  say: (line: string) => void,
): Promise<Dataset> {
  const marker = join(dataDir, 'bench.json');
  const wanted = fingerprint(leads);
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) await removeOld(dataDir, marker);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each();
  };
  try {
    const server = await startEmbeddedDatabase({
      memory: 1024,
      dataDir: openDataFolder(dataDir),
      log: quiet,
    });
    closing.push(server.stop);
    const database = await openDatabase(server.owner, SECRET);
    closing.push(async () => await database.close());
    const owner = new pg.Client(server.owner);
    await owner.connect();
    closing.push(async () => await owner.end());
    await owner.query("SET search_path = ''; SET client_min_messages = warning");
    if (!existsSync(marker)) {
      await load(database, owner, leads, say);
      await database.remakeMirror();
      writeFileSync(marker, wanted);
    }
    const client = await theClient(database, owner);
    const assignees = await peopleWithLeads(owner);
    const undo = async () => {
      await restore(owner, leads);
      await followClient(database, client.id);
    };
    await undo();
    return { settings: server.owner, database, client, assignees, owner, restore: undo, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function peopleWithLeads(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT assigned_to AS id FROM ${SCHEMA}.lead_totals WHERE assigned_to IS NOT NULL GROUP BY 1 ORDER BY sum(leads) DESC`,
  );
  return rows.map((row) => row.id);
}

/** A text that changes with everything the stored rows and indexes depend on. */
function fingerprint(leads: number): string {
  const hash = createHash('sha256')
    .update(leadRows(SCHEMA, leads) + followingRows(SCHEMA).join(''))
    .update(JSON.stringify([WORDS, SUPERADMIN]));
  for (const migration of CLIENT_MIGRATIONS) hash.update(migration.sql(SCHEMA));
  for (const migration of CORE_MIGRATIONS) hash.update(migration.sql({ appRole: 'a', allRole: 'b' }));
  return JSON.stringify({ leads, sha256: hash.digest('hex') });
}

/**
 * Removes an old data folder, but only one that the bench made itself and that no leftover server still
 * writes to.
 */
async function removeOld(dataDir: string, marker: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres'))) return;
  if (!existsSync(marker) && !/lms-bench/.test(dataDir))
    throw new Error(`${dataDir} holds a database that is not the bench's own. Choose another --data folder.`);
  const old = await startEmbeddedDatabase({ memory: 1024, dataDir: openDataFolder(dataDir), log: quiet });
  await old.stop();
  rmSync(dataDir, { recursive: true });
}

async function theClient(database: Database, owner: pg.Client): Promise<ClientRef> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM core.clients WHERE schema_name = $1', [
    SCHEMA,
  ]);
  const client = await findClient(database, rows[0]?.id ?? '');
  if (!client) throw new Error('The data folder has no client of the bench.');
  return client;
}

async function load(database: Database, owner: pg.Client, leads: number, say: (line: string) => void) {
  const since = performance.now();
  const id = await createClient(database, { clientName: 'Bench', schemaName: SCHEMA });
  const people = await addPeople(database, id);
  // Indexes are built at the end, which is three times as fast as row by row.
  const { rows: indexes } = await owner.query<{ drop: string; create: string }>(`
    SELECT format('DROP INDEX %I.%I', schemaname, indexname) AS drop, indexdef AS create FROM pg_indexes
    WHERE schemaname = '${SCHEMA}' AND tablename = 'leads' AND indexname <> 'leads_pkey'`);
  for (const index of indexes) await owner.query(index.drop);
  await owner.query('SET synchronous_commit = off; SELECT setseed(0.42)');
  for (let from = 1; from <= leads; from += CHUNK) {
    await owner.query(leadRows(SCHEMA, leads), [from, Math.min(from + CHUNK - 1, leads), people, ...WORDS]);
    say(`  ${Math.min(from + CHUNK - 1, leads).toLocaleString('en')} leads`);
  }
  for (const statement of followingRows(SCHEMA)) await owner.query(statement);
  await owner.query("SET maintenance_work_mem = '512MB'");
  for (const index of indexes) await owner.query(index.create);
  await owner.query(recount(SCHEMA));
  await owner.query(`RESET synchronous_commit; RESET maintenance_work_mem`);
  for (const table of ['leads', 'call_logs', 'lead_messages', 'reminders'])
    await owner.query(`VACUUM ANALYZE ${SCHEMA}.${table}`);
  await owner.query('CHECKPOINT');
  say(`  loaded in ${((performance.now() - since) / 1000).toFixed(0)} s`);
}

/** Adds the two users who sign in and the assignees of leads. Returns the assignees' ids. */
async function addPeople(database: Database, clientId: string): Promise<string[]> {
  await addPerson(database, { clientId, role: 'manager', ...MANAGER });
  await addPerson(database, { clientId: null, role: 'superadmin', ...SUPERADMIN });
  const ids: string[] = [];
  for (let number = 1; number <= ASSIGNEES; number += 1) {
    const person = { email: `rep${number}@bench.example`, password: MANAGER.password };
    ids.push(await addPerson(database, { clientId, role: 'salesrep', ...person }));
  }
  return ids;
}

export type NewPerson = { clientId: string | null; role: Role; email: string; password: string };

/** Writes an account, and a member if the account has a client. Returns the account's id. */
export async function addPerson(
  database: Database,
  { clientId, role, email, password }: NewPerson,
): Promise<string> {
  const client = clientId === null ? undefined : await findClient(database, clientId);
  const id = uuidv7();
  const [first_name, last_name] = ['Bench', email.split('@', 1)[0] ?? ''];
  const password_hash = await hashPassword(password);
  await openCore(database)
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('core.users')
        .values({
          id,
          first_name,
          last_name,
          email,
          email_norm: email,
          password_hash,
          role_id: ROLE_IDS[role],
          client_id: clientId,
          phone: null,
          date_of_birth: null,
          created_by: null,
        })
        .execute();
      if (client) await addMember(trx, client, { id, name: `${first_name} ${last_name}`, email });
    });
  return id;
}

async function restore(owner: pg.Client, leads: number): Promise<void> {
  const extra = async () => {
    const { rows } = await owner.query<{ leads: number }>(`SELECT count(*) AS leads FROM ${SCHEMA}.leads`);
    return (rows[0]?.leads ?? 0) - leads;
  };
  // A request in flight when its round ended may still arrive.
  for (let left = 5; left > 0 && (await extra()) !== 0; left -= 1)
    await owner.query(
      `DELETE FROM ${SCHEMA}.leads WHERE created_by IN (SELECT id FROM core.users WHERE email = '${MANAGER.email}')`,
    );
  if ((await extra()) !== 0)
    throw new Error(`The database holds other leads than the ${leads} it was loaded with.`);
  await owner.query(`TRUNCATE ${SCHEMA}.lead_imports, ${SCHEMA}.idempotency_keys; ${recount(SCHEMA)}`);
  await owner.query(`VACUUM ANALYZE ${SCHEMA}.leads`);
  await owner.query('CHECKPOINT');
}
