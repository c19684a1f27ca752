import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from '#server/db/pool/ask.ts';

/** Milliseconds: how long a start puts up with a busy database, and the pause before it asks again. */
const PATIENCE = 30_000;
const PAUSE = 500;

/**
 * Runs work of a start, again while the database is busy or cannot be reached: a machine that is still restarting
 * everything else answers no request within two seconds, and nobody waits for a response yet. `work` must be repeatable.
 * Throws DatabaseUnavailable after half a minute.
 */
export async function whenAvailable<T>(work: () => Promise<T>, log: Pick<Logger, 'warn'>): Promise<T> {
  for (const until = performance.now() + PATIENCE; ; await wait(PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > until) throw error;
      log.warn(`The start waits for the database: ${error.message}`);
    }
  }
}
