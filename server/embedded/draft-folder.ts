import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DRAFT } from './cluster.ts';

/** Milliseconds that the end of this process waits for the draft's database, and between two looks. */
const PATIENCE = 10_000;
const POLL = 20;

export type DraftFolder = { draft: string; remove: () => void };

/** A data folder for one piece of work. It is gone after `remove`, or when this process exits before that. */
export function openDraft(dataDir: string): DraftFolder {
  const draft = mkdtempSync(join(dataDir, DRAFT));
  const remove = () => {
    process.off('exit', remove);
    waitForDatabase(draft);
    rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', remove);
  return { draft, remove };
}

/** Blocks until the database, told to stop by another listener of the exit, has removed its lock file. */
function waitForDatabase(draft: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const until = performance.now() + PATIENCE;
  while (existsSync(join(draft, 'postgres', 'postmaster.pid')) && performance.now() < until)
    Atomics.wait(clock, 0, 0, POLL);
}
