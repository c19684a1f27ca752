import { useCallback, useEffect, useState } from 'react';
import { draftKey, readJson, writePreference } from '#web/lib/preferences.ts';
import { currentSession, sessionKey } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';

type Kept<Values> = {
  /** The typed values that a reload, a crash or a new release of the page has interrupted. */
  kept: Values | undefined;
  /** Keeps what has been typed so far; undefined: nothing that would be missed. */
  keep: (values: Values | undefined) => void;
};

/**
 * Keeps the typed values of an open form in this browser, so that a reload brings them back. They go when the form does, saved
 * or left on purpose, and when their writer signs out. A session that ends by itself leaves them to the same person.
 */
export function useKeptValues<Values extends object>(form: string): Kept<Values> {
  const user = useUser();
  const key = draftKey(form, user);
  const session = sessionKey(user);
  const [kept] = useState(() => readValues<Values>(key));
  useEffect(
    () => () => {
      const { user: present } = currentSession();
      if (present && sessionKey(present) === session) writePreference(key, null);
    },
    [key, session],
  );
  const keep = useCallback(
    (values: Values | undefined) => writePreference(key, values ? JSON.stringify(values) : null),
    [key],
  );
  return { kept, keep };
}

function readValues<Values extends object>(key: string): Values | undefined {
  const values = readJson(key);
  return typeof values === 'object' && values !== null ? (values as Values) : undefined;
}
