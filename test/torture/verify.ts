import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { BackupReader } from '#server/backup/container.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { listClientIds } from '#server/db/find-client.ts';
import { quoted } from '#server/db/structure/installation.ts';
import { openCore } from '#server/db/system-scope.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { send, signInOver } from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';
import type { Installation } from './installation.ts';
import type { Ledger, LedgerClient } from './ledger.ts';

const POOL = 8;
/** Milliseconds within which all repairs must be done. */
const PEACE = 120_000;

/** Retries until `find` finds something; after the last fault everything has that long to settle. */
async function eventually<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const end = performance.now() + PEACE; performance.now() < end;) {
    const found = await find().catch(() => undefined);
    if (found !== undefined) return found;
    await wait(100);
  }
  return undefined;
}

/** Every server serves, removals are finished, and each pool has all its connections. */
export async function assertServes(at: Installation, ledger: Ledger): Promise<void> {
  for (const [index, server] of at.servers.entries()) {
    if (!server || server.child.exitCode !== null || server.child.signalCode !== null) {
      ledger.violation(`server ${index} has ended by itself`);
      continue;
    }
    const isServing = await eventually(
      async () => (await send(server, 'GET', '/health')).status === 200 || undefined,
    );
    if (!isServing) ledger.violation(`server ${index} does not serve again`);
    else if (!(await eventually(async () => await hasWholePool(at, server))))
      ledger.violation(`server ${index} cannot use all ${POOL} connections`);
  }
  const settled = await eventually(async () => {
    const marked = await openCore(at.database)
      .selectFrom('core.clients')
      .select('id')
      .where('active_before_removal', 'is not', null)
      .execute();
    return marked.length === 0 || undefined;
  });
  if (!settled) ledger.violation('a client is left in the middle of its removal');
}

