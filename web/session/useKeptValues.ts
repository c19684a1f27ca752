import { useCallback, useEffect, useState } from 'react';
import { cacheKey } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

type Kept<Values> = {
  /** The typed values that a reload, a crash or a new release of the page has interrupted. */
  kept: Values | undefined;
  /** Keeps what has been typed so far; undefined: nothing that would be missed. */
  keep: (values: Values | undefined) => void;
};

/**
 * Keeps the typed values of an open form in this tab, so that a reload brings them back. They go when the form does, saved
 * or left on purpose, and with the session.
 */
export function useKeptValues<Values extends object>(form: string): Kept<Values> {
  const key = cacheKey(`typed-${form}`, useUser());
  const [kept] = useState(() => read<Values>(key));
  useEffect(() => () => write(key, undefined), [key]);
  const keep = useCallback((values: Values | undefined) => write(key, values), [key]);
  return { kept, keep };
}

function read<Values extends object>(key: string): Values | undefined {
  try {
    const values: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof values === 'object' && values !== null ? (values as Values) : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, values: object | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser without storage keeps nothing.
  }
}
