/** The browser's database with the kept day, encrypted, and its key. */
export const KEPT_DATABASE = 'lms-kept';
/** The page's own code, kept so that the day can be opened without a connection. */
export const KEPT_SHELL = 'lms-shell';

export const KEPT_STORE = 'kept';
/** The names of the kept values: the responses of the day, and changes without a response. */
export const KEPT = { day: 'day', acts: 'acts' } as const;

/** Deletes the key and what it encrypts, when a session ends. */
export function forgetKept(): void {
  unlessBlocked(() => {
    globalThis.indexedDB?.deleteDatabase(KEPT_DATABASE);
    forgetShell();
  });
}

/**
 * Deletes the day of a session that has ended by itself. Its unsent changes wait for the same person, as typed
 * text does; without any, everything goes.
 */
export function forgetDay(): void {
  unlessBlocked(() => {
    forgetShell();
    const opening = globalThis.indexedDB?.open(KEPT_DATABASE);
    opening?.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening?.addEventListener('success', () => {
      const { result: database } = opening;
      const values = database.transaction(KEPT_STORE, 'readwrite').objectStore(KEPT_STORE);
      values.delete(KEPT.day);
      const counting = values.count(KEPT.acts);
      counting.addEventListener('success', () => {
        database.close();
        if (counting.result === 0) forgetKept();
      });
    });
  });
}

const forgetShell = () => void globalThis.caches?.delete(KEPT_SHELL).catch(() => undefined);

/** Neither storage exists where the page is not secure, and browsers can block both. */
function unlessBlocked(work: () => void): void {
  try {
    work();
  } catch {
    // Blocked storage is empty.
  }
}
