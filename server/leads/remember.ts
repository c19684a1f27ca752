import type { ReadScope } from '#server/db/scope.ts';

/** Milliseconds for which a change may go unseen when its announcement is lost; one that is heard takes effect at once. */
const FRESH_FOR = 5000;
const MOST = 2000;

/** Answers that a process keeps for five seconds, by key. */
export class Remembered<Key, T> {
  readonly #entries = new Map<Key, { until: number; value: Promise<T> }>();

  /** The kept answer, or the one that `load` gives now; a failure is kept for nobody, and neither is what a replica says. */
  async get({ isElsewhere }: Pick<ReadScope, 'isElsewhere'>, key: Key, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && known.until > Date.now()) return await known.value;
    if (isElsewhere) return await load();
    if (this.#entries.size >= MOST) this.#entries.clear();
    const entry = { until: Date.now() + FRESH_FOR, value: load() };
    this.#entries.set(key, entry);
    try {
      return await entry.value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  forget(key: Key): void {
    this.#entries.delete(key);
  }

  forgetAll(): void {
    this.#entries.clear();
  }
}
