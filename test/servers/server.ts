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
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { addressOf } from '#test/database.ts';
import { SCRATCH, scratchFolder } from '#test/servers/scratch.ts';

/**
 * The PostgreSQL shared by the test files of one run, each with its own database (see `test/database.ts`).
 * Prints its URL when ready and runs until its input closes, which also happens when the runner is killed.
 */
const log = { info() {}, warn() {}, error: console.error };
const folder = () => scratchFolder('lms-tests-');

/**
 * An empty cluster, created once per user and set of packages: copying it takes a tenth of the time of
 * creating one.
 */
const CLUSTERS = join('node_modules', '.cache', 'test-clusters');
const packages = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex').slice(0, 12);
const cluster = join(CLUSTERS, `${process.getuid?.() ?? 'user'}-${packages}`);
if (!existsSync(cluster)) await makeCluster();

/** A copy left by the previous run for this one, because copying takes as long as starting. */
const spare = join(SCRATCH, `lms-tests-spare-${basename(cluster)}`);
const dataDir = takeSpare() ?? (await copyOfCluster());
// Enough for two processes at a time, some of which open their database twice, each with its pools.
const { owner, stop } = await startEmbeddedDatabase({ dataDir, log, memory: 1024, connections: 100 });
console.log(addressOf({ ...owner, database: 'postgres' }));

// Made while the tests run. Of two simultaneous runs one leaves its copy, and without a copy the next run
// makes its own.
const left = leaveSpare().catch(() => {});

process.stdin.resume().once('end', () => void end());

async function end(): Promise<void> {
  await Promise.all([stop(), left]);
  rmSync(dataDir, { recursive: true, force: true });
}
// Ctrl-C reaches this process too, but the running tests must end first.
process.on('SIGINT', () => undefined);

async function leaveSpare(): Promise<void> {
  const made = await copyOfCluster();
  if (!moved(made, spare)) rmSync(made, { recursive: true, force: true });
}

async function copyOfCluster(): Promise<string> {
  const copy = folder();
  await cp(cluster, copy, { recursive: true });
  // PostgreSQL refuses a folder that others can read, and a copied folder is readable by all.
  chmodSync(join(copy, 'postgres'), 0o700);
  return copy;
}

function takeSpare(): string | undefined {
  const mine = folder();
  if (moved(spare, mine)) return mine;
  rmSync(mine, { recursive: true });
  return undefined;
}

/** Returns whether the folder was moved: not if there is nothing to move, or another run was faster. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

async function makeCluster(): Promise<void> {
  const made = folder();
  const server = await startEmbeddedDatabase({ dataDir: made, log });
  await server.stop();
  mkdirSync(CLUSTERS, { recursive: true });
  const draft = mkdtempSync(join(CLUSTERS, 'draft-'));
  cpSync(made, draft, { recursive: true });
  // Another run may have been faster; one of the two complete clusters stays.
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
  rmSync(made, { recursive: true, force: true });
}
