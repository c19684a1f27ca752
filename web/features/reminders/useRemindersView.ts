import { useState } from 'react';
import { ownKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

export type RemindersView = 'rows' | 'cards';

/** The layout of Follow Ups: one line each, or cards for a user who has chosen them in this browser. */
export function useRemindersView(): [view: RemindersView, setView: (view: RemindersView) => void] {
  const key = ownKey('reminders-view', useUser());
  const [view, setView] = useState<RemindersView>(() => (readPreference(key) === 'cards' ? 'cards' : 'rows'));
  return [
    view,
    (next) => {
      setView(next);
      writePreference(key, next === 'cards' ? next : null);
    },
  ];
}
