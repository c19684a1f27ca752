import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { before, test } from 'node:test';
import pg from 'pg';
import { stampOf } from '#server/backup/folder.ts';
import { inTransaction } from '#server/db/pool/own-connection.ts';
import { checkMigrations, checkServer } from './check-database.ts';
import { checkIndexes } from './check-indexes.ts';
import { checkDisk, checkSettings } from './check-machine.ts';
import { checkBackups } from '#server/backup/check-backups.ts';
import { checkMail, checkTls } from './check-outside.ts';
import { checkWalls } from './check-walls.ts';
import type { Finding } from '#server/finding.ts';
import { configOf } from '#test/config.ts';
import { databaseUrl } from '#test/database.ts';
import { startMailbox } from '#test/messages/mailbox.ts';
import { runProgram } from '#test/servers/program.ts';
import { withOwnWorld } from '#test/world.ts';

const { app, world } = await withOwnWorld();
const owner = new pg.Client(app.owner);
// The database closes the connection before this file does.
owner.on('error', () => {});
before(async () => await owner.connect());
test.after(async () => await owner.end());

class Undo extends Error {}

/** Checks a database with a fault, which is removed afterwards. */
async function withFault(fault: string, look: (owner: pg.Client) => Promise<Finding[]>): Promise<Finding[]> {
  let found: Finding[] = [];
  const planted = inTransaction(owner, async () => {
    await owner.query(fault);
    found = await look(owner);
    throw new Undo();
  });
  await planted.catch((error: unknown) => assert.ok(error instanceof Undo, String(error)));
  return found;
}

const badOf = (findings: Finding[]) => findings.filter(({ level }) => level !== 'good');

/** Exactly one finding is bad: it has this level and text, and a fix. */
function assertFound(findings: Finding[], level: Finding['level'], words: RegExp): void {
  const bad = badOf(findings);
  assert.equal(bad.length, 1, JSON.stringify(findings));
  assert.equal(bad[0]?.level, level);
  assert.match(bad[0]?.says ?? '', words);
  assert.ok(bad[0]?.remedy, 'no remedy');
}

test('a sound database has no findings', async () => {
  for (const look of [checkServer, checkMigrations, checkWalls, checkIndexes])
    assert.deepEqual(badOf(await look(owner)), [], look.name);
});

const roleOf = (id: string) => `lms_c_${id.replaceAll('-', '')}`;

test('database faults are found: extension, rights to temporary tables, migrations', async () => {
  const faults: [string, (owner: pg.Client) => Promise<Finding[]>, RegExp][] = [
    ['DROP EXTENSION pg_trgm CASCADE', checkServer, /pg_trgm is missing/],
    [
      `REVOKE TEMPORARY ON DATABASE "${app.owner.database}" FROM PUBLIC`,
      checkServer,
      /cannot make temporary tables/,
    ],
    [
      "DELETE FROM core.migrations WHERE name = '0007-whose-day'",
      checkMigrations,
      /^Missing: 0007-whose-day\.$/,
    ],
    [
      "UPDATE core.clients SET version = '0003-follow-ups' WHERE schema_name = 'alpha'",
      checkMigrations,
      /^Clients behind: alpha\.$/,
    ],
    ["INSERT INTO core.migrations (name) VALUES ('9999-future')", checkMigrations, /newer release/],
  ];
  for (const [fault, look, words] of faults) assertFound(await withFault(fault, look), 'wrong', words);
});

test('a hole in a wall is found, whichever role it is for', async () => {
  const beta = roleOf(world.beta.id);
  const { appRole } = app.database.installation;
  const faults: [string, RegExp][] = [
    [`GRANT USAGE ON SCHEMA alpha TO ${beta}`, /^lms_c_\w+ may enter the schema alpha\.$/],
    ['GRANT SELECT ON alpha.leads TO PUBLIC', /^PUBLIC may enter the schema alpha\.$/],
    [`GRANT SELECT ON core.users TO ${beta}`, /^lms_c_\w+ may enter the schema core\.$/],
    [`ALTER ROLE ${appRole} BYPASSRLS`, /has an owner’s rights/],
    [`CREATE TABLE core.own (); ALTER TABLE core.own OWNER TO ${appRole}`, /has an owner’s rights/],
    [`REVOKE ${beta} FROM ${appRole}`, /not granted to the request role: beta\.$/],
    [
      `UPDATE core.clients SET role_name = role_name || 'x' WHERE schema_name = 'gone'; REVOKE ${roleOf(world.alpha.id)} FROM ${appRole}`,
      /role: alpha\.$/,
    ],
  ];
  for (const [fault, words] of faults) assertFound(await withFault(fault, checkWalls), 'wrong', words);
});

