import { readPreference, writePreference } from '#web/lib/preferences.ts';

/** The part after # with which the server leads back from a provider. */
export const BACK = '#provider';
const TARGET = 'signInTarget';

/** Keeps the page that the user wanted while the browser is at the company's provider. */
export function rememberTarget(target: unknown): void {
  writePreference(TARGET, JSON.stringify(target ?? null), 'tab');
}

/** The page that the user wanted; null if none is known. */
export function takeTarget(): unknown {
  const target = readPreference(TARGET, 'tab');
  writePreference(TARGET, null, 'tab');
  return JSON.parse(target ?? 'null') as unknown;
}
