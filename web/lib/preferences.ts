/** A preference of the whole browser, or of one of its tabs. */
type Place = 'browser' | 'tab';

const storageOf = (place: Place) => (place === 'tab' ? sessionStorage : localStorage);

/** Reads a preference. Full or blocked storage counts as empty. */
export function readPreference(key: string, place: Place = 'browser'): string | null {
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

/** Writes a preference; null deletes it. */
export function writePreference(key: string, value: string | null, place: Place = 'browser'): void {
  try {
    if (value === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, value);
  } catch {
    // A preference that cannot be stored is lost with the page, and nothing else depends on it.
  }
}

/** The owner of a preference: people who share a browser have separate ones. */
export type Owner = { id: string; clientId: string | null };

/** The key of a preference of one user at one client. */
export function ownKey(name: string, { id, clientId }: Owner): string {
  return `lms:${name}:${id}:${clientId ?? 'all'}`;
}

/**
 * Returns the JSON stored under the key; undefined when missing or unreadable. The caller checks its shape.
 */
export function readJson(key: string): unknown {
  try {
    const text = readPreference(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CACHE = 'lms:cache-';

/** The key of an entry that is deleted with the session, in either storage of the browser. */
export function cacheName(name: string): string {
  return CACHE + name;
}

/** The key of an entry that is deleted with the session, of one user at one client. */
export function cacheKey(name: string, owner: Owner): string {
  return ownKey(`cache-${name}`, owner);
}

const DRAFT = 'lms:draft-';

/** The key of text being typed by a user at one client. It survives a lost session. */
export function draftKey(name: string, owner: Owner): string {
  return ownKey(`draft-${name}`, owner);
}

/** Deletes the entries that end with the session. Users' preferences stay. */
export function clearCaches(): void {
  clear(CACHE);
}

/** Deletes all unsaved typed text. */
export function clearDrafts(): void {
  clear(DRAFT);
}

function clear(beginning: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(beginning)) storage.removeItem(key);
  } catch {
    // Blocked storage is empty.
  }
}