/** Writes of two clients wait for locked tables, and must occupy every connection of the pool. */
async function hasWholePool(at: Installation, server: ServerProcess): Promise<true | undefined> {
  const token = await signInOver(server);
  const clients = (await send(server, 'GET', '/clients', token)).data as {
    clients: { id: string; schemaName: string }[];
  };
  // One client by itself never holds all connections.
  const [one, other] = clients.clients;
  if (!one || !other) return undefined;
  const sent: Promise<unknown>[] = [];
  try {
    return await at.database.asOwner(async (owner) => {
      for (const { schemaName } of [one, other])
        await owner.query(`LOCK TABLE ${quoted(schemaName)}.leads IN EXCLUSIVE MODE`);
      const write = async ({ id }: { id: string }) =>
        await send(server, 'POST', `/leads?clientId=${id}`, token, { name: 'Pool' });
      for (let index = 0; index < POOL; index += 1)
        sent.push(write(index % 2 === 0 ? one : other).catch(() => undefined));
      for (let tries = 0; tries < 50; tries += 1) {
        const { rows } = await owner.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE 'lms ________'`,
        );
        if (rows[0]?.waiting === POOL) return true;
        await wait(30);
      }
      return undefined;
    });
  } finally {
    await Promise.all(sent);
  }
}

/** Asserts that no acknowledged change is missing, and nothing is half-written. */
export async function assertWhole(at: Installation, ledger: Ledger): Promise<void> {
  const backups = await readBackups(join(at.disk.folder, 'backups'), ledger);
  await at.database.asOwner(async (owner) => {
    const living = await assertRegister(owner, ledger);
    for (const [client, state] of ledger.clients) {
      const isLiving = living.has(client.id);
      if (isLiving && state === 'removed') ledger.violation(`${client.schema} was removed and is there`);
      if (!isLiving && state === 'living') ledger.violation(`${client.schema} was created and is missing`);
      const backup = backups.get(client.id);
      if (isLiving && backup) ledger.violation(`${client.schema} lives and has a backup of a removal`);
      if (!isLiving && !backup) ledger.violation(`${client.schema} is gone and has no backup`);
      if (isLiving) await assertRows(owner, ledger, client);
      else if (backup) assertBackup(backup, ledger, client);
    }
  });
  for (const { schema } of ledger.inUse())
    for (const error of await countingErrors(
      { database: at.database, owner: at.embedded.owner },
      { schema },
    ).catch(() => []))
      ledger.violation(`${schema}: the counters differ from the rows: ${JSON.stringify(error)}`);
  await assertMirror(at, ledger);
}

/**
 * Users with access to all clients see the clients' data, once changes left over by a killed server have been
 * mirrored.
 */
async function assertMirror({ database, mended }: Installation, ledger: Ledger): Promise<void> {
  for (const line of mended) ledger.violation(line);
  for (const id of await listClientIds(database)) await followClient(database, id);
  for (const error of await mirrorErrors({ database }))
    ledger.violation(`the mirror of all clients: ${error}`);
}

/** Schemas, roles and register agree; returns the ids of all clients. */
async function assertRegister(owner: pg.Client, ledger: Ledger): Promise<Set<string>> {
  const { rows: clients } = await owner.query<{
    id: string;
    schema_name: string;
    is_active: boolean;
    audited: boolean;
  }>(
    `SELECT id, schema_name, is_active, EXISTS (SELECT 1 FROM core.audit a WHERE a.object_id = c.id AND action = 'client_created') AS audited
     FROM core.clients c`,
  );
  const { rows: found } = await owner.query<{ names: string[] }>(
    `SELECT array_agg(nspname::text) AS names FROM pg_namespace WHERE nspname LIKE 'torture%'
     UNION ALL SELECT array_agg(rolname::text) FROM pg_roles WHERE rolname LIKE 'lms\\_c\\_%'`,
  );
  const [schemas = [], roles = []] = found.map(({ names }) => names ?? []);
  const differences = (there: string[], expected: string[]) => [
    ...there.filter((name) => !expected.includes(name)),
    ...expected.filter((name) => !there.includes(name)),
  ];
  for (const name of differences(
    schemas,
    clients.map((client) => client.schema_name),
  ))
    ledger.violation(`schema ${name} is half there`);
  for (const name of differences(
    roles,
    clients.map(({ id }) => clientRole(id)),
  ))
    ledger.violation(`role ${name} is half there`);
  const known = new Set([...ledger.perhaps, ...[...ledger.clients.keys()].map(({ schema }) => schema)]);
  for (const { schema_name, is_active, audited } of clients) {
    if (!known.has(schema_name)) ledger.violation(`${schema_name} was refused and is there`);
    if (!is_active) ledger.violation(`${schema_name} is inactive, which nobody asked for`);
    if (!audited) ledger.violation(`${schema_name} has no line in the audit log`);
  }
  return new Set(clients.map(({ id }) => id));
}

async function assertRows(owner: pg.Client, ledger: Ledger, client: LedgerClient): Promise<void> {
  const schema = quoted(client.schema);
  const { rows: leads } = await owner.query<{ id: string; lead_score: number }>(
    `SELECT id, lead_score FROM ${schema}.leads`,
  );
  const scores = new Map(leads.map(({ id, lead_score }) => [id, lead_score]));
  for (const [id, { score, also }] of client.leads) {
    const stored = scores.get(id);
    if (stored === undefined) ledger.violation(`${client.schema}: lead ${id} is missing`);
    else if (stored !== score && !also.has(stored))
      ledger.violation(`${client.schema}: lead ${id} has score ${stored}, acknowledged was ${score}`);
  }
  for (const { table, id } of client.rows) {
    const { rowCount } = await owner.query(`SELECT 1 FROM ${schema}.${quoted(table)} WHERE id = $1`, [id]);
    if (rowCount !== 1) ledger.violation(`${client.schema}: a row of ${table} is missing`);
  }
  for (const { prefix, rows, state } of client.imports) {
    const { rowCount: stored } = await owner.query(
      `SELECT 1 FROM ${schema}.leads WHERE starts_with(name, $1) AND deleted_at IS NULL`,
      [prefix],
    );
    const allowed = { there: [rows], gone: [0], 'all or nothing': [0, rows], some: undefined }[state];
    if (allowed && !allowed.includes(stored ?? -1))
      ledger.violation(`${client.schema}: an import of ${rows} that is ${state} has ${stored} rows`);
  }
}

type Backup = { rows: Record<string, number>; leads: string };

/** Backups of removed clients, by client; a damaged or incomplete file is a violation. */
async function readBackups(folder: string, ledger: Ledger): Promise<Map<string, Backup>> {
  const backups = new Map<string, Backup>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const found = name.endsWith('.part')
      ? undefined
      : await readBackup(join(folder, name)).catch(() => undefined);
    if (!found) {
      ledger.violation(`backup ${name} is half there`);
      continue;
    }
    if (backups.has(found.client)) ledger.violation(`there are two backups of ${name}`);
    backups.set(found.client, found);
  }
  return backups;
}

async function readBackup(file: string): Promise<Backup & { client: string }> {
  const backup = await BackupReader.open(file);
  try {
    await backup.check();
    const { clients, files } = backup.manifest;
    const leads = files.find(({ table }) => table === 'leads') ?? assert.fail('no leads');
    return {
      client: clients[0]?.id ?? '',
      rows: Object.fromEntries(files.map(({ table, rows }) => [table, rows])),
      leads: await text(await backup.read(leads)),
    };
  } finally {
    backup.close();
  }
}

function assertBackup({ rows, leads }: Backup, ledger: Ledger, client: LedgerClient): void {
  for (const id of client.leads.keys())
    if (!leads.includes(id)) ledger.violation(`the backup of ${client.schema} lacks lead ${id}`);
  for (const table of ['call_logs', 'reminders'] as const) {
    const acknowledged = client.rows.filter((row) => row.table === table).length;
    if ((rows[table] ?? 0) < acknowledged)
      ledger.violation(`the backup of ${client.schema} lacks rows of ${table}`);
  }
  for (const { prefix, rows: number, state } of client.imports) {
    const found = leads.split(`,${prefix}`).length - 1;
    if (state === 'there' && found < number)
      ledger.violation(`the backup of ${client.schema} lacks an import`);
  }
}
