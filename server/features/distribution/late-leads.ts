import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { notifyOfLateLeads } from '#server/features/distribution/late-leads.queries.ts';
import { countJob } from '#server/metrics.ts';

/** Milliseconds between two checks for leads that nobody has contacted in time. */
const SWEEP = 30_000;

/** Checks for late leads, in every process of an installation; the returned function stops that. */
export function startLateLeads(database: Database, log: Logger, sweep = SWEEP): () => Promise<void> {
  const leaving = new AbortController();
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= countJob('late-leads', async () => await notifyOfLateLeads(database, leaving.signal))
      .catch((error: unknown) => log.warn(error, 'telling of late leads failed; it will be tried again'))
      .finally(() => (running = undefined));
  };
  look();
  const clock = setInterval(look, sweep).unref();
  return async () => {
    leaving.abort();
    clearInterval(clock);
    await running;
  };
}
