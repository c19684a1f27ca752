import type { HttpError } from '#server/errors.ts';

export type SlotRules = {
  /** The most places in all, and for one owner. */
  most: number;
  mostPerOwner: number;
  /**
   * The most that may wait for a place, in all and for one owner, and for how many milliseconds; without end unless
   * said.
   */
  waiting: number;
  waitingPerOwner: number;
  patience?: number;
  /** The refusal of a caller who gets no place. */
  refusal: () => HttpError;
};

type Waiting = { owner: string; start: () => void };

/**
 * Places for work that takes long, such as exports: one owner (a client) can neither take all of them nor keep others
 * waiting. Waiting work is served in order, passing over owners who have their share already.
 */
export class FairSlots {
  readonly #rules: SlotRules;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(rules: SlotRules) {
    this.#rules = rules;
  }

  /**
   * Waits for a place; answers the function that gives it back, which may be called more than once. Throws the refusal when too many
   * wait or no place became free in time, and the signal's reason.
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

  /** Throws the refusal when `take` would: for callers about to receive data that has no use without a place. */
  refuseFull(owner: string): void {
    const { waiting, waitingPerOwner, refusal } = this.#rules;
    if (this.#mayRun(owner)) return;
    const own = this.#waiting.filter((each) => each.owner === owner).length;
    if (this.#waiting.length >= waiting || own >= waitingPerOwner) throw refusal();
  }

  /** Does `work` in a place that is held to its end. Throws like `take`. */
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
