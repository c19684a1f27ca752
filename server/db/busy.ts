/** A serialisation failure, a deadlock, a lock that did not become free in time. */
const BUSY: readonly unknown[] = ['40001', '40P01', '55P03'];

/** Whether somebody else is changing the same rows, so that a later try may succeed. */
export function isBusy(error: unknown): boolean {
  return BUSY.includes((error as { code?: unknown } | undefined)?.code);
}
