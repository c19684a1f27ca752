import { useState } from 'react';
import { ownKey, readJson, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** The columns that the user has folded (true) or unfolded (false), by status; '' is "Other". */
type Folds = Readonly<Record<string, boolean>>;

/** Whether a column is a narrow strip: as the user chose in this browser, else when the column is empty. */
export function useFolds(ofClient: string) {
  const { id, clientId } = useUser();
  const key = ownKey('board-folds', { id, clientId: clientId ?? (ofClient || null) });
  const [kept, setKept] = useState(() => ({ key, folds: stored(key) }));
  const folds = kept.key === key ? kept.folds : stored(key);
  return {
    isFolded: (status: string | null, isEmpty: boolean) => folds[status ?? ''] ?? isEmpty,
    fold: (status: string | null, isFolded: boolean) => {
      const next = { ...folds, [status ?? '']: isFolded };
      writePreference(key, JSON.stringify(next));
      setKept({ key, folds: next });
    },
  };
}

function stored(key: string): Folds {
  const value = readJson(key);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, folded]) => typeof folded === 'boolean'));
}
