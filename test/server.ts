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
import { SCRATCH, scratchFolder } from '#test/scratch.ts';

/**
 * The PostgreSQL that the test files of one run share, each with a database of its own (see `test/database.ts`). Prints
 * its URL when ready and runs until its input closes, which also happens when the runner is killed.
 */
const log = { info() {}, warn() {}, error: console.error };
const folder = () => scratchFolder('lms-tests-');

/** An empty cluster, made once for each user and set of packages: copying takes a tenth of the time of making one. */
const CLUSTERS = join('node_modules', '.cache', 'test-clusters');
const packages = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex').slice(0, 12);
const cluster = join(CLUSTERS, `${process.getuid?.() ?? 'user'}-${packages}`);
if (!existsSync(cluster)) await makeCluster();

/** A copy that the run before has left for this one: copying takes as long as starting. */
const spare = join(SCRATCH, `lms-tests-spare-${basename(cluster)}`);
const dataDir = takeSpare() ?? (await copyOfCluster());
// Two processes at a time, some of which open their database twice, each with its pools.
const { owner, stop } = await startEmbeddedDatabase({ dataDir, log, memory: 1024, connections: 100 });
console.log(addressOf({ ...owner, database: 'postgres' }));

// While the tests run; of two runs at once one leaves its copy, and without a copy the next run makes its own.
const left = copyOfCluster().then(
  (made) => {
    if (!moved(made, spare)) rmSync(made, { recursive: true, force: true });
  },
  () => {},
);

process.stdin.resume().once('end', () => void end());

async function end(): Promise<void> {
  await Promise.all([stop(), left]);
  rmSync(dataDir, { recursive: true, force: true });
}
// Ctrl-C reaches this process too; the tests that still run end first.
process.on('SIGINT', () => undefined);

async function copyOfCluster(): Promise<string> {
  const copy = folder();
  await cp(cluster, copy, { recursive: true });
  // PostgreSQL starts on no folder that others may read; a copy of a folder is open to all.
  chmodSync(join(copy, 'postgres'), 0o700);
  return copy;
}

function takeSpare(): string | undefined {
  const mine = folder();
  if (moved(spare, mine)) return mine;
  rmSync(mine, { recursive: true });
  return undefined;
}

/** Whether the move was made: not where there is nothing to move, or where somebody else was faster. */
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
  // Another run may have been faster: one of the two whole clusters stays.
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
  rmSync(made, { recursive: true, force: true });
}
