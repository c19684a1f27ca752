import { tokenHash } from '#server/secrets/tokens.ts';

/**
 * Milliseconds for which another process's change of an account may go unnoticed here: including the
 * request's own time, less than a second.
 */
const LIFE = 800;
const MAX_SESSIONS = 5000;

type Entry<Session> = { found: Promise<Session | undefined>; at: number; changes: number };

/**
 * Returns the session of a token without querying the database again within a second; simultaneous requests
 * share one query. Any change of accounts, sessions or clients by this process clears everything at once
 * (`changes` counts them). Never caches invalid tokens or the text of any token.
 */
export function cachedSessions<Session>(
  find: (token: string) => Promise<Session | undefined>,
  changes: () => number,
): (token: string) => Promise<Session | undefined> {
  const entries = new Map<string, Entry<Session>>();
  return async (token) => {
    const key = tokenHash(token).toString('base64');
    const now = performance.now();
    const known = entries.get(key);
    if (known && known.changes === changes() && now - known.at < LIFE) return await known.found;
    if (entries.size >= MAX_SESSIONS) entries.clear();
    const entry = { found: find(token), at: now, changes: changes() };
    entries.set(key, entry);
    const forget = () => void (entries.get(key) === entry && entries.delete(key));
    entry.found.then((session) => session ?? forget(), forget);
    return await entry.found;
  };
}
