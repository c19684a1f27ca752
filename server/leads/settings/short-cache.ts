import type { ReadScope } from '#server/db/scope.ts';

/**
 * Milliseconds for which a change may go unnoticed when its announcement is lost; an announced one takes
 * effect at once.
 */
const FRESH_FOR = 5000;
const MOST = 2000;

/** Results that a process caches for five seconds, by key. */
export class ShortCache<Key, T> {
  readonly #entries = new Map<Key, { until: number; value: Promise<T>; isLoaded: boolean }>();

  /**
   * The cached result, or the one that `load` returns now; failures and results from a replica are not
   * cached. A transaction never waits for another caller's load: it would hold the very connection that the
   * load may be waiting for.
   */
  async get(
    { isReplica, db }: Pick<ReadScope, 'isReplica' | 'db'>,
    key: Key,
    load: () => Promise<T>,
  ): Promise<T> {
    const known = this.#entries.get(key);
    const isFresh = known && known.until > Date.now();
    if (isFresh && (known.isLoaded || !db.isTransaction)) return await known.value;
    if (isReplica || isFresh) return await load();
    if (this.#entries.size >= MOST) this.#entries.clear();
    const entry = { until: Date.now() + FRESH_FOR, value: load(), isLoaded: false };
    this.#entries.set(key, entry);
    try {
      const value = await entry.value;
      entry.isLoaded = true;
      return value;
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
