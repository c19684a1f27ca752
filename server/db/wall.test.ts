import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { clientRole } from '#server/db/pool/client-role.ts';
import { copyInto } from '#server/db/copy.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import { UnusableDatabase } from '#server/db/structure/usable.ts';
import { MIRRORED } from '#server/db/tables/mirrored-tables.ts';
import { openCore } from '#server/db/system-scope.ts';
import { proveWall } from '#server/db/wall.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';

let database: TestDatabase['database'];
let testDatabase: TestDatabase;
let alphaRole: string;
let betaRole: string;
before(async () => {
  testDatabase = await openTestDatabase();
  ({ database } = testDatabase);
  alphaRole = clientRole(await createClient(database, { clientName: 'Alpha', schemaName: 'alpha' }));
  betaRole = clientRole(await createClient(database, { clientName: 'Beta', schemaName: 'beta' }));
});
after(async () => await testDatabase.close());

async function tablesOf(schema: string): Promise<string[]> {
  return await database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'v') ORDER BY 1`,
      [schema],
    );
    return rows.map(({ name }) => `${schema}.${name}`);
  });
}

async function firstColumn(table: string): Promise<string> {
  return await database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1`,
      [table],
    );
    return rows[0]?.name ?? '';
  });
}

/** One statement of every kind that could touch a table. */
function attacks(table: string, column: string): string[] {
  return [
    `SELECT * FROM ${table}`,
    `SELECT count(*) FROM ${table}`,
    `SELECT EXISTS (SELECT 1 FROM ${table})`,
    `SELECT * FROM ${table} FOR UPDATE`,
    `WITH t AS (SELECT * FROM ${table}) SELECT 1 FROM t`,
    `INSERT INTO ${table} DEFAULT VALUES`,
    `INSERT INTO ${table} (${column}) VALUES (NULL) ON CONFLICT DO NOTHING`,
    `UPDATE ${table} SET ${column} = NULL`,
    `DELETE FROM ${table}`,
    `MERGE INTO ${table} t USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE`,
    `TRUNCATE ${table}`,
    `DO $$ BEGIN LOCK TABLE ${table} IN ACCESS SHARE MODE; END $$`,
    `COPY ${table} TO STDOUT`,
    `COPY ${table} FROM STDIN`,
    `ALTER TABLE ${table} ADD COLUMN taken text`,
    `DROP TABLE ${table}`,
    `CREATE INDEX ON ${table} (${column})`,
    `CREATE TEMP TABLE taken AS SELECT * FROM ${table}`,
    `CREATE TEMP VIEW seen AS SELECT * FROM ${table}; SELECT * FROM seen`,
  ];
}

const code = (error: unknown) => (error as { code?: string }).code;

async function refused(db: Pick<Kysely<unknown>, 'executeQuery'>, statement: string): Promise<void> {
  await assert.rejects(
    async () => await db.executeQuery(CompiledQuery.raw(statement)),
    (error) => {
      assert.equal(code(error), '42501', `${statement}: ${String(error)}`);
      return true;
    },
    `${statement} succeeded`,
  );
}

/** Tables that get every kind of statement; the others get four, and have no privilege for the rest. */
const WHOLLY = [
  'beta.leads',
  'beta.members',
  'beta.changed_rows',
  'core.users',
  'core.sessions',
  'client_template.leads',
];

async function attackAll(asAlpha: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const column = await firstColumn(table);
    const four = [
      `SELECT * FROM ${table}`,
      `INSERT INTO ${table} DEFAULT VALUES`,
      `UPDATE ${table} SET ${column} = NULL`,
      `DELETE FROM ${table}`,
    ];
    for (const each of WHOLLY.includes(table) ? attacks(table, column) : four) await refused(asAlpha, each);
  }
  const rights = await database.asOwner(
    async (owner) =>
      await owner.query(
        `SELECT name, privilege FROM unnest($1::text[]) name,
           unnest('{SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER}'::text[]) privilege
         WHERE has_table_privilege($2, name, privilege)`,
        [tables, alphaRole],
      ),
  );
  assert.deepEqual(rights.rows, []);
}

test("a client's role is refused every kind of statement on another client's tables", async () => {
  const asAlpha = kyselyAs<unknown>(database.pool, alphaRole);
  const tables = await tablesOf('beta');
  assert.ok(tables.length >= 10);
  await attackAll(asAlpha, tables);
  for (const attack of [
    'CREATE TABLE beta.mine (id int)',
    'DROP SCHEMA beta CASCADE',
    'ALTER SCHEMA beta RENAME TO mine',
  ])
    await refused(asAlpha, attack);
});

test("a client's role cannot reach core, the template or the mirror of all clients", async () => {
  const asAlpha = kyselyAs<unknown>(database.pool, alphaRole);
  const tables = [...(await tablesOf('core')), ...(await tablesOf('client_template'))];
  await attackAll(asAlpha, tables);
  for (const table of [...Object.keys(MIRRORED), 'lead_totals', 'lead_days']) {
    for (const attack of [`SELECT * FROM all_clients.${table}`, `DELETE FROM all_clients.${table}`])
      await refused(asAlpha, attack);
  }
});

