import { countJob } from '#server/metrics.ts';

const DAY = 24 * 60 * 60_000;

/** Does the work now and once a day; `signal` ends, with the returned function, what has begun. Never keeps the process alive. */
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
