/** A serialisation failure, a deadlock, and a lock timeout. */
const BUSY: readonly unknown[] = ['40001', '40P01', '55P03'];

/** Whether another transaction is changing the same rows, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return BUSY.includes((error as { code?: unknown } | undefined)?.code);
}
