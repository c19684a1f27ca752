import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import { dropClientSchema } from '#server/db/structure/client-schemas.ts';
import { endsConnection } from '#server/db/pool/ask.ts';
import { isLostNode } from '#server/db/cluster/lost-node.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/pool/own-connection.ts';
import { lockBackupsOut, lockRegister } from '#server/db/structure/releases.ts';
import { auditLines } from '#server/db/audit.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import { inCore } from '#server/db/system-scope.ts';
import { Conflict, HttpError, NotFound } from '#server/errors.ts';
import { LAST_SUPERADMIN } from '#server/features/clients/clients.queries.ts';
import { leavingMirror } from '#server/mirror/leave-mirror.queries.ts';
import { keepingSuperadmin } from '#server/features/users/superadmins.queries.ts';
import { backupName, settleBackups, writeBackup } from '#server/features/clients/client-backup.ts';

/**
 * Milliseconds; shorter than PostgreSQL's deadlock timeout, so that the removal gives way and users' requests
 * never do.
 */
const YIELD_AFTER = 500;
const PAUSE = 200;
/** Milliseconds to wait for work that was running when the removal began, like an import. */
const PATIENCE = 60_000;
const LONGEST_PAUSE = 30_000;

type Removed = { id: string; clientName: string; schemaName: string };
type Removal = { dataDir: string; by?: Pick<AuditEntry, 'actor' | 'requestId'>; patience?: number };

/**
 * Removes a client with its users, schema and role. Refuses new requests and waits for running ones; every
 * acknowledged change is in the backup, which is on disk before anything is dropped. A failed removal leaves
 * the client as it was. Throws 404, and 409 for the client of the last active superadmin and for a client
 * that stays busy too long.
 */
export async function removeClient(database: Database, id: string, removal: Removal): Promise<void> {
  try {
    await database.onOwner(async (owner) => {
      await lockRegister(owner);
      await lockBackupsOut(owner);
      const client = await mark(database, id);
      await inTransaction(owner, async () => await backUpAndDrop(database, owner, client, removal));
    });
  } catch (error) {
    if (error instanceof NotFound) throw error;
    const living = await settleRemovals(database, removal.dataDir).catch(() => undefined);
    if (!living) void keepSettling(database, removal.dataDir);
    // If the client is gone, the commit succeeded and only its reply was lost.
    if (!living || living.has(id)) throw inWords(error, living !== undefined);
    return;
  }
  await settleRemovals(database, removal.dataDir).catch(() => void keepSettling(database, removal.dataDir));
}

/** Marks the client as being removed and commits at once: its users are refused from here on. */
async function mark(database: Database, id: string): Promise<Removed> {
  return await inCore(database, async (trx) => {
    let marked: Removed | undefined;
    await keepingSuperadmin(trx, LAST_SUPERADMIN, async () => {
      marked = await trx
        .updateTable('core.clients')
        .set({ active_before_removal: sql`coalesce(active_before_removal, is_active)`, is_active: false })
        .where('id', '=', id)
        .returning(['id', 'client_name as clientName', 'schema_name as schemaName'])
        .executeTakeFirst();
    });
    if (!marked) throw new NotFound(UNKNOWN_CLIENT);
    return marked;
  });
}

async function backUpAndDrop(
  database: Database,
  owner: pg.Client,
  client: Removed,
  { dataDir, by, patience = PATIENCE }: Removal,
): Promise<void> {
  const until = performance.now() + patience;
  const { rows: tables } = await owner.query<{ place: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS place FROM pg_catalog.pg_tables WHERE schemaname = $1`,
    [client.schemaName],
  );
  // Readers may continue; earlier writers have finished, later ones are refused.
  await givingWay(owner, until, async () => {
    await owner.query(`LOCK TABLE ${tables.map(({ place }) => place).join(', ')} IN EXCLUSIVE MODE`);
  });
  const backup = backupName(client.schemaName);
  await writeBackup(owner, client, dataDir, backup);
  await givingWay(owner, until + PATIENCE, async () => {
    for (const { sql: text, parameters } of leavingMirror(database, client.id))
      await owner.query(text, [...parameters]);
    await owner.query('DELETE FROM core.clients WHERE id = $1', [client.id]);
    await dropClientSchema(owner, client);
  });
  const details = { client: client.clientName, schema: client.schemaName, backup };
  const line = auditLines(database.core, { action: 'client_removed', objectId: client.id, details, ...by });
  const { sql: text, parameters } = line.compile();
  await owner.query(text, [...parameters]);
}

/**
 * Tries to get locks, letting all others pass between attempts, so that nobody waits long for the removal.
 */
async function givingWay(owner: pg.Client, until: number, work: () => Promise<void>): Promise<void> {
  await owner.query(`SAVEPOINT free; SET LOCAL lock_timeout = ${YIELD_AFTER}`);
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await owner.query(`ROLLBACK TO SAVEPOINT free; SET LOCAL lock_timeout = ${YIELD_AFTER}`);
    }
    await wait(PAUSE);
  }
}

/**
 * Restores the state before unfinished removals, by this process or a killed one: clients are as active as
 * before, and the draft backups are deleted. Waits for a running removal. Returns the ids of all clients.
 */
export async function settleRemovals(database: Database, dataDir: string): Promise<ReadonlySet<string>> {
  return await database.onOwner(async (owner) => {
    await lockRegister(owner);
    await owner.query(
      `UPDATE core.clients SET is_active = active_before_removal, active_before_removal = NULL
       WHERE active_before_removal IS NOT NULL`,
    );
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM core.clients');
    const living = new Set(rows.map(({ id }) => id));
    await settleBackups(dataDir, living);
    return living;
  });
}

/** Retries until the database, or the disk, is available. */
export async function keepSettling(database: Database, dataDir: string): Promise<void> {
  for (let pause = 1000; !database.isClosed; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    if (await settleRemovals(database, dataDir).catch(() => undefined)) return;
    await wait(pause, undefined, { ref: false });
  }
}

function inWords(error: unknown, isSettled: boolean): unknown {
  if (error instanceof HttpError) return error;
  if (isBusy(error))
    return new Conflict(
      'This client is still in use. It has not been removed; please try again in a minute.',
    );
  if (!endsConnection(error) && !isLostNode(error)) return error;
  const state = isSettled ? 'is as it was' : 'will be as it was as soon as the database answers';
  return new HttpError(
    503,
    'unavailable',
    `The connection to the database was lost: the client has not been removed and ${state}. Please try again in a moment.`,
    { retryAfter: 5, cause: error },
  );
}
