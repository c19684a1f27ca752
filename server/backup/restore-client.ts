import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { SchemaName, SCHEMA_NAME_RULE } from '#shared/installation/clients.ts';
import { UnusableBackup } from '#server/backup/container.ts';
import type { BackupReader } from '#server/backup/container.ts';
import { assertFits, load, loadClient } from '#server/backup/load-tables.ts';
import type { BackupClient, BackupFile, Manifest } from '#server/backup/manifest.ts';
import { releaseOf } from '#server/backup/release-of.ts';
import { asking, listOf, placeOf, settleValues, tablesOf } from '#server/backup/tables.ts';
import { auditLines } from '#server/db/audit.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { createClientSchema } from '#server/db/structure/client-schemas.ts';
import type { Database } from '#server/db/database.ts';
import { migrateClient } from '#server/db/structure/migrate.ts';
import { inTransaction } from '#server/db/pool/own-connection.ts';
import { lockRegister } from '#server/db/structure/releases.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';

/** Milliseconds: the database sends nothing while it loads a large table. */
const SILENCE = 60 * 60_000;

/**
 * A restored client; `without`: emails of users whose accounts were not restored because the email is taken.
 */
export type RestoredClient = {
  id: string;
  name: string;
  schema: string;
  accounts: number;
  without: string[];
};

/** `as`: the schema name to use when the old one is taken. `noPassword`: a hash that matches no password. */
export type ClientWish = { client: string; as?: string | undefined; noPassword: string };

/**
 * Restores one client from a backup into a running installation, with its accounts, invitations and keys, in
 * one transaction. If the client still exists, the restored one is a copy under another name and id, without
 * accounts. Nobody is restored as a superadmin. Throws UnusableBackup with a readable message.
 */
export async function restoreClient(
  database: Database,
  backup: BackupReader,
  wish: ClientWish,
): Promise<RestoredClient> {
  const { manifest } = backup;
  releaseOf(manifest);
  const from = clientOf(manifest, wish.client);
  const schema = SchemaName.safeParse(wish.as ?? from.schema).data;
  if (!schema) throw new UnusableBackup(SCHEMA_NAME_RULE);
  const { engine } = database.installation;
  return await database.onOwner(async (owner) => {
    await settleValues(owner);
    await lockRegister(owner, '10s');
    return await inTransaction(owner, async () => {
      const taken = await owner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
      if (taken.rowCount !== 0)
        throw new UnusableBackup(
          `The name "${schema}" is taken here. Choose another one with --as, such as --as ${schema}_copy.`,
        );
      const known = await owner.query('SELECT 1 FROM core.clients WHERE id = $1', [from.id]);
      const id = known.rowCount === 0 ? from.id : uuidv7();
      await loadRegister(owner, backup, from, wish.noPassword);
      await register(owner, backup, { from, id, schema });
      await createClientSchema(owner, database.installation, { id, schemaName: schema }, from.version);
      await loadClient(owner, backup, from.schema, schema);
      const people = await addPeople(owner, backup, { from, id, schema });
      await migrateClient(owner, engine, { id, schema_name: schema, version: from.version });
      const line = auditLines(database.core, {
        action: 'client_restored',
        clientId: id,
        objectId: id,
        details: { schema, made: manifest.at },
      }).compile();
      await owner.query(line.sql, [...line.parameters]);
      return { id, name: from.name, schema, ...people };
    });
  }, SILENCE);
}

/** The client that a word identifies by schema, name or id. */
function clientOf({ clients }: Manifest, word: string): BackupClient {
  const wanted = word.trim().toLowerCase();
  const found = clients.filter(({ id, name, schema }) =>
    [id, name, schema].some((each) => each.toLowerCase() === wanted),
  );
  const [client] = found;
  if (client && found.length === 1) return client;
  const names = clients.map(({ schema }) => schema).join(', ');
  throw new UnusableBackup(
    found.length > 1
      ? `Several clients are called "${word}". Name one of: ${names}.`
      : `There is no client "${word}" in this backup. It has: ${names}.`,
  );
}

const REGISTER = ['clients', 'users', 'invitations', 'api_keys', 'sources'];
const loaded = (table: string) => `pg_temp.restored_${table}`;
const registerFiles = ({ manifest }: BackupReader) =>
  manifest.files.filter(({ schema, table }) => schema === 'core' && REGISTER.includes(table));

/**
 * Loads the account rows into temporary tables of this transaction; the client's rows are then picked from
 * them.
 */
async function loadRegister(
  owner: pg.Client,
  backup: BackupReader,
  from: BackupClient,
  noPassword: string,
): Promise<void> {
  const tables = await tablesOf(asking(owner), 'core');
  for (const table of REGISTER)
    await owner.query(
      `CREATE TEMP TABLE restored_${table} (LIKE ${placeOf('core', table)} INCLUDING DEFAULTS) ON COMMIT DROP`,
    );
  await owner.query(
    `ALTER TABLE ${loaded('users')} ALTER password_hash SET DEFAULT ${pg.escapeLiteral(noPassword)}`,
  );
  for (const file of registerFiles(backup)) {
    assertFits(
      file,
      tables.find(({ name }) => name === file.table),
    );
    await load(owner, backup, file, loaded(file.table));
  }
  const found = await owner.query(`SELECT 1 FROM ${loaded('clients')} WHERE id = $1`, [from.id]);
  if (found.rowCount !== 1) throw new UnusableBackup('The backup is damaged: the client is not in it.');
}

