import { setTimeout as wait } from 'node:timers/promises';

/** Resolves like `work`, or to `late` after this many milliseconds. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: T): Promise<T> {
  const stop = new AbortController();
  const over = wait(milliseconds, late, { signal: stop.signal }).catch(() => late);
  return await Promise.race([work, over]).finally(() => stop.abort());
}
