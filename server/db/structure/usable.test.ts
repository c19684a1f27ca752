import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after, test } from 'node:test';
import { openDatabase } from '#server/db/database.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { ownerOf } from './owner.ts';
import { sentenceOf } from '#server/commands/end-with-sentence.ts';
import { databaseUrl, openEmptyDatabase } from '#test/database.ts';
import { runProgram } from '#test/servers/program.ts';

const place = await openEmptyDatabase();
const { owner } = place;
const admin = async (...statements: string[]) =>
  await onOwnConnection(owner, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

const name = String(owner.database);
const [role, latin, closed] = [`${name}_role`, `${name}_latin`, `${name}_closed`];
await admin(
  `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`,
  `CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  `CREATE DATABASE ${closed} ALLOW_CONNECTIONS false`,
);
after(async () => {
  await admin(
    `DROP OWNED BY ${role}`,
    `DROP ROLE ${role}`,
    `DROP DATABASE ${latin} WITH (FORCE)`,
    `DROP DATABASE ${closed}`,
  );
  await place.stop();
});

const login = { ...owner, user: role, password: 'secret' };
const at = (changes: Partial<typeof owner>) => databaseUrl({ ...owner, ...changes });
const asRole = databaseUrl(login);

/** A port where something other than PostgreSQL listens. */
async function listening(answer: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const silent = await listening(() => {});
/** PostgreSQL's answer to a wish for TLS when it has no certificate. */
const plain = await listening((socket) => socket.once('data', () => socket.write('N')));
const foreign = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));

/**
 * An address, the message with which the start refuses it, and what an administrator did before and reverts.
 */
type Case = [address: string, words: RegExp, done?: string, undone?: string];
const CASES: Case[] = [
  ['postgres://a:b@nohost.invalid/x', /The host that DATABASE_URL names is not known/],
  ['postgres://a:b@127.0.0.1:1/x', /does not answer/],
  [`postgres://a:b@127.0.0.1:${portOf(silent)}/x`, /does not answer/],
  [
    `postgres://a:b@127.0.0.1:${portOf(foreign)}/x`,
    /no PostgreSQL|does not speak|is not understood|connection.*was lost/,
  ],
  ['postgres://a@localhost/x?host=/no/such/folder', /No PostgreSQL listens on the socket/],
  ['postgres://wrong', /DATABASE_URL names no database/],
  ['postgres://a:b@127.0.0.1:99999/x', /cannot be read/],
  ['postgres://a:b@127.0.0.1:5432', /DATABASE_URL names no database/],
  ['postgres://a:b@127.0.0.1:5432/', /DATABASE_URL names no database/],
  ['postgres://a:b/c@127.0.0.1/x', /cannot be read\. Signs such as/],
  [
    'postgres://a:b@127.0.0.1/x?sslmode=verify-full&sslrootcert=/no/such.crt',
    /names the file \/no\/such\.crt/,
  ],
  [`postgres://a:b@127.0.0.1:${portOf(plain)}/x?sslmode=verify-full`, /does not speak TLS/],
  [at({ database: 'no_such_database' }), /does not exist\. Create it first/],
  [at({ database: closed }), /isn’t accepting connections/],
  [at({ database: latin }), /stores text as LATIN1/],
  [at({ user: 'nobody_here', password: 'x' }), /refuses the user or password|rejects the user/],
  [asRole, /may not create schemas .* GRANT CREATE ON DATABASE/],
  [
    asRole,
    /may not create roles.* ALTER ROLE "\w+" CREATEROLE/,
    `GRANT CREATE ON DATABASE ${name} TO ${role}`,
    `REVOKE CREATE ON DATABASE ${name} FROM ${role}`,
  ],
  [
    at({}),
    /temporary tables, which imports need/,
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
    `GRANT TEMPORARY ON DATABASE ${name} TO PUBLIC`,
  ],
  [
    at({}),
    /may not connect/,
    `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${name} TO PUBLIC`,
  ],
  [`${at({})}&options=-c%20default_transaction_read_only%3Don`, /can only be read/],
];

/** The message with which a start on this address is refused. */
async function refusalOf(address: string): Promise<string> {
  try {
    const database = await openDatabase(ownerOf(address), 'a secret');
    await database.close();
    return 'Nothing is wrong.';
  } catch (error) {
    return sentenceOf(error) ?? String(error);
  }
}

test('an unusable database is refused with a message, and nothing is created in it', async () => {
  for (const [address, words, done, undone] of CASES) {
    if (done) await admin(done);
    const said = await refusalOf(address);
    if (undone) await admin(undone);
    assert.match(said, words, address);
    assert.doesNotMatch(said, /secret|\n/, address);
  }
  await onOwnConnection(owner, async (client) => {
    const { rows } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname IN ('core', 'extensions')");
    assert.deepEqual(rows, []);
  });
});

test('the server and the commands exit with that message', async () => {
  for (const address of ['postgres://wrong', asRole])
    for (const program of ['main', 'superadmin']) {
      const args = program === 'main' ? [] : ['--email', 'operator@example.com'];
      const settings = { DATA_DIR: place.dataDir, DATABASE_URL: address, PORT: '0' };
      const { status, stderr } = await runProgram(program, args, settings);
      assert.equal(status, 1);
      assert.equal(stderr, `\n  ${await refusalOf(address)}\n\n`);
    }
});

test('a refused password and a full server have their own messages', () => {
  // A server may be configured to require no password.
  const said = (code: string, hint?: string) => sentenceOf(Object.assign(new Error('FATAL'), { code, hint }));
  assert.equal(said('28P01'), 'The database refuses the user or password of DATABASE_URL.');
  assert.match(said('53300') ?? '', /has no connections left/);
  assert.match(said('53100') ?? '', /The disk of the database is full/);
  assert.match(said('53200') ?? '', /The database is out of memory/);
  const hint = 'You might need to increase max_locks_per_transaction.';
  assert.match(said('53200', hint) ?? '', /no room for more locks\. Raise its max_locks_per_transaction/);
  assert.equal(said('XX000'), undefined);
});
