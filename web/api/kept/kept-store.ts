import { KEPT_DATABASE, KEPT_STORE as STORE } from '#web/lib/kept-database.ts';

/** Milliseconds after which a stored value expires. */
export const KEPT_FOR = 12 * 3_600_000;
const CIPHER = 'AES-GCM';

type Sealed = { owner: string; at: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };
type Key = { owner: string; key: CryptoKey };

/**
 * Stores values in the browser for one session, encrypted with a key that scripts cannot read and that is
 * deleted with the session. Another owner's key and values are deleted as soon as they are found.
 */
export class KeptStore {
  readonly #owner: string;
  readonly #database: IDBDatabase;
  readonly #key: CryptoKey;

  private constructor(owner: string, database: IDBDatabase, key: CryptoKey) {
    this.#owner = owner;
    this.#database = database;
    this.#key = key;
  }

  /** Returns undefined where the browser has no storage or, on a page that is not secure, no encryption. */
  static async open(owner: string): Promise<KeptStore | undefined> {
    if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return undefined;
    try {
      const database = await openDatabase();
      return new KeptStore(owner, database, await keyOf(owner, database));
    } catch {
      return undefined;
    }
  }

  /** Stores a value, unless the session ended while it was being encrypted. */
  async write(name: string, value: unknown, life: AbortSignal): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const bytes = await crypto.subtle.encrypt({ name: CIPHER, iv }, this.#key, text);
    const sealed: Sealed = { owner: this.#owner, at: Date.now(), iv, bytes };
    if (!life.aborted) await done(this.#values('readwrite').put(sealed, name));
  }

  /** The value and when it was stored; undefined if there is none, or if it is another owner's or has expired. */
  async read(name: string): Promise<{ at: number; value: unknown } | undefined> {
    const sealed = (await done(this.#values('readonly').get(name))) as Sealed | undefined;
    if (!sealed) return undefined;
    const isUsable = sealed.owner === this.#owner && Math.abs(Date.now() - sealed.at) < KEPT_FOR;
    if (!isUsable) {
      await this.remove(name);
      return undefined;
    }
    const bytes = await crypto.subtle.decrypt({ name: CIPHER, iv: sealed.iv }, this.#key, sealed.bytes);
    return { at: sealed.at, value: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  }

  async remove(name: string): Promise<void> {
    await done(this.#values('readwrite').delete(name));
  }

  close(): void {
    this.#database.close();
  }

  #values(mode: IDBTransactionMode): IDBObjectStore {
    return this.#database.transaction(STORE, mode).objectStore(STORE);
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(KEPT_DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  return done(opening).then((database) => {
    // Another tab deletes the database when its session ends.
    database.addEventListener('versionchange', () => database.close());
    return database;
  });
}

/** The owner's key, new if there is none; everything of another owner is deleted. */
async function keyOf(owner: string, database: IDBDatabase): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ['encrypt', 'decrypt']);
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const found = (await done(store.get('key'))) as Key | undefined;
  if (found?.owner === owner) return found.key;
  await done(store.clear());
  await done(store.put({ owner, key: made } satisfies Key, 'key'));
  return made;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed.')));
  });
}
