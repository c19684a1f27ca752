import { countJob } from '#server/metrics.ts';

type Work = () => Promise<void>;

/** The log's sentence about a failed job. */
export const failedJob = (name: string): string => `the job ${name} failed; it will be tried again`;

/**
 * Work of this process beside its requests: at once, at a time, or again and again. A failure is reported and
 * leaves the next run alone. Never keeps the process alive.
 */
export class Jobs {
  readonly #onError: (error: unknown, name: string) => void;
  readonly #leaving = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #clocks: NodeJS.Timeout[] = [];
  readonly #planned = new Map<string, { time: number; timer: NodeJS.Timeout }>();

  constructor(onError: (error: unknown, name: string) => void) {
    this.#onError = onError;
  }

  /** Aborted when the jobs stop: long work ends early. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Runs work now; `name` is its label in the metrics. */
  run(name: string, work: Work): void {
    void this.#start(name, work);
  }

  /** Runs work now and then every `pause` milliseconds, unless the run before still lasts. */
  every(pause: number, name: string, work: Work): void {
    let last: Promise<void> | undefined;
    const begin = () => {
      last ??= this.#start(name, work).finally(() => (last = undefined));
    };
    begin();
    this.#clocks.push(setInterval(begin, pause).unref());
  }

  /** Runs work at a time (milliseconds since 1970), or at the earlier one already planned for `key`. */
  at(time: number, key: string, name: string, work: Work): void {
    const planned = this.#planned.get(key);
    if (this.leaving.aborted || (planned && planned.time <= time)) return;
    clearTimeout(planned?.timer);
    const begin = () => {
      this.#planned.delete(key);
      this.run(name, work);
    };
    const timer = setTimeout(begin, Math.max(0, time - Date.now())).unref();
    this.#planned.set(key, { time, timer });
  }

  /** Aborts `leaving`, starts nothing more, and waits for running work. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    for (const clock of this.#clocks) clearInterval(clock);
    for (const { timer } of this.#planned.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  async #start(name: string, work: Work): Promise<void> {
    if (this.leaving.aborted) return;
    const job = countJob(name, work).catch((error: unknown) => this.#onError(error, name));
    this.#running.add(job);
    await job.finally(() => this.#running.delete(job));
  }
}
