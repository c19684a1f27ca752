import type { HttpError } from '#server/errors.ts';

export type SlotRules = {
  /** The maximum number of slots, in all and per owner. */
  most: number;
  mostPerOwner: number;
  /**
   * The maximum number of waiters, in all and per owner, and their timeout in milliseconds; no timeout by
   * default.
   */
  waiting: number;
  waitingPerOwner: number;
  patience?: number;
  /** The error for a caller who gets no slot. */
  refusal: () => HttpError;
};

type Waiting = { owner: string; start: () => void };

/**
 * Slots for long work like exports: one owner (a client) can neither take all of them nor hold up others.
 * Waiting work is served in order, skipping owners that already have their share.
 */
export class FairSlots {
  readonly #rules: SlotRules;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(rules: SlotRules) {
    this.#rules = rules;
  }

  /**
   * Waits for a slot; returns the function that releases it, which may be called more than once. Throws the
   * refusal when too many wait or no slot becomes free in time, and the signal's reason.
   */
  async take(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#mayRun(owner)) this.#running.push(owner);
    else await this.#turn(owner, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running.splice(this.#running.indexOf(owner), 1);
      this.#startNext();
    };
  }

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Throws the refusal if `take` would: for callers about to receive data that is useless without a slot. */
  refuseFull(owner: string): void {
    const { waiting, waitingPerOwner, refusal } = this.#rules;
    if (this.#mayRun(owner)) return;
    const own = this.#waiting.filter((each) => each.owner === owner).length;
    if (this.#waiting.length >= waiting || own >= waitingPerOwner) throw refusal();
  }

  /** Runs `work` in a slot and releases the slot afterwards. Throws like `take`. */
  async during<T>(owner: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const release = await this.take(owner, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      release();
    }
  }

  #mayRun(owner: string): boolean {
    const { most, mostPerOwner } = this.#rules;
    return (
      this.#running.length < most && this.#running.filter((each) => each === owner).length < mostPerOwner
    );
  }

  #startNext(): void {
    const index = this.#waiting.findIndex(({ owner }) => this.#mayRun(owner));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#running.push(next.owner);
    next.start();
  }

  #turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { patience, refusal } = this.#rules;
    this.refuseFull(owner);
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        end();
        reject(reason);
      };
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => leave(signal?.reason);
      const timer = patience === undefined ? undefined : setTimeout(() => leave(refusal()), patience);
      const entry: Waiting = {
        owner,
        start: () => {
          end();
          resolve();
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(entry);
    });
  }
}
