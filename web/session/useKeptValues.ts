import { useCallback, useEffect, useState } from 'react';
import { draftKey, readJson, writePreference } from '#web/lib/preferences.ts';
import { currentSession, sessionKey } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';

type Kept<Values> = {
  /** The typed values from before a reload, a crash or a new release. */
  kept: Values | undefined;
  /** Stores the values typed so far; undefined when there is nothing worth keeping. */
  keep: (values: Values | undefined) => void;
};

/**
 * Stores the typed values of an open form in this browser, so that a reload restores them. They are deleted
 * when the form closes, saved or discarded, and when their author signs out. If a session ends by itself, the
 * same person gets them back.
 */
export function useKeptValues<Values extends object>(form: string): Kept<Values> {
  const user = useUser();
  const key = draftKey(form, user);
  const session = sessionKey(user);
  const [kept] = useState(() => readValues(key) as Values | undefined);
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

function readValues(key: string): object | undefined {
  const values = readJson(key);
  return typeof values === 'object' && values !== null ? values : undefined;
}
