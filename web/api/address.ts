import { readPreference } from '#web/lib/preferences.ts';

const DEFAULT_ADDRESS = '/api';

/**
 * The address of an API path. The override in browser storage is honoured on the page's own origin only: a token sent
 * to another address would be a token given away.
 */
export function apiAddress(path: string): string {
  const override = readPreference('apiAddress');
  if (override) {
    const url = URL.parse(override, location.origin);
    if (url?.origin === location.origin) return url.pathname.replace(/\/$/, '') + path;
  }
  return DEFAULT_ADDRESS + path;
}
