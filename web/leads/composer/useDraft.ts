import { useState } from 'react';
import { draftKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** A text being typed. The browser stores it for the user until it is saved or emptied. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const user = useUser();
  const key = draftKey(name, user);
  const [text, setText] = useState(() => readPreference(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      writePreference(key, next === '' ? null : next);
    },
  ];
}