test("a client's role can neither change nor read anything of the server itself", async () => {
  const asAlpha = kyselyAs<unknown>(database.pool, alphaRole);
  const onServer = ['CREATE SCHEMA mine', 'CREATE ROLE mine', `ALTER ROLE ${alphaRole} SUPERUSER`, `GRANT ${betaRole} TO ${alphaRole}`,
    `SELECT pg_read_file('/etc/passwd')`, `COPY (SELECT 1) TO PROGRAM 'true'`, `SELECT rolpassword FROM pg_authid`, `SELECT pg_ls_dir('.')`,
    `CREATE TABLE public.mine (id int)`, `ALTER TABLE alpha.leads DROP COLUMN name`, `CREATE TABLE alpha.mine (id int)`, `DROP TABLE alpha.leads`,
    `TRUNCATE alpha.leads`, `ALTER SYSTEM SET fsync = off`, `CREATE EXTENSION dblink SCHEMA public`, `SELECT lo_import('/etc/passwd')`]; // prettier-ignore
  for (const attack of onServer) await refused(asAlpha, attack);
});

test('the login role of requests reads no lead, writes no client, and changes no audit line', async () => {
  const core = openCore(database);
  for (const table of ['alpha.leads', 'beta.members', 'all_clients.leads', 'client_template.leads'])
    await refused(core, `SELECT * FROM ${table}`);
  for (const attack of [
    'DELETE FROM core.audit',
    'TRUNCATE core.audit',
    'DELETE FROM core.api_keys',
    'UPDATE core.audit SET action = NULL',
    'DELETE FROM core.users',
    'DELETE FROM core.clients',
    'INSERT INTO core.clients (id) VALUES (NULL)',
    'DELETE FROM core.roles',
    'UPDATE core.roles SET name = NULL',
    'INSERT INTO core.migrations (name) VALUES (NULL)',
    'TRUNCATE core.sessions',
    'CREATE TABLE core.mine (id int)',
    'DROP SCHEMA alpha CASCADE',
    `ALTER ROLE ${database.installation.appRole} SUPERUSER`,
  ])
    // prettier-ignore
    await refused(core, attack);
});

test('a handle bound to one client cannot reach another by query builder, raw SQL or COPY', async () => {
  const alpha = database.client({ schema: 'alpha', role: alphaRole });
  assert.equal((await alpha.selectFrom('leads').select('id').execute()).length, 0);
  const astray = alpha.withSchema('beta');
  const id = '01890000-0000-7000-8000-000000000001';
  const lead = { id, name: 'Astray', email_norm: null, phone_norm: null };
  await assert.rejects(async () => await astray.selectFrom('leads').selectAll().execute(), { code: '42501' });
  await assert.rejects(async () => await astray.insertInto('leads').values(lead).execute(), {
    code: '42501',
  });
  await assert.rejects(async () => await astray.updateTable('leads').set({ name: 'x' }).execute(), {
    code: '42501',
  });
  await assert.rejects(async () => await astray.deleteFrom('leads').execute(), { code: '42501' });
  await assert.rejects(async () => await sql`SELECT 1 FROM beta.leads`.execute(alpha), { code: '42501' });
  const stream = async () => {
    for await (const row of astray.selectFrom('leads').selectAll().stream(10))
      assert.fail(JSON.stringify(row));
  };
  await assert.rejects(stream, { code: '42501' });
  const copying = async () =>
    await copyInto(alpha, 'beta.lead_days (day)', 'FORMAT csv', Readable.from(['2026-01-01\n']));
  await assert.rejects(copying, { code: '42501' });
});

/** Grants a forbidden right, checks that the proof notices it, and revokes it. */
async function whileGranted(grant: string, revoke: string): Promise<void> {
  await database.asOwner(async (owner) => await owner.query(grant));
  try {
    await assert.rejects(async () => await proveWall(database), UnusableDatabase);
  } finally {
    await database.asOwner(async (owner) => await owner.query(revoke));
  }
  await proveWall(database);
}

test('the proof at start passes, and refuses to serve when a forbidden read succeeds', async () => {
  await proveWall(database);
  const { appRole } = database.installation;
  // The proof picks a client at random, so both directions are opened.
  for (const [reader, schema] of [
    [`${alphaRole}, ${betaRole}`, 'alpha, beta'],
    [appRole, 'alpha, beta'],
  ])
    // prettier-ignore
    await whileGranted(
      `GRANT USAGE ON SCHEMA ${schema} TO ${reader}; GRANT SELECT ON alpha.leads, beta.leads TO ${reader}`,
      reader === appRole
        ? `REVOKE ALL ON alpha.leads, beta.leads FROM ${appRole}; REVOKE USAGE ON SCHEMA alpha, beta FROM ${appRole}`
        : `REVOKE ALL ON beta.leads FROM ${alphaRole}; REVOKE USAGE ON SCHEMA beta FROM ${alphaRole};
           REVOKE ALL ON alpha.leads FROM ${betaRole}; REVOKE USAGE ON SCHEMA alpha FROM ${betaRole}`,
    );
  await whileGranted(
    `GRANT USAGE ON SCHEMA core TO ${alphaRole}, ${betaRole}; GRANT SELECT ON core.users TO ${alphaRole}, ${betaRole}`,
    `REVOKE ALL ON core.users FROM ${alphaRole}, ${betaRole}; REVOKE USAGE ON SCHEMA core FROM ${alphaRole}, ${betaRole}`,
  );
});

test('the proof refuses a request role with owner rights', async () => {
  const { appRole } = database.installation;
  await whileGranted(`ALTER ROLE ${appRole} BYPASSRLS`, `ALTER ROLE ${appRole} NOBYPASSRLS`);
  await whileGranted(
    `CREATE TABLE public.owned (id int); GRANT CREATE ON SCHEMA public TO ${appRole}; ALTER TABLE public.owned OWNER TO ${appRole}`,
    `DROP TABLE public.owned; REVOKE CREATE ON SCHEMA public FROM ${appRole}`,
  );
});