test('missing, invalid and bloated indexes are reported', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'alpha' AND tablename = 'leads' AND indexname !~ 'pkey' LIMIT 1",
  );
  const name = rows[0]?.name ?? '';
  const dropped = await withFault(`DROP INDEX alpha.${name}`, checkIndexes);
  assertFound(dropped, 'wrong', new RegExp(`^Missing: alpha\\.${name}\\.$`));
  const invalid = await withFault(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'alpha.${name}'::regclass`,
    checkIndexes,
  );
  assertFound(invalid, 'wrong', new RegExp(`^Invalid.*: alpha\\.${name}\\.$`));
  await owner.query('CREATE TABLE core.worn AS SELECT n FROM generate_series(1, 50000) n');
  await owner.query('CREATE INDEX worn_n ON core.worn (n); DELETE FROM core.worn WHERE n > 10');
  await owner.query('VACUUM (ANALYZE, TRUNCATE false) core.worn');
  const worn = await checkIndexes(owner, 512 * 1024);
  assertFound(worn, 'note', /^More than 4 times as large as their rows need: core\.worn_n\.$/);
  await owner.query('DROP TABLE core.worn');
});

test('settings that contradict each other are reported', () => {
  const found = (env: Record<string, string>) => badOf(checkSettings(configOf(app.dataDir, env)));
  assert.deepEqual(found({}), []);
  const https = { PUBLIC_URL: 'https://lms.example.com' };
  assert.deepEqual(found({ ...https, TRUST_PROXY: '127.0.0.1' }), []);
  assertFound(found(https), 'wrong', /everyone behind it counts as one caller/);
  const mail = { SMTP_HOST: 'mail.example.com', SMTP_FROM: 'lms@example.com' };
  assertFound(found(mail), 'wrong', /which can’t be reached/);
  assertFound(found({ PUBLIC_URL: 'http://lms.example.com' }), 'note', /without TLS/);
  assertFound(found({ ...https, TRUST_PROXY: '1', INSECURE_HTTP: '1' }), 'wrong', /INSECURE_HTTP/);
});

test('a machine without the data folder is checked without it', async () => {
  assert.deepEqual(await checkDisk(join(app.dataDir, 'elsewhere')), []);
});

test('keys that others can read, and old or missing backups, are reported', async () => {
  const dataDir = join(app.dataDir, 'doctor');
  mkdirSync(join(dataDir, 'secrets'), { recursive: true });
  mkdirSync(join(dataDir, 'backups'));
  const key = join(dataDir, 'secrets/token.key');
  writeFileSync(key, 'secret', { mode: 0o600 });
  const keys = async () => (await checkDisk(dataDir)).filter(({ part }) => part === 'keys');
  assert.deepEqual(badOf(await keys()), []);
  for (const mode of process.platform === 'win32' ? [] : [0o604, 0o640, 0o620, 0o602]) {
    chmodSync(key, mode);
    assertFound(await keys(), 'wrong', /token\.key can be read by/);
  }
  const config = configOf(dataDir);
  assertFound(checkBackups(config), 'wrong', /no backup/);
  assertFound(checkBackups({ ...config, databaseUrl: 'postgres://a/b' }), 'note', /no backup/);
  writeFileSync(join(dataDir, 'backups', `lms-all-${stampOf(new Date())}.zip`), '');
  assert.deepEqual(badOf(checkBackups(config)), []);
  const later = Date.now() + 40.5 * 3_600_000;
  assertFound(checkBackups(config, later), 'wrong', /is 40 hours old/);
  const ahead = `lms-all-${stampOf(new Date(later))}.zip`;
  writeFileSync(join(dataDir, 'backups', ahead), '');
  assertFound(checkBackups(config), 'note', new RegExp(`^${ahead} in .*: dated in the future`));
  rmSync(join(dataDir, 'backups'), { recursive: true });
  mkdirSync(join(dataDir, 'backups'));
  writeFileSync(join(dataDir, 'backups', ahead), '');
  assert.deepEqual(
    checkBackups(config).map(({ level }) => level),
    ['note', 'wrong'],
  );
});

test('a mail server that rejects messages is reported', async (t) => {
  const box = await startMailbox();
  t.after(box.close);
  assert.deepEqual(badOf(await checkMail({ mail: box.config })), []);
  await box.close();
  assertFound(await checkMail({ mail: box.config }), 'wrong', /doesn’t accept email from LMS \(\w+\)/);
  assertFound(await checkMail({ mail: undefined }), 'note', /no emails are sent/);
});

/** Self-signed, for localhost, until the year 2126. */
const CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJqTMf/dWHtfLS/vX
3WWaAE3dO8a9Va08px48UHWDLVShRANCAASSRuFIcNmFqwF8zJRi6NlcPe2WPBtP
RdaPjA4kOzYQkjGpaM9H+OI+lbjBX5YLxvpu9VPQLNfPcGcXdFfC006X
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUM8UWoIyb/R7YI9eCsVdm6JsxSn0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIxMTQzOVoYDzIxMjYxMDI5
MjExNDM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASSRuFIcNmFqwF8zJRi6NlcPe2WPBtPRdaPjA4kOzYQkjGpaM9H+OI+
lbjBX5YLxvpu9VPQLNfPcGcXdFfC006Xo28wbTAdBgNVHQ4EFgQUEtnREOE+APTu
X0ZCn+H1aRcrZl0wHwYDVR0jBBgwFoAUEtnREOE+APTuX0ZCn+H1aRcrZl0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgHdhsqED2DPXohoyJqXrZYYe5SSZWtqake9h5QEn7a48CIDlO
G57XY+aqjNXHD7ZTXVTuojoGPrZ96BzN7oqRIr2w
-----END CERTIFICATE-----`,
};

