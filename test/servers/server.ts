import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { addressOf } from '#test/database.ts';
import { CLUSTER, CLUSTERS, copyCluster } from '#test/servers/cached-cluster.ts';
import { SCRATCH, scratchFolder } from '#test/servers/scratch.ts';

/**
 * The PostgreSQL shared by the test files of one run, each with its own database (see `test/database.ts`).
 * Prints its URL when ready and runs until its input closes, which also happens when the runner is killed.
 */
const log = { info() {}, warn() {}, error: console.error };
const folder = () => scratchFolder('lms-tests-');

if (!existsSync(CLUSTER)) await makeCluster();

/** A copy left by the previous run for this one, because copying takes as long as starting. */
const spare = join(SCRATCH, `lms-tests-spare-${basename(CLUSTER)}`);
const dataDir = takeSpare() ?? copyOfCluster();
// Enough for four processes at a time, some of which open their database twice, each with its pools.
const { owner, stop } = await startEmbeddedDatabase({ dataDir, log, memory: 1024, connections: 120 });
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
  const made = copyOfCluster();
  if (!moved(made, spare)) rmSync(made, { recursive: true, force: true });
}

function copyOfCluster(): string {
  const copy = folder();
  copyCluster(copy);
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
  // Another run may have been faster, and copies its cluster.
  if (!moved(draft, CLUSTER)) rmSync(draft, { recursive: true, force: true });
  rmSync(made, { recursive: true, force: true });
}
