import { useCallback, useState } from 'react';
import { validPreferences } from './table-preferences.ts';
import type { TablePreferences } from './table-preferences.ts';
import { ownKey, readJson, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** The user's settings of the list in this browser, and how to change them. Empty ones are deleted. */
export function useTablePreferences(): [TablePreferences, (next: TablePreferences) => void] {
  const { id, clientId } = useUser();
  const key = ownKey('lead-table', { id, clientId });
  const [preferences, setPreferences] = useState(() => validPreferences(readJson(key)));
  const change = useCallback(
    (next: TablePreferences) => {
      writePreference(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null);
      setPreferences(next);
    },
    [key],
  );
  return [preferences, change];
}
