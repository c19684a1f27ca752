/** Reads a preference from this browser; storage that is full or forbidden counts as empty. */
export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a preference; null deletes it. */
export function writePreference(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A preference that cannot be kept is lost with the page; nothing else depends on it.
  }
}

/** The owner of a preference: people who share a browser keep their own. */
export type Owner = { id: string; clientId: string | null };

/** The key of an entry of one user at one client. */
export function ownKey(name: string, { id, clientId }: Owner): string {
  return `lms:${name}:${id}:${clientId ?? 'all'}`;
}

/** The JSON kept under the key; undefined when there is none or it cannot be read. Its shape is for the caller to check. */
export function readJson(key: string): unknown {
  try {
    const text = readPreference(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CACHE = 'lms:cache-';

/** The key of an entry that goes with the session, in either storage of the browser. */
export function cacheName(name: string): string {
  return CACHE + name;
}

/** The key of an entry that goes with the session, of one user at one client. */
export function cacheKey(name: string, owner: Owner): string {
  return ownKey(`cache-${name}`, owner);
}

const DRAFT = 'lms:draft-';

/** The key of text that somebody is typing at one client, which outlives a session that was lost. */
export function draftKey(name: string, owner: Owner): string {
  return ownKey(`draft-${name}`, owner);
}

/** Deletes the entries that go with the session; users' own preferences stay. */
export function clearCaches(): void {
  clear(CACHE);
}

/** Deletes all text that was being typed. */
export function clearDrafts(): void {
  clear(DRAFT);
}

function clear(beginning: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(beginning)) storage.removeItem(key);
  } catch {
    // Forbidden storage holds nothing.
  }
}