test('an untrusted certificate, an expired one and an unreachable address are reported', async (t) => {
  const server = createServer(CERTIFICATE).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  assertFound(await checkTls(url), 'wrong', /do not trust .* \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  assertFound(await checkTls(url, Date.parse('2127-01-01')), 'wrong', /expired \d+ days ago/);
  server.close();
  await once(server, 'close');
  assertFound(await checkTls(url), 'wrong', /Nothing responds/);
  assert.deepEqual(await checkTls('http://localhost:1'), []);
});

/** Runs `npm run doctor` on this file's database. */
async function doctor(more: Record<string, string | undefined> = {}) {
  const own = { DATA_DIR: app.dataDir, DATABASE_URL: databaseUrl(app.owner) };
  const { status, stdout, stderr } = await runProgram('doctor', [], { ...own, ...more });
  return { status, said: stdout + stderr };
}

test('npm run doctor exits with 0 when nothing is wrong, otherwise with 1 and the fix', async () => {
  const sound = await doctor();
  assert.equal(sound.status, 0, sound.said);
  assert.match(
    sound.said,
    /✓ walls: All \d+ clients are isolated from each other\.[^]*✓ mirror: [^]*Nothing is wrong\./,
  );
  await owner.query('GRANT USAGE ON SCHEMA alpha TO PUBLIC');
  const open = await doctor();
  await owner.query('REVOKE USAGE ON SCHEMA alpha FROM PUBLIC');
  assert.equal(open.status, 1, open.said);
  assert.match(open.said, /✗ walls: PUBLIC may enter the schema alpha\.\n +→ REVOKE ALL ON SCHEMA alpha/);
  const unset = await doctor({ POOL_CONNECTIONS: '1' });
  assert.equal(unset.status, 1);
  assert.match(unset.said, /^\n {2}POOL_CONNECTIONS must be a whole number/);
  const empty = join(app.dataDir, 'nothing');
  const none = await doctor({ DATABASE_URL: undefined, DATA_DIR: empty });
  assert.equal(none.status, 1);
  assert.match(none.said, /There is no installation in .* yet\. Run npm start to create one\./);
  assert.ok(!existsSync(empty), 'the doctor has made a folder');
});
