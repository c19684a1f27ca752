import type { Follower } from '#server/db/database.ts';
import { HttpError } from '#server/errors.ts';

/** Milliseconds for changes that are on their way, where an answer without them would be wrong and not only old. */
const PATIENCE = 20_000;
/** Milliseconds in which changes of other processes are looked at for a row that is missing. */
const NEWS = 1000;
const STILL_COMING = 'Many leads have just changed. Try again in a moment.';

/** Waits for the changes of all clients that are on their way. Throws 503 when they do not come in time. */
export async function settleAll(follower: Follower | undefined): Promise<void> {
  const isSettled = (await follower?.settle(PATIENCE)) ?? true;
  if (!isSettled) throw new HttpError(503, 'unavailable', STILL_COMING, { retryAfter: 5 });
}

/**
 * Looks when the changes of all clients that are on their way have come, and with each change of another process for a
 * second, for rows that a call to that process has just made. Throws 503 when changes do not come in time.
 */
export async function foundSoon<T>(
  follower: Follower | undefined,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = performance.now() + NEWS;
  for (;;) {
    await settleAll(follower);
    const found = await look();
    if (found !== undefined || performance.now() > until) return found;
    if (!(await follower?.news())) return undefined;
  }
}