type Target = { from: BackupClient; id: string; schema: string };

/**
 * Copies the rows of a `core` table, replacing some columns with expressions; missing columns keep their
 * defaults.
 */
async function insert(
  owner: pg.Client,
  file: BackupFile | undefined,
  instead: Record<string, string>,
  where: string,
  values: unknown[],
): Promise<number> {
  if (!file) return 0;
  const columns = [...new Set([...file.columns, ...Object.keys(instead)])];
  const wanted = columns.map((name) => instead[name] ?? `r.${listOf([name])}`);
  const { rowCount } = await owner.query(
    `INSERT INTO ${placeOf('core', file.table)} (${listOf(columns)})
     SELECT ${wanted.join(', ')} FROM ${loaded(file.table)} r WHERE ${where}`,
    values,
  );
  return rowCount ?? 0;
}

const fileOf = (backup: BackupReader, table: string) =>
  registerFiles(backup).find((file) => file.table === table);

/** A client that was backed up during its removal is restored as active as it was before the removal. */
async function register(owner: pg.Client, backup: BackupReader, target: Target): Promise<void> {
  const { from, id, schema } = target;
  await insert(
    owner,
    fileOf(backup, 'clients'),
    {
      id: '$2::uuid',
      schema_name: '$3',
      role_name: '$4',
      version: '$5',
      is_active: 'coalesce(r.active_before_removal, r.is_active)',
      active_before_removal: 'NULL',
    },
    'r.id = $1',
    [from.id, id, schema, clientRole(id), from.version],
  );
}

/**
 * Adds the accounts, invitations and keys that are not taken; members without an account become former users.
 */
async function addPeople(
  owner: pg.Client,
  backup: BackupReader,
  { from, id, schema }: Target,
): Promise<Pick<RestoredClient, 'accounts' | 'without'>> {
  const [users, invitations, keys, sources] = ['users', 'invitations', 'api_keys', 'sources'].map((table) =>
    fileOf(backup, table),
  );
  const taken = 'SELECT 1 FROM core.users u WHERE u.id = r.id OR u.email_norm = r.email_norm';
  const { rows: without } = await owner.query<{ email: string }>(
    `SELECT email FROM ${loaded('users')} r WHERE client_id = $1 AND EXISTS (${taken}) ORDER BY 1`,
    [from.id],
  );
  const accounts = await insert(
    owner,
    users,
    {
      client_id: '$2::uuid',
      created_by: 'NULL',
      manager_id: 'NULL',
      password_hash: 'r.password_hash',
      // Apps are not in the backup of a client.
      second_factor_since: 'NULL',
      role_id: 'CASE WHEN r.role_id = $3 THEN $4 ELSE r.role_id END',
    },
    `r.client_id = $1 AND NOT EXISTS (${taken})`,
    [from.id, id, ROLE_IDS.superadmin, ROLE_IDS.admin],
  );
  const exists = (column: string) => `EXISTS (SELECT 1 FROM core.users u WHERE u.id = r.${column})`;
  // The accounts of creators and managers may have been left out, and a manager may work elsewhere by now.
  await owner.query(
    `UPDATE core.users n SET created_by = CASE WHEN ${exists('created_by')} THEN r.created_by END,
       manager_id = (SELECT u.id FROM core.users u WHERE u.id = r.manager_id AND u.client_id = n.client_id)
     FROM ${loaded('users')} r WHERE n.id = r.id AND n.client_id = $1`,
    [id],
  );
  await insert(
    owner,
    invitations,
    { client_id: '$2::uuid' },
    `r.client_id = $1 AND ${exists('invited_by')} AND r.expires_at > now() AND r.role_id <> $3
     AND NOT EXISTS (SELECT 1 FROM core.invitations i WHERE i.token_hash = r.token_hash)
     AND NOT EXISTS (SELECT 1 FROM core.users u WHERE u.email_norm = r.email_norm)`,
    [from.id, id, ROLE_IDS.superadmin],
  );
  await insert(
    owner,
    keys,
    { client_id: '$2::uuid', created_by: `CASE WHEN ${exists('created_by')} THEN r.created_by END` },
    `r.client_id = $1 AND NOT EXISTS
       (SELECT 1 FROM core.api_keys k WHERE k.id = r.id OR k.lineage = r.lineage OR k.public_id = r.public_id)`,
    [from.id, id],
  );
  await insert(
    owner,
    sources,
    { client_id: '$2::uuid', created_by: `CASE WHEN ${exists('created_by')} THEN r.created_by END` },
    `r.client_id = $1 AND NOT EXISTS (SELECT 1 FROM core.sources s WHERE s.id = r.id)`,
    [from.id, id],
  );
  await owner.query(
    `UPDATE ${placeOf(schema, 'members')} m SET belongs = false, is_active = false
     WHERE belongs AND NOT EXISTS (SELECT 1 FROM core.users u WHERE u.id = m.id AND u.client_id = $1)`,
    [id],
  );
  return { accounts, without: without.map(({ email }) => email) };
}
