import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { openDataFolder } from '#server/embedded/folders.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import type { Database } from '#server/db/database.ts';
import { quoted } from '#server/db/structure/installation.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { recount } from '#test/rows/counters.ts';
import { SECRET, addPerson } from './dataset.ts';
import { WORDS, leadRows } from './lead-rows.ts';
import { timed } from './measure.ts';
import { startServer } from './servers/child.ts';
import type { RunningServer } from './servers/child.ts';

export const LEADS_EACH = 1000;
const PEOPLE_EACH = 5;
/** Clients whose manager signs in and writes. */
export const WRITERS = 50;

export const OPERATOR = { email: 'operator@bench.example', password: 'bench-operator-password' };
export const managerOf = (number: number) => ({
  email: `person1.client${number}@bench.example`,
  password: OPERATOR.password,
});
export const schemaOf = (number: number) => `bench_${number}`;

/** An installation with many clients, and an owner connection beside it. */
export type Installation = {
  size: number;
  folder: string;
  settings: pg.ClientConfig;
  database: Database;
  owner: pg.Client;
  start: () => Promise<RunningServer>;
  close: () => Promise<void>;
};

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** The data folder of an installation with this number of clients. */
export const folderOf = (dataDir: string, size: number) => `${dataDir}-clients-${size}`;

/**
 * Opens the installation of an existing folder, which is refilled if it holds other rows; a newer release
 * migrates it.
 */
export async function openInstallation(dataDir: string, size: number): Promise<Installation> {
  const folder = folderOf(dataDir, size);
  const marker = markerOf(folder);
  const wanted = fingerprint(size);
  const isFilled = existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (!isFilled) {
    if (existsSync(join(folder, 'postgres')) && !existsSync(marker))
      throw new Error(
        `${folder} holds a database that is not the bench's own. Choose another --data folder.`,
      );
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // Marks the folder, so that the next run may remove it if this one is interrupted.
    writeFileSync(marker, 'being filled');
  }
  const server = await startEmbeddedDatabase({ memory: 1024, dataDir: openDataFolder(folder), log: quiet });
  const owner = new pg.Client(server.owner);
  const closing: (() => Promise<unknown>)[] = [server.stop];
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each();
  };
  try {
    await owner.connect();
    closing.push(async () => await owner.end());
    const database = await openDatabase(server.owner, SECRET);
    closing.push(async () => await database.close());
    if (!isFilled) {
      const [took] = await timed(async () => await fillClients(database, owner, size));
      process.stdout.write(`  ${size} clients filled in ${took.toFixed(0)} s\n`);
      writeFileSync(marker, wanted);
    }
    const settings = server.owner;
    const start = async () => await startServer('lms.ts', { settings, dataDir: folder });
    return { size, folder, settings, database, owner, start, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const markerOf = (folder: string) => join(folder, 'bench.json');

/** Makes the next run refill the folder, because a measurement leaves rows in it. */
export const refillNextTime = ({ folder }: Installation) => writeFileSync(markerOf(folder), 'used');

/** A text that changes with the rows a folder holds. Its tables are kept up to date by the migrations. */
function fingerprint(size: number): string {
  const rows = [leadRows('bench', LEADS_EACH), JSON.stringify(WORDS), fillClient.toString()];
  return JSON.stringify({ size, sha256: createHash('sha256').update(rows.join('\n')).digest('hex') });
}

/**
 * Creates the given number of clients with the given number of leads each, and the mirror. Other measurements
 * use it for their databases as well.
 */
export async function fillClients(
  database: Database,
  owner: pg.Client,
  wanted: number,
  leadsEach = LEADS_EACH,
): Promise<void> {
  await addPerson(database, { clientId: null, role: 'superadmin', ...OPERATOR });
  const password = await hashPassword(OPERATOR.password);
  // The mirror is rebuilt at the end, so rows written here need not enter its queue.
  await owner.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  for (let number = 1; number <= wanted; number += 1)
    await fillClient(database, owner, { number, leads: leadsEach }, password);
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  await database.remakeMirror();
  await owner.query('VACUUM ANALYZE core.users');
}

async function fillClient(
  database: Database,
  owner: pg.Client,
  { number, leads }: { number: number; leads: number },
  password: string,
): Promise<void> {
  const schemaName = schemaOf(number);
  const schema = quoted(schemaName);
  const id = await createClient(database, { clientName: `Company ${number}`, schemaName });
  const { rows: people } = await owner.query<{ id: string }>(
    `INSERT INTO core.users (id, first_name, last_name, email, email_norm, password_hash, role_id, client_id)
     SELECT gen_random_uuid(), 'Person', i::text, mail, mail, $2, CASE i WHEN 1 THEN $3::uuid ELSE $4::uuid END, $1::uuid
     FROM generate_series(1, ${PEOPLE_EACH}) i, LATERAL (SELECT 'person' || i || '.client${number}@bench.example' AS mail) m
     RETURNING id`,
    [id, password, ROLE_IDS.manager, ROLE_IDS.salesrep],
  );
  const ids = people.map((person) => person.id);
  await owner.query(
    `INSERT INTO ${schema}.members (id, name, email)
     SELECT id, first_name || ' ' || last_name, email FROM core.users WHERE client_id = '${id}'`,
  );
  await owner.query(leadRows(schema, leads), [1, leads, ids, ...WORDS]);
  await owner.query(`
    INSERT INTO ${schema}.products (id, name, price)
      SELECT gen_random_uuid(), 'Product ' || i, 1000 * i FROM generate_series(1, 5) i;
    INSERT INTO ${schema}.call_logs (id, lead_id, user_id, called_by, call_date, call_type, call_status, duration)
      SELECT gen_random_uuid(), id, assigned_to, assigned_to, created_at + interval '1 hour', 'outgoing', 'answered', 60
      FROM ${schema}.leads WHERE lead_score % 2 = 0;
    INSERT INTO ${schema}.reminders (id, lead_id, user_id, title, reminder_date, is_completed)
      SELECT gen_random_uuid(), id, assigned_to, 'Call back', created_at + interval '170 days', lead_score % 3 = 0
      FROM ${schema}.leads WHERE lead_score % 4 = 0 AND deleted_at IS NULL;
    ${recount(schemaName)}
    ANALYZE ${schema}.leads, ${schema}.call_logs, ${schema}.reminders, ${schema}.products`);
}
