import { Lead } from '#shared/leads/lead.ts';
import { ApiError } from '#web/lib/errors.ts';

/** Returns the current lead that a rejected stale edit carries; undefined for every other failure. */
export function currentLeadIn(error: unknown): Lead | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const read = Lead.safeParse((error.body as { data?: unknown } | undefined)?.data);
  return read.success ? read.data : undefined;
}
