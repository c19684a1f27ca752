import { countJob } from '#server/metrics.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Runs the work now and once a day. The returned function aborts `signal` and waits for running work. Never
 * keeps the process alive.
 */
export function daily(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const leaving = new AbortController();
  let running = Promise.resolve();
  const begin = () => {
    running = countJob(name, async () => await work(leaving.signal)).catch(onError);
  };
  begin();
  const timer = setInterval(begin, DAY).unref();
  return async () => {
    leaving.abort();
    clearInterval(timer);
    await running;
  };
}
