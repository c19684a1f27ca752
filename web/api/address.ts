import { installation } from '#web/lib/installation.ts';
import { readPreference } from '#web/lib/preferences.ts';

const DEFAULT_ADDRESS = '/api';

/**
 * The address of an API path. The override in browser storage is honoured for the page's own origin and those that the
 * operator has listed: a token sent to another address would be a token given away.
 */
export function apiAddress(path: string): string {
  const override = readPreference('apiAddress');
  if (override) {
    const url = URL.parse(override, location.origin);
    const base = url?.pathname.replace(/\/$/, '');
    if (url?.origin === location.origin) return base + path;
    if (url && installation.apiOrigins.includes(url.origin)) return url.origin + base + path;
  }
  return DEFAULT_ADDRESS + path;
}
