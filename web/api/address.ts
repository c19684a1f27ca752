import { installation } from '#web/lib/installation.ts';
import { readPreference } from '#web/lib/preferences.ts';

const DEFAULT_ADDRESS = '/api';

/**
 * Returns the address of an API path. The override in browser storage may only be the page's own origin or
 * one that the operator has listed: a token sent anywhere else would be given away.
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
