import { setTimeout as pause } from 'node:timers/promises';
import type { Follower } from '#server/db/database.ts';
import { HttpError } from '#server/errors.ts';

/**
 * Milliseconds to wait for changes under way when a result without them would be wrong, not just out of date.
 */
const PATIENCE = 20_000;
/** Milliseconds to watch for changes of other processes when a row is missing. */
const NEWS = 1000;
/** Milliseconds before changes that could not be copied are tried again. */
const AGAIN = 200;
const STILL_COMING = 'Many leads have just changed. Try again in a moment.';

/** Waits for the changes of all clients that are under way. Throws 503 when they do not arrive in time. */
export async function waitForMirror(follower: Follower | undefined): Promise<void> {
  if (!follower) return;
  const until = performance.now() + PATIENCE;
  while (!(await follower.settle(until - performance.now()))) {
    if (performance.now() + AGAIN > until)
      throw new HttpError(503, 'unavailable', STILL_COMING, { retryAfter: 5 });
    await pause(AGAIN);
  }
}

/**
 * Runs `look` once all clients' changes under way have arrived, and again after each change of another
 * process for a second, to find rows that another process has just created. Throws 503 when changes do not
 * arrive in time.
 */
export async function findOnceMirrored<T>(
  follower: Follower | undefined,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = performance.now() + NEWS;
  for (;;) {
    await waitForMirror(follower);
    const found = await look();
    if (found !== undefined || performance.now() > until) return found;
    if (!(await follower?.news())) return undefined;
  }
}
