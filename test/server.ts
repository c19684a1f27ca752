import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { addressOf } from '#test/database.ts';

/**
 * The PostgreSQL that the test files of one run share, each with a database of its own (see `test/database.ts`). Prints
 * its URL when ready and runs until its input closes, which also happens when the runner is killed.
 */
const log = { info() {}, warn() {}, error: console.error };
const folder = () => mkdtempSync(join(tmpdir(), 'lms-tests-'));

/** An empty cluster, made once for each user and set of packages: copying takes a tenth of the time of making one. */
const CLUSTERS = join('node_modules', '.cache', 'test-clusters');
const packages = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex').slice(0, 12);
const cluster = join(CLUSTERS, `${process.getuid?.() ?? 'user'}-${packages}`);
if (!existsSync(cluster)) await makeCluster();

const dataDir = folder();
cpSync(cluster, dataDir, { recursive: true });
// PostgreSQL starts on no folder that others may read; a copy of a folder is open to all.
chmodSync(join(dataDir, 'postgres'), 0o700);
const { owner, stop } = await startEmbeddedDatabase({ dataDir, log });
console.log(addressOf({ ...owner, database: 'postgres' }));

process.stdin.resume().once('end', async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});
// Ctrl-C reaches this process too; the tests that still run end first.
process.on('SIGINT', () => undefined);

async function makeCluster(): Promise<void> {
  const made = folder();
  const server = await startEmbeddedDatabase({ dataDir: made, log });
  const client = new pg.Client({ ...server.owner, database: 'postgres' });
  await client.connect();
  // What a crash of this server would lose, nobody needs.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.end();
  await server.stop();
  mkdirSync(CLUSTERS, { recursive: true });
  const draft = mkdtempSync(join(CLUSTERS, 'draft-'));
  cpSync(made, draft, { recursive: true });
  // Another run may have been faster: one of two whole clusters stays.
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
  rmSync(made, { recursive: true, force: true });
}
